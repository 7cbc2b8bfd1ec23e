"""The two machines of the story, whose sensors are groups, and what both methods make of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from algorithms import Trace, order_of
from datasets import Dataset
from pages.lessons.groups.runs import (
    Knobs,
    f1,
    groups_for,
    members,
    read_by,
    runs,
    train_step_by_step,
)
from pages.lessons.groups.twin import group_lasso
from ui.lessons.evidence import remember

SENSORS, EACH = 10, 10
"""Groups, and the features of each."""
EXAMPLES = 300
WHOLE, LONELY = (EACH,) * 3, (1,) * 5
"""The useful features of each useful group: in three groups all, or in five groups one."""
NOISE = {WHOLE: 4.0, LONELY: 1.0}
"""The standard deviation of what blurs the label; w·x has √30 and √5."""
PAIR = ("L1", "group")
TRIO = (*PAIR, "sparse group")
"""The methods on the second machine, where single features are useful."""
LADDER = (0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.07, 0.1, 0.15)
"""Penalties of the contest."""
DRAWS = range(1, 11)
"""Draws of the contest."""
EXAMPLE_DRAW = 3
"""The draw that the story tells of."""


@remember(most=24)
def machine(useful: tuple[int, ...], draw: int) -> Dataset:
    """Return examples whose label depends on so many features of the first groups.

    The true weights are ±1, the features independent and normal.
    """
    rng = np.random.default_rng((len(useful), draw))
    truth = np.zeros((SENSORS, EACH))
    for row, count in zip(truth, useful, strict=False):
        row[rng.permutation(EACH)[:count]] = rng.choice((-1.0, 1.0), size=count)
    X = rng.standard_normal((EXAMPLES, SENSORS * EACH))
    score = X @ truth.ravel() + NOISE[useful] * rng.standard_normal(EXAMPLES)
    return Dataset.from_arrays(
        X,
        np.where(score > 0.0, 1.0, -1.0),
        groups=np.repeat(np.arange(SENSORS), EACH),
        true_weights=truth.ravel(),
    )


def sensor_names(useful: tuple[int, ...]) -> list[str]:
    """Return the names of the groups, the useful ones first."""
    noise = range(1, SENSORS - len(useful) + 1)
    return [f"useful {i + 1}" for i in range(len(useful))] + [f"noise {i}" for i in noise]


class Machine(NamedTuple):
    """Both methods on one machine.

    Parameters
    ----------
    useful : the useful features of each useful group.
    groups : the features of each group as the group lasso is given them.
    runs : by method, step by step.
    """

    knobs: Knobs
    useful: tuple[int, ...]
    data: Dataset
    groups: list[np.ndarray]
    runs: dict[str, Trace]

    @property
    def true_groups(self) -> list[np.ndarray]:
        """The features of each sensor."""
        return np.split(np.arange(SENSORS * EACH), SENSORS)

    @property
    def limit(self) -> float:
        """The length of an arrow up to which a group stays at 0."""
        return float(self.knobs.l1 * np.sqrt(EACH))

    def lit(self, method: str) -> np.ndarray:
        """Return which sensors have a weight at the end, bool (SENSORS,)."""
        w = self.runs[method].final.weights
        return np.array([w[group].any() for group in self.true_groups])

    def is_useful(self, groups: list[np.ndarray]) -> list[bool]:
        """Return of each group whether any of its features is useful."""
        return [bool(self.data.true_weights[group].any()) for group in groups]

    def kinds(self, method: str | None) -> list[np.ndarray]:
        """Return which weights are rightly in use, in use for nothing, in use with the wrong sign,
        missed, and rightly 0.

        Each is bool (d,). Of the truth, where ``method`` is None: which are useful, and noise.
        """
        truth = np.sign(self.data.true_weights)
        useful = truth != 0.0
        if method is None:
            return [useful, ~useful]
        sign = np.sign(self.runs[method].final.weights)
        used, agree = sign != 0.0, sign == truth
        vain, wrong = ~useful & used, useful & used & ~agree
        return [useful & agree, vain, wrong, useful & ~used, ~useful & ~used]

    def right(self, method: str) -> int:
        """Return how many weights have the true sign, which may be none."""
        return right(self.runs[method], self.data)

    def vain(self, method: str) -> int:
        """Return how many weights are not 0 and should be."""
        w = self.runs[method].final.weights
        return int(((w != 0.0) & (self.data.true_weights == 0.0)).sum())

    def last_votes(self) -> np.ndarray:
        """Return the sizes of the average votes of the sparse group lasso at the end, (d,)."""
        knobs = read_by("sparse group", self.knobs)
        return np.abs(average_votes(knobs, self.data, knobs.group_l1)[-1])

    def arrows(self) -> np.ndarray:
        """Return the length of each group's average vote after each example, (n, groups)."""
        votes = average_votes(read_by("group", self.knobs), self.data)
        return np.stack([np.linalg.norm(votes[:, group], axis=1) for group in self.groups], axis=1)


