"""The tree where its digits, its room and its numbers end."""

from __future__ import annotations

import numpy as np

from algorithms.projection.tree import tree
from algorithms.projection.tree.nodes import start
from tests.support.many.turns import in_turn
from tests.support.problems.trees import LESS, check, project_exactly, run, sparse


def test_the_shift_never_grows_beyond_the_radius():
    """Sums of all shifts are hundreds of z: without taking Θ out, 1e-12 would be missed."""
    t, z, shifts = start(50), 1.0, 0.0
    w = np.zeros(50)
    for features, changes in sparse(50, 5, 2000, 0.5):
        for j, change in zip(features, changes, strict=True):
            tree.add(*t, j, change)
            w[j] += change
        before = np.abs(w)
        tree.project(*t, z)
        w = project_exactly(w, z)
        shifts += (before - np.abs(w)).max()
        assert 0.0 <= t.state[0].shift <= z
        assert np.abs(tree.values(t.weights, t.state) - w).max() <= 1e-12
    assert shifts * LESS > 300.0


@in_turn("scale", [1e3, 1e9, 1e17, 1e100, 1e280])
def test_a_step_far_out_of_the_ball(scale):
    """Then the differences of the large ones alone decide, to the last digit."""
    near = [0.3, -0.2, 0.1]
    far = [scale, -scale, scale * (1.0 - 2**-52), 0.5 * scale]
    steps = [([0, 1, 2], near), ([3, 4, 5, 6], far), ([3, 0], [-0.7, 0.2])]
    run(9, 1.0, steps, looks=3)
    t, _ = run(9, 1.0, steps[:2], looks=2)
    assert abs(np.abs(tree.values(t.weights, t.state)).sum() - 1.0) <= 1e-12


def test_a_tree_that_runs_out_of_nodes_is_built_again():
    """All weights grow side by side and leave sparse leaves behind; nothing is projected off."""
    d = 300
    t, w, z, rebuilt = start(d), np.zeros(d), 1e6, 0
    for _ in range(60):
        last = t.state[0].nodes
        for j in range(d):
            tree.add(*t, j, 1.0 + j / d)
            w[j] += 1.0 + j / d
        tree.project(*t, z)
        rebuilt += t.state[0].nodes < last
        check(t)
    assert rebuilt > 0
    assert np.abs(tree.values(t.weights, t.state) - w).max() <= 1e-12 * w.max()
    tree.project(*t, 100.0)
    assert (
        np.abs(tree.values(t.weights, t.state) - project_exactly(w, 100.0)).max() <= 1e-12 * 100.0
    )


def test_out_of_nodes_within_one_step():
    """The weights go on, and the next projection is right."""
    d, draw = 300, np.random.default_rng(0)
    t, w, least = start(d), np.zeros(d), 10**9
    for _ in range(60):
        for j in draw.permutation(d).tolist():
            change = draw.exponential()
            tree.add(*t, j, change)
            w[j] += change
            assert t.state[0].nodes <= t.nodes.size
        least = min(least, t.nodes.size - t.state[0].nodes)
    assert least < 8
    assert np.allclose(tree.values(t.weights, t.state), w, rtol=1e-14)
    for z in (0.5 * w.sum(), 10.0):
        tree.project(*t, z)
        check(t)
        assert (
            np.abs(tree.values(t.weights, t.state) - project_exactly(w, z)).max() <= 1e-12 * w.max()
        )


def test_numbers_beyond_all_bounds_stay_finite():
    t = start(4)
    for j, change in enumerate([1.7e308, -1.7e308, 1e300, 1.0]):
        tree.add(*t, j, change)
        tree.add(*t, j, change)
    tree.project(*t, 2.0)
    w = tree.values(t.weights, t.state)
    assert np.isfinite(w).all() and abs(np.abs(w).sum() - 2.0) <= 1e-12
    check(t)


def test_two_walks_are_equal_bit_for_bit():
    steps = list(sparse(300, 10, 400, 0.3))
    (first, _), (second, _) = (run(300, 5.0, steps, looks=1) for _ in range(2))
    for a, b in zip(first, second, strict=True):
        assert a.tobytes() == b.tobytes()


def test_looking_changes_nothing():
    t, _ = run(100, 2.0, sparse(100, 5, 100, 0.3))
    before = [part.tobytes() for part in t]
    w = tree.values(t.weights, t.state)
    w[:] = 7.0
    assert [part.tobytes() for part in t] == before
