"""Runs of the group methods: which groups they have, and where they make zeros."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import CATALOGUE, card, record
from algorithms.groups import Groups
from tests import naive
from tests.support.many.turns import in_turn
from tests.support.problems.groupings import lists

GROUP_RDA, GROUP_FOBOS = CATALOGUE["group_rda"], CATALOGUE["group_fobos"]
KINDS = in_turn("kind", [GROUP_RDA, GROUP_FOBOS])


@KINDS
def test_which_groups_a_run_has(kind):
    halves = [[0, 1, 2], [3, 4]]
    blocks = kind(structure="blocks", group_size=2).effective_groups(5, halves)
    assert lists(blocks) == [[0, 1], [2, 3], [4]]
    assert lists(kind(group_size=2).effective_groups(5)) == [[0, 1], [2, 3], [4]]
    assert lists(kind(group_size=2).effective_groups(5, halves)) == halves
    assert lists(kind().effective_groups(5, np.array([0, 0, 0, 1, 1]))) == halves
    assert lists(kind().effective_groups(5)) == [[0, 1, 2, 3, 4]]
    half = kind(structure="overlapping", group_size=3).effective_groups(5, halves)
    assert lists(half) == [[0, 1, 2], [2, 3, 4]]
    chain = kind(structure="chain").effective_groups(3)
    assert lists(chain) == [[0, 1], [1, 2]]


@KINDS
def test_the_groups_of_a_run_are_the_effective_ones(kind):
    draw = np.random.default_rng(2)
    data = naive.dataset(draw.standard_normal((30, 5)), draw.choice([-1.0, 1.0], 30))
    for structure in ("data", "blocks", "overlapping", "chain"):
        chosen = kind(l1=0.1, structure=structure, group_size=2)
        groups = chosen.effective_groups(5, [[4, 0], [1, 2, 3]])
        one = record(chosen, data, groups=[[4, 0], [1, 2, 3]]).final.weights
        assert np.array_equal(one, record(kind(l1=0.1), data, groups=groups).final.weights)


@KINDS
def test_groups_for_another_number_of_features(kind):
    with pytest.raises(ValueError, match="groups: made for 3 features, not 4"):
        kind().start(4, 10, groups=Groups.chain(3))


@KINDS
@pytest.mark.parametrize(
    ("knobs", "says"),
    [
        ({"structure": "tree"}, "structure = 'tree': it must be one of data, blocks, overlapping,"),
        ({"group_size": 0}, "group_size = 0: it must be a whole number >= 1"),
        ({"group_size": 2.5}, "group_size = 2.5: it must be a whole number >= 1"),
        ({"l1": -0.1}, "l1 = -0.1: it must be a number >= 0"),
        ({"group_l1": np.inf}, "group_l1 = inf: it must be a number >= 0"),
    ],
)
def test_a_knob_out_of_range(kind, knobs, says):
    with pytest.raises(ValueError, match=says):
        kind(**knobs)


@pytest.mark.parametrize("knobs", [{"gamma": 0.0}, {"rho": -1.0}])
def test_a_knob_of_dual_averaging_out_of_range(knobs):
    with pytest.raises(ValueError, match=f"{next(iter(knobs))} = .*it must be a number >"):
        GROUP_RDA(**knobs)


@KINDS
def test_it_has_no_truncation_function_and_a_whole_card(kind):
    assert kind().shrink(np.ones(2), 1) is None
    assert kind().kinks(1) == ()
    assert card(kind)["Source"].startswith("Yang et al. 2010")


def yang(n: int):
    """Yang et al. 2010, §6.1, with their correlations and five groups of six."""
    draw, size = np.random.default_rng(7), 6
    truth = np.zeros((5, size))
    for g, count in enumerate((6, 3, 1, 0, 0)):
        truth[g, :count] = draw.choice([-1.0, 1.0], count)
    apart = np.abs(np.subtract.outer(np.arange(size), np.arange(size)))
    X = draw.standard_normal((n, 5, size)) @ np.linalg.cholesky(0.2**apart).T
    X = X.reshape(n, -1)
    y = np.sign(X @ truth.ravel() + draw.standard_normal(n))
    return naive.dataset(X, y, groups=np.repeat(np.arange(5), size)), truth


@pytest.mark.parametrize("kind", [{}, {"rho": 0.02}])
def test_sparse_groups_have_zeros_within_them(kind):
    """DA-GL makes whole groups 0 and no more, DA-SGL also weights within the others."""
    data, truth = yang(600)
    plain = record(GROUP_RDA(2.0, l1=0.03), data).final.weights.reshape(5, -1)
    sparse = record(GROUP_RDA(2.0, l1=0.03, group_l1=1.0, **kind), data).final.weights.reshape(
        5, -1
    )
    alive = plain.any(axis=1)
    assert (plain[alive] != 0.0).all()
    assert not plain[3:].any()
    assert not sparse[3:].any()
    within = sparse[sparse.any(axis=1)] == 0.0
    assert 0.1 < within.mean() < 0.9
    assert (sparse[truth != 0.0] != 0.0).mean() > 0.8
    assert (sparse[truth == 0.0] == 0.0).mean() > 0.8 > (plain[truth == 0.0] == 0.0).mean()


def test_enhancement_makes_zeros_early_and_fades():
    data, _ = yang(600)
    order = np.arange(600)
    runs = [
        record(GROUP_RDA(2.0, l1=0.01, rho=rho), data, order=order, checkpoints=600)
        for rho in (0.0, 0.3, 1.0)
    ]
    counts = np.array([run.sparsity.nonzeros for run in runs])
    assert (counts[0] >= counts[1]).mean() > 0.95 < (counts[1] >= counts[2]).mean()
    assert counts[2, :10].sum() < counts[1, :10].sum() < counts[0, :10].sum()
    assert counts[1, -1] > counts[1, 10]
