"""Curves that coincide where they end, and names that stand side by side for want of height.

All lengths are shares of the picture's width and height, from its left lower corner.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

APART = 0.008
"""Curves that are nowhere farther from each other look like one."""

SAMPLED = np.linspace(0.5, 1.0, 33)
"""The places along a line, from its begin to its end, at which it is compared with another."""

CROWDED = 1.5
"""Lines of text less than so many of their heights apart are side by side."""

Line = tuple[np.ndarray, np.ndarray]


def lines_at(ends: Sequence[tuple[float, float]], lines: Sequence[Line]) -> list[int]:
    """Return for each end the position of the line that ends there, −1 where there is none.

    Of lines that end at one place each belongs to one end, in their order.
    """
    owned: list[int] = []
    lasts = [(float(x[-1]), float(y[-1])) if len(x) else (math.nan, math.nan) for x, y in lines]
    for x, y in ends:
        distances = [
            math.hypot(last[0] - x, last[1] - y) if math.isfinite(last[1]) else math.inf
            for last in lasts
        ]
        within = min(distances, default=0.0) + APART
        near = [i for i in range(len(lasts)) if i not in owned and distances[i] <= within]
        owned.append(min(near, key=distances.__getitem__, default=-1))
    return owned


def group_ties(
    ends: Sequence[tuple[float, float]], lines: Sequence[Line], owned: Sequence[int]
) -> list[list[int]]:
    """Return the ends in groups, each in its order: those whose lines coincide are in one.

    Parameters
    ----------
    ends : the last points (x, y).
    lines : the points (x, y) of all that is drawn, x not falling.
    owned : the position of each end's line; see ``lines_at``.
    """
    groups: list[list[int]] = []
    for i in range(len(ends)):
        twin = next((g for g in groups if _coincide(g[0], i, ends, lines, owned)), None)
        if twin is None:
            groups.append([i])
        else:
            twin.append(i)
    return groups


def _coincide(i: int, j: int, ends: Sequence, lines: Sequence[Line], owned: Sequence[int]) -> bool:
    """Return whether two lines end together and are one for the eye in their second halves."""
    if -1 in (owned[i], owned[j]):
        return False
    if max(abs(a - b) for a, b in zip(ends[i], ends[j], strict=True)) > APART:
        return False
    (x, y), other = lines[owned[i]], lines[owned[j]]
    across = x[0] + (x[-1] - x[0]) * SAMPLED
    apart = np.abs(np.interp(across, x, y) - np.interp(across, *other))
    return not (apart > APART).any()


def rows_of(places: Sequence[tuple[float, float]], line: float) -> list[list[int]]:
    """Return the places of short names in groups, from the highest down.

    Those in one group have no room above each other. Where all have it, none is beside another;
    else two have, one above its curve and one below, and each further name needs a line of text
    between the highest and the lowest.

    Parameters
    ----------
    places : the place (x, y) that each name would have.
    line : the height of a line of text.
    """
    if len(places) * line <= 1.0:
        return [[i] for i in range(len(places))]
    rows: list[list[int]] = []
    for i in sorted(range(len(places)), key=lambda i: -places[i][1]):
        x, y = places[i]
        above = rows[-1][-1] if rows else None
        near = above is not None and abs(places[above][0] - x) < CROWDED * line
        if near and places[above][1] - y < CROWDED * line:
            rows[-1].append(i)
        else:
            rows.append([i])
    apart = []
    for row in rows:
        height = places[row[0]][1] - places[row[-1]][1]
        apart += [row] if height < (len(row) - 2) * line else [[i] for i in row]
    return apart
