"""Rows × time, lighting up as the frames pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from charts.film.scene import Scene
from charts.layout import frame

MARGIN, LETTER, GAP = 56, 6.6, 14
"""Pixels at the left of the tiles; of a letter of a row's name; and of the room around a name."""
APART = 0.16
"""The share of the width that two numbers along the bottom are apart, at least."""


@dataclass(frozen=True, eq=False)
class Tiles(Scene):
    """Rows × time, lighting up column by column as the frames pass.

    Parameters
    ----------
    names : the G rows.
    shares : [F, G], from 0 to 1.
    colour : one for each row, or one for all.
    at : what the columns count [F], for numbers along the bottom; none where it is not given.
    """

    names: Sequence[str]
    shares: np.ndarray
    colour: Sequence[str] | str
    x_label: str = "step"
    at: np.ndarray | None = None

    def payload(self) -> dict:
        shares = np.asarray(self.shares, np.float32)
        places = {} if self.at is None else round_numbers(self.at)
        rows = len(self.names)
        layout = frame(
            self.x_label,
            "",
            xaxis={
                "range": [0, len(shares)],
                "showgrid": False,
                "showline": False,
                "tickvals": list(places.values()),
                "ticktext": [f"{number:,}" for number in places],
            },
            yaxis={"range": [rows, 0], "visible": False, "showline": False},
        )
        longest = max(map(len, self.names), default=0)
        layout["margin"]["l"] = max(MARGIN, round(LETTER * longest) + GAP)
        return {
            "kind": "tiles",
            "title": self.title,
            "layout": layout,
            "names": list(self.names),
            "colours": [self.colour] * rows if isinstance(self.colour, str) else list(self.colour),
            "shares": shares.ravel(),
        }

    def columns(self) -> dict[str, np.ndarray]:
        return {f"{self.title}: {name}": self.shares[:, g] for g, name in enumerate(self.names)}


def round_numbers(at: np.ndarray) -> dict[int, float]:
    """Return round numbers between the ends of ``at`` [F], rising, each with its place on columns.

    The roundest come first; each has room beside the others.

    Examples
    --------
    >>> list(round_numbers(np.arange(0, 301, 6)))
    [0, 100, 200, 300]
    """
    at = np.asarray(at, np.float64)
    middles = np.arange(len(at)) + 0.5
    first, last = int(at[0]), int(at[-1])
    places = {first: middles[0], last: middles[-1]}
    largest = int(np.log10(max(last, 1)))
    for power in range(largest, max(largest - 3, -1), -1):
        unit = 10**power
        for number in range((first // unit + 1) * unit, last, unit):
            place = float(np.interp(number, at, middles))
            if min(abs(place - other) for other in places.values()) >= APART * len(at):
                places[number] = place
    return {number: float(places[number]) for number in sorted(places)}
