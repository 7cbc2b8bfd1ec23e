"""Group methods that are other methods, or one another, at the ends of their knobs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp

from algorithms import CATALOGUE, record
from algorithms.groups import Groups
from algorithms.online.storage.prefetch import FAR
from tests import naive

RDA, FOBOS, SGD, GROUP_RDA, GROUP_FOBOS = (
    CATALOGUE[key] for key in ("rda", "fobos", "sgd", "group_rda", "group_fobos")
)
BOTH = pytest.mark.parametrize(
    "algorithm", [GROUP_RDA(l1=0.03), GROUP_FOBOS(l1=0.03)], ids=["group_rda", "group_fobos"]
)
SPARSE, DENSE = 0.3, 1.0


def problem(loss="logistic", density=SPARSE, d=8):
    draw = np.random.default_rng(21)
    X = draw.standard_normal((30, d)) * (draw.random((30, d)) < density)
    return naive.dataset(X, draw.choice([-1.0, 1.0], 30))


def path(algorithm, data, loss="logistic", **how):
    """Every weight of a run, shape (T, d)."""
    trace = record(algorithm, data, loss, passes=2, checkpoints=60, **how)
    assert trace.final.diverged_at is None
    return trace.weights


@pytest.mark.parametrize("loss", ["squared", "logistic", "hinge"])
@pytest.mark.parametrize("density", [SPARSE, DENSE])
@pytest.mark.parametrize("intercept", [False, True])
def test_groups_of_one_are_no_groups(loss, density, intercept):
    """√d_g = 1 and ‖w_g‖₂ = |w_j|: FOBOS to the last bit, RDA but for rounding."""
    data = problem(loss, density)
    for l1 in (0.0, 0.003, 0.1):
        for schedule in ("constant", "inv_sqrt", "inv"):
            ours = GROUP_FOBOS(0.1, schedule, l1=l1, structure="blocks", group_size=1)
            one = path(ours, data, loss, intercept=intercept)
            two = path(FOBOS(0.1, schedule, l1=l1), data, loss, intercept=intercept)
            assert np.array_equal(one, two)
        ours = GROUP_RDA(5.0, l1=l1, structure="blocks", group_size=1)
        one = path(ours, data, loss, intercept=intercept)
        two = path(RDA(5.0, l1=l1), data, loss, intercept=intercept)
        assert np.abs(one - two).max() <= 1e-12
        assert np.array_equal(one == 0.0, two == 0.0)
    assert (one == 0.0).mean() > 0.2


@pytest.mark.parametrize("density", [SPARSE, DENSE])
def test_in_groups_of_one_both_penalties_are_the_same(density):
    """λ‖w_g‖₂ + λr‖w_g‖₁ = λ(1 + r)|w_j|, and an enhanced ρ only adds to it."""
    data, alone = problem(density=density), {"structure": "overlapping", "group_size": 1}
    one = path(GROUP_FOBOS(l1=0.02, group_l1=1.5, **alone), data)
    assert one == pytest.approx(path(FOBOS(l1=0.05), data), abs=1e-12)
    for norm in ("length", "largest weight"):
        for by_size in (False, True):
            own = alone | {"norm": norm, "by_size": by_size}
            one = path(GROUP_RDA(5.0, l1=0.02, group_l1=1.5, **own), data)
            assert one == pytest.approx(path(RDA(5.0, l1=0.05), data), abs=1e-12)


def test_in_groups_of_one_size_r_that_grows_is_a_larger_r():
    data, blocks = problem(), {"structure": "blocks", "group_size": 4}
    one = path(GROUP_RDA(5.0, l1=0.02, group_l1=0.5, by_size=True, **blocks), data)
    two = path(GROUP_RDA(5.0, l1=0.02, group_l1=1.0, **blocks), data)
    assert one == pytest.approx(two, abs=1e-14)
    assert (one == 0.0).any()


def test_ties_fall_as_they_do_without_groups():
    """0/1 features, hinge and λ = 1: every step is exactly undone by the next pull."""
    draw = np.random.default_rng(0)
    X = (draw.random((400, 30)) < 0.1).astype(float)
    data = naive.dataset(X, draw.choice([-1.0, 1.0], 400))
    ours = GROUP_FOBOS(l1=1.0, structure="blocks", group_size=1)
    assert np.array_equal(path(ours, data, "hinge"), path(FOBOS(l1=1.0), data, "hinge"))


def test_a_mean_gradient_of_exactly_the_penalty_is_none():
    """x = λ: as long as the weight is 0 every slope is −y, and ū = λ but for rounding."""
    for x in np.linspace(0.1, 1.0, 40):
        data = naive.dataset([[x]], [1.0])
        ours = GROUP_RDA(l1=x, structure="blocks", group_size=1)
        one, two = (record(a, data, "hinge", passes=60) for a in (ours, RDA(l1=x)))
        assert one.sparsity.nonzeros.tolist() == two.sparsity.nonzeros.tolist()
        assert not one.sparsity.nonzeros[:3].any()


def test_a_step_undone_by_the_next_pull_leaves_zeros_not_residues():
    """The same with groups of four equal features: √4 pulls as hard as four features step."""
    draw = np.random.default_rng(1)
    X = np.repeat((draw.random((300, 6)) < 0.2).astype(float), 4, axis=1)
    data, order = naive.dataset(X, draw.choice([-1.0, 1.0], 300)), np.arange(300)
    algorithm = GROUP_FOBOS(l1=1.0, structure="blocks", group_size=4)
    eager = np.count_nonzero(naive.run(algorithm, data, order, "hinge").weights, axis=1)
    trace = record(algorithm, data, "hinge", order=order, checkpoints=300)
    assert trace.sparsity.nonzeros.tolist() == eager.tolist()
    assert (eager == 0).sum() > 100


def test_without_a_penalty_there_are_no_groups():
    data = problem()
    for structure in ("blocks", "data"):
        for r in (0.0, 2.0):
            ours = GROUP_FOBOS(l1=0.0, group_l1=r, structure=structure)
            assert np.array_equal(path(ours, data), path(SGD(), data))
            ours = GROUP_RDA(5.0, l1=0.0, group_l1=r, structure=structure)
            assert path(ours, data) == pytest.approx(path(RDA(5.0, l1=0.0), data), abs=1e-14)


@BOTH
def test_lists_without_overlap_are_the_plain_group_lasso(algorithm):
    data, vector = problem(), np.array([2, 0, 0, 1, 2, 1, 0, 2])
    lists = [[1, 2, 6], [3, 5], [0, 4, 7]]
    one = path(algorithm, data, groups=lists)
    assert np.array_equal(one, path(algorithm, data, groups=vector))
    assert np.array_equal(one, path(algorithm, data, groups=lists[::-1]))
    assert not np.array_equal(one, path(algorithm, data))


@BOTH
@pytest.mark.parametrize("group_l1", [0.0, 0.8])
def test_overlap_is_learning_on_copied_columns(algorithm, group_l1):
    """Yang's Remark 5, taken by its word: replicate the features, learn, add the copies up."""
    lists = [[0, 1, 2, 3], [3, 4], [5, 1, 6, 0], [7], [3, 0]]
    groups, data = Groups.from_lists(lists, 8), problem()
    algorithm = type(algorithm)(l1=algorithm.l1, group_l1=group_l1)
    wide = naive.dataset(data.X.toarray()[:, groups.features], data.y)
    copies = path(algorithm, wide, groups=groups.group)
    folded = np.array([groups.fold(w) for w in copies])
    assert path(algorithm, data, groups=lists) == pytest.approx(folded, abs=1e-12)
    assert (copies == 0.0).any()


@BOTH
@pytest.mark.parametrize("group_l1", [0.0, 0.8])
def test_where_a_feature_stands_among_many_does_not_matter(algorithm, group_l1):
    """A table too large to be near is asked for beforehand, and nothing else is different."""
    d = FAR + 16
    draw, data = np.random.default_rng(3), problem()
    places, vector = np.sort(draw.choice(d, 8, replace=False)), np.full(d, 3)
    vector[places] = np.array([0, 0, 0, 1, 1, 1, 2, 2])
    columns = places[data.X.indices].astype(np.int32)
    X = sp.csr_array((data.X.data, columns, data.X.indptr), (30, d))
    wide = replace(data, X=X, feature_names=tuple(f"x{j}" for j in range(d)))
    algorithm = type(algorithm)(l1=0.01, group_l1=group_l1)
    far = record(algorithm, wide, passes=2, checkpoints=1, groups=vector).final.weights
    near = record(algorithm, data, passes=2, checkpoints=1, groups=vector[places]).final.weights
    assert np.array_equal(far[places], near)
    assert np.count_nonzero(far) == np.count_nonzero(near) > 0
