"""Draw what the story alone shows: errors on held-out rows, and bars beside another run's."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

import charts
from charts.film import Bars, Curves, Film, Track
from charts.picture import Picture
from charts.sweep import Line
from datasets import Dataset
from pages.lessons.gravity.evidence import (
    PERIODS,
    Evidence,
    Knobs,
    by_period,
    checkpoints_of,
    examples_of,
    outcome,
    run,
    without_gravity,
)
from pages.lessons.gravity.held_out import held_out
from pages.lessons.gravity.pictures import (
    ALL,
    HUE,
    PULLED,
    SMALL,
    SPARING,
    UPWARD,
    dials,
    draw_box,
    feature_count,
    here,
    kept_against,
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
    draw_box(picture, goal, "the goal")
    picture.layout["yaxis"] |= {"tickvals": TICKS, "ticktext": [f"{tick}" for tick in TICKS]}
    return replace(picture, caption=f"{picture.caption} {UPWARD}")


TICKS = [2, 3, 4, 5, 7, 10, 20, 50]


def spared_and_unspared(evidence: Evidence, both: bool) -> list[Bars]:
    """Return the useful weights as bars if every weight is pulled, and if ``both`` as they are."""
    kept, many = survivors(evidence), checkpoints_of(evidence.data)
    unspared = run(replace(evidence.knobs, threshold=math.inf), evidence.data, many)
    first, second = (
        dials(evidence._replace(pulled=pulled), good=MEASURED, first=kept)[0]
        for pulled in (unspared, evidence.pulled)
    )
    highest = max(np.abs(bars.heights).max() for bars in (first, second)) * 1.08
    window = (-highest / 2, highest)
    named = replace(first, title=ALL, window=window)
    return [named, replace(second, title=SMALL, window=window, colours=SPARING)][: 1 + both]


def votes(evidence: Evidence) -> Film:
    """Return the film of how hard an example votes, on average so far, under both rules."""
    unspared = replace(evidence.knobs, threshold=math.inf)
    rules = {ALL: (unspared, HUE, "solid"), SMALL: (evidence.knobs, SPARING, "dash")}
    tracks = [
        Track(name, so_far(slopes(knobs, evidence.data)), ink, dash)
        for name, (knobs, ink, dash) in rules.items()
    ]
    at = np.arange(1, len(tracks[0].y) + 1)
    title = "How hard an example votes, on average so far"
    drawn = Curves(title, at, tracks, "examples read", "size of a vote", window=(0.0, 0.55))
    ends = ", ".join(f"{track.name} {track.y[-1]:.2f}" for track in tracks)
    return Film(
        "votes",
        at,
        [drawn],
        alt=f"{title}: at the end, {ends}.",
        caption="Size 1: surely wrong. Size 0.5: undecided. Near 0: right and sure.",
        unit="example",
    )


def so_far(values: np.ndarray) -> np.ndarray:
    """Return the average of all values up to each, [n]."""
    return np.cumsum(values) / np.arange(1, len(values) + 1)


def slopes(knobs: Knobs, data: Dataset) -> np.ndarray:
    """Return the size of the slope of the logistic loss at each example of a run, [steps]."""
    trace = run(knobs, data, checkpoints=len(examples_of(data, knobs.period)))
    return 1.0 - np.exp(-np.diff(trace.loss, prepend=0.0))


def kept_by_period(evidence: Evidence) -> Picture:
    """Return the features of each kind that are kept, against the period."""
    across = charts.Dial("period K", PERIODS, (1, 2, 5, 10, 20, 50), evidence.knobs.period)
    runs = by_period(replace(evidence.knobs, period=1), evidence.data)
    picture = kept_against("kept_by_period", across, runs, evidence, MEASURED)
    heading = "Features that a run keeps, by its period"
    caption = f"The upright line stands at period {evidence.knobs.period}. {picture.caption}"
    return replace(picture, caption=caption, heading=heading)


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
