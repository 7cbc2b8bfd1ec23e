"""plotly.js, asked for before there is a figure: a second less until the first picture."""

from __future__ import annotations

import streamlit as st

from ui.live.assets import BROWSER, element, plotly_js


def load_early() -> None:
    """To be called first on every page."""
    _registered()(key="early", data={"plotly": plotly_js()})


@st.cache_resource(show_spinner=False)
def _registered():
    styles = ("menu.css", "contrast.css", "print.css")
    return element(BROWSER / "early.js", *(BROWSER / style for style in styles))
