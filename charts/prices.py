"""Prices of places for a name: compiled, since a movement asks for some 40,000 of them.

It was a third of making the playground's pictures while it was NumPy's, for arrays so small; so it
still is written in ``tests/charts/test_prices.py``, and the two are compared.
"""

from __future__ import annotations

import numpy as np

from algorithms.kernel import kernel

SAMPLES = 9
"""Places across a name at which it is asked how far its curve is."""

HIT, CROSSED = 0.25, 0.3
"""The price of a place with any ink, and beyond that of a name that is crossed all over."""

WIDE = 2.4
"""A picture is so many times as wide as it is high."""

OFF, AWAY, LEVEL = 1.2, 0.4, 0.25
"""The prices of a way off the own curve, of one along it, and up or down from its end."""

NEARER = 0.3
"""The price of a name that is nearer to another curve."""


@kernel
def priced(ink, levels, heights, rows, line, lefts, width, best, pad, curves, xs, ends):
    """Return what every place for a name costs, and what it is made of.

    Parameters
    ----------
    ink : how much is drawn left of and below each cell (columns + 1, rows + 1).
    levels : the heights of curves (curves + 1, looks); the last has none.
    heights : those that are tried.
    rows : the lowest row of cells under a name at each height, and the first above it.
    line : the height of a line of text.
    lefts : the left ends that are tried.
    width, best, pad : of the name; see ``charts.placing.Name``.
    curves, xs, ends : the curve of each name and where it ends, the name's own first.

    Returns
    -------
    The prices, the share of the name that is crossed, its way to its own curve, and its way to the
    nearest of the others, each (lefts, heights).
    """
    shape = (len(lefts), len(heights))
    costs, struck, own, other = np.empty(shape), np.empty(shape), np.empty(shape), np.empty(shape)
    spans = np.empty((len(curves), 2))
    for i in range(len(lefts)):
        left = lefts[i]
        for n in range(len(curves)):
            spans[n] = _span(levels[curves[n]], left, width)
        aside = AWAY * max(left - xs[0], xs[0] - left - width, 0.0) + 0.02 * abs(left - best)
        for j in range(len(heights)):
            crossed = _crossed(ink, left, width, rows[0, j], rows[1, j])
            mine, nearest = _ways(heights[j], spans, left, width, pad, xs, ends)
            mine, nearest = mine - 0.5 * line, nearest - 0.5 * line
            cost = aside + OFF * max(mine, 0.0)
            cost += LEVEL * abs(heights[j] - min(max(ends[0], 0.0), 1.0))
            if crossed > 0.0:
                cost += HIT + CROSSED * min(crossed, 3.0)
            if pad:  # of two dots that are as near a name seems to be either's
                cost += 2.0 * NEARER * min(max(0.5 - (nearest - mine) / line, 0.0), 1.0)
            elif max(nearest, 0.0) < max(mine, 0.0) - 0.1 * line:
                cost += NEARER
            costs[i, j], struck[i, j] = cost, crossed
            own[i, j], other[i, j] = max(mine, 0.0), max(nearest, 0.0)
    return costs, struck, own, other


@kernel
def _crossed(ink, left, width, low, high):
    """The share of a name that is crossed, 1 for a line from end to end."""
    columns = ink.shape[0] - 1
    # The cell in which a curve ends is not under the name that begins there.
    start = int(max(left * columns + 0.9, 0.0))
    end = int(min((left + width) * columns + 0.5, columns))
    cells = ink[end, high] - ink[start, high] - ink[end, low] + ink[start, low]
    return cells / max(end - start, 1)


@kernel
def _ways(height, spans, left, width, pad, xs, ends):
    """The ways up or down to the own curve and to the nearest other; beside a curve, to its end."""
    mine, nearest = np.inf, np.inf
    for n in range(len(spans)):
        beyond = max(left - xs[n], xs[n] - left - width, 0.0)
        way = abs(height - min(max(ends[n], 0.0), 1.0))
        way += (WIDE if pad else AWAY / OFF) * beyond
        gap = max(height - spans[n, 0], spans[n, 1] - height)
        if gap < way:  # not where there is no curve, NaN
            way = gap
        if n:
            nearest = min(nearest, way)
        else:
            mine = way
    return mine, nearest


@kernel
def _span(level, left, width):
    """The highest and the lowest point of a curve over a name; NaN where it has none."""
    top, bottom, looks = np.nan, np.nan, len(level) - 1
    for k in range(SAMPLES):
        across = (left + width * k / (SAMPLES - 1)) * looks
        height = level[int(min(max(across, 0.0), looks))]
        if not height <= top:  # NaN, too
            top = height if height == height else top
        if not height >= bottom:
            bottom = height if height == height else bottom
    return top, bottom
