"""Places for names inside a picture: near their curves, on no line and no dot where there is room.

All lengths are shares of the picture's width and height, from its left lower corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from charts.prices import priced

HEIGHT, LETTER = 1 / 10, 1 / 52
"""The height of a line of text and the width of a letter, in pictures as small as they get."""

LARGE_HEIGHT, LARGE_LETTER = 1 / 7, 1 / 34
"""The same in narrow pictures, in which letters stand alone, and on a projector are large."""

ROWS, COLUMNS, FINE, LEVELS = 60, 128, 4, 40
"""The cells of the picture in which ink is looked for, the looks at a curve in each of them, and
the heights in a picture that are tried for a name."""

STROKE = 0.007
"""Half the height of a stroke."""

WAYS = np.array([0.0, 0.06, 0.12, 0.18, 0.24, 0.36, 0.48, 0.6, 0.72])
"""The ways to the left that are tried."""

MEET = 0.02
"""Ends of curves that are not farther from each other meet."""

NEAR = 0.15
"""The price below which the best place is taken, and no other looked for."""

OUT_OF_ORDER = 0.4
"""The price of a name above that of a higher curve."""

LOST = 0.8
"""A name is lost that is farther from its own curve by so many lines than from another."""

Text = tuple[float, float, float, float]
"""A text that stands there: its left end, right end and height, and the price of a name above."""


class Name(NamedTuple):
    """A name that looks for its place.

    Parameters
    ----------
    left : the left end of its text where it stands best.
    width : the width of its text.
    x, level : the end of its curve, or its dot.
    curve : the position of its curve among all curves, or −1.
    pad : the room between the end and the text.
    """

    left: float
    width: float
    x: float
    level: float
    curve: int
    pad: float = 0.0

    @property
    def right(self) -> float:
        """The right end of its text where it stands best."""
        return self.left + self.width


class Around(NamedTuple):
    """Everything in a pane that names keep off.

    Parameters
    ----------
    levels : the heights of all curves; see ``levels_of``.
    ink : how much is drawn; see ``ink_of``.
    line : the height of a line of text; a pane of half the height has lines twice as high.
    taken : left end, right end and height of texts that stand there already.
    """

    levels: np.ndarray
    ink: np.ndarray
    line: float = HEIGHT
    taken: Sequence[tuple[float, float, float]] = ()


class Spot(NamedTuple):
    """A place for a name.

    Parameters
    ----------
    left : the left end of the text.
    height : the height of its middle.
    struck : the share of it that is crossed.
    lost : another's curve is so much nearer that the name seems to be its.
    """

    left: float
    height: float
    struck: float
    lost: bool = False


def places(names: Sequence[Name], around: Around) -> list[Spot]:
    """Return a place for each name, its left end and the height of its middle in [0, 1].

    Up to five names, with what stands there already, never overlap. Each stands where nothing is
    drawn if such a place is within reach, near its curve and its end, and above those of lower
    curves.
    """
    found = [Spot(0.0, 0.0, 0.0)] * len(names)
    texts = [(*text, 0.0) for text in around.taken]
    downwards = _downwards(names, around.levels)
    for place, i in enumerate(downwards):
        name = names[i]
        lower = [names[j] for j in downwards[place + 1 :] if _beside(name, names[j])]
        others = [other for other in names if other is not name]
        spot = found[i] = _place(name, lower, others, around, texts)
        texts.append((spot.left, spot.left + name.width, spot.height, OUT_OF_ORDER))
    return found


def _downwards(names: Sequence[Name], levels: np.ndarray) -> list[int]:
    """The names from the highest end down; of ends that meet that first which comes from above."""
    ends = sorted(name.level for name in names)
    if all(other - one > MEET for one, other in pairwise(ends)):
        return sorted(range(len(names)), key=lambda i: -names[i].level)
    # Before it ends each curve is looked at where the shortest of them goes, too.
    columns = [round((levels.shape[1] - 1) * name.x * 0.8) for name in names]
    before = np.nan_to_num(levels[[name.curve for name in names], min(columns)])
    heights = [name.level + MEET * own for name, own in zip(names, before, strict=True)]
    return sorted(range(len(names)), key=lambda i: -heights[i])


def _place(
    name: Name,
    lower: Sequence[Name],
    others: Sequence[Name],
    around: Around,
    texts: Sequence[Text],
) -> Spot:
    """The place of one name; ``lower`` are those that are still to come beside it.

    Where it stands best there is mostly room; to look elsewhere takes three times as long.
    """
    lefts, heights = _lefts(name), _heights(around.line)
    for some in (lefts[:1], lefts):
        costs, struck, gaps, nearest = _priced(name, others, around, some)
        if lower:
            costs += _room_taken(lower, heights, around.line)
        for start, end, height, price in texts:
            meets = (some < end) & (start < some + name.width)
            if meets.any():
                costs += meets[:, None] * _of_texts(heights, around.line, height, price)
        i, j = divmod(int(costs.argmin()), len(heights))
        if costs[i, j] < NEAR:
            break
    lost = bool(nearest[i, j] < gaps[i, j] - LOST * around.line)
    return Spot(float(some[i]), float(heights[j]), float(struck[i, j]), lost)


def _priced(
    name: Name, others: Sequence[Name], around: Around, lefts: np.ndarray
) -> tuple[np.ndarray, ...]:
    """The prices of places by themselves, and what they are made of; see ``prices.priced``."""
    all_of_them = (name, *others)
    return priced(
        around.ink,
        around.levels,
        _heights(around.line),
        _rows(around.line),
        around.line,
        lefts,
        name.width,
        name.left,
        name.pad,
        np.array([each.curve for each in all_of_them]),
        np.array([each.x for each in all_of_them], float),
        np.array([each.level for each in all_of_them], float),
    )


def _lefts(name: Name) -> np.ndarray:
    """The left ends to try: the best one, on both sides of the end and over it, farther left."""
    beside = (
        name.x + name.pad,
        name.x - 0.5 * name.width,
        name.x - name.width - name.pad,
    )
    inside = [left for left in beside if 0.0 <= left <= 1.0 - name.width]
    ways = np.maximum(name.left - WAYS, min(0.0, name.left))
    return np.concatenate((ways[:1], inside, ways[1:]))


@cache
def _rows(line: float) -> np.ndarray:
    """The lowest row of cells under a name at each height, and the first above it: (2, heights)."""
    edges = _heights(line) + np.array([[-0.52], [0.52]]) * line
    return np.rint(edges * ROWS).astype(np.int64)


def _of_texts(heights: np.ndarray, line: float, height: float, price: float) -> np.ndarray:
    """The price of heights beside a text: of those on it, and of those above it."""
    distance = np.abs(heights - height)
    covered = 1e3 * (distance < line * (1 - 1e-9)) * (2 * line - distance)
    return covered + price * (heights > height) if price else covered


def _room_taken(lower: Sequence[Name], heights: np.ndarray, line: float) -> np.ndarray:
    """The price of heights that leave the names of lower curves too little room."""
    needed = []
    for rank, name in enumerate(lower, 1):
        bottom = max(min(name.level, 1.0) + 0.05 * line, 0.0)
        room = (0.5 + rank) * line
        needed.append((room, min(bottom + room, 1.0 - 0.5 * line)))
    missing = np.maximum(np.array(needed)[..., None] - heights - 1e-9, 0.0)
    return 1e2 * missing[:, 0].sum(axis=0) + 0.5 * missing[:, 1].sum(axis=0)


def _beside(one: Name, other: Name) -> bool:
    return one.left < other.right and other.left < one.right


@cache
def _heights(line: float) -> np.ndarray:
    """The heights that are tried for every name, as many as lie within the picture."""
    low, high = 0.5 * line, 1.0 - 0.5 * line
    return np.linspace(low, high, max(2, round((high - low) * LEVELS) + 1))


_GRID = np.linspace(0.0, 1.0, COLUMNS * FINE + 1)


def levels_of(curves: Sequence[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """Return the heights of curves from left to right, NaN beyond their ends and in gaps.

    Shape (number of curves + 1, ``COLUMNS * FINE`` + 1); the last has no point at all.
    """
    levels = np.full((len(curves) + 1, len(_GRID)), np.nan)
    for level, (x, y) in zip(levels, curves, strict=False):
        if len(x):
            level[:] = np.interp(_GRID, x, y, left=np.nan, right=np.nan)
    return levels


def ink_of(levels: np.ndarray, points: Sequence[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """Return how many cells have ink, left of and below each: (``COLUMNS`` + 1, ``ROWS`` + 1).

    Parameters
    ----------
    levels : the heights of curves; see ``levels_of``.
    points : the places (x, y) of further ink, such as crosses and dots.
    """
    starts = levels[:-1, :-1].reshape(len(levels) - 1, COLUMNS, FINE)
    ends = levels[:-1, FINE::FINE]
    low = np.fmin(np.fmin.reduce(starts, axis=2), ends) - STROKE
    high = np.fmax(np.fmax.reduce(starts, axis=2), ends) + STROKE
    drawn = np.isfinite(low) & (high >= 0.0) & (low < 1.0)
    first = _FIRSTS[np.nonzero(drawn)[1]]
    # Each curve begins in its lowest cell of a column, and ends above its highest.
    bottoms = first + (np.maximum(low[drawn], 0.0) * ROWS).astype(np.int64)
    tops = first + (np.minimum(high[drawn], 1.0 - 1e-9) * ROWS).astype(np.int64) + 1
    size = COLUMNS * (ROWS + 1)
    steps = np.bincount(bottoms, minlength=size) - np.bincount(tops, minlength=size)
    cells = steps.cumsum()
    for x, y in points:
        inside = (x >= 0.0) & (x < 1.0) & (y >= 0.0) & (y < 1.0)
        first = (x[inside] * COLUMNS).astype(np.int64) * (ROWS + 1)
        cells[first + (y[inside] * ROWS).astype(np.int64)] = 1
    ink = np.zeros((COLUMNS + 1, ROWS + 1), np.int64)
    (cells.reshape(COLUMNS, ROWS + 1)[:, :-1] > 0).cumsum(axis=0).cumsum(axis=1, out=ink[1:, 1:])
    return ink


_FIRSTS = np.arange(COLUMNS) * (ROWS + 1)
