"""Registering the browser side's files, and plotly.js out of the installed plotly wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import plotly
import streamlit.components.v1 as served
import streamlit.components.v2 as components
from streamlit.components.v2.types import ComponentRenderer

HERE = Path(__file__).parent


def element(name: str, *helpers: str) -> ComponentRenderer:
    """The component made of ``<name>.js`` and ``<name>.css``, with what ``helpers`` have before.

    Styles are not isolated: the elements carry the page's theme, and people who test or measure
    find them with a plain selector.
    """
    parts = [HERE / part for part in (*helpers, name)]
    styles = [part.with_suffix(".css") for part in parts]
    return components.component(
        f"sparsity_lab_{name}",
        js="\n".join(part.with_suffix(".js").read_text("utf-8") for part in parts),
        css="\n".join(style.read_text("utf-8") for style in styles if style.exists()),
        html=f'<div class="lab-{name}"></div>',
        isolate_styles=False,
    )


@cache
def plotly_js() -> str:
    """The address of plotly.min.js, relative to the page: the app serves the wheel's own copy.

    The folder is declared as a component for the route that comes with it; no frame is ever made.
    The version in the address lets browsers keep the file until plotly changes.
    """
    folder = Path(plotly.__file__).parent / "package_data"
    served.declare_component("plotly_js", path=folder)
    return f"component/{__name__}.plotly_js/plotly.min.js?v={plotly.__version__}"
