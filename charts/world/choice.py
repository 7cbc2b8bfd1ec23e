"""The two weights whose path is shown: one that stays, and one that is cut."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from charts.run import Run

LISTED = 40
"""The weights to choose from."""


def usual_pair(runs: Sequence[Run]) -> tuple[int, int]:
    """Return the places in ``trace.tracked`` of two weights, the same ones for the same traces.

    The first is not 0 at the end of most runs, and is the largest of these. The second was set to 0
    in most runs, is 0 at their end, and went farthest. Where none was, it is the next largest.

    Raises ValueError where there are fewer than two weights.
    """
    if len(runs[0].trace.tracked) < 2:
        raise ValueError("one weight alone has no plane")
    first = int(_by_size(runs)[0])
    cut, ended, extent = _cuts(runs)
    ranked = np.lexsort((-extent, -ended, -cut))
    second = next(int(j) for j in ranked if j != first)
    if not cut[second]:
        second = next(int(j) for j in _by_size(runs) if j != first)
    return first, second


def interesting(runs: Sequence[Run], pair: tuple[int, int]) -> list[int]:
    """Return places in ``trace.tracked`` to choose from: ``pair``, large ones, cut ones."""
    cut, ended, extent = _cuts(runs)
    half = LISTED // 2
    often = [int(j) for j in np.lexsort((-extent, -ended, -cut))[:half]]
    large = [int(j) for j in _by_size(runs)[:half]]
    return list(dict.fromkeys([*pair, *large, *often]))


def _by_size(runs: Sequence[Run]) -> np.ndarray:
    """All places, those first that stay in most runs, and of these the largest."""
    ends = np.stack([run.trace.weights[-1] for run in runs])
    return np.lexsort((-np.abs(ends).mean(axis=0), -(ends != 0.0).sum(axis=0)))


def _cuts(runs: Sequence[Run]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """In how many runs each was set to 0, in how many it is at the end, and how far it went."""
    cut, ended, extent = 0, 0, 0.0
    for run in runs:
        weights = run.trace.weights
        fell = ((weights[:-1] != 0.0) & (weights[1:] == 0.0)).any(axis=0)
        cut = cut + fell
        ended = ended + (fell & (weights[-1] == 0.0))
        extent = np.maximum(extent, np.abs(weights).max(axis=0))
    return np.asarray(cut), np.asarray(ended), np.asarray(extent)
