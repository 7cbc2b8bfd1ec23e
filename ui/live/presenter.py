"""The presenter's page: the way there, with its link, and the way out."""

from __future__ import annotations

import streamlit as st

from ui.live.assets import BROWSER, element

FOLDER = BROWSER / "present"


def link_to_present() -> None:
    """Show the link to this view for the projector, and a field for the knobs that stay there."""
    _link()(key="present_link", data={})


def way_out() -> None:
    """Show the small link that leads back to the whole page; the Escape key does so, too."""
    _way_out()(key="way_out", data={})


@st.cache_resource(show_spinner=False)
def _link():
    return element(FOLDER / "present_link.js")


@st.cache_resource(show_spinner=False)
def _way_out():
    return element(FOLDER / "way_out.js")
