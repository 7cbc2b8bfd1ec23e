"""The made-up examples of §6.1, five methods that learn from them, and what the paper leaves open.

A repetition draws N examples to learn from, N to test on, and N more for readings that choose λ.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from algorithms.batch.coordinate_descent import CoordinateDescent
from algorithms.batch.group_coordinate_descent import GroupCoordinateDescent
from algorithms.bounds.constants import largest_norm
from algorithms.evaluation.measures import sign_f1
from algorithms.online.group_rda import GroupRDA
from algorithms.online.rda import RDA
from algorithms.record import record
from datasets import Dataset
from datasets.synthetic.yang_groups import YangGroups
from papers.claim import Case, PlaygroundRun, Quantity, Reading, Trial
from papers.once import once
from papers.yang.table_1 import METHODS, TABLE_1

LOSS = "logistic"
SHARES = (0.5, 0.2, 0.1, 0.05)
GAP = 1e-6
"""The duality gap to which the two batch methods are solved, as a share of that of weights 0."""
LARGEST_OPENED = 20_000
"""The most rows of a run that opens in the playground."""
ONE_L1 = 0.055
"""The λ with which L1-RDA's printed column comes back from 500 examples on."""

FIFTH = Reading(
    "λ = .2 λmax", "Every method has the same λ: .2 of the one that empties the group lasso."
)
TENTH = Reading(
    "λ = .1 λmax", "Every method has the same λ: .1 of the one that empties the group lasso."
)
TUNED = Reading(
    "λ tuned for each N",
    "Each method has, of .5, .2, .1 and .05 of the group lasso's λmax, the λ that is most accurate "
    "on N examples of its own.",
)
ONE = Reading(
    "one λ for every N",
    "As tuned, but L1-RDA has λ = .055 whatever N is: the one with which its printed column comes "
    "back from 500 examples on.",
)
DIFFERS = (
    "The loss is the logistic one, which the paper's batch solver takes for classes, and every "
    "method has a bias.",
    "The online methods go through the examples once; the batch methods are solved to a duality "
    "gap of 10⁻⁶.",
    "γ = L/D with D = √(½‖w‖²) of the true weights and L the length of the longest example.",
    "The paper tries four shares of λmax and does not say which of them is in its table.",
)


def draw_examples(n: int, draw: int) -> Dataset:
    """Return ``n`` examples to learn from, and twice as many of the same model as ``test``."""
    whole = YangGroups(n_rows=3 * n, draw=draw).build()
    train, rest = (
        dataclasses.replace(whole, X=whole.X[rows], y=whole.y[rows], report=())
        for rows in (np.arange(n), np.arange(n, 3 * n))
    )
    return dataclasses.replace(train, test=rest)


def size_case(n: int) -> Case:
    """Return the case of ``n`` examples."""
    return Case(f"{n:,}", lambda seed: draw_examples(n, seed))


def size_of(case: Case) -> int:
    """Return the number of examples of a case."""
    return int(case.name.replace(",", ""))


def largest_l1(dataset: Dataset) -> float:
    """Return the λ from which on the group lasso has no weight left.

    At that point the model is its bias, and predicts the share of each class.
    """
    share = np.mean(dataset.y > 0.0)
    gradient = dataset.X.T @ (share - (dataset.y > 0.0)) / dataset.n_rows
    squares = np.bincount(dataset.groups, gradient**2)
    return float(np.sqrt(squares / np.bincount(dataset.groups)).max())


def best_gamma(dataset: Dataset) -> float:
    """Return γ = L/D, the best for the bound of Theorem 2."""
    D = math.sqrt(0.5 * float(dataset.true_weights @ dataset.true_weights))
    return largest_norm(dataset.X) / D


def setting(method: str, gamma: float, l1: float):
    """Return the algorithm of a method of Table 1."""
    if method == "Lasso":
        return CoordinateDescent(l1=l1, tolerance=GAP)
    if method == "GL":
        return GroupCoordinateDescent(l1=l1, tolerance=GAP)
    if method == "L1-RDA":
        return RDA(gamma=gamma, l1=l1)
    return GroupRDA(gamma=gamma, l1=l1, group_l1=1.0 if method == "DA-SGL" else 0.0)


