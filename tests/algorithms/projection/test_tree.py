"""The tree that is kept from step to step is a dense vector that is projected after each step."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms.projection.tree import tree
from algorithms.projection.tree.nodes import WIDTH, start
from tests.support.problems.trees import LESS, check, project_exactly, run, sparse


@pytest.mark.parametrize(
    ("d", "k", "steps", "scale", "z"),
    [
        (1, 1, 300, 1.0, 1.0),
        (30, 3, 3000, 0.1, 1.0),
        (400, 10, 1500, 0.2, 20.0),
        (400, 10, 500, 30.0, 1e-3),
        (2000, 50, 400, 1.0, 1500.0),
    ],
)
def test_equal_to_a_dense_twin_over_many_steps(d, k, steps, scale, z):
    run(d, z, sparse(d, k, steps, scale))


def test_deep_trees():
    """Leaves by the hundred under more than one inner level; then most of it falls off."""
    d, draw = 150 * WIDTH // LESS, np.random.default_rng(1)
    everything = np.arange(d).tolist()
    t, z = start(d), 0.4 * d
    w = draw.laplace(size=d)
    for j in draw.permutation(d).tolist():
        tree.add(*t, j, w[j])
    assert t.nodes[t.state[0].root].level == (2 if LESS == 1 else 1)
    tree.project(*t, z)
    check(t)
    assert np.abs(tree.values(t.weights, t.state) - project_exactly(w, z)).max() <= 1e-12
    t, w = run(d, 5.0, [(everything, w), ([3], [2.0]), (everything[:9], [0.5] * 9)])
    assert np.count_nonzero(w) < d // 50


def test_equal_magnitudes():
    """More ties than a leaf holds, put in, changed, flipped and taken out in any order."""
    d, draw = 6 * WIDTH, np.random.default_rng(2)

    def steps():
        yield range(d), draw.choice([-1.0, 1.0], d).tolist()
        for _ in range(40 // min(LESS, 8)):
            features = draw.choice(d, 100, replace=False)
            yield features.tolist(), draw.choice([-2.0, -1.0, 0.0, 1.0, 2.0], 100).tolist()

    run(d, 0.9 * d, steps())
    run(d, 2.0 * d, steps())


def test_weights_that_end_at_zero_leave():
    t = start(5)
    for j, change in [(1, 0.5), (2, -0.25), (1, -0.5), (2, 0.25), (3, 0.0), (4, 5e-324)]:
        tree.add(*t, j, change)
    assert tree.values(t.weights, t.state).tolist() == [0.0, 0.0, 0.0, 0.0, 5e-324]
    tree.add(*t, 4, -5e-324)
    tree.project(*t, 1.0)
    assert t.nodes[t.state[0].root].count == 0.0
    check(t)
