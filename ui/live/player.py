"""The player: a film that the browser plays by itself."""

from __future__ import annotations

import streamlit as st

from charts import Film
from ui.live.assets import element


def player(
    film: Film,
    height: str = "320px",
    start: int = -1,
    *,
    headline: str = "",
    answers: str = "",
    took: float = 0.0,
) -> None:
    """Show ``film``; a later call under the same name goes on where the reader stands.

    height : a CSS length. start : the frame to begin at; -1 plays from the beginning, or shows the
        end to those who want no motion.
    headline, answers, took : as for ``live_figures``.
    """
    _registered()(
        key=f"player_{film.name}",
        data={
            "name": film.name,
            "film": film.to_json(),
            "alt": film.alt,
            "caption": film.caption,
            "height": height,
            "start": start,
            "headline": headline,
            "answers": answers,
            "took": took,
        },
    )


@st.cache_resource(show_spinner=False)
def _registered():
    return element(
        "player", "sketch", "headline", "film", "film_stacked", "film_histogram", "film_search"
    )
