"""Runs whose every weight after every step is known, for the two parts of Theorem 2."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from algorithms.batch.coordinate_descent import CoordinateDescent
from algorithms.batch.group_coordinate_descent import GroupCoordinateDescent
from algorithms.bounds.constants import Constants, gradient_constants
from algorithms.bounds.dual_averaging import penalty
from algorithms.bounds.form import along
from algorithms.groups import Groups, as_groups
from algorithms.online.group_rda import GroupRDA
from algorithms.online.rda import RDA
from algorithms.record import record
from datasets import Dataset
from datasets.synthetic.yang_groups import YangGroups
from papers.claim import Case, PlaygroundRun, Quantity

L1, N = 0.02, 500
METHODS = {
    "L1-RDA": (RDA, {}),
    "DA-GL": (GroupRDA, {}),
    "DA-SGL": (GroupRDA, {"group_l1": 1.0}),
}
TWO = "two examples"


def made_groups(seed: int) -> Dataset:
    """Return the examples of §6.1."""
    return YangGroups(n_rows=N, draw=seed).build()


def two_examples(seed: int) -> Dataset:
    """Return one feature that is 1, once with the label +1 and once with −1."""
    return Dataset.from_arrays(np.ones((2, 1)), [1.0, -1.0], name=TWO)


CASES = (Case("made groups", made_groups), Case(TWO, two_examples))


class Walk(NamedTuple):
    """A run, the weights u it is compared with, and both mean penalised losses, (T,)."""

    algorithm: RDA | GroupRDA
    constants: Constants
    asked: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
    groups: Groups | None
    regret: np.ndarray
    h: float


def walks(method: str, dataset: Dataset) -> Iterator[Walk]:
    """Yield one run for each u: the best weights in hindsight, the true ones, and none at all.

    γ = L/D is that of u; where u = 0 it is 10.
    """
    kind, knobs = METHODS[method]
    loss = "hinge" if dataset.name == TWO else "logistic"
    l1 = 0.0 if dataset.name == TWO else L1
    constants = gradient_constants(loss, dataset.X)
    groups = None if dataset.groups is None else as_groups(dataset.groups, dataset.n_features)
    for u in comparators(method, dataset):
        h = 0.5 * float(u @ u)
        gamma = float(np.sqrt(constants.B / h)) if h > 0.0 else 10.0
        algorithm = kind(gamma=gamma, l1=l1, **knobs)
        order = np.arange(dataset.n_rows)
        trace = record(algorithm, dataset, loss, order=order, checkpoints=len(order))
        asked = along(trace, dataset, order, u)
        losses, after, _, losses_of_u = asked
        before = np.concatenate([np.zeros((1, len(u))), after[:-1]])
        ahead = losses + penalty(algorithm, before, groups) - losses_of_u
        ahead -= float(penalty(algorithm, u[None], groups)[0])
        mean = np.cumsum(ahead) / np.arange(1, len(losses) + 1)
        yield Walk(algorithm, constants, asked, groups, mean, h)


def comparators(method: str, dataset: Dataset) -> Iterator[np.ndarray]:
    """Yield the weights u that a method is compared with."""
    yield np.zeros(dataset.n_features)
    if dataset.name == TWO:
        return
    kind = CoordinateDescent if method == "L1-RDA" else GroupCoordinateDescent
    yield kind(l1=L1, tolerance=1e-8).solve(dataset, "logistic").weights
    yield dataset.true_weights


def opens(case: Case, quantity: Quantity, reading) -> PlaygroundRun | None:
    """Return a run on the made groups."""
    if case.name == TWO:
        return None
    kind, knobs = METHODS[quantity.series]
    stream = {"loss": "logistic", "passes": 1, "order": 0}
    run = kind(gamma=5.0, l1=L1, **knobs)
    return PlaygroundRun(("yang_groups", {"n_rows": N, "draw": 0}), (run,), stream=stream)
