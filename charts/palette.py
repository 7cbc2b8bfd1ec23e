"""One colour an algorithm, everywhere; a second run of it takes the neighbouring shade.

There are more algorithms than hues that eyes can tell apart: those that share a hue have
different dashes.

The hues are those of Okabe & Ito (2008) and Tol (2021), told apart under the common colour
blindnesses and readable on white and on near-black. Colour never stands alone: every curve
ends in its letter, and runs of one algorithm differ in dash.
"""

from __future__ import annotations

from algorithms import CATALOGUE

HUES = (
    ("#7a7a7a", "#a39a8c"),  # grey
    ("#d55e00", "#e69f00"),  # vermilion, orange
    ("#c06092", "#aa4499"),  # purples
    ("#1f78c8", "#4fa3dc"),  # blues
    ("#009e73", "#44aa99"),  # greens
    ("#8c6bb1", "#9e9ac8"),  # violets
    ("#a6761d", "#c9a227"),  # ochres
)
DASHES = ("solid", "dash", "dot", "dashdot")
REFERENCE = "#8a8f98"


def colour(key: str, occurrence: int) -> str:
    """The colour of the ``occurrence``-th run (from 0) of the algorithm ``key``."""
    return HUES[_place(key) % len(HUES)][occurrence % 2]


def dashes(key: str, occurrence: int) -> list[str]:
    """The dashes it may take, best first: algorithms that share a hue differ in the first."""
    first = _place(key) // len(HUES) + occurrence
    return [DASHES[(first + i) % len(DASHES)] for i in range(len(DASHES))]


def _place(key: str) -> int:
    return list(CATALOGUE).index(key)
