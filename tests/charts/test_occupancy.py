"""The compiled look at what is drawn equals that of NumPy, which asks for whole arrays; and what
Python sees where it runs the same lines."""

from __future__ import annotations

import numpy as np

from algorithms.cache.compile_queue import as_python
from charts.occupancy import (
    COLUMNS,
    CURVE,
    DOTS,
    FINE,
    ROWS,
    STROKE,
    UPRIGHT,
    Marks,
    _draw,
    occupancy_of,
)
from tests.support.many.turns import in_turn

GRID = np.linspace(0.0, 1.0, COLUMNS * FINE + 1)


def marks_of(*things):
    """Things in a pane, each its kind and its points."""
    kinds, xs, ys = zip(*things, strict=True)
    starts = np.cumsum([0, *map(len, xs)])
    sizes = np.where(np.array(kinds)[:, None] == DOTS, [0.02, 0.03], 0.0)
    joined = (np.concatenate(each).astype(float) for each in (xs, ys))
    return Marks(*joined, starts, np.array(kinds), sizes)


def naive_levels(x, y):
    x, y = np.asarray(x, float), np.asarray(y, float)
    x, y = x[~np.isnan(x)], y[~np.isnan(x)]
    return np.interp(GRID, x, y, np.nan, np.nan) if len(x) else np.full(len(GRID), np.nan)


def naive_points(kind, x, y):
    """Points all along a line of few corners, or all over dots."""
    if kind == UPRIGHT:
        along = np.linspace(0.0, len(x) - 1.0, COLUMNS * (len(x) - 1) + 1)
        return np.interp(along, range(len(x)), x), np.interp(along, range(len(x)), y)
    around = np.linspace(-1.0, 1.0, 5)
    disc = np.array([(a, b) for a in around for b in around if a * a + b * b < 1.3]).T
    return (
        np.add.outer(c, size * d) for c, size, d in zip((x, y), (0.02, 0.03), disc, strict=True)
    )


def naive_cells(levels, points):
    """The sums of the cells that have ink, left of and below each."""
    cells = np.zeros((COLUMNS, ROWS), bool)
    edges = np.arange(ROWS + 1) / ROWS
    for level in levels:
        looks = np.lib.stride_tricks.sliding_window_view(level, FINE + 1)[::FINE]
        low = np.fmin.reduce(looks, axis=1)[:, None] - STROKE
        high = np.fmax.reduce(looks, axis=1)[:, None] + STROKE
        cells |= (low < edges[1:]) & (high >= edges[:-1])
    for x, y in points:
        inside = (x >= 0.0) & (x < 1.0) & (y >= 0.0) & (y < 1.0)
        cells[(x[inside] * COLUMNS).astype(int), (y[inside] * ROWS).astype(int)] = True
    return np.pad(cells.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))


def assert_same_occupancy(*things):
    ink = occupancy_of(marks_of(*things))
    levels = [
        naive_levels(x, y) if kind == CURVE else np.full(len(GRID), np.nan) for kind, x, y in things
    ]
    np.testing.assert_array_equal(ink.levels[:-1], levels)
    by_python = np.full_like(ink.levels, np.nan), np.zeros_like(ink.cells)
    with np.errstate(all="ignore"):
        as_python(_draw.compiled)(*by_python, *marks_of(*things))
    for one, other in zip(ink, by_python, strict=True):
        np.testing.assert_array_equal(one, other)
    assert np.isnan(ink.levels[-1]).all()
    points = [naive_points(*thing) for thing in things if thing[0] != CURVE]
    np.testing.assert_array_equal(ink.cells, naive_cells(levels, points))
    return ink


@in_turn("seed", range(12))
def test_whatever_is_drawn(seed):
    """Curves with gaps, steps and corners outside the pane; upright lines; dots over the edges."""
    rng = np.random.default_rng(seed)
    things = []
    for kind in rng.permutation([CURVE, CURVE, UPRIGHT, UPRIGHT, DOTS]).tolist():
        n = 3 if kind == UPRIGHT else rng.integers(1, 40)
        x, y = rng.uniform(-0.1, 1.1, n), rng.uniform(-0.3, 1.3, n)
        x = np.sort(x) if kind == CURVE else x
        if kind == CURVE:
            x[n // 2 :] = np.maximum(x[n // 2 :], x[n // 2 :][:2].max())
        y[rng.random(n) < 0.1] = np.nan
        things.append((kind, x, y))
    assert assert_same_occupancy(*things).cells[-1, -1]


def test_a_curve_with_corners_on_the_looks():
    assert_same_occupancy(
        (CURVE, GRID[::32], np.cos(9.0 * GRID[::32])), (CURVE, [0.0, 1.0], [0.5, 0.5])
    )


def test_a_curve_that_begins_where_a_logarithmic_axis_has_no_place():
    ink = assert_same_occupancy((CURVE, [np.nan, np.nan, 0.2, 0.6], [0.5, 0.5, 0.5, 0.7]))
    assert np.isfinite(ink.levels[0]).sum() == np.sum((GRID >= 0.2) & (GRID <= 0.6))


def test_a_point_that_has_no_place_is_no_curve_all_across():
    assert not assert_same_occupancy((CURVE, [np.nan], [0.5]), (CURVE, [], [])).cells.any()
