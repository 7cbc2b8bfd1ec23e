"""The course as cards, with where their reader left off, and the way into it."""

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
    _course()(key="course", data={"lessons": list(lessons)})


def live_start(lessons: Sequence[dict]) -> None:
    """Show the way to the first lesson, or on from where a reader is.

    Parameters
    ----------
    lessons : for each its "key", "title" and "minutes".
    """
    _start()(key="start", data={"lessons": list(lessons)})


@st.cache_resource(show_spinner=False)
def _course():
    return element(BROWSER / "home" / "course.js")


@st.cache_resource(show_spinner=False)
def _start():
    return element(BROWSER / "home" / "start.js")
