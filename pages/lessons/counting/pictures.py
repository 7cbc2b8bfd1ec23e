"""Pictures of the lesson: who holds a seat as examples pass, and every k and λ side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from algorithms import Trace
from charts import Curves, Film, Line, Picture, SweepAxes, Tiles, Track, digits, sweep
from charts.layout import frame
from charts.palette import colour, dashes
from pages.lessons.counting.evidence import COUNTING, NAMES, Evidence, Point
from pages.lessons.counting.seats import ORDERS, contest, in_orders, times_seated

PLACES = 20
"""Number of features that are shown: those that held a seat longest."""
ROOM = 150
"""Pixels at the right for the name of a method."""
TENFOLD = "Each number on the lower axis is ten times the one before."


def stage(evidence: Evidence) -> list:
    """Return the runs step by step; then every k and every λ."""
    return [
        kept_seats(evidence),
        [loss_by_features(evidence), features_by_penalty(evidence), purity(evidence)],
    ]


# Of the story ------------------------------------------------------------------------------------


def examples(evidence: Evidence) -> Picture:
    """Return eight examples: four pictures of each digit."""
    return digits(evidence.data, np.arange(evidence.data.n_rows))


def seats_film(evidence: Evidence) -> Film:
    """Return the film of who has a seat."""
    counted = evidence.runs[COUNTING]
    features, held = _longest_held(counted)
    at = counted.steps  # before the first picture nobody has a seat
    title = f"The {len(features)} features that had a seat longest, in order of number (×: noise)"
    time = "time: at first one picture a column, later several"
    scene = replace(_seats(evidence, features, held[1:]), title=title, x_label=time)
    alt = f"{len(features)} features over {at[-1]:,} pictures, and when each of them has a seat."
    return Film("seats", at, [scene], alt, unit="picture")


def contest_film(evidence: Evidence) -> Film:
    """Return the film of the longest step of a newcomer, as a share of the smallest seat."""
    fight = contest(evidence.data, evidence.knobs.n_nonzeros, evidence.knobs.eta)
    at = np.arange(len(fight.smallest) + 1)
    share = fight.challenge[1:] / fight.smallest[1:]  # the first picture gives all seats away
    track = Track("longest step", np.append([np.nan, np.nan], share), colour(COUNTING, 0))
    scene = Curves(
        "The longest step of a feature without a seat",
        at,
        [track],
        "pictures seen",
        "step ÷ smallest seated weight",
        levels=[("enough for a seat", 1.0)],
        reach=(0.0,),
    )
    alt = f"Seats changed hands at {len(fight.examples)} of {at[-1]:,} pictures."
    return Film("contest", at, [scene], alt, unit="picture")


def orders_picture(evidence: Evidence) -> Picture:
    """Return in how many orders each feature has a seat at the end, a bar per feature."""
    times = times_seated(in_orders(evidence.data, evidence.knobs.n_nonzeros, evidence.knobs.eta))
    bars = {
        "type": "bar",
        "name": "orders with a seat",
        "x": np.arange(1.0, len(times) + 1.0),
        "y": times.astype(np.float64),
        "marker": {"color": colour(COUNTING, 0)},
    }
    layout = frame(
        "features that ever have a seat at the end",
        f"orders, of {ORDERS}",
        xaxis={"showticklabels": False},
        yaxis={"range": [0.0, ORDERS + 0.2], "dtick": 2},
    )
    alt = f"{len(times)} features had a seat in at least one order; the first in {times[0]}."
    heading = "In how many of the ten orders a feature has a seat at the end"
    return Picture("orders", [bars], layout, alt, heading=heading)


def noise_by_count(evidence: Evidence) -> Picture:
    """Return the noise features among those kept, of keep-k and of RDA."""
    picture = sweep(
        "noise",
        ("features kept", "noise features among them"),
        None,
        _curves(evidence, (COUNTING, "rda"), "nonzeros", "useless"),
        caption=_marks(evidence),
    )
    return _mark_tried(picture)


# Free play ---------------------------------------------------------------------------------------


def kept_seats(evidence: Evidence) -> Film:
    """Return the film of the online runs; a useless feature is marked with ×."""
    runs, names = evidence.runs, evidence.data.feature_names
    counted = runs[COUNTING]
    at = np.append(0, counted.steps)
    features, held = _longest_held(counted)
    ends = ", ".join(f"{NAMES[key]} {run.used[-1]:,}" for key, run in runs.items())
    first = "; ".join(f"{j} {names[j]}" for j in features[:3])
    return Film(
        "kept_seats",
        at,
        [
            Curves(
                "Weights that are not 0",
                at,
                _tracks(evidence, at, lambda run: run.used),
                "examples seen",
                "features",
                log=True,
                levels=[("k", counted.algorithm.n_nonzeros)],
            ),
            _seats(evidence, features, held),
            Curves(
                "Loss so far",
                at,
                _tracks(evidence, at, lambda run: run.loss / run.steps),
                "examples seen",
                "mean loss per example",
            ),
        ],
        alt=f"Nonzero weights, seats and loss over {at[-1]:,} examples. Features at the end: "
        f"{ends}; k = {counted.algorithm.n_nonzeros}.",
        caption="Rows: the numbers of the features that held a seat longest; "
        f"darker where the weight is larger. {first} …",
        unit="example",
    )


def _tracks(
    evidence: Evidence, at: np.ndarray, values: Callable[[Trace], np.ndarray]
) -> list[Track]:
    """The ``values`` of every run, as they were when so many examples ``at`` (F,) had passed."""
    tracks = []
    for key, run in evidence.runs.items():
        latest = np.searchsorted(run.steps, at, side="right")
        y = np.append(np.nan, values(run))[latest]
        tracks.append(Track(NAMES[key], y, colour(key, 0)))
    return tracks


def _seats(evidence: Evidence, features: np.ndarray, held: np.ndarray) -> Tiles:
    """The seats of keep-k: ``held`` (F, n) are the sizes of the weights of ``features`` (n,)."""
    useful = evidence.truth.useful
    title = "Who has a seat"
    if not useful.all():
        title += " (×: a noise feature)" if evidence.data.n_noise else " (×: a useless one)"
    return Tiles(
        title,
        [f"{j}" if useful[j] else f"×{j}" for j in features],
        held**0.5,
        colour(COUNTING, 0),
        "examples seen; later columns hold several",
    )


def _longest_held(run: Trace) -> tuple[np.ndarray, np.ndarray]:
    """The features (n,) nonzero most often, in order of number, and the sizes of their weights
    (F, n), as shares of the largest of all; the first frame is before the first step."""
    sizes = np.abs(np.vstack([np.zeros(len(run.tracked)), run.weights]))
    frames = np.count_nonzero(sizes, axis=0)
    n = min(PLACES, max(np.count_nonzero(frames), 1))
    longest = np.sort(np.argsort(-frames, kind="stable")[:n])
    return run.tracked[longest], sizes[:, longest] / max(float(sizes.max()), 1e-300)


# Every k and every λ -----------------------------------------------------------------------------


def loss_by_features(evidence: Evidence, keys: Sequence[str] | None = None) -> Picture:
    """Return the loss against the features kept, of all methods, or of some in the story."""
    rows = "learned from" if evidence.data.test is None else "held out"
    label = "mean loss of the pictures kept back" if keys else f"mean loss, rows {rows}"
    picture = sweep(
        "loss",
        SweepAxes("features kept", label, tight=True),
        None,
        _curves(evidence, keys or evidence.sweeps, "nonzeros", "loss"),
        caption=_marks(evidence),
    )
    return _mark_tried(picture)


def features_by_penalty(evidence: Evidence) -> Picture:
    """Return the features that each Lasso method keeps against λ, beside k."""
    shrinking = [key for key in evidence.sweeps if key != COUNTING]
    picture = sweep(
        "penalty",
        SweepAxes("penalty λ, or gravity", "features kept", log=True, tight=True),
        None,
        _curves(evidence, shrinking, "strength", "nonzeros"),
        levels={"k": float(evidence.nearest[COUNTING].nonzeros)},
        caption=f"Level line: {evidence.nearest[COUNTING].nonzeros} features. Small marks: one "
        "penalty each. Large dots, below the names: the mark of each method nearest to the level "
        "line. Each number on an axis is ten times the one before.",
    )
    picture.layout["margin"]["r"] = ROOM
    return _mark_tried(picture)


def purity(evidence: Evidence) -> Picture:
    """Return the share of useless features against those kept; of mistakes where none are known."""
    useless = evidence.truth.useless
    if useless:
        y, label = "share", f"share of {useless} ones among them"
    else:
        y, label = "wrong", "share mistaken"
    return sweep(
        "useless",
        SweepAxes("features kept", label, tight=True),
        None,
        _curves(evidence, evidence.sweeps, "nonzeros", y),
        caption="Low is better.",
    )


def _marks(evidence: Evidence) -> str:
    """The caption of curves by the features kept."""
    return (
        "Small marks: one number of seats each, or one penalty. Large dots: "
        f"{evidence.nearest[COUNTING].nonzeros} seats, and the penalty that comes nearest to as "
        f"many features. {TENFOLD}"
    )


def _mark_tried(picture: Picture) -> Picture:
    """The picture with a mark at each number of seats, and at each λ, that was tried."""
    for curve in picture.data:
        if curve["mode"] == "lines" and curve.get("meta") != "ornament":
            curve["mode"] = "lines+markers"
    return picture


def _curves(evidence: Evidence, keys: Iterable[str], x: str, y: str) -> list[Line]:
    """A curve per method, of two fields of its points, and where it comes nearest to k."""
    return [_curve(key, evidence.sweeps[key], evidence.nearest[key], x, y) for key in keys]


def _curve(key: str, points: Sequence[Point], nearest: Point, x: str, y: str) -> Line:
    drawn = [point for point in points if point.nonzeros]
    return Line(
        NAMES[key],
        colour(key, 0),
        dashes(key, 0)[0],
        y=[getattr(point, y) for point in drawn],
        x=[getattr(point, x) for point in drawn],
        now=(getattr(nearest, x), getattr(nearest, y)),
        label=NAMES[key],
    )
