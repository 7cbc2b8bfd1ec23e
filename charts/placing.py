"""Places for names inside a picture: near their curves, on no line and no dot where there is room.

All lengths are shares of the picture's width and height, from its left lower corner.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from charts.label_cost import cheapest_places
from charts.occupancy import ROWS, Occupancy

HEIGHT, LETTER = 1 / 10, 1 / 52
"""The height of a line of text and the width of a letter, in pictures as small as they get."""

LARGE_HEIGHT, LARGE_LETTER = 1 / 7, 1 / 34
"""The same in narrow pictures, in which letters stand alone, and on a projector are large."""

LEVELS = 40
"""The heights in a picture that are tried for a name."""

MEET = 0.02
"""Ends of curves that are not farther from each other meet."""


class Name(NamedTuple):
    """A name that looks for its place.

    Parameters
    ----------
    left : the left end of its text where it stands best.
    width : the width of its text.
    x, level : the end of its curve, or its dot.
    curve : the position of its curve among all that is drawn, or −1.
    pad : the room between the end and the text.
    """

    left: float
    width: float
    x: float
    level: float
    curve: int
    pad: float = 0.0


class Spot(NamedTuple):
    """A place for a name.

    Parameters
    ----------
    left : the left end of the text.
    height : the height of its middle.
    crossing : the share of it that is crossed.
    ambiguous : another's curve is so much nearer that the name seems to be its.
    """

    left: float
    height: float
    crossing: float
    ambiguous: float


def find_places(
    names: Sequence[Name],
    occupancy: Occupancy,
    line: float = HEIGHT,
    taken: Sequence[tuple[float, float, float]] = (),
) -> list[Spot]:
    """Return a place for each name, its left end and the height of its middle in [0, 1].

    Up to five names, with what stands there already, never overlap. Each stands where nothing is
    drawn if such a place is within reach, near its curve and its end, and above those of lower
    curves.

    Parameters
    ----------
    occupancy : everything in the pane that names keep off.
    line : the height of a line of text; a pane of half the height has lines twice as high.
    taken : left end, right end and height of texts that stand there already.
    """
    found = cheapest_places(
        occupancy.cells,
        occupancy.levels,
        *_heights(line),
        line,
        np.array(names, np.float64).reshape(-1, 6),
        np.array(_order(names, occupancy.levels), np.int64),
        np.array(taken, np.float64).reshape(-1, 3),
    )
    return [Spot(*spot) for spot in found.tolist()]


def _order(names: Sequence[Name], levels: np.ndarray) -> list[int]:
    """The names from the highest end down; of ends that meet that first which comes from above."""
    heights = [name.level for name in names]
    if any(other - one <= MEET for one, other in pairwise(sorted(heights))):
        # Before it ends each curve is looked at where the shortest of them goes, too.
        column = round((levels.shape[1] - 1) * min(name.x for name in names) * 0.8)
        before = [float(levels[name.curve, column]) for name in names]
        heights = [
            height + MEET * own if math.isfinite(own) else height
            for height, own in zip(heights, before, strict=True)
        ]
    return sorted(range(len(names)), key=lambda i: -heights[i])


@cache
def _heights(line: float) -> tuple[np.ndarray, np.ndarray]:
    """The heights that are tried for every name, as many as lie within the picture.

    And the lowest row of cells under a name at each of them, and the first above it: (2, heights).
    """
    low, high = 0.5 * line, 1.0 - 0.5 * line
    heights = np.linspace(low, high, max(2, round((high - low) * LEVELS) + 1))
    edges = heights + np.array([[-0.52], [0.52]]) * line
    return heights, np.rint(edges * ROWS).astype(np.int64)
