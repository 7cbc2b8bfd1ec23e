"""Registering the browser side's modules, and plotly.js out of the installed plotly wheel."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

import plotly
import streamlit.components.v1 as served
import streamlit.components.v2 as components
from streamlit.components.v2.types import ComponentRenderer

BROWSER = Path(__file__).parent / "browser"

# What is given as text goes with every message: so the modules are not, the browser asks for them.
LOADER = """// The element's own module.
const { default: show } = await import(new URL("%s", document.baseURI).href);
export default show;
"""


def element(name: str, *styles: str) -> ComponentRenderer:
    """The component of ``browser/<name>.js``, with its style sheet and those named in ``styles``.

    Style sheets are not isolated: the elements carry the page's theme, and people who test or
    measure find them with a plain selector.
    """
    sheets = [BROWSER / f"{style}.css" for style in (*styles, name)]
    return components.component(
        f"sparsity_lab_{name}",
        js=LOADER % f"{_modules()}/{name}.js",
        css="\n".join(sheet.read_text("utf-8") for sheet in sheets if sheet.exists()),
        html=f'<div class="lab-{name}"></div>',
        isolate_styles=False,
    )


@cache
def plotly_js() -> str:
    """The address of plotly.min.js, relative to the page: the app serves the wheel's own copy."""
    folder = Path(plotly.__file__).parent / "package_data"
    # The version in the address lets browsers keep the file until plotly changes.
    return f"{_served('plotly_js', folder)}/plotly.min.js?v={plotly.__version__}"


@cache
def _modules() -> str:
    """The address of ``browser/``. What is in it is in its name: no browser mixes two versions."""
    digest = sha256()
    for path in sorted(BROWSER.glob("*.js")):
        digest.update(path.read_bytes())
    return _served(f"browser_{digest.hexdigest()[:12]}", BROWSER)


def _served(name: str, folder: Path) -> str:
    """Serve ``folder`` by the route that comes with a declared component; no frame is ever made."""
    served.declare_component(name, path=folder)
    return f"component/{__name__}.{name}"
