"""Pictures of the lesson: a table that breathes, what gravity leaves, and what a step takes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from charts import Curves, Film, Formulas, Line, Picture, SweepAxes, Track, sweep
from charts.palette import HUES, REFERENCE, colour
from pages.lessons.scale.evidence import GRAVITIES, PLACE, Evidence, Knobs, quarter
from pages.lessons.scale.timing import DIMENSIONS, EACH, EAGER, LAZY, LIVE, REPEATS

LIVE_HUE = colour("truncated_gradient", 0)
DENSE_HUE, EAGER_HUE = HUES["green"][0], HUES["vermilion"][0]
"""A place for every feature, or for more than live; and work on all of them."""
LAZY_HUE = DENSE_HUE
"""In the story: weights that pay when read, while LIVE_HUE has those pulled at every click."""


def stage(evidence: Evidence) -> list:
    """Return the table as it breathes; below it what gravity leaves, and what a step takes."""
    return [live_table(evidence), [live_features(evidence), step_times(evidence)]]


# The film ----------------------------------------------------------------------------------------


def live_table(evidence: Evidence) -> Film:
    """Return the film of the run: ids met, live features, places of the table, and the loss."""
    breath, knobs = evidence.breath, evidence.knobs
    at, met = breath.at, evidence.met[breath.at]
    g, turned = f"{knobs.gravity:g}", f"{knobs.turned:g}"
    return Film(
        "live_table",
        at,
        [
            _counts(evidence, met),
            Formulas("In numbers", _rows(evidence, met)),
            _losses(evidence),
        ],
        alt=f"At the end of {at[-1]:,} clicks {met[-1]:,} ids have been met and "
        f"{breath.live[-1]:,} are in the table, which has {breath.places[-1]:,} places.",
        caption=f"Gravity is {g}, {turned}, {g}, {turned} in the quarters of the stream.",
        unit="click",
    )


def _counts(evidence: Evidence, met: np.ndarray) -> Curves:
    """The ids met, the places of the table and the ids in it."""
    breath = evidence.breath
    tracks = [
        Track("ids met", met.astype(np.float64), REFERENCE, "dot"),
        Track("places of the table", breath.places.astype(np.float64), DENSE_HUE, "dash"),
        Track("ids in the table", breath.live.astype(np.float64), LIVE_HUE),
    ]
    title = "Ids met, places of the table, ids in it"
    return Curves(title, breath.at, tracks, "clicks", "how many", log=True)


def _rows(evidence: Evidence, met: np.ndarray) -> list[tuple[str, list[str]]]:
    """The same in numbers, frame by frame; the stronger gravity is marked."""
    breath, knobs = evidence.breath, evidence.knobs
    turned = quarter(np.maximum(breath.at - 1, 0)) % 2 == 1
    gravity = np.where(turned, knobs.turned, knobs.gravity)
    marks = np.where(gravity > gravity.min(), "!", "")
    return [
        ("gravity now", [f"{mark}g = {g:g}" for mark, g in zip(marks, gravity, strict=True)]),
        (
            "ids in the table, of those met",
            [f"{live:,} of {ids:,}" for live, ids in zip(breath.live, met, strict=True)],
        ),
        ("places of the table", [f"{places:,}" for places in breath.places]),
        ("their memory", [f"{places * PLACE / 1e3:,.0f} kB" for places in breath.places]),
    ]


def _losses(evidence: Evidence) -> Curves:
    """The average loss so far, with gravity and with none."""
    at = evidence.breath.at
    tracks = [
        Track("without gravity", evidence.free[at], REFERENCE, "dot"),
        Track("with gravity", evidence.breath.loss[at], LIVE_HUE),
    ]
    title = "Average loss per click so far"
    undecided = [("no weights at all", float(np.log(2.0)))]
    return Curves(title, at, tracks, "clicks", "average loss", levels=undecided)


# The figures -------------------------------------------------------------------------------------


def live_features(evidence: Evidence) -> Picture:
    """Return live features in the end against gravity."""
    lines = [
        Line("ids in the last 1/(2g) examples", REFERENCE, "dot", evidence.bound),
        Line("in the table at the end", LIVE_HUE, "solid", evidence.ends),
    ]
    return sweep(
        "left",
        SweepAxes("gravity g, all the time", "ids", log=True),
        GRAVITIES,
        lines,
        evidence.knobs.gravity,
        caption=f"η = {Knobs.eta:g}.",
    )


def step_times(evidence: Evidence, names: Sequence[str] = (EAGER, LAZY, LIVE)) -> Picture:
    """Return microseconds of a step against d, as measured on this machine, by name of the way."""
    d = sorted({d for name in names for d in DIMENSIONS[name]})
    hues = {EAGER: EAGER_HUE, LAZY: DENSE_HUE, LIVE: LIVE_HUE}
    lines = []
    for name in names:
        hue = hues[name]
        seconds = evidence.times[name]
        y = np.full(len(d), np.nan)
        y[: len(seconds)] = 1e6 * np.array(seconds)
        lines.append(Line(name, hue, "dash" if name == EAGER else "solid", y))
    return sweep(
        "step",
        SweepAxes("number of features d", "microseconds for a step", log=True),
        d,
        lines,
        caption=f"Examples of {EACH} features. Measured once, on the computer that runs this page. "
        f"Each time is the shortest of {REPEATS} runs.",
    )
