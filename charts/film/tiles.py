"""Rows × time, lighting up as the frames pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from charts.film.scene import Scene
from charts.layout import frame

MARGIN, LETTER, GAP = 56, 6.6, 14
"""Pixels at the left of the tiles; of a letter of a row's name; and of the room around a name."""
APART, ENOUGH = 0.18, 4
"""The share of the width that two numbers along the bottom are apart, at least; and how many are
enough."""


@dataclass(frozen=True, eq=False)
class Tiles(Scene):
    """Rows × time, lighting up column by column as the frames pass.

    Parameters
    ----------
    names : the G rows.
    shares : [F, G], from 0 to 1.
    colour : one for each row, or one for all.
    x_label : the title of the axis of columns.
    at : what the columns count [F], for numbers along the bottom; none where it is not given.
    uprights : columns before which a thin upright line stands, once their frame has come.
    """

    names: Sequence[str]
    shares: np.ndarray
    colour: Sequence[str] | str
    x_label: str = "step"
    at: np.ndarray | None = None
    uprights: Sequence[int] = ()

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
            "uprights": [int(column) for column in self.uprights],
        }

    def columns(self) -> dict[str, np.ndarray]:
        return {f"{self.title}: {name}": self.shares[:, g] for g, name in enumerate(self.names)}


def round_numbers(at: np.ndarray) -> dict[int, float]:
    """Return round numbers between the ends of ``at`` [F], rising, each with its place on columns.

    They are even where the columns are; else the roundest come first.

    Examples
    --------
    >>> list(round_numbers(np.arange(0, 301, 6)))
    [0, 100, 200, 300]
    """
    at = np.asarray(at, np.float64)
    columns, first, last = np.arange(len(at)) + 0.5, int(at[0]), int(at[-1])
    apart = APART * len(at)
    powers = [10**power for power in range(len(str(last)))]
    steps = [factor * power for power in powers for factor in (1, 2, 5)]

    def multiples(step: int) -> np.ndarray:
        return np.arange((first // step + 1) * step, last + 1, step)

    for step in steps:
        if (last - first) * APART > step:
            continue
        even = np.append(first, multiples(step))
        places = np.interp(even, at, columns)
        if len(even) >= ENOUGH and np.diff(places).min() >= apart:
            return dict(zip(even.tolist(), places.tolist(), strict=True))
    placed = {first: columns[0], last: columns[-1]}
    for step in reversed([step for step in steps if step * 100 > last]):
        for number in multiples(step).tolist():
            place = float(np.interp(number, at, columns))
            if min(abs(place - other) for other in placed.values()) >= apart:
                placed[number] = place
    return {number: float(placed[number]) for number in sorted(placed)}
