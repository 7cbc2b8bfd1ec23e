"""Keep-k and Lasso methods at the same number of features: loss, what λ leaves, what is useless."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from charts.palette import colour, dashes
from charts.picture import Picture
from charts.trends import Trend, trends


class Point(NamedTuple):
    """What k or λ = ``strength`` leads to: nonzero weights by kind, mean loss, share mistaken."""

    strength: float
    useful: int
    useless: int
    loss: float
    wrong: float

    @property
    def kept(self) -> int:
        """All nonzero weights."""
        return self.useful + self.useless

    @property
    def share(self) -> float:
        """The useless ones among them."""
        return self.useless / max(self.kept, 1)


def against_count(
    curves: Mapping[str, tuple[Sequence[Point], Point]],
    names: Mapping[str, str],
    useless: str,
    where: str,
) -> list[Picture]:
    """Three pictures of ``curves`` by algorithm, of each (points, where the knobs stand).

    The first counts, the others shrink. useless : what useless features are called, "" where none
    are known. where : on which rows loss is measured.
    """
    counting, *shrinking = curves
    letters = {key: "k" if key == counting else names[key][0].upper() for key in curves}

    def drawn(x: str, y: str, keys: Sequence[str]) -> list[Trend]:
        return [_trend(key, names[key], letters[key], *curves[key], x, y) for key in keys]

    listed = ", ".join(f"{letters[key]} {names[key]}" for key in curves)
    told = f"Dots: k as it stands, and the nearest a λ comes to it: {listed}."
    level = {"k": float(curves[counting][1].kept)}
    y, what = (
        ("share", f"share of {useless} ones among them") if useless else ("wrong", "share mistaken")
    )
    kept, purity = "features kept", "Low is better."
    return [
        trends("loss", (kept, f"mean loss, rows {where}"), drawn("kept", "loss", [*curves]),
               log_x=True, caption=told),
        trends("penalty", ("penalty λ", kept), drawn("strength", "kept", shrinking), levels=level,
               log_x=True, log_y=True,
               caption="The level line: k. Each method meets it at another λ, or not at all."),
        trends("useless", (kept, what), drawn("kept", y, [*curves]), log_x=True, caption=purity),
    ]  # fmt: skip


def _trend(
    key: str, name: str, letter: str, points: Sequence[Point], here: Point, x: str, y: str
) -> Trend:
    drawn = [point for point in points if point.kept]
    return Trend(
        name,
        np.array([getattr(point, x) for point in drawn], np.float64),
        np.array([getattr(point, y) for point in drawn], np.float64),
        colour(key, 0),
        dashes(key, 0)[0],
        (getattr(here, x), getattr(here, y)),
        letter,
    )
