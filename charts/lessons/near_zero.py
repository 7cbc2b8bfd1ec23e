"""Weights near zero through time, under the sub-gradient and under truncation, and one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from algorithms import Trace
from charts.film import Curves, Film, Histogram, Track, spread_of
from charts.palette import colour


def near_zero(runs: Mapping[str, Trace], push: float, names: Sequence[str]) -> Film:
    """The film of two ``runs`` by name, the second of which truncates, each looked at after every
    step. ``push``: ηg. ``names`` of the features.
    """
    paths = {
        label: np.concatenate([np.zeros((1, run.weights.shape[1])), run.weights])
        for label, run in runs.items()
    }
    colours = {label: colour(run.algorithm.key, 0) for label, run in runs.items()}
    pushed, truncated = paths.values()
    one, reach = _telling(pushed, truncated), _reach(pushed[-1], push)
    counted = {label: spread_of(path, reach) for label, path in paths.items()}
    # What has just left zero stands in a few tall bars, for a few steps: those are cut.
    tallest = max(float(np.quantile(counts.max(axis=1), 0.9)) for counts, _, _ in counted.values())
    top = 1.1 * max(tallest, 1.0)
    at = np.arange(len(pushed))
    tracks = [
        Track(label, path[:, one], colours[label], letter=label[:3])
        for label, path in paths.items()
    ]
    name = names[next(iter(runs.values())).tracked[one]]
    levels = [("ηg", push), ("−ηg", -push)]
    ends = "; ".join(
        f"{label}: {zeros[-1]:,} exactly 0" for label, (_, zeros, _) in counted.items()
    )
    return Film(
        "near_zero",
        at,
        [
            *(Histogram(k, *counted[k], reach, top, colours[k], push) for k in runs),
            Curves(f"One weight: {name}", at, tracks, "step t", "w", levels=levels),
        ],
        alt=f"Histograms of {pushed.shape[1]:,} weights over {at[-1]:,} steps. At the end, {ends}.",
        caption="Shaded: within ±ηg of zero. The thin bar counts what is exactly 0; a bar taller "
        "than the picture is cut.",
    )


def _telling(pushed: np.ndarray, truncated: np.ndarray) -> int:
    """The weight that crosses zero most often under one rule, among those the other sets to 0."""
    crossings = (pushed[1:] * pushed[:-1] < 0.0).sum(axis=0)
    settled = (truncated[-1] == 0.0) & (pushed[-1] != 0.0)
    return int(np.argmax(np.where(settled, crossings + 1, 0)))


def _reach(weights: np.ndarray, push: float) -> float:
    """Wide enough for most weights and some pushes: 1, 2 or 5 times a power of ten."""
    wide = max(4.0 * push, float(np.quantile(np.abs(weights), 0.9)))
    power = 10.0 ** np.floor(np.log10(wide))
    return float(power * next(m for m in (1, 2, 5, 10) if m * power >= wide * (1 - 1e-12)))
