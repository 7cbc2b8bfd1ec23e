"""One weight under three rules, step by step, with rounding's numbers written into its update."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from algorithms import Trace
from charts.film import Curves, Film, Track, Written
from charts.palette import colour


def one_weight(runs: Mapping[str, Trace], y: np.ndarray) -> Film:
    """The film of runs by name, each looked at after every step on x = 1 with labels ``y`` [T].

    One of them is ``rounding``: its η, θ and K are written out.
    """
    at = np.arange(len(y) + 1)
    paths = {name: np.append(0.0, run.weights[:, 0]) for name, run in runs.items()}
    rounding = next(run.algorithm for run in runs.values() if run.algorithm.key == "rounding")
    tracks = [
        Track(
            name,
            paths[name],
            colour(run.algorithm.key, 0),
            "dot" if run.algorithm.key == "sgd" else "solid",
            name[0].upper(),
        )
        for name, run in runs.items()
    ]
    title = f"One weight: {', '.join(f'{track.letter} {track.name}' for track in tracks)}"
    path = next(paths[name] for name, run in runs.items() if run.algorithm is rounding)
    ends = ", ".join(f"{name} {path[-1]:.3f}" for name, path in paths.items())
    return Film(
        "one_weight",
        at,
        [
            Curves(title, at, tracks, "step t", "w", levels=[("θ", rounding.threshold)]),
            Written("Rounding, written out", _written(rounding, path, y)),
        ],
        alt=f"One weight over {len(y)} steps; at the end: {ends}.",
    )


def _written(rounding, path: np.ndarray, y: np.ndarray) -> list[tuple[str, list[str]]]:
    """The update of each step with its numbers; the first frame is before any."""
    slopes = -y / (1.0 + np.exp(y * path[:-1]))
    stepped = path[:-1] - rounding.eta * slopes
    t = np.arange(1, len(y) + 1)
    cut, small = t % rounding.period == 0, np.abs(stepped) <= rounding.threshold
    verdicts = [
        f"!|{v:z.4f}| ≤ θ: w ← 0" if c and s else f"|{v:.4f}| > θ: stays" if c else "not yet"
        for v, c, s in zip(stepped, cut, small, strict=True)
    ]
    rows = {
        "the example": ("–", [f"x = 1, y = {label:+.0f}" for label in y]),
        "the weight before": ("w = 0", [f"w = {w:z.4f}" for w in path[:-1]]),
        "the slope ℓ′": ("–", [f"ℓ′ = −y / (1 + e^(yw)) = {s:.3f}" for s in slopes]),
        "the step": ("–", [f"w − ηℓ′x = {v:z.4f}" for v in stepped]),
        "t mod K": ("–", [f"{i} mod {rounding.period} = {i % rounding.period}" for i in t]),
        "rounding": ("–", verdicts),
    }
    return [(label, [before, *texts]) for label, (before, texts) in rows.items()]
