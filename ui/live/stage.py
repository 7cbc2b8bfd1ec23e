"""The live stage: films and rows of figures in one element, repainted in place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from charts import Film, Picture
from ui.live.assets import BROWSER, HAND_STYLES, element, plotly_js
from ui.live.panels import heard as heard_from
from ui.live.telling import tell


@dataclass(frozen=True)
class Turn:
    """The part of a payload that says how far the hand and the story are.

    Parameters
    ----------
    heard : the number of the last movement that is in these pictures; the browser waits for it
        before it sends more.
    took : milliseconds since that movement arrived, by which the browser paces the next one.
    moving : the hand still moves: sketch now, draw in full when it rests.
    reveal : figures whose ``layout["meta"]["progress"]`` is true, those along whose x axis a run
        goes on, are drawn from left to right first, unless the reader wants no motion; None where
        there is no button to play them either.
    start : the frame films begin at; -1 plays from the beginning, or shows the end to those who
        want no motion. A film that has begun goes on where the reader stands.
    cue : what a step of a story asks for, or None: ``{"id", "frames": (first, last) or None,
        "look": [names], "open"}``. At every new ``id`` films go to the first of the frames and play
        to the last, where -1 is the end; nothing of what is still to come is drawn; what is not
        named in ``look`` fades, unless it is empty. While a bet is ``open`` nobody gets beyond the
        last of the frames.
    picks : a click on a point with ``customdata`` is reported as a movement of the source "pick".
    leads : what is moved on the page is reported by this stage, which follows alone while the hand
        moves.
    line : the session to which movements go by a line of their own; "" where they do not. See
        ``ui.web.line``.
    """

    heard: int = 0
    took: float = 0.0
    moving: bool = False
    reveal: bool | None = None
    start: int = -1
    cue: dict | None = None
    picks: bool = False
    leads: bool = False
    line: str = ""


def live_stage(
    key: str,
    rows: Sequence[Film | Sequence[Picture]],
    height: str,
    turn: Turn = Turn(),
    headline: str = "",
    score: dict | None = None,
) -> None:
    """Show ``rows`` one under the other; a later call under the same ``key`` repaints the nodes.

    All that moves together is one stage: one message, one rendering by the page, one frame on the
    screen.

    Parameters
    ----------
    rows : each a film, or figures side by side.
    height : of each row, a CSS length.
    turn : how far the hand and the story are.
    headline : sentences that change with the pictures, line by line; **bold** is.
    score : a table that changes with the pictures: ``{"columns": [{"text", "about"}, …], "rows":
        [{"letter", "colour", "dash", "cells": [text, …], "best": [place, …]}, …]}``.
    """
    name = f"stage_{key}"
    own = {"height": height, "headline": headline, "score": score, "plotly": plotly_js()}
    drawn = [_film(row) if isinstance(row, Film) else _figures(row) for row in rows]
    data = {"rows": drawn} | own | vars(turn)
    reports = {"on_moved_change": heard_from(name)} if turn.picks or turn.leads else {}
    tell(name, _registered, data, **reports)


def _film(film: Film) -> dict:
    return {
        "kind": "player",
        "film": film.to_json(),
        "name": film.name,
        "alt": film.alt,
        "caption": film.caption,
    }


def _figures(pictures: Sequence[Picture]) -> dict:
    # A figure goes as text within the message's text. To parse it twice takes the browser 0.1 ms
    # more a movement than to parse all at once; but it knows by the text, in 1 µs, which pictures
    # did not change, and Streamlit writes three texts in 0.15 ms, three figures in 0.7.
    payloads = [
        {
            "name": picture.name,
            "figure": picture.to_json(),
            "alt": picture.alt,
            "caption": picture.caption,
            "by_hand": picture.by_hand,
            "heading": picture.heading,
        }
        for picture in pictures
    ]
    return {"kind": "figures", "pictures": payloads}


@st.cache_resource(show_spinner=False)
def _registered():
    return element(
        BROWSER / "stage" / "stage.js",
        BROWSER / "stage" / "figures.css",
        BROWSER / "stage" / "score.css",
        BROWSER / "bench.css",
        *HAND_STYLES,
        BROWSER / "lib" / "range.css",
        BROWSER / "film" / "player.css",
    )
