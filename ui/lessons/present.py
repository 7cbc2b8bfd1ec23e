"""``?present=1``: a page for the projector. ``show=eta,period`` names the knobs that stay."""

from __future__ import annotations

import streamlit as st

CSS = """<style>
header[data-testid="stHeader"], .lab-saves, [data-testid="stToolbar"] { display: none !important; }
:root, html { font-size: 21px !important; }
[data-testid="stMainBlockContainer"] { padding: 0.5rem 1.5rem !important; }
</style>"""


def presenting() -> bool:
    """Return whether the page is for the projector."""
    return st.query_params.get("present") == "1"


def shown_knobs(names: list[str]) -> list[str]:
    """The knobs that stand on the page: all of them, or those a presenter's link names."""
    if not presenting():
        return names
    wanted = st.query_params.get("show", "").split(",")
    return [name for name in names if name in wanted]


def dress() -> None:
    """Large letters and no menu, where the page is for the projector."""
    if presenting():
        st.html(CSS)
