"""Live figures: Plotly figures side by side, repainted in place."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from charts import Picture
from ui.live.assets import element, plotly_js


def live_figures(
    key: str,
    pictures: Sequence[Picture],
    height: str,
    *,
    headline: str = "",
    answers: str = "",
    took: float = 0.0,
    moving: bool = False,
) -> None:
    """Show ``pictures``; a later call under the same ``key`` repaints the same nodes.

    Parameters
    ----------
    height : a CSS length.
    headline : a sentence that changes with the pictures; **bold** is.
    answers : the mark of the knob movement these pictures answer; the browser sends no further
        movement before they have arrived.
    took : milliseconds since the movement arrived, by which the browser paces the next one.
    moving : the hand still moves: sketch now, draw in full when it rests.
    """
    _registered()(
        key=f"figures_{key}",
        data={
            "pictures": [
                {
                    "name": picture.name,
                    "figure": picture.to_json(),
                    "alt": picture.alt,
                    "caption": picture.caption,
                }
                for picture in pictures
            ],
            "height": height,
            "headline": headline,
            "plotly": plotly_js(),
            "answers": answers,
            "took": took,
            "moving": moving,
        },
    )


@st.cache_resource(show_spinner=False)
def _registered():
    return element("figures", "plotly", "sketch", "headline")
