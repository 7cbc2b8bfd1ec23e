"""The card of a story: a step in words, the bet on it, and the way to the next."""

from __future__ import annotations

import streamlit as st

from ui.live.assets import BROWSER, element
from ui.live.element import LiveElement


def card_element(payload: dict) -> LiveElement:
    """Return the card of a step.

    What is done on it is reported as a movement of the source "story": the actions are "step" with
    a number ("4", or "4.2" where the bet there was given answer 2 before), "bet" with a number,
    "glide" with knobs on the way to another step, and "solve".

    Parameters
    ----------
    payload : see ``ui.lessons.story_card.card``; its ``cue`` is that of
        ``ui.live.stage.StageState``.
    """
    return LiveElement("story_words", _component, payload)


@st.cache_resource(show_spinner=False)
def _component():
    return element(BROWSER / "story" / "card.js")
