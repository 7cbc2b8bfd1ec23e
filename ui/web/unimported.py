"""Modules that others import and nobody needs here: the first visitor would wait for them."""

from __future__ import annotations

import sys
from types import ModuleType

THEME = "streamlit.elements.lib.streamlit_plotly_theme"


def leave_out_theme() -> None:
    """Have Streamlit make no theme for Plotly's figures; to be called before it is imported.

    The theme takes a tenth of a second, for Python's half of Plotly is imported for it. Our
    pictures are plain data, and wear a theme of their own.
    """
    theme = sys.modules[THEME] = ModuleType(THEME)
    theme.configure_streamlit_plotly_theme = lambda: None


def leave_out_tools() -> None:
    """Have SciPy not import NumPy's tools for tests and Fortran: it asks for all that NumPy names.

    Whoever imports them by their whole names has them.
    """
    import numpy

    for name in ("f2py", "testing"):
        if f"numpy.{name}" not in sys.modules:
            setattr(numpy, name, ModuleType(f"numpy.{name}"))
