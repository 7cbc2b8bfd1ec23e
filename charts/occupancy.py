"""Occupancy of a pane: how high each curve is, and how many cells have anything in them.

It is compiled, for it is looked at anew for each pane at each movement; the same as NumPy would do
it stands in ``tests/charts/test_occupancy.py``, and the two are compared.

All lengths are shares of the pane's width and height, from its left lower corner.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from algorithms.cache.compile_queue import deferred_kernel
from algorithms.kernel import kernel

ROWS, COLUMNS, FINE = 60, 128, 4
"""The cells of a pane, and the looks at a curve in each of them."""

LOOKS = COLUMNS * FINE

STROKE = 0.007
"""Half the height of a stroke."""

CURVE, UPRIGHT, DOTS = range(3)
"""Kinds of what is drawn: a line from left to right, one that may be upright, dots."""


class Marks(NamedTuple):
    """All that is drawn in a pane, one thing after another.

    Parameters
    ----------
    x, y : the points of all things.
    starts : the position of the first point of each, and the end of all.
    kinds : of each ``CURVE``, ``UPRIGHT`` or ``DOTS``.
    sizes : half the width and the height of the dots of each: (things, 2).
    """

    x: np.ndarray
    y: np.ndarray
    starts: np.ndarray
    kinds: np.ndarray
    sizes: np.ndarray

    def first(self, count: int) -> list[tuple[np.ndarray, np.ndarray]]:
        """Return the points (x, y) of each of so many things that were drawn first."""
        spans = pairwise(self.starts[: count + 1].tolist())
        return [(self.x[start:end], self.y[start:end]) for start, end in spans]


class Occupancy(NamedTuple):
    """All that names keep off.

    Parameters
    ----------
    levels : the heights of curves from left to right, NaN beyond their ends and in gaps: (things
        + 1, ``LOOKS`` + 1). What is no curve has none, nor has the last row.
    cells : how many cells have anything in them, left of and below each: (``COLUMNS`` + 1,
        ``ROWS`` + 1).
    """

    levels: np.ndarray
    cells: np.ndarray


def occupancy_of(marks: Marks) -> Occupancy:
    """Return the occupancy by all that is drawn in a pane."""
    levels = np.full((len(marks.kinds) + 1, LOOKS + 1), np.nan)
    cells = np.zeros((COLUMNS + 1, ROWS + 1), np.int32)
    _draw(levels, cells, *marks)
    return Occupancy(levels, cells)


@deferred_kernel
def _draw(levels, cells, x, y, starts, kinds, sizes):
    """Write the occupancy; the parameters are those of ``Occupancy`` and ``Marks``."""
    for i in range(len(kinds)):
        across, upward = x[starts[i] : starts[i + 1]], y[starts[i] : starts[i + 1]]
        if kinds[i] == CURVE:
            _trace(levels[i], across, upward)
            _mark_curve(cells, levels[i])
        elif kinds[i] == UPRIGHT:
            _mark_upright(cells, across, upward)
        else:
            for n in range(len(across)):
                _mark_dot(cells, across[n], upward[n], sizes[i, 0], sizes[i, 1])
    for column in range(1, COLUMNS + 1):
        below = 0
        for row in range(1, ROWS + 1):
            below += cells[column, row]
            cells[column, row] = cells[column - 1, row] + below


@kernel
def _trace(level, x, y):
    """Write the heights of one curve, between whose corners it is straight; x does not fall."""
    first, last, look = 0, len(x) - 1, 0
    while first <= last and x[first] != x[first]:
        first += 1  # a logarithmic axis has no place for 0
    if first > last:
        return
    while look <= LOOKS and look / LOOKS < x[first]:
        look += 1
    for corner in range(first, last):
        slope = (y[corner + 1] - y[corner]) / (x[corner + 1] - x[corner])
        while look <= LOOKS and look / LOOKS < x[corner + 1]:
            way = look / LOOKS - x[corner]
            level[look] = slope * way + y[corner] if way else y[corner]
            look += 1
    if look <= LOOKS and look / LOOKS == x[last]:
        level[look] = y[last]


@kernel
def _mark_curve(cells, level):
    """Mark the cells of a curve, in each column from its lowest to its highest."""
    for column in range(COLUMNS):
        low, high = np.inf, -np.inf
        for look in range(column * FINE, (column + 1) * FINE + 1):
            low = level[look] if level[look] < low else low  # not where it is NaN
            high = level[look] if level[look] > high else high
        low, high = low - STROKE, high + STROKE
        if -np.inf < low < 1.0 and high >= 0.0:
            for row in range(int(max(low, 0.0) * ROWS), int(min(high, 1.0 - 1e-9) * ROWS) + 1):
                cells[column + 1, row + 1] = 1


@kernel
def _mark_upright(cells, x, y):
    """Mark the cells of a line of few corners, along which points are as near as cells."""
    for corner in range(len(x)):
        _mark(cells, x[corner], y[corner])
        if corner + 1 < len(x):
            for n in range(1, COLUMNS):
                share = n / COLUMNS
                across = (x[corner + 1] - x[corner]) * share + x[corner]
                _mark(cells, across, (y[corner + 1] - y[corner]) * share + y[corner])


@kernel
def _mark_dot(cells, x, y, wide, high):
    """Mark the cells of a dot."""
    for i in range(-2, 3):
        for j in range(-2, 3):
            if abs(i * j) < 4:  # not in the corners around it
                _mark(cells, x + wide * (0.5 * i), y + high * (0.5 * j))


@kernel
def _mark(cells, x, y):
    """Mark the cell of a point, where it is within the pane."""
    if 0.0 <= x < 1.0 and 0.0 <= y < 1.0:
        cells[int(x * COLUMNS) + 1, int(y * ROWS) + 1] = 1
