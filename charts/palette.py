"""The colours of curves: one for each letter on the playground and the sweep page, one for each
algorithm in the lessons.

A letter keeps its colour and its dash whatever its run learns by, so a run looks the same when
others come and go. In a lesson an algorithm's class says its ``hue`` and its ``dash``, but for
those that ``hue_of`` knows better; algorithms that share a hue have different dashes.

Every colour is a pair: one for the light theme and its partner for the dark theme. Pictures are
drawn with the light one, and the browser swaps it (``lib/palette.js``). ``tests/charts`` computes
what holds in both themes, for the letters with the grey of references, and for all shades of the
lessons' hues with that grey:

* Any two colours differ by a ΔE (CIE76, in Lab) of at least 10. So they do as people with
  protanopia, deuteranopia and tritanopia see them in the simulation of Machado, Oliveira &
  Fernandes (2009) at severity 1.
* As text, each has a contrast of at least 4.5 : 1 (WCAG 2.2) on the page and on its second
  background.

Nothing is promised between a letter and a hue, for colours that shine through, or for the
colour scale of a map.
"""

from __future__ import annotations

from algorithms import CATALOGUE

_LETTER_PAIRS = {
    "A": ("#b9460a", "#eb6937"),
    "B": ("#05552d", "#78eb96"),
    "C": ("#1464eb", "#738cff"),
    "D": ("#783287", "#ebafff"),
}
_HUES = {
    "grey": (("#414650", "#d2c3b9"),),
    "vermilion": (("#cd3205", "#e17828"), ("#9b0a05", "#ff5a5a")),
    "purple": (("#9b057d", "#c373be"),),
    "blue": (("#0f5ae1", "#7887ff"),),
    "green": (("#3c7855", "#14b46e"), ("#05462d", "#64f5a0")),
    "violet": (("#3c19a0", "#dc9bff"),),
    "ochre": (("#826937", "#ebc864"),),
}
_REFERENCE = ("#696c72", "#9a9ca3")

LETTER_COLOURS = {letter: light for letter, (light, _) in _LETTER_PAIRS.items()}
"""The colour of each letter."""
HUES = {name: tuple(light for light, _ in shades) for name, shades in _HUES.items()}
"""Of each hue one shade, or two where a lesson draws two runs of one algorithm."""
_OWN_HUES = {"smidas": "ochre"}
"""Hues of algorithms that lessons draw in another than that of their class: FOBOS is green, too,
and who reads the course meets both."""
REFERENCE = _REFERENCE[0]
"""The grey of what is drawn to compare with."""
PARTNERS = dict(
    [*_LETTER_PAIRS.values(), *(pair for hue in _HUES.values() for pair in hue), _REFERENCE]
)
"""By each colour, what the dark theme has in its place."""
DASHES = ("solid", "dash", "dot", "dashdot")
LETTER_DASHES = {"A": "solid", "B": "dash", "C": "dashdot", "D": "dot"}
"""The dash of each letter."""


def hue_of(key: str) -> str:
    """Return the hue of an algorithm in a lesson."""
    return _OWN_HUES.get(key, CATALOGUE[key].hue)


def colour(key: str, occurrence: int) -> str:
    """Return the colour of the ``occurrence``-th run (from 0) of an algorithm in a lesson."""
    shades = HUES[hue_of(key)]
    return shades[occurrence % len(shades)]


def dashes(key: str, occurrence: int) -> list[str]:
    """Return the dashes it may take, best first: its own, and for further runs those after it."""
    first = DASHES.index(CATALOGUE[key].dash) + occurrence
    return [DASHES[(first + i) % len(DASHES)] for i in range(len(DASHES))]
