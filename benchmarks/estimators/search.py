"""64 gravities on five folds: the same scores, by ``GridSearchCV`` and by ``sweep``.

    python -m benchmarks.estimators

Both learn the same weights from the same rows in the same order, once, and score the same rows;
that the scores are equal is checked before the clock runs. One core.
"""

from __future__ import annotations

import statistics
from functools import partial
from typing import Any

import numpy as np
from sklearn.model_selection import GridSearchCV, StratifiedKFold

from algorithms import CATALOGUE, grid, sweep
from algorithms.estimators import CLASSIFIERS
from benchmarks.checkpoints import NOISY
from benchmarks.kernels import run_on_one_core, seconds, time_in_rounds, times
from benchmarks.report import Row, at_least
from benchmarks.synthetic_stream import rcv1_shaped
from datasets import load

KEY = "truncated_gradient"
GRAVITIES = tuple(float(g) for g in np.geomspace(1e-6, 1e-1, 64))
FOLDS, ROUNDS, FASTER = 5, 3, 10.0
STREAM = 20_000
SEARCH, SWEEP = "GridSearchCV", "sweep"


def by_search(X: Any, y: np.ndarray, gravities: tuple[float, ...] = GRAVITIES) -> np.ndarray:
    """The mean share of right predictions at each gravity, (gravities,), by ``GridSearchCV``."""
    learner = CLASSIFIERS[KEY](passes=1, random_state=0)
    folds = StratifiedKFold(FOLDS)
    search = GridSearchCV(learner, {"gravity": gravities}, cv=folds, refit=False)
    return search.fit(X, y).cv_results_["mean_test_score"]


def by_sweep(X: Any, y: np.ndarray, gravities: tuple[float, ...] = GRAVITIES) -> np.ndarray:
    """The same by ``sweep``, all gravities of a fold in one pass."""
    methods, options = grid(CATALOGUE[KEY], gravity=gravities), {"passes": 1, "intercept": True}
    scores = []
    for train, test in StratifiedKFold(FOLDS).split(X, y):
        examples = X[train], y[train]
        traces = sweep(methods, examples, **options, seed=0, checkpoints=1, threads=1)
        W = np.array([trace.final.weights for trace in traces])
        b = np.array([trace.final.intercept[0] for trace in traces])
        right = (X[test] @ W.T + b > 0.0) == (y[test] > 0.0)[:, np.newaxis]
        scores.append(right.mean(axis=0))
    return np.mean(scores, axis=0)


def compare(what: str, X: Any, y: np.ndarray, rounds: int = ROUNDS) -> Row:
    """The row about one data set; RuntimeError where the two find different scores."""
    contenders = {SEARCH: partial(by_search, X, y), SWEEP: partial(by_sweep, X, y)}
    one, other = (run() for run in contenders.values())
    if not np.allclose(one, other, rtol=0.0, atol=1e-12):
        raise RuntimeError(f"{what}: the scores differ by {np.abs(one - other).max():g}")
    timed = {name: run_on_one_core(partial(seconds, run)) for name, run in contenders.items()}
    taken = time_in_rounds(timed, rounds)
    ratio = times(taken[SEARCH], taken[SWEEP])
    medians = {name: f"{statistics.median(each):.3g} s" for name, each in taken.items()}
    return Row(
        f"{what}: {len(GRAVITIES)} gravities, {FOLDS} folds, one core, the same scores",
        f"sweep: {medians[SWEEP]}",
        f"GridSearchCV: {medians[SEARCH]}",
        f"{ratio:.1f} ×",
        f"≥ {FASTER:g} ×",
        at_least(ratio, FASTER),
    )


def rows() -> list[Row]:
    """Sparse rows as they come in, and a dense table."""
    noisy, (X, y) = load("breast_cancer", **NOISY), rcv1_shaped()
    return [
        compare(f"RCV1-shaped stream, {STREAM:,} rows", X[:STREAM], y[:STREAM]),
        compare("breast cancer + 1000, dense", noisy.X.toarray(), noisy.y),
        compare("breast cancer + 1000, sparse", noisy.X, noisy.y),
    ]
