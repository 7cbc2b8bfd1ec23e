"""Costs of places for names, and the cheapest of them, compiled: a movement asks for thousands.

In NumPy, on arrays so small, it takes as long as all else in making the playground's pictures.
That form stands in ``tests/charts/test_label_cost.py``, and the two are compared.
"""

from __future__ import annotations

import numpy as np

from algorithms.cache.compile_queue import deferred_kernel
from algorithms.kernel import kernel

SAMPLES = 9
"""Places across a name at which it is asked how far its curve is."""

INK_COST, CROSSING_COST = 0.25, 0.3
"""The cost of a place with any ink, and beyond that of a name that is crossed all over."""

WIDE = 2.4
"""A picture is so many times as wide as it is high."""

OFF_CURVE_COST, ASIDE_COST, HEIGHT_COST = 1.2, 0.4, 0.25
"""The costs of a way off the own curve, of one along it, and up or down from its end."""

NEARER_COST = 0.3
"""The cost of a name that is nearer to another curve."""

WAYS = np.array([0.0, 0.06, 0.12, 0.18, 0.24, 0.36, 0.48, 0.6, 0.72])
"""The ways to the left that are tried."""

GOOD_ENOUGH = 0.15
"""The cost below which the best place is taken, and no other looked for."""

ORDER_COST = 0.4
"""The cost of a name above that of a higher curve."""

AMBIGUOUS = 0.8
"""A name is ambiguous that is farther from its own curve by so many lines than from another."""

LEFT, WIDTH, X, Y, CURVE, PAD = range(6)
"""The columns of an array of names; see ``charts.placing.Name``."""


@deferred_kernel
def cheapest_places(sums, levels, heights, rows, line, names, order, taken):
    """Return the cheapest place of each of some names, one after the other.

    Parameters
    ----------
    sums : how much is drawn left of and below each cell; see ``charts.occupancy``.
    levels : the heights of curves; the last one has none.
    heights : those that are tried.
    rows : the lowest row of cells under a name at each height, and the first above it.
    line : the height of a line of text.
    names : floats (names, 6), a row for each; see ``charts.placing.Name``.
    order : their positions, from the first to be placed to the last.
    taken : left end, right end and height of texts that stand there already.

    Returns
    -------
    Of each its left end, height, share that is crossed, and 1 where it is ambiguous: (names, 4).
    """
    found, room = np.empty((len(names), 4)), np.empty(len(heights))
    texts = np.empty((len(taken) + len(names), 4))
    for k in range(len(taken)):
        # One slice set to another would take two seconds more to compile.
        texts[k, 0], texts[k, 1], texts[k, 2] = taken[k, 0], taken[k, 1], taken[k, 2]
        texts[k, 3] = 0.0
    for place in range(len(order)):
        i, standing = order[place], len(taken) + place
        _write_room_costs(room, names, order[place:], heights, line)
        left, j, crossing, ambiguous = _place(
            sums, levels, heights, rows, line, names, i, room, texts[:standing]
        )
        found[i, 0], found[i, 1], found[i, 2], found[i, 3] = left, heights[j], crossing, ambiguous
        texts[standing, 0], texts[standing, 1] = left, left + names[i, WIDTH]
        texts[standing, 2], texts[standing, 3] = heights[j], ORDER_COST
    return found


@kernel
def _place(sums, levels, heights, rows, line, names, i, room, texts):
    """The cheapest place of one name: left end, which height, share crossed, and whether ambiguous.

    Where it stands best there is mostly room, and no other place is looked at; nor is what costs
    more than the cheapest so far before all is counted.
    """
    name, lefts = names[i], _lefts(names[i])
    spans, best, found = np.empty((len(names), 2)), np.inf, (0.0, 0, 0.0, False)
    for n in range(len(lefts)):
        if n == 1 and best < GOOD_ENOUGH:
            break
        left = lefts[n]
        aside = ASIDE_COST * max(left - name[X], name[X] - left - name[WIDTH], 0.0)
        aside += 0.02 * abs(left - name[LEFT])
        if aside >= best:
            continue
        for k in range(len(names)):
            spans[k, 0], spans[k, 1] = _span(levels[int(names[k, CURVE])], left, name[WIDTH])
        for j in range(len(heights)):
            upward = HEIGHT_COST * abs(heights[j] - min(max(name[Y], 0.0), 1.0))
            if aside + upward + room[j] >= best:
                continue
            crossing = _crossing(sums, left, name[WIDTH], rows[0, j], rows[1, j])
            own, other = _distances(heights[j], spans, names, i, left, line)
            cost = aside + OFF_CURVE_COST * max(own, 0.0) + upward
            cost += _ink_cost(crossing)
            cost += _ambiguity_cost(own, other, name[PAD], line)
            cost += room[j]
            for k in range(len(texts)):
                if left < texts[k, 1] and texts[k, 0] < left + name[WIDTH]:
                    cost += _text_cost(heights[j], line, texts[k, 2], texts[k, 3])
            if cost < best:
                ambiguous = max(other, 0.0) < max(own, 0.0) - AMBIGUOUS * line
                best, found = cost, (left, j, crossing, ambiguous)
    return found


