"""What each gravity leads to: features kept, regret, and the one against the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from algorithms.truth import Truth
from charts.palette import REFERENCE, colour
from charts.picture import Picture
from charts.trends import Trend, trends

HUE = colour("truncated_gradient", 0)


class Outcome(NamedTuple):
    """Of a run with ``gravity``: nonzero weights by kind; regret and mistakes an example."""

    gravity: float
    useful: int
    useless: int
    regret: float
    mistakes: float

    @property
    def kept(self) -> int:
        """All nonzero weights."""
        return self.useful + self.useless


def gravity_sweep(
    none: Outcome, sweep: Sequence[Outcome], now: Outcome, truth: Truth, yardstick: str
) -> list[Picture]:
    """Three pictures: shares kept and regret against g, regret against features kept.

    none : with g = 0. sweep : rising in g, all positive. yardstick : who the comparator is.
    """
    g = np.array([outcome.gravity for outcome in sweep])
    at = max(now.gravity, float(g[0]))  # g = 0 has no logarithm
    shares = []
    for kind, name, mask, ink, dash in (
        ("useful", truth.good, truth.useful, HUE, "solid"),
        ("useless", truth.useless, ~truth.useful, REFERENCE, "dash"),
    ):
        total = max(int(mask.sum()), 1)
        kept = np.array([getattr(outcome, kind) for outcome in sweep]) / total
        if name:
            shares.append(Trend(name, g, kept, ink, dash, (at, getattr(now, kind) / total), name))
    regret = Trend("regret", g, _regrets(sweep), HUE, here=(at, now.regret), label="g")
    path = [none, *sweep]
    kept = np.array([outcome.kept for outcome in path])
    here = (now.kept, now.regret)
    frontier = Trend("regret", kept, _regrets(path), HUE, here=here, label="g")
    start = Trend(
        "g = 0", kept[:1], _regrets([none]), HUE, here=(none.kept, none.regret), label="0"
    )
    price, both = ("gravity g", "regret an example"), ("features kept", "regret an example")
    level = {"g = 0": none.regret}
    caption = "From g = 0 on the right to too much on the left; low and left is better."
    return [
        trends("kept", ("gravity g", "share kept"), shares, here=at, log_x=True,
               caption="The upright line stands where g does."),
        trends("price", price, [regret], levels=level, here=at, log_x=True,
               caption=f"{yardstick} The level line: g = 0."),
        trends("frontier", both, [frontier, start], log_x=True, caption=caption),
    ]  # fmt: skip


def _regrets(outcomes: Sequence[Outcome]) -> np.ndarray:
    return np.array([outcome.regret for outcome in outcomes])
