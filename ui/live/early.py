"""First of all on every page: plotly.js, asked for early, and the way back to a lost server."""

from __future__ import annotations

import streamlit as st

from ui.live.assets import BROWSER, element, plotly_js
from ui.visit import Visit

SELDOM = 3600.0
"""Seconds. Nothing comes of it; see ``load_early``."""


@st.fragment(run_every=SELDOM)
def load_early() -> None:
    """To be called first on every page.

    A browser that has its connection back asks for the page again only where a part of the page
    runs every so often. Elsewhere Streamlit takes the session for granted; after a restart of the
    server the session is gone, and so is whatever the knobs on the page would name. Hence this is a
    fragment with an interval.
    """
    data = {"plotly": plotly_js(), "visit": Visit.current().progress.token}
    _component()(key="early", data=data)


@st.cache_resource(show_spinner=False)
def _component():
    styles = (
        *("menu.css", "contrast.css", "print.css", "connection.css"),
        *("classroom/class.css", "classroom/contest/contest.css"),
    )
    return element(BROWSER / "early.js", *(BROWSER / style for style in styles))
