"""Algorithms that remove nothing are known by their knobs, and by what they do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from algorithms import CATALOGUE, SPARSITY, card, knob_at_0, record, removes, sparsity_knob
from algorithms.dataset_stats import DatasetStats
from algorithms.evaluation.removal import DENSE, is_formula
from knobs import knobs_of
from tests import naive
from tests.support.many.turns import in_turn


def unseen_words():
    """Sparse rows, and three of nine columns that no row to learn from has."""
    draw = np.random.default_rng(5)
    X = draw.random((60, 9)) * (draw.random((60, 9)) < 0.5)
    X[:, [1, 4, 8]] = 0.0
    return naive.dataset(X, draw.choice([-1.0, 1.0], 60))


def test_those_that_never_remove_say_nowhere_on_their_cards():
    nowhere = {
        key
        for key, kind in CATALOGUE.items()
        if card(kind)["Where its zeros come from"].startswith("nowhere:")
    }
    assert set(DENSE) == {key for key in nowhere if sparsity_knob(CATALOGUE[key]) in SPARSITY}
    assert "sgd" in nowhere and not removes(CATALOGUE["sgd"]())


ZEROED = [
    key
    for key, kind in CATALOGUE.items()
    if not is_formula(kind)
    and sparsity_knob(kind) in SPARSITY
    and knobs_of(kind)[sparsity_knob(kind)].allows(0.0)
]


@in_turn("key", ZEROED)
def test_a_knob_at_0_removes_nothing(key):
    """Then a run that moved every weight keeps every feature that its examples have."""
    kind, data = CATALOGUE[key], unseen_words()
    name = sparsity_knob(kind)
    algorithm = kind(**{name: 0.0})
    assert not removes(algorithm)
    assert knob_at_0(algorithm) == ("" if key in DENSE else f"{knobs_of(kind)[name].symbol} = 0")
    if kind.kind == "batch" or key in ("group_fobos", "group_rda"):
        return  # one may never pick a weight, the others need groups
    trace = record(algorithm, data, passes=3)
    assert trace.used[-1] == trace.sparsity.seen[-1] == 6
    assert np.array_equal(trace.final.weights != 0.0, DatasetStats.of(data).occurring)


@pytest.mark.parametrize("key", ["rounding", "truncated_gradient", "fobos", "rda"])
def test_a_knob_beyond_0_does(key):
    kind = CATALOGUE[key]
    algorithm = kind(**{sparsity_knob(kind): 0.5})
    assert removes(algorithm) and not knob_at_0(algorithm)


def test_of_a_formula_nothing_is_said():
    """What its knobs are for is the formula's matter: it may remove features with each at 0."""
    assert removes(CATALOGUE["your_rule"](gravity=0.0)) and not knob_at_0(CATALOGUE["your_rule"]())


def test_gravity_without_reach_removes_nothing():
    pulled = CATALOGUE["truncated_gradient"](gravity=0.5, threshold=0.0)
    assert not removes(pulled) and knob_at_0(pulled) == "θ = 0"
    assert removes(replace(pulled, threshold=0.1))


def test_a_ball_without_end_removes_nothing():
    assert not removes(CATALOGUE["sgd"]()) and not knob_at_0(CATALOGUE["sgd"]())
    assert removes(CATALOGUE["projected_gradient"](radius=1.0))
    assert removes(CATALOGUE["l0_sgd"](n_nonzeros=3))
