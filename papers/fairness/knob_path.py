"""A knob turned alone, all others at their best: how the loss rises, and how much room there is."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import numpy as np

from papers.fairness.runs import Repetition, Scores

PER_DECADE = 10
DECADES = 2
"""How far the knob is turned to either side."""

WITHIN = 0.05
"""The share by which the loss may be larger than at the best value."""


@dataclass(frozen=True, eq=False)
class KnobPath:
    """The runs along one knob.

    Parameters
    ----------
    values : float64 (v,), of the knob, rising by a tenth of a decade; the middle one is the best.
    loss : float64 (v,), the progressive loss per example; nan where a run diverged.
    features : float64 (v,), kept at the end.
    """

    values: np.ndarray
    loss: np.ndarray
    features: np.ndarray

    def steepest(self) -> float:
        """Return the largest rise of the loss within a fifth of a decade, as a share of its whole
        rise from the least loss to that at the largest value; nan where it does not rise."""
        rising = self.loss[np.isfinite(self.loss)]
        rising = rising[int(np.argmin(rising)) :]
        fifth = PER_DECADE // 5
        if len(rising) <= fifth or rising[-1] <= rising[0]:
            return np.nan
        return float((rising[fifth:] - rising[:-fifth]).max() / (rising[-1] - rising[0]))

    def room(self, k: float) -> float:
        """Return how many decades around the middle keep the loss within 5 % of it, and at most
        ``k`` features; between two values both are taken to change evenly."""
        middle = len(self.values) // 2
        # The share of what is allowed that is used up: beyond 1 a value is out of the room.
        worse = (self.loss / self.loss[middle] - 1.0) / WITHIN
        spent = np.where(np.isfinite(worse), np.fmax(worse, self.features / k), np.inf)
        return (_reach(spent[middle:]) + _reach(spent[middle::-1])) / PER_DECADE


def _reach(spent: np.ndarray) -> float:
    """The number of steps from the first value on until more than 1 is used up."""
    over = np.flatnonzero(spent > 1.0)
    if not len(over):
        return len(spent) - 1.0
    last = int(over[0]) - 1
    if last < 0:
        return 0.0
    rise = spent[last + 1] - spent[last]
    return last + (float((1.0 - spent[last]) / rise) if np.isfinite(rise) else 0.0)


def path_of(repetition: Repetition, scores: Scores, knob: str, k: float) -> KnobPath | None:
    """Return the runs along a knob around the setting of least loss with at most ``k`` features.

    None where no setting has so few.
    """
    place = scores.least_loss(k)
    if place is None:
        return None
    best: Any = scores.algorithms[place]
    steps = np.arange(-DECADES * PER_DECADE, DECADES * PER_DECADE + 1)
    values = getattr(best, knob) * 10.0 ** (steps / PER_DECADE)
    along = repetition.sweep([dataclasses.replace(best, **{knob: float(v)}) for v in values])
    return KnobPath(values, along.loss, along.features)
