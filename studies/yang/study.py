"""One repeat: data are drawn, five methods learn with four penalties each, and are tested.

The paper leaves some things open; ``CHOICES`` are the answers given here.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator

import joblib
import numpy as np
from threadpoolctl import threadpool_limits

from algorithms import CATALOGUE, evaluate, record
from algorithms.bounds.constants import largest_norm
from algorithms.evaluation import sign_f1
from datasets import Dataset
from datasets.synthetic.yang_groups import YangGroups

LOSS = "logistic"
SHARES = (0.5, 0.2, 0.1, 0.05)
"""The penalties tried, as shares of the smallest with which no weight is left."""
GAP = 1e-6
"""The duality gap to which the two batch methods are solved."""

CHOICES = (
    "The loss is the logistic one, which the paper's batch solver takes for classes, and every "
    "method has a bias.",
    "The online methods go through the examples once.",
    "γ = L/D with D = √(½‖w‖²) of the true weights and L the length of the longest example.",
    "λmax is that of the training examples, of the group lasso for the methods with groups, and of "
    "the Lasso for the two without.",
    "The paper tries four shares of λmax and does not say which is in the table. Here it is the "
    "one with the highest mean accuracy on the test examples, for each method and number of "
    "examples. Its F1 stands in the second table, and beside it the best F1 of all four.",
)


def draw_examples(n_rows: int, draw: int) -> Dataset:
    """Return ``n_rows`` examples to learn from, and as many of the same model as ``test``."""
    whole = YangGroups(n_rows=2 * n_rows, draw=draw).build()
    first, second = (
        dataclasses.replace(whole, X=whole.X[part], y=whole.y[part], report=())
        for part in (np.arange(n_rows), np.arange(n_rows, 2 * n_rows))
    )
    return dataclasses.replace(first, test=second)


def largest_penalties(dataset: Dataset) -> tuple[float, float]:
    """Return the λ from which on no weight is left: of the Lasso, and of the group lasso.

    At that point the model is its bias, and predicts the share of each class.
    """
    share = np.mean(dataset.y > 0.0)
    slopes = share - (dataset.y > 0.0)
    gradient = dataset.X.T @ slopes / dataset.n_rows
    squares = np.bincount(dataset.groups, gradient**2)
    lengths = np.sqrt(squares / np.bincount(dataset.groups))
    return float(np.abs(gradient).max()), float(lengths.max())


def best_gamma(dataset: Dataset) -> float:
    """Return γ = L/D, the best for the bound of Theorem 2."""
    D = math.sqrt(0.5 * float(dataset.true_weights @ dataset.true_weights))
    return largest_norm(dataset.X) / D


def fits(dataset: Dataset) -> Iterator[list[tuple[np.ndarray, np.ndarray]]]:
    """Yield, method by method as in Table 1, weights and bias for each of ``SHARES``."""
    alone, grouped = largest_penalties(dataset)
    gamma = best_gamma(dataset)
    for key, largest in (("coordinate_descent", alone), ("group_coordinate_descent", grouped)):
        kind = CATALOGUE[key]
        solved = (
            kind(l1=share * largest, tolerance=GAP).solve(dataset, LOSS, intercept=True)
            for share in SHARES
        )
        yield [(solution.weights, solution.intercept) for solution in solved]
    for key, largest, knobs in (
        ("rda", alone, {}),
        ("group_rda", grouped, {}),
        ("group_rda", grouped, {"group_l1": 1.0}),
    ):
        settings = (CATALOGUE[key](gamma=gamma, l1=share * largest, **knobs) for share in SHARES)
        traces = (
            record(algorithm, dataset, LOSS, checkpoints=1, intercept=True)
            for algorithm in settings
        )
        yield [(trace.final.weights, trace.final.intercept) for trace in traces]


def repeat(n_rows: int, draw: int) -> np.ndarray:
    """Return accuracy and mean F1 of the signs of one repeat, in per cent: (5, 4, 2)."""
    dataset = draw_examples(n_rows, draw)

    def scores(w: np.ndarray, b: np.ndarray) -> tuple[float, float]:
        error = evaluate(w, dataset, LOSS, b)["test error"]
        return 100.0 * (1.0 - error), 100.0 * sign_f1(w, dataset.true_weights)

    with threadpool_limits(1):  # other repeats have the other cores
        return np.array([[scores(w, b) for w, b in fit] for fit in fits(dataset)])


def repeats(n_rows: int, number: int, cores: int = 1) -> np.ndarray:
    """Return the scores of ``number`` repeats, (repeats, 5 methods, 4 shares, 2 measures).

    Parameters
    ----------
    cores : how many processes work.
    """
    parallel = joblib.Parallel(n_jobs=cores)
    return np.array(parallel(joblib.delayed(repeat)(n_rows, draw) for draw in range(number)))
