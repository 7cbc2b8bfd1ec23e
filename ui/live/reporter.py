"""The element by which the browser reports the address that events have written."""

from __future__ import annotations

import streamlit as st

from ui.live.assets import BROWSER, element
from ui.visit import REPORTER, Visit


def show_reporter() -> None:
    """Show it, on every page and outside all fragments."""
    reported = Visit.current().address.reported
    # Whatever follows in this run looks at the report itself: ``Visit.current``.
    _component()(key=REPORTER, data={"reported": reported}, on_moved_change=lambda: None)


@st.cache_resource(show_spinner=False)
def _component():
    return element(BROWSER / "events" / "reporter.js")
