"""The way out of the presenter's page; ``ui.live.share`` leads there."""

from __future__ import annotations

import streamlit as st

from ui.live.assets import BROWSER, element


def way_out() -> None:
    """Show the small link that leads back to the whole page; the Escape key does so, too."""
    _way_out()(key="way_out", data={})


@st.cache_resource(show_spinner=False)
def _way_out():
    return element(BROWSER / "present" / "way_out.js")
