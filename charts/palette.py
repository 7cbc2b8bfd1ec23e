"""One colour per algorithm, everywhere; a second run of it takes the neighbouring shade.

An algorithm's class says its ``hue`` and its ``dash``. There are more algorithms than hues that
eyes can tell apart: those that share a hue have different dashes.

The hues are those of Okabe & Ito (2008) and Tol (2021), told apart under the common colour
blindnesses and readable on white and on near-black. Colour never stands alone: every curve
ends in its letter, and runs of one algorithm differ in dash.
"""

from __future__ import annotations

from algorithms import CATALOGUE

HUES = {
    "grey": ("#7a7a7a", "#a39a8c"),
    "vermilion": ("#d55e00", "#e69f00"),
    "purple": ("#c06092", "#aa4499"),
    "blue": ("#1f78c8", "#4fa3dc"),
    "green": ("#009e73", "#44aa99"),
    "violet": ("#8c6bb1", "#9e9ac8"),
    "ochre": ("#a6761d", "#c9a227"),
}
"""Of each hue two shades."""
DASHES = ("solid", "dash", "dot", "dashdot")
REFERENCE = "#8a8f98"


def colour(key: str, occurrence: int) -> str:
    """The colour of the ``occurrence``-th run (from 0) of the algorithm ``key``."""
    return HUES[CATALOGUE[key].hue][occurrence % 2]


def dashes(key: str, occurrence: int) -> list[str]:
    """The dashes it may take, best first: its own, and for further runs those that follow."""
    first = DASHES.index(CATALOGUE[key].dash) + occurrence
    return [DASHES[(first + i) % len(DASHES)] for i in range(len(DASHES))]
