"""The room that a sparsity knob leaves: how far it may be turned, and how steep the loss rises."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np

from algorithms import Frontier, Outcomes
from studies.fair.methods import PER_DECADE

BUDGET = 40
WITHIN = 0.05


@dataclass(frozen=True)
class Room:
    """One knob of one method, all its other knobs at their best with at most ``BUDGET`` features.

    Parameters
    ----------
    value : the best value of the knob.
    decades : the width of the values around it that keep the loss within 5 % of the best, and
        the budget; between two values of the grid both are taken to change evenly.
    steepest : the largest rise of the loss between two neighbouring values, as a share of the whole
        rise from the least loss to that of the largest value.
    """

    value: float
    decades: float
    steepest: float


def room(outcomes: Outcomes, knob: str) -> Room | None:
    """Return the room of a knob, in progressive loss; None where no setting has so few features."""
    best = Frontier(outcomes, "loss").best(BUDGET)
    if best is None:
        return None
    values, places = along(outcomes, best.algorithm, knob)
    losses = np.median(outcomes.values["loss"][places], axis=1)  # nan where one diverged
    counts = np.median(outcomes.values["features"][places], axis=1)
    # The shares of what is allowed that are used up: beyond 1 a value is out of the room.
    shares = (losses / best.value - 1.0) / WITHIN, counts / BUDGET
    at = places.index(best.place)
    steps = sum(min(reach(used[side]) for used in shares) for side in (np.s_[at:], np.s_[at::-1]))
    return Room(values[at], steps / PER_DECADE, steepest(losses))


def along(outcomes: Outcomes, algorithm: object, knob: str) -> tuple[list[float], list[int]]:
    """The values of a knob, rising, and the places of the settings that differ in it alone."""
    value = getattr(algorithm, knob)
    found = sorted(
        (getattr(other, knob), place)
        for place, other in enumerate(outcomes.algorithms)
        if dataclasses.replace(other, **{knob: value}) == algorithm
    )
    return [value for value, _ in found], [place for _, place in found]


def reach(used: np.ndarray) -> float:
    """The number of steps of the grid, from the first value on, until more than 1 is used up."""
    over = np.flatnonzero(~(used <= 1.0))
    if not len(over):
        return len(used) - 1.0
    last = int(over[0]) - 1
    rise = used[last + 1] - used[last]
    return last + (float((1.0 - used[last]) / rise) if np.isfinite(rise) else 0.0)


def steepest(losses: np.ndarray) -> float:
    """The largest step of the losses as a share of their rise from the least to the last."""
    losses = losses[np.isfinite(losses)]
    if len(losses) < 2:
        return np.nan
    rising = losses[int(np.argmin(losses)) :]
    rise = rising[-1] - rising[0]
    return float(np.diff(rising).max() / rise) if len(rising) > 1 and rise > 0.0 else np.nan
