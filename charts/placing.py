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

STRUCK, STRIKE, AWAY, OFF = 0.1, 0.8, 0.4, 1.2
"""A name goes left if curves cross more than the first share of it. The second is then the price of
being crossed all over; the others are those of a way to the left, and of one off its own curve."""

STEPS = np.array([0.12, 0.24, 0.36, 0.48])
"""The steps to the left that are tried."""

DOTTED, CLEAR = 0.2, 0.85
"""The price of a dot under a name, and how far from it a name is off it, in lines of text."""


Text = tuple[float, float, float, float]
"""A text that stands there: its left end, right end and height, and the price of a name above."""


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


class Around(NamedTuple):
    """Everything in a pane that names keep off.

    Parameters
    ----------
    levels : the heights of all curves; see ``levels_of``.
    line : the height of a line of text; a pane of half the height has lines twice as high.
    taken : left end, right end and height of texts that stand there already.
    dots : the places (x, y) of dots, where names do not go ``along`` their curves.
    along : a name may go left along its curve.
    """

    levels: np.ndarray
    line: float = HEIGHT
    taken: Sequence[tuple[float, float, float]] = ()
    dots: tuple[np.ndarray, np.ndarray] | None = None
    along: bool = True


class Spot(NamedTuple):
    """A place for a name.

    Parameters
    ----------
    left : the left end of the text.
    height : the height of its middle.
    struck : the share of it that curves cross.
    """

    left: float
    height: float
    struck: float


def places(names: Sequence[Name], around: Around) -> list[Spot]:
    """Return a place for each name, its left end and the height of its middle in [0, 1].

    Up to five names, with what stands there already, never overlap. Each stands above or below its
    curve where there is room, on as few curves and dots as can be, near the end of its own. A name
    that curves would strike through goes left along its own.
    """
    found = [Spot(0.0, 0.0, 0.0)] * len(names)
    texts = [(*text, 0.0) for text in around.taken]
    downwards = sorted(range(len(names)), key=lambda i: -names[i].level)
    for place, i in enumerate(downwards):
        name = names[i]
        lower = [names[j] for j in downwards[place + 1 :] if _beside(name, names[j])]
        left, height, _ = found[i] = _place(name, lower, around, texts)
        texts.append((left, left + name.right - name.left, height, OUT_OF_ORDER))
    return found


def _place(name: Name, lower: Sequence[Name], around: Around, texts: Sequence[Text]) -> Spot:
    """The place of one name; ``lower`` are those that are still to come."""
    line = around.line
    tried, costs, struck = _tried(name, around.levels, line)
    if lower:
        costs = costs + _room_taken(lower, tried, line)
    for left, right, height, price in texts:
        if name.left < right and left < name.right:
            costs = costs + _of_texts(tried, line, height, price)
    if around.dots is not None:
        x, y = around.dots
        beneath = y[(x > name.left) & (x < name.right)]
        if len(beneath):
            under = np.abs(beneath - tried[:, None]) < CLEAR * line
            costs = costs + DOTTED * np.count_nonzero(under, axis=1)
    best = int(np.argmin(costs))
    if struck[best] > STRUCK and around.along and name.left >= STEPS[0]:
        bar = float(costs[best] + (STRIKE - CROSSED) * struck[best])
        aside = _aside(name, around, texts, bar)
        if aside is not None:
            return aside
    return Spot(name.left, float(tried[best]), float(struck[best]))


def _of_texts(tried: np.ndarray, line: float, height: float, price: float) -> np.ndarray:
    """The price of heights beside a text: of those on it, and of those above it."""
    distance = np.abs(tried - height)
    covered = 1e3 * (distance < line * (1 - 1e-9)) * (2 * line - distance)
    return covered + price * (tried > height) if price else covered


def _aside(name: Name, around: Around, texts: Sequence[Text], bar: float) -> Spot | None:
    """The place of a name that goes left along its curve.

    None where all prices are above ``bar``.
    """
    line = around.line
    steps = STEPS[name.left >= STEPS][:, None]
    across = (name.left - steps) + (name.right - name.left) * ACROSS
    levels = around.levels[:, np.rint(across * (COLUMNS - 1)).astype(np.int64) + 1]
    fixed = _fixed(line)
    own = levels[name.curve] if name.curve >= 0 else np.full(across.shape, name.level)
    own = np.where(np.isfinite(own), own, name.level)
    beside = own.max(1) + 0.55 * line, own.min(1) - 0.55 * line
    tried = np.concatenate([np.stack(beside, 1), np.tile(fixed[::3], (len(steps), 1))], axis=1)
    tried = np.minimum(np.maximum(tried, fixed[0]), fixed[-1])
    crossed = np.abs(levels[:, :, None] - tried[..., None]) < 0.5 * line
    struck = np.count_nonzero(crossed, axis=(0, 3)) / SAMPLES
    distance = np.abs(tried[..., None] - own[:, None]).min(axis=2)
    costs = STRIKE * struck + AWAY * steps + OFF * distance
    left, right = name.left - steps, name.right - steps
    for start, end, height, price in texts:
        if name.left - steps[-1, 0] < end and start < name.right:
            meets = (left < end) & (start < right)
            costs = costs + meets * _of_texts(tried, line, height, price)
    i, j = divmod(int(np.argmin(costs)), costs.shape[1])
    if costs[i, j] >= bar:
        return None
    return Spot(name.left - float(steps[i, 0]), float(tried[i, j]), float(struck[i, j]))


def _room_taken(lower: Sequence[Name], tried: np.ndarray, line: float) -> np.ndarray:
    """The price of heights that leave the names of lower curves too little room."""
    needed = []
    for rank, name in enumerate(lower, 1):
        bottom = max(min(name.level, 1.0) + 0.05 * line, 0.0)
        room = (0.5 + rank) * line
        needed.append((room, min(bottom + room, 1.0 - 0.5 * line)))
    missing = np.maximum(np.array(needed)[..., None] - tried - 1e-9, 0.0)
    return 1e2 * missing[:, 0].sum(axis=0) + 0.5 * missing[:, 1].sum(axis=0)


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


def _tried(
    name: Name, all_levels: np.ndarray, line: float
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The heights to try for a name, and the price of each as far as curves are concerned.

    The last are the shares of the name that curves cross there.
    """
    across = name.left + (name.right - name.left) * ACROSS
    columns = (across * (COLUMNS - 1) + 1.5).astype(np.int64)
    levels = all_levels[:, np.minimum(np.maximum(columns, 0), COLUMNS + 1)]
    own = levels[name.curve] if name.curve >= 0 else np.array([name.level])
    own = own[np.isfinite(own)]
    top, bottom = (own.max(), own.min()) if len(own) else (name.level, name.level)
    beside = 0.55 * line
    fixed = _fixed(line)
    level = min(max(name.level, 0.0), 1.0)
    low, high = 0.5 * line, 1.0 - 0.5 * line
    nearest = [min(max(y, low), high) for y in (top + beside, bottom - beside, level)]
    tried = np.concatenate((nearest, fixed))
    # Counted in their order, which is twice as fast as one by one; gaps come last.
    every, half = np.sort(levels, axis=None), 0.5 * line
    crossed = np.searchsorted(every, tried + half) - np.searchsorted(every, tried - half, "right")
    share = crossed / SAMPLES
    return tried, CROSSED * share + np.abs(tried - level), share


@cache
def _fixed(line: float) -> np.ndarray:
    """The heights that are tried for every name."""
    return np.linspace(0.5 * line, 1.0 - 0.5 * line, LEVELS)
