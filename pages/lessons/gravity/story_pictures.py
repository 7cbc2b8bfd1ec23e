"""Draw what the story alone shows: errors on held-out rows, and bars beside another run's."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from charts.film import Bars
from charts.picture import Picture
from charts.sweep import Line
from pages.lessons.gravity.evidence import (
    Evidence,
    checkpoints_of,
    outcome,
    run,
    without_gravity,
)
from pages.lessons.gravity.held_out import held_out
from pages.lessons.gravity.pictures import (
    HUE,
    PULLED,
    dials,
    draw_box,
    feature_count,
    here,
    places,
    walk,
    with_run,
)

STRENGTH = 0.07
"""The gravity of the story."""
MEASURED = "measurements"
"""The real features of the lesson's example."""


def errors(evidence: Evidence, goal: tuple[float, float]) -> Picture:
    """Return the errors on held-out rows against the features kept, one point per gravity.

    ``goal`` is the features and the errors that are allowed: the corner of a box.
    """
    runs = held_out(evidence.knobs, evidence.data)
    now, path = runs.now, with_run(runs.now, runs.path)
    kept = np.array([run.kept for run in path], np.float64)
    wrong = np.array([run.errors for run in path])
    lines = [
        Line(PULLED, HUE, "solid", wrong, places(kept), label=" "),
        here(now.kept, now.errors, f"{feature_count(now.kept)}<br>{now.errors:.2g} errors"),
    ]
    title = "The errors of truncated gradient on held-out rows, by the features that a run keeps"
    picture = walk("errors", "errors per 100 held-out rows", lines, title, log=True)
    if 10 <= now.kept <= 300:  # between the box's edge and the curve is no room
        picture.layout["annotations"][0] |= LOWER_LEFT
    draw_box(picture, goal, "the goal")
    picture.layout["yaxis"] |= {"tickvals": TICKS, "ticktext": [f"{tick}" for tick in TICKS]}
    return picture


LOWER_LEFT = {"xanchor": "right", "xshift": -9, "yanchor": "top", "yshift": -3}
TICKS = [2, 3, 4, 5, 7, 10, 20, 50]


def spared_beside_unspared(evidence: Evidence) -> list[Bars]:
    """Return the weights as bars, with ticks where they stand if every weight is pulled."""
    knobs = replace(evidence.knobs, threshold=math.inf)
    unspared = run(knobs, evidence.data, checkpoints_of(evidence.data))
    return dials(evidence, unspared, MEASURED, survivors(evidence))


def survivors(evidence: Evidence) -> np.ndarray:
    """Return which of the tracked weights the run with the story's gravity has in use at the end.

    Their bars are drawn in all steps, so that the same features stand under the same numbers.
    """
    knobs = replace(evidence.knobs, gravity=STRENGTH, threshold=math.inf)
    weights = run(knobs, evidence.data, checkpoints=1).final.weights
    return weights[evidence.pulled.tracked] != 0.0


def without_threshold(evidence: Evidence) -> Evidence:
    """Return the evidence with all weights pulled, for the pictures against gravity."""
    knobs = replace(evidence.knobs, threshold=math.inf)
    still = without_gravity(replace(knobs, gravity=0.0), evidence.data)
    trace = run(knobs, evidence.data, checkpoints=1)
    now = outcome(trace, knobs.gravity, knobs.period, evidence.data)
    return evidence._replace(knobs=knobs, still=still, now=now)
