"""A table of live features through a stream: what it has met, holds and drops, and the loss."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from charts.film import Curves, Film, Track, Written
from charts.palette import HUES, REFERENCE

LIVE, PLACES = HUES[4][0], HUES[3][0]


def live_table(
    at: np.ndarray,
    counts: Mapping[str, np.ndarray],
    losses: Mapping[str, np.ndarray],
    gravity: np.ndarray,
    place: int,
    caption: str = "",
) -> Film:
    """The film of a run looked at after ``at`` [F] examples.

    counts : ``met``, ``places`` and ``live`` [F]. losses : ``with gravity``, ``with none`` [F].
    gravity : g at the frame [F]. place : bytes of a place of the table.
    """
    met, places, live = (counts[name] for name in ("met", "places", "live"))
    tracks = [
        Track("ids met", met.astype(np.float64), REFERENCE, "dot", "M"),
        Track("places of the table", places.astype(np.float64), PLACES, "dash", "T"),
        Track("live features", live.astype(np.float64), LIVE, "solid", "L"),
    ]
    title = "M ids met, T places of the table, L live features"
    size = Curves(title, at, tracks, "examples", "how many", log=True)
    suffered = [
        Track("with none", losses["with none"], REFERENCE, "dot", "N"),
        Track("with gravity", losses["with gravity"], LIVE, "solid", "G"),
    ]
    undecided = [("always 0", float(np.log(2.0)))]
    title = "Mean loss so far: G with gravity, N with none"
    strong = gravity > gravity.min()
    rows = [
        ("gravity now", [f"{'!' * int(s)}g = {g:g}" for g, s in zip(gravity, strong, strict=True)]),
        ("live, of the ids met", [f"{a:,} of {b:,}" for a, b in zip(live, met, strict=True)]),
        ("places of the table", [f"{n:,}" for n in places]),
        ("their memory", [f"{n * place / 1e3:,.0f} kB" for n in places]),
    ]
    return Film(
        "live_table",
        at,
        [
            size,
            Written("In numbers", rows),
            Curves(title, at, suffered, "examples", "mean loss", levels=undecided),
        ],
        alt=f"At the end of {at[-1]:,} examples {met[-1]:,} ids have been met and {live[-1]:,} "
        f"are live, in a table of {places[-1]:,} places.",
        caption=caption,
        unit="example",
    )
