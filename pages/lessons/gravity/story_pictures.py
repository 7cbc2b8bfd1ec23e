"""Draw the pictures that only the story has: errors on rows held out, and bars beside other bars."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from charts.film import Bars
from charts.picture import Picture
from charts.sweep import Line
from pages.lessons.gravity.evidence import Evidence, checkpoints_of, run
from pages.lessons.gravity.held_out import held_out
from pages.lessons.gravity.pictures import (
    HUE,
    PULLED,
    counted,
    dials,
    draw_box,
    here,
    places,
    walk,
)

MEASURED = "measurements"
"""The real features of the lesson's example."""


def errors(evidence: Evidence, kept: int, accepted: float) -> Picture:
    """Return the errors on held-out rows against the features kept, one point per gravity.

    Parameters
    ----------
    kept, accepted : the features and the errors that a goal allows: the box below and left of them
        has an edge.
    """
    judged = held_out(evidence.knobs, evidence.data)
    now = judged.now
    path = np.array([run.kept for run in judged.path], np.float64)
    wrong = np.array([run.errors for run in judged.path])
    lines = [
        Line(PULLED, HUE, "solid", wrong, places(path)),
        here(now.kept, now.errors, f"{counted(now.kept)}, {now.errors:.1f} errors"),
    ]
    title = "Errors on held-out rows, by the features that a run keeps"
    picture = walk("errors", "errors per 100 held-out rows", lines, title, log=True)
    draw_box(picture, kept, accepted)
    picture.layout["yaxis"] |= {"tickvals": TICKS, "ticktext": [f"{tick}" for tick in TICKS]}
    return picture


TICKS = [2, 3, 4, 5, 7, 10, 20, 50]


def spared_beside_unspared(evidence: Evidence) -> list[Bars]:
    """Return the weights as bars, with ticks where they stand if every weight is pulled."""
    knobs = replace(evidence.knobs, threshold=math.inf)
    unspared = run(knobs, evidence.data, checkpoints_of(evidence.data))
    return dials(evidence, unspared, MEASURED)
