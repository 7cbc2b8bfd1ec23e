"""The group methods equal their twins on any groups, and may be cut anywhere."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms import CATALOGUE, random_order
from tests import naive
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn
from tests.support.problems.groupings import coverings
from tests.support.twins import hold_to_twin

KEYS = ("group_rda", "group_fobos")


@pytest.mark.parametrize("key", KEYS)
@examples(60)
@given(covering=coverings(), data=st.data())
def test_any_groups_of_any_sparse_data(key, covering, data):
    d, lists = covering
    n, seed = data.draw(st.integers(1, 12), "n"), data.draw(st.integers(0, 999), "seed")
    draw = np.random.default_rng(seed)
    X = draw.standard_normal((n, d)) * (draw.random((n, d)) < data.draw(st.floats(0.1, 1.0)))
    algorithm = CATALOGUE[key](
        l1=data.draw(st.sampled_from([0.0, 0.01, 0.1, 1.0]), "l1"),
        group_l1=data.draw(st.sampled_from([0.0, 0.3, 2.0]), "group_l1"),
        **({"eta": 0.02} if key == "group_fobos" else {"gamma": 100.0, "rho": 1e-3}),
    )
    order = draw.integers(0, n, 40)
    data = naive.dataset(X, draw.choice([-1.0, 1.0], n))
    hold_to_twin(algorithm, data, order, "logistic", seed % 2 == 0, lists)


@in_turn("key", KEYS)
@in_turn("group_l1", [0.0, 0.5])
@in_turn("structure", ["blocks", "overlapping"])
def test_a_run_may_be_cut_into_any_stretches(key, group_l1, structure):
    """Bit for bit, looked at or not between them."""
    draw = np.random.default_rng(4)
    X = draw.standard_normal((25, 9)) * (draw.random((25, 9)) < 0.3)
    data, order = naive.dataset(X, draw.choice([-1.0, 1.0], 25)), random_order(25, 3)
    algorithm = CATALOGUE[key](l1=0.02, group_l1=group_l1, structure=structure, group_size=4)
    whole, cut = (algorithm.start(9, 75, 25, intercept=True) for _ in range(2))
    expected = algorithm.advance(whole, data.X, data.y, order, "logistic")
    made = []
    for part in np.split(order, [0, 0, 1, 7, 7, 22, 49, 50]):
        made.append(algorithm.advance(cut, data.X, data.y, part, "logistic"))
        before = [np.copy(part) for part in cut if isinstance(part, np.ndarray)]
        seen = algorithm.weights(cut)
        after = [part for part in cut if isinstance(part, np.ndarray)]
        assert all(map(np.array_equal, before, after))
    assert np.array_equal(np.concatenate(made), expected)
    assert np.array_equal(algorithm.weights(cut), algorithm.weights(whole))
    assert np.array_equal(algorithm.intercept(cut), algorithm.intercept(whole))
    assert seen.any()
