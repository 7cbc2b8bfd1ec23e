"""The button behind which a view is shared, presented, and kept as a lesson."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from ui.live.assets import BROWSER, element
from ui.live.element import LiveElement, mount

FOLDER = BROWSER / "share"
CODE_STYLES = FOLDER / "code.css"
"""The styles of a QR code, which the page for the projector shows, too."""


def show_share(lesson: Mapping[str, Any] | None = None, paper: bool = False) -> None:
    """Show the button.

    Parameters
    ----------
    lesson : ``{"pins", "most", "lesson"}``: the pinned views as the browser is sent them, how many
        there may be, and the text of the lesson file. None on pages without pins.
    paper : the page is a lesson of which there is a sheet (``ui.sheet``).
    """
    mount(LiveElement("share", _share, {"paper": paper, **(lesson or {"pins": None})}))


@st.cache_resource(show_spinner=False)
def _share():
    return element(FOLDER / "share.js", CODE_STYLES)
