"""The compiled prices of places equal those that NumPy makes of whole arrays."""

from __future__ import annotations

import numpy as np
import pytest

from charts.placing import _heights, _rows, ink_of, levels_of
from charts.prices import AWAY, CROSSED, HIT, LEVEL, NEARER, OFF, SAMPLES, WIDE, priced


def naive(ink, levels, heights, rows, line, lefts, width, best, pad, curves, xs, ends):
    columns, looks = len(ink) - 1, levels.shape[1] - 1
    starts = np.maximum(lefts * columns + 0.9, 0.0).astype(np.int64)
    stops = np.minimum((lefts + width) * columns + 0.5, columns).astype(np.int64)
    cells = ink[stops] - ink[starts]
    struck = (cells[:, rows[1]] - cells[:, rows[0]]) / np.maximum(stops - starts, 1)[:, None]
    across = (lefts[:, None] + width * np.arange(SAMPLES) / (SAMPLES - 1)) * looks
    over = levels[curves[:, None, None], np.clip(across, 0, looks).astype(np.int64)]
    top, bottom = np.fmax.reduce(over, axis=2), np.fmin.reduce(over, axis=2)
    gaps = np.maximum(heights - top[..., None], bottom[..., None] - heights)
    beyond = np.maximum(np.maximum(lefts - xs[:, None], xs[:, None] - lefts - width), 0.0)
    to_ends = np.abs(heights - np.clip(ends, 0.0, 1.0)[:, None])[:, None]
    to_ends = to_ends + (WIDE if pad else AWAY / OFF) * beyond[..., None]
    ways = np.fmin(gaps, to_ends) - 0.5 * line
    own, *others = np.maximum(ways, 0.0)
    costs = HIT * (struck > 0.0) + CROSSED * np.minimum(struck, 3.0) + OFF * own
    costs += (AWAY * beyond[0] + 0.02 * np.abs(lefts - best))[:, None]
    costs += LEVEL * np.abs(heights - np.clip(ends[0], 0.0, 1.0))
    if not others:
        return costs, struck, own, np.full_like(own, np.inf)
    other = np.min(others, axis=0)
    if pad:
        unclear = 0.5 - (ways[1:].min(axis=0) - ways[0]) / line
        costs += 2.0 * NEARER * np.clip(unclear, 0.0, 1.0)
    else:
        costs += NEARER * (other < own - 0.1 * line)
    return costs, struck, own, other


@pytest.mark.parametrize("pad", [0.0, 0.03])
@pytest.mark.parametrize("names", [1, 3])
def test_the_kernel_equals_its_twin(names, pad):
    """Curves that end early or nowhere, dots, and names that hang over the edges."""
    rng = np.random.default_rng(names)
    for _ in range(20):
        ends = rng.uniform(0.2, 1.0, names)
        xs = [np.sort(rng.uniform(0.0, end, 30)) for end in ends]
        drawn = [(x, np.cumsum(rng.normal(0.0, 0.05, 30)) + rng.random()) for x in xs]
        levels = levels_of(drawn)
        ink = ink_of(levels, [rng.random((2, 20))])
        curves = np.where(rng.random(names) < 0.8, np.arange(names), -1)
        lefts, line = rng.uniform(-0.05, 0.9, 7), rng.choice([0.1, 1 / 7])
        place = lefts, rng.uniform(0.02, 0.5), 0.4, pad, curves, ends, rng.uniform(-0.2, 1.2, names)
        given = ink, levels, _heights(line), _rows(line), line, *place
        for mine, theirs in zip(priced(*given), naive(*given), strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-12, atol=1e-12)
