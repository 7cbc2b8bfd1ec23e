"""The button that copies the address of what is shown."""

from __future__ import annotations

import streamlit as st

from ui.live.assets import BROWSER, element


def copy_link() -> None:
    """Show the button; the address it copies is the whole view."""
    _component()(key="copy_link", data={})


@st.cache_resource(show_spinner=False)
def _component():
    return element(BROWSER / "copy_link.js")
