"""The card of a story: a step in words, the bet on it, and the way to the next."""

from __future__ import annotations

import streamlit as st

from ui.live.assets import BROWSER, element
from ui.live.panels import heard as heard_from


def live_card(payload: dict, heard: int) -> None:
    """Show the card of a step.

    What is done on it is reported as a movement of the source "story": the actions are "step" and
    "bet" with a number, "glide" with knobs on the way to another step, and "solve".

    Parameters
    ----------
    payload : see ``ui.lessons.telling.card``; its ``cue`` is that of ``ui.live.stage.Turn``.
    heard : the number of the last movement that is in it.
    """
    _registered()(
        key="story_words",
        data=payload | {"heard": heard},
        on_moved_change=heard_from("story_words"),
    )


@st.cache_resource(show_spinner=False)
def _registered():
    return element(BROWSER / "story" / "card.js")
