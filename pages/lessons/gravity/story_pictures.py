"""Draw the pictures that only the story has: errors on rows held out, and bars beside other bars."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from charts.picture import Picture
from charts.sweep import Line
from pages.lessons.gravity.evidence import Evidence, checkpoints_of, run
from pages.lessons.gravity.held_out import held_out
from pages.lessons.gravity.pictures import HUE, PULLED, counted, dials, here, places, walk

MEASURED = "measurements"
"""The real features of the lesson's example."""
ACCEPTED = 1.0
"""The errors more per 100 held-out rows than without gravity that a reader is to accept."""


def errors(evidence: Evidence, most: int) -> Picture:
    """Return the errors on held-out rows against the features kept, one point per gravity.

    ``most`` is the number of features that the goal allows.
    """
    judged = held_out(evidence.knobs, evidence.data)
    now, allowed = judged.now, judged.free.errors + ACCEPTED
    kept = np.array([run.kept for run in judged.path], np.float64)
    wrong = np.array([run.errors for run in judged.path])
    lines = [
        Line(PULLED, HUE, "solid", wrong, places(kept)),
        here(now.kept, now.errors, f"{counted(now.kept)}, {now.errors:.1f} errors"),
    ]
    picture = walk(
        "errors",
        "errors per 100 held-out rows",
        lines,
        "Errors on held-out rows, by the features kept",
        levels={"allowed": allowed},
    )
    return picture


def spared_beside_unspared(evidence: Evidence) -> list:
    """Return the weights as bars, with ticks where they stand if every weight is pulled."""
    knobs = replace(evidence.knobs, threshold=math.inf)
    unspared = run(knobs, evidence.data, checkpoints_of(evidence.data))
    return dials(evidence, unspared, MEASURED)
