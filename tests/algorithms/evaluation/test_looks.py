"""Measures along a run are those of its weights, computed from their definitions."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from algorithms.evaluation import densities, max_correlations, objectives, sign_f1s
from datasets import load

DATA = load("yang_groups", n_rows=120, test_fraction=0.25)


def run(key="group_rda", **knobs):
    algorithm = CATALOGUE[key](l1=0.03, **knobs)
    return record(algorithm, DATA, "logistic", checkpoints=7, passes=2, fit=True)


def test_signs_and_density_of_each_look():
    trace = run(gamma=10.0, group_l1=1.0)
    for c, w in enumerate(trace.weights):
        right = [
            2 * np.sum((np.sign(w) == s) & (np.sign(DATA.true_weights) == s))
            / (np.sum(np.sign(w) == s) + np.sum(np.sign(DATA.true_weights) == s))
            for s in (-1, 0, 1)
        ]  # fmt: skip
        assert sign_f1s(trace, DATA.true_weights)[c] == pytest.approx(np.mean(right))
        assert densities(trace)[c] == np.mean(w != 0.0)
    assert 0.0 < densities(trace)[-1] < 1.0


def test_the_largest_correlation_of_each_look_over_rows_kept_back():
    trace, test = run(gamma=10.0), DATA.test
    for c, w in enumerate(trace.weights):
        scores = test.X @ w
        cuts = [scores > cut for cut in scores if 0 < np.sum(scores > cut) < len(scores)]
        best = max((np.corrcoef(test.y, cut)[0, 1] for cut in cuts), default=0.0)
        assert max_correlations(trace, test)[c] == pytest.approx(best)


def test_the_objective_has_the_penalty_of_its_algorithm():
    for key, knobs, size in (
        ("fobos", {}, lambda w: np.abs(w).sum()),
        ("group_rda", {"group_l1": 0.5, "by_size": True, "norm": "largest weight"}, groups),
    ):
        trace = run(key, **knobs)
        for c, w in enumerate(trace.weights):
            losses = np.log1p(np.exp(-DATA.y * (DATA.X @ w)))
            assert objectives(trace, DATA)[c] == pytest.approx(losses.mean() + 0.03 * size(w))


def groups(w):
    blocks = np.abs(w).reshape(10, 10)
    return 10.0 * blocks.max(axis=1).sum() + 0.5 * np.sqrt(10.0) * blocks.sum()


def test_what_was_not_noted_cannot_be_measured():
    short = record(CATALOGUE["fobos"](), DATA, "logistic", checkpoints=2)
    with pytest.raises(ValueError, match="fit=True"):
        objectives(short, DATA)
    wide = load("sparse_linear", n_rows=50, n_features=3000)
    with pytest.raises(ValueError, match="not every weight"):
        sign_f1s(record(CATALOGUE["fobos"](), wide, checkpoints=2), wide.true_weights)
