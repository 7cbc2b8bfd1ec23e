"""Pictures of the lesson: who holds a seat as examples pass, and every k and λ side by side."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from algorithms import Trace
from charts import Curves, Film, Line, Picture, SweepAxes, Tiles, Track, sweep
from charts.labels import shorten
from charts.palette import HUES, colour, dashes
from pages.lessons.counting.evidence import COUNTING, NAMES, Evidence, Point

PLACES = 21
"""Number of features that are shown: those that held a seat longest."""
USELESS = HUES["ochre"][0]
"""The colour of useless features, which is no method's."""
PIXEL = re.compile(r"pixel_(\d)_(\d)")
LETTERS = 16
"""Letters of a feature's name beside its row."""
ROOM = 150
"""Pixels at the right for the name of a method."""
TENFOLD = "Each number on the lower axis is ten times the one before."


def stage(evidence: Evidence) -> list:
    """Return the runs step by step; then every k and every λ."""
    return [
        kept_seats(evidence),
        [loss_by_features(evidence), features_by_penalty(evidence), purity(evidence)],
    ]


def kept_seats(evidence: Evidence) -> Film:
    """Return the film of the online runs."""
    runs = evidence.runs
    counted = runs[COUNTING]
    at = np.append(0, counted.steps)
    sizes = np.abs(np.vstack([np.zeros(len(counted.tracked)), counted.weights]))
    ends = ", ".join(f"{NAMES[key]} {run.used[-1]:,}" for key, run in runs.items())
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
            seats(evidence, (sizes, counted.tracked), at, "Who has a seat", "examples seen"),
            Curves(
                "Loss so far",
                at,
                _tracks(evidence, at, lambda run: run.loss / run.steps),
                "examples seen",
                "average loss per example",
            ),
        ],
        alt=f"Nonzero weights, seats and loss over {at[-1]:,} examples. Features at the end: "
        f"{ends}; k = {counted.algorithm.n_nonzeros}.",
        caption="Rows: the features that held a seat longest; the larger the weight, the stronger "
        "the colour. Later columns hold several examples.",
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


def seats(
    evidence: Evidence,
    seen: tuple[np.ndarray, np.ndarray],
    at: np.ndarray,
    title: str,
    x_label: str,
    uprights: Sequence[int] = (),
) -> Tiles:
    """Return the seats of the features that held one longest.

    Parameters
    ----------
    seen : the sizes (F, n) of weights of keep-k, and their features (n,).
    at : the examples seen (F,).
    uprights : columns before which a line stands.
    """
    (sizes, followed), useful = seen, evidence.truth.useful
    places = _longest_held(sizes)
    features = followed[places]
    return Tiles(
        title,
        feature_labels(evidence, features),
        (sizes[:, places] / max(float(sizes.max()), 1e-300)) ** 0.5,
        [colour(COUNTING, 0) if useful[j] else USELESS for j in features],
        x_label,
        at,
        uprights,
    )


def _longest_held(sizes: np.ndarray) -> np.ndarray:
    """The columns (n,) of ``sizes`` that are not 0 most often, in order of number."""
    frames = np.count_nonzero(sizes, axis=0)
    n = min(PLACES, max(np.count_nonzero(frames), 1))
    return np.sort(np.argsort(-frames, kind="stable")[:n])


def feature_labels(evidence: Evidence, features: Sequence[int]) -> list[str]:
    """Return short names of features: "pixel 3,2", "1,5 × 3,2", "noise 1"."""
    names, useful, labels = evidence.data.feature_names, evidence.truth.useful, list[str]()
    useless = "noise" if evidence.data.n_noise else "useless"
    for j in features:
        pixels = [f"{row},{column}" for row, column in PIXEL.findall(names[j])]
        if not useful[j]:
            labels.append(f"{useless} {sum(text.startswith(useless) for text in labels) + 1}")
        elif pixels:
            labels.append(" × ".join(pixels) if len(pixels) > 1 else f"pixel {pixels[0]}")
        else:
            labels.append(shorten(names[j], LETTERS))
    return labels


# Every k and every λ -----------------------------------------------------------------------------


def loss_by_features(evidence: Evidence) -> Picture:
    """Return the average loss against the features kept, of all methods."""
    rows = "rows learned from" if evidence.data.test is None else "held-out rows"
    picture = sweep(
        "loss",
        SweepAxes("features kept", f"average loss, {rows}", tight=True),
        None,
        curves(evidence, evidence.sweeps, "nonzeros", "loss"),
        caption=f"{mark_words(evidence)} {TENFOLD}",
    )
    return mark_tried(picture)


def features_by_penalty(evidence: Evidence) -> Picture:
    """Return the features that each Lasso method keeps against λ, beside k."""
    shrinking = [key for key in evidence.sweeps if key != COUNTING]
    picture = sweep(
        "penalty",
        SweepAxes("penalty λ, or gravity", "features kept", log=True, tight=True),
        None,
        curves(evidence, shrinking, "strength", "nonzeros"),
        levels={"k": float(evidence.nearest[COUNTING].nonzeros)},
        caption=f"Dotted line: {evidence.nearest[COUNTING].nonzeros} features. Small marks: one "
        "penalty each. Large dots, below the names: the mark of each method nearest to that "
        "line. Each number on an axis is ten times the one before.",
    )
    picture.layout["margin"]["r"] = ROOM
    return mark_tried(picture)


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
        curves(evidence, evidence.sweeps, "nonzeros", y),
        caption="Low is better.",
    )


def mark_words(evidence: Evidence) -> str:
    """Return the caption of curves by the features kept."""
    seats = evidence.nearest[COUNTING].nonzeros
    words = "1 seat" if seats == 1 else f"{seats} seats"
    return (
        "Small marks: one number of seats each, or one penalty. "
        f"Large dots: {words}, and the penalty that comes nearest to as many features."
    )


def mark_tried(picture: Picture) -> Picture:
    """Return the picture with a mark at each number of seats, and at each λ, that was tried."""
    for curve in picture.data:
        if curve["mode"] == "lines" and curve.get("meta") != "ornament":
            curve["mode"] = "lines+markers"
    return picture


def curves(evidence: Evidence, keys: Iterable[str], x: str, y: str) -> list[Line]:
    """Return a curve per method, of two fields of its points, and where it comes nearest to k."""
    return [_curve(key, evidence.sweeps[key], evidence.nearest[key], x, y) for key in keys]


def _curve(key: str, points: Sequence[Point], nearest: Point, x: str, y: str) -> Line:
    # The point of now is one of the curve's, also where it lies beyond those that were tried.
    every = sorted({*points, nearest}, key=lambda point: point.strength)
    drawn = [point for point in every if point.nonzeros]
    return Line(
        NAMES[key],
        colour(key, 0),
        dashes(key, 0)[0],
        y=[getattr(point, y) for point in drawn],
        x=[getattr(point, x) for point in drawn],
        now=(getattr(nearest, x), getattr(nearest, y)),
        label=NAMES[key],
    )
