"""Browser assets: register our modules, and plotly.js out of the installed plotly wheel."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

import plotly
import streamlit.components.v2 as components
from streamlit.components.v1 import declare_component
from streamlit.components.v2.types import ComponentRenderer

from algorithms.cache.folder import cache_folder, temporary_folder, writable
from charts.palette import PARTNERS
from ui.web.static_files import StaticFiles, register

ROOT = Path(__file__).parents[2]
BROWSER = Path(__file__).parent / "browser"

# What the geometry of every lesson wears.
HAND_STYLES = (BROWSER / "lib" / "buttons.css", BROWSER / "hands" / "hands.css")

# Where modules stand: what all pages share, and the geometry that belongs to one lesson.
MODULES = ("ui/live/browser/**/*.js", "pages/lessons/**/*.js")

# The colours of the dark theme by those of the light one, as ``charts.palette`` declares them.
MADE = "ui/live/browser/lib/partners.js"

# What is given as text goes with every message: so the modules are not, the browser asks for them.
# Their data comes in a list: in a dict Streamlit would look for tables, and import pandas for that,
# which takes 0.2 s of the first visit.
LOADER = """// The element's own module.
const { default: show } = await import(new URL("%s", document.baseURI).href);
export default ({ data: [data], ...given }) => show({ ...given, data });
"""


def element(module: Path, *styles: Path) -> ComponentRenderer:
    """Register the component that ``module``, a file of the project, exports.

    Style sheets are not isolated: the elements carry the page's theme, and people who test or
    measure find them with a plain selector, ``.lab-`` and the module's name.

    Parameters
    ----------
    module : one of ``MODULES``; the style sheet of its name beside it is its own.
    styles : further style sheets, which come before it.

    Raises
    ------
    FileNotFoundError : there is no such style sheet.
    """
    name = module.stem
    own = module.with_suffix(".css")
    sheets = [*styles, own] if own.exists() else styles
    render = components.component(
        f"sparsity_lab_{name}",
        js=LOADER % f"{modules()}/{module.relative_to(ROOT).as_posix()}",
        css="".join(_without_comments(sheet.read_text("utf-8")) for sheet in sheets),
        html=f'<div class="lab-{name}"></div>',
        isolate_styles=False,
    )
    return lambda data, **given: render(data=[data], **given)


def _without_comments(sheet: str) -> str:
    """A style sheet without what says nothing to a browser: it goes with each visit."""
    return re.sub(r"\s*\n\s*", "\n", re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))


@cache
def plotly_js() -> str:
    """The address of plotly.min.js, relative to the page: the app serves the wheel's own copy."""
    folder = Path(plotly.__file__).parent / "package_data"
    name = "plotly_" + plotly.__version__.replace(".", "_")
    address = f"{_serve_folder(name, folder)}/plotly.min.js"
    register(address, folder / "plotly.min.js")
    return address


def module_sources() -> dict[str, bytes]:
    """Return every module by its path in the project, and the one that is made here."""
    paths = sorted(path for pattern in MODULES for path in ROOT.glob(pattern))
    made = f"export const PARTNERS = {json.dumps(PARTNERS)};\n".encode()
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in paths} | {MADE: made}


@cache
def modules() -> str:
    """Return the address of the modules.

    It is made of what is in them: no browser mixes two versions.
    """
    digest = sha256()
    sources = module_sources()
    for name, source in sources.items():
        digest.update(name.encode())
        digest.update(source)
    name = f"browser_{digest.hexdigest()[:12]}"
    try:
        # Not among temporary files: those are swept away while a server runs for weeks.
        folder = mirror(sources, writable(cache_folder().parent) / name)
    except OSError:  # a full disk
        folder = mirror(sources, temporary_folder() / name)
    address = _serve_folder(name, folder)
    for path in sources:
        register(f"{address}/{path}", folder / path)
    return address


def mirror(sources: Mapping[str, bytes], folder: Path) -> Path:
    """Write ``sources`` under ``folder``, unless it is there, and return it.

    What is served is this copy: of the project's own folders everything would be, Python and data
    included. Paths are those of the project, so that modules import each other in the browser as
    they do for editors and linters.
    """
    if folder.exists():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    unfinished = Path(tempfile.mkdtemp(dir=folder.parent))
    try:
        for name, source in sources.items():
            path = unfinished / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(source)
        unfinished.chmod(0o755)
        os.rename(unfinished, folder)
    except OSError:
        shutil.rmtree(unfinished, ignore_errors=True)
        if not folder.exists():  # else another server was faster; its copy is the same
            raise
    return folder


def _serve_folder(name: str, folder: Path) -> str:
    """Return the address at which ``folder`` is served, relative to the app.

    It is the one at which Streamlit serves the files of a component. Where our server answers for
    it (``ui.web.static_files``), Streamlit does not know, which would take it 0.1 s.
    """
    if not StaticFiles.running:
        declare_component(name, path=folder)
    return f"component/{__name__}.{name}"
