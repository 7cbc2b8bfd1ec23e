"""Pictures of the lesson: who holds a place as examples pass, and every k and λ side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from algorithms import Trace
from charts import Curves, Film, Line, Picture, Tiles, Track, sweep
from charts.palette import colour, dashes
from pages.lessons.counting.evidence import COUNTING, NAMES, Evidence, Point

PLACES = 20
"""So many features are shown, those that held a place longest."""
LETTERS = {key: "k" if key == COUNTING else name[0].upper() for key, name in NAMES.items()}


def stage(evidence: Evidence) -> list:
    """Return the runs step by step; then every k and every λ."""
    return [
        kept_places(evidence),
        [loss_by_features(evidence), features_by_penalty(evidence), purity(evidence)],
    ]


# The film ----------------------------------------------------------------------------------------


def kept_places(evidence: Evidence) -> Film:
    """Return the film of the online runs; a useless feature is marked with ×."""
    runs, names = evidence.runs, evidence.data.feature_names
    counted = runs[COUNTING]
    at = np.append(0, counted.steps)
    features, held = _longest_held(counted)
    ends = ", ".join(f"{NAMES[key]} {run.nonzeros[-1]:,}" for key, run in runs.items())
    first = "; ".join(f"{j} {names[j]}" for j in features[:3])
    return Film(
        "kept_places",
        at,
        [
            Curves(
                "Nonzero weights: " + ", ".join(f"{LETTERS[key]} {NAMES[key]}" for key in runs),
                at,
                _tracks(evidence, at, lambda run: run.nonzeros),
                "example t",
                "features",
                log=True,
                levels=[("k", counted.algorithm.n_nonzeros)],
            ),
            _places(evidence, features, held),
            Curves(
                "Loss so far",
                at,
                _tracks(evidence, at, lambda run: run.loss / run.steps),
                "example t",
                "mean loss an example",
            ),
        ],
        alt=f"Nonzero weights, places and loss over {at[-1]:,} examples. Features at the end: "
        f"{ends}; k = {counted.algorithm.n_nonzeros}.",
        caption="Rows: the numbers of the features that held a place longest; "
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
        tracks.append(Track(NAMES[key], y, colour(key, 0), letter=LETTERS[key]))
    return tracks


def _places(evidence: Evidence, features: np.ndarray, held: np.ndarray) -> Tiles:
    """The places of keep-k: ``held`` (F, n) are the sizes of the weights of ``features`` (n,)."""
    useful = evidence.truth.useful
    title = f"Who has a place in {NAMES[COUNTING]}"
    if not useful.all():
        title += "; × useless"
    return Tiles(
        title,
        [f"{j}" if useful[j] else f"×{j}" for j in features],
        held**0.5,
        colour(COUNTING, 0),
        "time: quick at first, slow later",
    )


def _longest_held(run: Trace) -> tuple[np.ndarray, np.ndarray]:
    """The features (n,) nonzero most often, largest at the end first, and the sizes of their
    weights (F, n), as shares of the largest of all; the first frame is before the first step."""
    sizes = np.abs(np.vstack([np.zeros(len(run.tracked)), run.weights]))
    frames = np.count_nonzero(sizes, axis=0)
    n = min(PLACES, max(np.count_nonzero(frames), 1))
    longest = np.argsort(-frames, kind="stable")[:n]
    longest = longest[np.argsort(-sizes[-1, longest], kind="stable")]
    return run.tracked[longest], sizes[:, longest] / max(float(sizes.max()), 1e-300)


# Every k and every λ -----------------------------------------------------------------------------


def loss_by_features(evidence: Evidence) -> Picture:
    """Return the loss of all methods against the features they keep."""
    rows = "learned from" if evidence.data.test is None else "held out"
    names = ", ".join(f"{LETTERS[key]} {NAMES[key]}" for key in evidence.sweeps)
    return sweep(
        "loss",
        ("features kept", f"mean loss, rows {rows}"),
        None,
        _curves(evidence, evidence.sweeps, "kept", "loss"),
        tight=True,
        caption=f"Dots: k as it stands, and the nearest a λ comes to it: {names}.",
    )


def features_by_penalty(evidence: Evidence) -> Picture:
    """Return the features that each Lasso method keeps against λ, beside k."""
    shrinking = [key for key in evidence.sweeps if key != COUNTING]
    return sweep(
        "penalty",
        ("penalty λ", "features kept"),
        None,
        _curves(evidence, shrinking, "strength", "kept"),
        levels={"k": float(evidence.nearest[COUNTING].kept)},
        log=True,
        tight=True,
        caption="The level line: k. Each method meets it at another λ, or not at all.",
    )


def purity(evidence: Evidence) -> Picture:
    """Return the share of useless features against those kept; of mistakes where none are known."""
    useless = evidence.truth.useless
    if useless:
        y, label = "share", f"share of {useless} ones among them"
    else:
        y, label = "wrong", "share mistaken"
    return sweep(
        "useless",
        ("features kept", label),
        None,
        _curves(evidence, evidence.sweeps, "kept", y),
        tight=True,
        caption="Low is better.",
    )


def _curves(evidence: Evidence, keys: Iterable[str], x: str, y: str) -> list[Line]:
    """A curve per method, of two fields of its points, and where it comes nearest to k."""
    return [_curve(key, evidence.sweeps[key], evidence.nearest[key], x, y) for key in keys]


def _curve(key: str, points: Sequence[Point], nearest: Point, x: str, y: str) -> Line:
    drawn = [point for point in points if point.kept]
    return Line(
        NAMES[key],
        colour(key, 0),
        dashes(key, 0)[0],
        y=[getattr(point, y) for point in drawn],
        x=[getattr(point, x) for point in drawn],
        now=(getattr(nearest, x), getattr(nearest, y)),
        label=LETTERS[key],
    )
