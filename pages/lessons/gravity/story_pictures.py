"""Pictures of the story alone: errors on held-out rows, and bars beside another run's."""

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
    curves_against_kept,
    dials,
    draw_box,
    feature_count,
    kept_against,
    places,
    point_of_knobs,
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
        point_of_knobs(
            now.kept, now.errors, f"{feature_count(now.kept)}<br>{now.errors:.2g} errors"
        ),
    ]
    title = "The errors of truncated gradient on held-out rows, by the features that a run keeps"
    picture = curves_against_kept("errors", "errors per 100 held-out rows", lines, title, log=True)
    draw_box(picture, goal, "the goal")
    picture.layout["yaxis"] |= {"tickvals": TICKS, "ticktext": [f"{tick}" for tick in TICKS]}
    return replace(picture, caption=picture.caption.replace("Along the bottom", "Both axes"))


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
    """Return the film of the size of votes, and of one small weight, under both rules."""
    unspared = replace(evidence.knobs, threshold=math.inf)
    rules = {ALL: (unspared, HUE, "solid"), SMALL: (evidence.knobs, SPARING, "dash")}
    sizes = [
        Track(name, so_far(slopes(knobs, evidence.data)), ink, dash)
        for name, (knobs, ink, dash) in rules.items()
    ]
    feature, *ways = one_small_weight(evidence)
    paths = [
        Track(name, way, ink, dash)
        for (name, (_, ink, dash)), way in zip(rules.items(), ways, strict=True)
    ]
    at = np.arange(1, len(sizes[0].y) + 1)
    title = "How hard an example votes, on average so far"
    drawn = Curves(title, at, sizes, "examples read", "size of a vote", window=(0.0, 0.55))
    named = f"One small weight: {evidence.data.feature_names[feature]}"
    weight = Curves(named, at, paths, "examples read", "weight")
    ends = ", ".join(f"{track.name} {track.y[-1]:.2f}" for track in sizes)
    return Film(
        "votes",
        at,
        [weight, drawn],
        alt=f"{named}. {title}: at the end, {ends}.",
        caption="Size 1: surely wrong. Size 0.5: undecided. Near 0: right and sure.",
        unit="example",
    )


def one_small_weight(evidence: Evidence) -> tuple[int, np.ndarray, np.ndarray]:
    """Return a feature, and its weight after each example: every weight pulled, and small ones.

    Of the useful features that only the former run keeps, its weight there ends largest.
    """
    knobs, data = evidence.knobs, evidence.data
    steps = len(examples_of(data, knobs.period))
    every, small = (
        run(one, data, checkpoints=steps) for one in (replace(knobs, threshold=math.inf), knobs)
    )
    useful = evidence.truth.useful[every.tracked]
    lost = useful & (small.weights[-1] == 0.0)
    at = int(np.argmax(np.where(lost, np.abs(every.weights[-1]), -1.0)))
    return int(every.tracked[at]), every.weights[:, at], small.weights[:, at]


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