@kernel
def _lefts(name):
    """The left ends to try: the best one, on both sides of the end and over it, farther left."""
    lefts, count = np.empty(len(WAYS) + 3), 1
    lefts[0] = name[LEFT]
    for left in (
        name[X] + name[PAD],
        name[X] - 0.5 * name[WIDTH],
        name[X] - name[WIDTH] - name[PAD],
    ):
        if 0.0 <= left <= 1.0 - name[WIDTH]:
            lefts[count] = left
            count += 1
    for way in WAYS[1:]:
        lefts[count] = max(name[LEFT] - way, min(0.0, name[LEFT]))
        count += 1
    return lefts[:count]


@kernel
def _crossing(sums, left, width, low, high):
    """The share of a name that is crossed, 1 for a line from end to end."""
    columns = sums.shape[0] - 1
    # The cell in which a curve ends is not under the name that begins there.
    start = int(max(left * columns + 0.9, 0.0))
    end = int(min((left + width) * columns + 0.5, columns))
    cells = sums[end, high] - sums[start, high] - sums[end, low] + sums[start, low]
    return cells / max(end - start, 1)


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


@kernel
def _distances(height, spans, names, i, left, line):
    """The ways up or down to the own curve and to the nearest other; beside a curve, to its end."""
    own, nearest = np.inf, np.inf
    for n in range(len(names)):
        beyond = max(left - names[n, X], names[n, X] - left - names[i, WIDTH], 0.0)
        way = abs(height - min(max(names[n, Y], 0.0), 1.0))
        way += (WIDE if names[i, PAD] else ASIDE_COST / OFF_CURVE_COST) * beyond
        gap = max(height - spans[n, 0], spans[n, 1] - height)
        if gap < way:  # not where there is no curve, NaN
            way = gap
        if n == i:
            own = way
        else:
            nearest = min(nearest, way)
    return own - 0.5 * line, nearest - 0.5 * line


@kernel
def _ink_cost(crossing):
    """The cost of what crosses a name."""
    return INK_COST + CROSSING_COST * min(crossing, 3.0) if crossing > 0.0 else 0.0


@kernel
def _ambiguity_cost(own, other, pad, line):
    """The cost of a name of which one cannot tell whose it is."""
    if pad:  # of two dots that are as near a name seems to be either's
        return 2.0 * NEARER_COST * min(max(0.5 - (other - own) / line, 0.0), 1.0)
    return NEARER_COST if max(other, 0.0) < max(own, 0.0) - 0.1 * line else 0.0


@kernel
def _text_cost(height, line, at, above):
    """The cost of a height beside a text: of one on it, and of one above it."""
    distance = abs(height - at)
    covered = 1e3 * (2.0 * line - distance) if distance < line * (1.0 - 1e-9) else 0.0
    return covered + above if height > at else covered


@kernel
def _write_room_costs(room, names, order, heights, line):
    """Write the costs of heights that leave too little room to the names of lower curves.

    Parameters
    ----------
    room : one cost for each height.
    order : the positions of the name and of those that are still to come.
    """
    name, needed, count = names[order[0]], np.empty((len(order), 2)), 0
    for k in order[1:]:
        lower = names[k]
        if name[LEFT] < lower[LEFT] + lower[WIDTH] and lower[LEFT] < name[LEFT] + name[WIDTH]:
            bottom = max(min(lower[Y], 1.0) + 0.05 * line, 0.0)
            needed[count, 0] = (1.5 + count) * line
            needed[count, 1] = min(bottom + needed[count, 0], 1.0 - 0.5 * line)
            count += 1
    for j in range(len(heights)):
        whole, wanted = 0.0, 0.0
        for k in range(count):
            whole += max(needed[k, 0] - heights[j] - 1e-9, 0.0)
            wanted += max(needed[k, 1] - heights[j] - 1e-9, 0.0)
        room[j] = 1e2 * whole + 0.5 * wanted
