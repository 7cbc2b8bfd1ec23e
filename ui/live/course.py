"""The course as cards, with where their reader left off."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from ui.live.assets import BROWSER, element


def live_course(lessons: Sequence[dict]) -> None:
    """Show a card for each lesson; how far a reader has come is known to the browser alone.

    Parameters
    ----------
    lessons : for each its "key", "title", "claim", "minutes", and the path of its "icon".
    """
    _component()(key="course", data={"lessons": list(lessons)})


@st.cache_resource(show_spinner=False)
def _component():
    return element(BROWSER / "home" / "course.js")