def whole_machine(knobs: Knobs) -> Machine:
    """Return the machine with three useful sensors, all of whose features are useful."""
    return _machine(knobs, WHOLE)


def lonely_machine(knobs: Knobs) -> Machine:
    """Return the machine with five useful sensors, each with one useful feature."""
    return _machine(knobs, LONELY)


def _machine(knobs: Knobs, useful: tuple[int, ...]) -> Machine:
    data = machine(useful, EXAMPLE_DRAW)
    names = TRIO if useful == LONELY else PAIR
    traces = train_step_by_step([(name, read_by(name, knobs)) for name in names], data)
    groups = members(groups_for("group", knobs, data))
    return Machine(knobs, useful, data, groups, dict(zip(names, traces, strict=True)))


@remember(most=4)
def average_votes(knobs: Knobs, data: Dataset, within: float = 0.0) -> np.ndarray:
    """Return the average votes of the group lasso after each example, (n, d).

    ``within`` is r of the sparse one.
    """
    order = order_of(data)
    groups = members(groups_for("group", knobs, data))
    X = data.X.toarray()[order]
    return group_lasso(X, data.y[order], groups, knobs.l1, knobs.gamma, within)[1]


def right(run: Trace, data: Dataset) -> int:
    """Return how many weights of a run have the true sign, which may be none."""
    return int((np.sign(run.final.weights) == np.sign(data.true_weights)).sum())


class Contest(NamedTuple):
    """Both methods at every penalty of LADDER on ten new draws of a machine.

    Parameters
    ----------
    right : by method, weights with the right sign, (draws, penalties).
    f1 : by method, F1 of the signs, (draws, penalties).
    """

    right: dict[str, np.ndarray]
    f1: dict[str, np.ndarray]

    def best(self, method: str) -> float:
        """Return the most weights right at one penalty, each the average over the draws."""
        return float(np.mean(self.right[method], axis=0).max())

    def wins(self, method: str, other: str) -> int:
        """Return on how many draws a method is ahead in F1, each at its best penalty."""
        return int((self.f1[method].max(axis=1) > self.f1[other].max(axis=1)).sum())


@remember(most=2)
def contest(useful: tuple[int, ...]) -> Contest:
    """Return both methods at every penalty on each of DRAWS."""
    asked = [(name, Knobs(l1=l1)) for name in PAIR for l1 in LADDER]
    counts, scores = [], []
    for draw in DRAWS:
        data = machine(useful, draw)
        made = runs(asked, data, 1)
        counts.append([right(run, data) for run in made])
        scores.append([f1(run.final.weights, data.true_weights) for run in made])
    shape = len(DRAWS), len(PAIR), len(LADDER)
    by_method = [np.reshape(values, shape).swapaxes(0, 1) for values in (counts, scores)]
    return Contest(*(dict(zip(PAIR, values, strict=True)) for values in by_method))
