"""The live stage: films and rows of figures in one element, repainted in place."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import orjson
import streamlit as st

from charts import Film, Picture
from charts.world.world import WorldPicture
from ui.live.assets import BROWSER, HAND_STYLES, element, plotly_js
from ui.live.element import LiveElement, mount

_KINDS = {
    np.dtype(own): sent
    for own, sent in {
        "float32": "f4",
        "float64": "f8",
        "int64": "f8",
        "uint16": "u2",
        "int16": "i2",
    }.items()
}
"""Types of numbers, as Plotly names those that it is sent."""


@dataclass(frozen=True)
class StageState:
    """The part of a payload that says how far the hand and the story are.

    Parameters
    ----------
    moving : the hand still moves: sketch now, draw in full when it rests.
    reveal : figures whose ``layout["meta"]["progress"]`` is a number, the place on their x axis at
        which the run ends, are drawn from left to right first, unless the reader wants no motion;
        None where there is no transport to play them either.
    clock : the length of the run that the transport goes through, and what it counts:
        ``{"last": 4260, "unit": "example", "weights": False}``, where the last says whether the
        picture of the weights is shown; None where there is none.
    start : the frame films begin at, or the example at which the transport stands; -1 plays from
        the beginning, or shows the end to those who want no motion. A film that has begun goes on
        where the reader stands.
    cue : what a step of a story asks for, or None: ``{"id", "frames": (first, last) or None,
        "look": [names], "open"}``. At every new ``id`` films go to the first of the frames and play
        to the last, where -1 is the end; nothing of what is still to come is drawn; what is not
        named in ``look`` fades, unless it is empty. While a bet is ``open`` nobody gets beyond the
        last of the frames.
    picks : a click on a point with ``customdata`` is reported as a movement of the source "pick".
    drags : what is done with the handles of a figure, ``layout["meta"]["handles"]``, is reported as
        movements, as it is wherever points are picked.
    """

    moving: bool = False
    reveal: bool | None = None
    clock: dict | None = None
    start: int = -1
    cue: dict | None = None
    picks: bool = False
    drags: bool = False


def stage_element(
    key: str,
    rows: Sequence[Film | WorldPicture | Sequence[Picture]],
    height: str,
    state: StageState = StageState(),
    headline: str = "",
    score: dict | None = None,
) -> LiveElement:
    """Return a stage: ``rows`` one under the other, repainted in place by a later one of its key.

    All that moves together is one stage: one message, one rendering by the page, one frame on the
    screen.

    Parameters
    ----------
    rows : each a film, the picture of the weights, or figures side by side.
    height : of each row, a CSS length.
    state : how far the hand and the story are.
    headline : sentences that change with the pictures, line by line; **bold** is.
    score : a table that changes with the pictures: ``{"columns": [{"text", "about"}, …], "rows":
        [{"letter", "colour", "dash", "cells": [text, …], "best": [place, …]}, …]}``.
    """
    own = {"height": height, "headline": headline, "score": score, "plotly": plotly_js()}
    drawn = [_row(row) for row in rows]
    data = {"rows": drawn} | own | vars(state)
    return LiveElement(f"stage_{key}", _component, data, state.picks or state.drags)


def show_stage(key: str, *given: Any, **named: Any) -> None:
    """Show a stage, in a run of the page; see ``stage_element``."""
    mount(stage_element(key, *given, **named))


def _row(row: Film | WorldPicture | Sequence[Picture]) -> dict:
    if isinstance(row, Film):
        return _film(row)
    if isinstance(row, WorldPicture):
        phases = row.phases and text_of(row.phases)
        own = {"kind": "world", "choice": row.choice, "step": row.step, "phases": phases}
        return _film(row.film) | own
    return _figures(row)


def _film(film: Film) -> dict:
    return {
        "kind": "player",
        "film": text_of(film),
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
            "figure": text_of(picture),
            "alt": picture.alt,
            "caption": picture.caption,
            "by_hand": picture.by_hand,
            "heading": picture.heading,
        }
        for picture in pictures
    ]
    return {"kind": "figures", "pictures": payloads}


def text_of(part: Film | Picture) -> str:
    """Return a film or a picture as JSON, its arrays in Plotly's form."""
    return orjson.dumps(part.payload(), default=_plain).decode()


def _plain(value: np.ndarray | np.generic) -> Any:
    return typed_array(value) if isinstance(value, np.ndarray) else value.item()


def typed_array(array: np.ndarray) -> dict[str, str]:
    """Return an array in Plotly's form: raw bytes in base64, half the size of digits."""
    dtype = _KINDS[array.dtype]
    raw = np.ascontiguousarray(array, dtype=f"<{dtype}").tobytes()
    return {"dtype": dtype, "bdata": base64.b64encode(raw).decode("ascii")}


@st.cache_resource(show_spinner=False)
def _component():
    return element(
        BROWSER / "stage" / "stage.js",
        BROWSER / "stage" / "figures.css",
        BROWSER / "stage" / "score.css",
        BROWSER / "saves" / "saves.css",
        BROWSER / "workbench.css",
        *HAND_STYLES,
        BROWSER / "lib" / "range.css",
        BROWSER / "film" / "player.css",
        BROWSER / "world" / "transport.css",
        BROWSER / "world" / "world.css",
    )
