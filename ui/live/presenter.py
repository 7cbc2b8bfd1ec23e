"""The way out of the presenter's page; ``ui.live.share`` leads there."""

from __future__ import annotations

import streamlit as st

from ui.live.assets import BROWSER, element
from ui.live.share import CODE_STYLES


def way_out() -> None:
    """Show the small link that leads back to the whole page; the Escape key does so, too.

    The key q shows a QR code of what is shown.
    """
    _way_out()(key="way_out", data={})


@st.cache_resource(show_spinner=False)
def _way_out():
    return element(BROWSER / "present" / "way_out.js", CODE_STYLES)