def learn(method: str, dataset: Dataset, l1: float) -> tuple[np.ndarray, float]:
    """Return weights (d,) and bias of a method."""
    algorithm = setting(method, best_gamma(dataset), l1)
    if method in ("Lasso", "GL"):
        solution = algorithm.solve(dataset, LOSS, intercept=True)
        return solution.weights, float(solution.intercept[0])
    final = record(algorithm, dataset, LOSS, checkpoints=1, intercept=True).final
    return final.weights, float(final.intercept[0])


def accuracy(w: np.ndarray, b: float, dataset: Dataset, second_half: bool = False) -> float:
    """Return the share of right classes, in per cent, of the rows to test on or of the others."""
    n = dataset.n_rows
    rows = slice(n, 2 * n) if second_half else slice(n)
    scores = dataset.test.X[rows] @ w + b
    return 100.0 * float(np.mean((scores > 0.0) == (dataset.test.y[rows] > 0.0)))


class Worth(NamedTuple):
    """The accuracy on the rows to test on, the mean F1 of the signs, and the accuracy on the rows
    that choose λ, all in per cent."""

    testing: float
    signs: float
    choosing: float


@once
def worth(method: str, dataset: Dataset, l1: float) -> Worth:
    """Return what a method finds at a λ."""
    w, b = learn(method, dataset, l1)
    signs = 100.0 * sign_f1(w, dataset.true_weights)
    return Worth(accuracy(w, b, dataset), signs, accuracy(w, b, dataset, True))


def chosen_l1(method: str, reading: Reading, dataset: Dataset) -> float:
    """Return the λ of a method under a reading."""
    largest = largest_l1(dataset)
    if reading is FIFTH or reading is TENTH:
        return (0.2 if reading is FIFTH else 0.1) * largest
    if reading is ONE and method == "L1-RDA":
        return ONE_L1
    penalties = [share * largest for share in SHARES]
    return max(penalties, key=lambda l1: worth(method, dataset, l1).choosing)


def scores(trial: Trial, methods: Sequence[str] = METHODS) -> np.ndarray:
    """Return accuracy and mean F1 of the signs, in per cent, of each method: (methods, 2)."""
    dataset, found = trial.dataset, []
    for method in methods:
        found.append(worth(method, dataset, chosen_l1(method, trial.reading, dataset))[:2])
    return np.array(found)


def printed_means(measure: str, sizes: Sequence[int], methods: Sequence[str] = METHODS) -> dict:
    """Return the printed means of some methods, by the name of the case."""
    columns = [METHODS.index(method) for method in methods]
    table = TABLE_1[measure]
    return {size_case(n).name: tuple(table[n][i][0] for i in columns) for n in sizes}


@lru_cache(maxsize=32)
def _first_draw(n: int) -> tuple[float, float]:
    """λmax and γ of the first repetition."""
    dataset = draw_examples(n, 0)
    return largest_l1(dataset), best_gamma(dataset)


def opens(case: Case, quantity: Quantity, reading: Reading) -> PlaygroundRun | None:
    """Return the run of a method on the first draw, where λ is known without a search."""
    n, method = size_of(case), quantity.series
    fixed = reading in (FIFTH, TENTH) or (reading is ONE and method == "L1-RDA")
    if not fixed or method not in METHODS or 2 * n > LARGEST_OPENED:
        return None
    largest, gamma = _first_draw(n)
    l1 = {FIFTH.name: 0.2 * largest, TENTH.name: 0.1 * largest}.get(reading.name, ONE_L1)
    recipe = ("yang_groups", {"n_rows": 2 * n, "draw": 0, "test_fraction": 0.5})
    stream = {"loss": LOSS, "passes": 1, "order": 0, "intercept": True}
    return PlaygroundRun(recipe, (setting(method, gamma, l1),), stream=stream)
