"""The choice of settings, and methods compared: at most k features, each at its best knobs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from algorithms import Frontier, Outcomes

AUC, LOSS = "AUC", "loss"
"""The two measures: AUC on rows that chose nothing, at most k features at the end of a run; and
progressive loss, at most k features in the mean over the last pass."""


@dataclass(frozen=True)
class Cell:
    """One method at its best knobs, with at most k features.

    Parameters
    ----------
    place : the position of the setting in the method's outcomes.
    features : the median number of features over the orders.
    low, value, high : quartiles and median of the measure over the orders.
    """

    place: int
    algorithm: Any
    features: float
    low: float
    value: float
    high: float


def best_setting(outcomes: Outcomes, budget: float, measure: str = AUC) -> Cell | None:
    """Return the best setting with at most ``budget`` features, or None where there is none.

    By AUC it is chosen on the one half of the rows held out, and its numbers are those on the
    other. The progressive loss is suffered before learning, so it chooses and is shown.
    """
    return of_frontier(frontier_of(outcomes, measure), budget)


def frontier_of(outcomes: Outcomes, measure: str) -> Frontier:
    """Return the frontier by which settings are chosen."""
    if measure == LOSS:
        return Frontier(outcomes, "loss", "features held")
    return Frontier(outcomes, "test AUC")


def of_frontier(frontier: Frontier, budget: float) -> Cell | None:
    """Return what ``best_setting`` does, of a frontier that is there already."""
    point = frontier.best(budget)
    if point is None:
        return None
    shown = "loss" if frontier.measure == "loss" else "judged AUC"
    spread = np.nanquantile(frontier.outcomes.values[shown][point.place], (0.25, 0.5, 0.75))
    return Cell(point.place, point.algorithm, point.features, *(float(v) for v in spread))


def part(outcomes: Outcomes, **knobs: Any) -> Outcomes:
    """Return the outcomes of the settings that have these values of their knobs."""
    return outcomes.take(
        [
            place
            for place, algorithm in enumerate(outcomes.algorithms)
            if all(getattr(algorithm, name) in values for name, values in knobs.items())
        ]
    )


def lead(one: Cell | None, other: Cell | None, measure: str = AUC) -> int:
    """Return 1 where ``one`` is clearly ahead, −1 where it is clearly behind, else 0.

    Clearly: the quartiles do not overlap. A method that has no setting with so few features is
    behind one that has.
    """
    if one is None or other is None:
        return (one is not None) - (other is not None)
    if measure == LOSS:
        one, other = other, one
    return int(one.low > other.high) - int(one.high < other.low)


@dataclass(frozen=True, eq=False)
class Entrants:
    """The methods on one dataset, whole or with some values of their knobs alone.

    Parameters
    ----------
    outcomes : by method.
    """

    outcomes: dict[str, Outcomes]
    _frontiers: dict[tuple, Frontier] = field(default_factory=dict)

    def cell(
        self, name: str, budget: float, measure: str = AUC, periods: tuple[int, ...] = ()
    ) -> Cell | None:
        """Return the best of a method with at most ``budget`` features, at some periods K alone."""
        key = name, measure, periods
        if key not in self._frontiers:
            outcomes = self.outcomes[name]
            if periods:
                outcomes = part(outcomes, period=periods)
            self._frontiers[key] = frontier_of(outcomes, measure)
        return of_frontier(self._frontiers[key], budget)


@dataclass(frozen=True)
class Tally:
    """Cells in which the one side was clearly ahead, level, or clearly behind."""

    ahead: int = 0
    level: int = 0
    behind: int = 0

    @classmethod
    def of(cls, leads: Iterable[int]) -> Tally:
        """Return the count of 1, 0 and −1."""
        leads = list(leads)
        return cls(leads.count(1), leads.count(0), leads.count(-1))

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.ahead + self.level + self.behind

    def __str__(self) -> str:
        return f"{self.ahead} – {self.level} – {self.behind}"
