"""Places for names inside a picture: near the end of each curve, none upon another.

All lengths are shares of the picture's width and height, from its left lower corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

HEIGHT, LETTER = 1 / 10, 1 / 52
"""The height of a line of text and the width of a letter, in pictures as small as they get."""

LEVELS, SAMPLES = 27, 12
ACROSS = np.linspace(0.0, 1.0, SAMPLES)
"""Heights that are tried for a name, and places across it at which curves are looked at."""

COLUMNS = 257
"""The places across the picture at which curves are known."""

CROSSED, OUT_OF_ORDER = 0.35, 0.4
"""A name moves so far up or down to stand on no curve, and to stand in the order of the ends."""


class Name(NamedTuple):
    """A name that looks for its place.

    Parameters
    ----------
    left, right : the ends of its text across the picture.
    level : the height of the end of its curve.
    curve : the position of its curve among all curves, or −1.
    """

    left: float
    right: float
    level: float
    curve: int


def places(
    names: Sequence[Name],
    curves: Sequence[tuple[np.ndarray, np.ndarray]],
    taken: Sequence[tuple[float, float, float]] = (),
    line: float = HEIGHT,
    levels: np.ndarray | None = None,
) -> list[float]:
    """Return the height of the middle of each name, float in [0, 1].

    Up to five names, with what stands there already, never overlap. Each stands above or below its
    curve where there is room, on as few curves as can be, near the end of its own.

    Parameters
    ----------
    names : the names.
    curves : the points (x, y) of all that is drawn, x not falling; NaN is a gap.
    taken : left end, right end and height of texts that stand there already.
    line : the height of a line of text; a pane of half the height has lines twice as high.
    levels : ``levels_of(curves)``, where it is known already.
    """
    levels = levels_of(curves) if levels is None else levels
    heights = [0.0] * len(names)
    settled: list[int] = []
    downwards = sorted(range(len(names)), key=lambda i: -names[i].level)
    for place, i in enumerate(downwards):
        tried, costs = _tried(names[i], levels, line)
        lower = [names[j] for j in downwards[place + 1 :] if _beside(names[i], names[j])]
        costs = costs + _room_taken(lower, tried, line)
        others = [(names[j].left, names[j].right, heights[j], OUT_OF_ORDER) for j in settled]
        for left, right, height, price in (*others, *((*text, 0.0) for text in taken)):
            if names[i].left < right and left < names[i].right:
                distance = np.abs(tried - height)
                costs = costs + 1e3 * (distance < line * (1 - 1e-9)) * (2 * line - distance)
                costs = costs + price * (tried > height)
        heights[i] = float(tried[np.argmin(costs)])
        settled.append(i)
    return heights


def _room_taken(lower: Sequence[Name], tried: np.ndarray, line: float) -> np.ndarray:
    """The price of heights that leave the names of lower curves too little room."""
    costs = np.zeros(len(tried))
    for rank, name in enumerate(lower, 1):
        bottom = max(min(name.level, 1.0) + 0.05 * line, 0.0)
        room = (0.5 + rank) * line, min(bottom + (0.5 + rank) * line, 1.0 - 0.5 * line)
        for needed, price in zip(room, (1e2, 0.5), strict=True):
            costs = costs + price * np.maximum(needed - tried - 1e-9, 0.0)
    return costs


def _beside(one: Name, other: Name) -> bool:
    return one.left < other.right and other.left < one.right


def levels_of(curves: Sequence[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """Return the heights of curves, NaN beyond their ends and in gaps.

    Shape (number of curves, ``COLUMNS`` + 2): from the left edge of the picture to the right one,
    and what lies beyond each edge, where nothing is drawn.
    """
    levels = np.full((len(curves), COLUMNS + 2), np.nan)
    for level, (x, y) in zip(levels, curves, strict=True):
        if len(x):
            level[1:-1] = np.interp(_GRID, x, y, left=np.nan, right=np.nan)
    return levels


_GRID = np.linspace(0.0, 1.0, COLUMNS)


def _tried(name: Name, all_levels: np.ndarray, line: float) -> tuple[np.ndarray, np.ndarray]:
    """The heights to try for a name, and the price of each as far as curves are concerned."""
    across = name.left + (name.right - name.left) * ACROSS
    columns = np.rint(across * (COLUMNS - 1)).astype(np.int64) + 1
    levels = all_levels[:, np.minimum(np.maximum(columns, 0), COLUMNS + 1)]
    own = levels[name.curve] if name.curve >= 0 else np.array([name.level])
    own = own[np.isfinite(own)]
    top, bottom = (own.max(), own.min()) if len(own) else (name.level, name.level)
    beside = 0.55 * line
    fixed = _fixed(line)
    level = min(max(name.level, 0.0), 1.0)
    tried = np.concatenate(([top + beside, bottom - beside, level], fixed))
    tried = np.minimum(np.maximum(tried, fixed[0]), fixed[-1])
    crossed = np.abs(levels - tried[:, None, None]) < 0.5 * line
    share = np.count_nonzero(crossed, axis=(1, 2)) / SAMPLES
    return tried, CROSSED * share + np.abs(tried - level)


@cache
def _fixed(line: float) -> np.ndarray:
    """The heights that are tried for every name."""
    return np.linspace(0.5 * line, 1.0 - 0.5 * line, LEVELS)
