"""The pieces under ``coordinate_descent``: one block's exact minimum, working sets, fits."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from algorithms.optimum.block import bases, block_minimum, join_blocks, take_blocks, violation
from tests.naive.blocks import bisect
from tests.support.many.examples import examples
from tests.support.problems.blocks import penalty_of


@given(
    st.integers(0, 10**6),
    st.integers(1, 6),
    st.sampled_from([0.0, 1e-300, 1e-9]) | st.floats(0.01, 9.0),
    st.sampled_from([1e-8, 1, 1e8]),
)
@examples(100)
def test_a_block_goes_to_its_minimum(seed, size, weight, scale):
    draw = np.random.default_rng(seed)
    rows = scale * draw.standard_normal((size, int(draw.integers(1, 9))))
    penalty, H = penalty_of([size], [weight * scale]), rows @ rows.T
    w, u = draw.standard_normal(size) / scale, draw.standard_normal(rows.shape[1])
    g, out = rows @ u, np.empty(size)
    basis = bases(rows, penalty)
    settings_ = 0, size, penalty.weights[0], basis.bends, basis.vectors, 0
    assert block_minimum(w, g, *settings_, np.empty(size), out)
    if weight >= 0.01:
        expected = bisect(H, H @ w - g, penalty.weights[0])
        assert np.abs(out - expected).max() <= 1e-6 * max(1.0 / scale, np.abs(expected).max())
    # In any case its slope is what optimality asks for.
    slope, blocks = g + H @ (out - w), (penalty.starts, penalty.weights)
    unit = np.array([np.linalg.norm(H @ w - g) + penalty.weights[0]])
    assert violation(*blocks, unit, out, slope) <= 1e-6


def test_a_block_that_cannot_bend_stays():
    out, basis = np.full(2, 7.0), bases(np.zeros((2, 3)), penalty_of([2], [1.0]))
    w = np.array([1.0, 2.0])
    arguments = 0, 2, 1.0, basis.bends, basis.vectors, 0, np.empty(2), out
    assert not block_minimum(w, np.zeros(2), *arguments)


def test_violation_is_the_distance_to_the_subgradients():
    penalty = penalty_of([2, 1, 2], [2.0, 1.0, 3.0])
    w = np.array([3.0, 4.0, 0.0, 0.0, 0.0])
    g = np.array([-1.2, -1.6, 0.5, 0.0, 0.0])
    unit = np.ones(3)
    blocks = penalty.starts, penalty.weights
    assert violation(*blocks, unit, w, g) <= 1e-15
    assert violation(*blocks, unit, w, g + np.r_[3, 4, 0, 0, 0]) == pytest.approx(5.0)
    assert violation(*blocks, unit, w, g + np.r_[0, 0, 1, 0, 0]) == pytest.approx(0.5)
    unit[2] = 2.0
    assert violation(*blocks, unit, w, g + np.r_[0, 0, 0, 3, 4]) == pytest.approx(1.0)


def test_bases_are_the_same_of_dense_and_sparse_rows_and_can_be_joined():
    rows = np.random.default_rng(0).standard_normal((7, 9)) * (np.arange(9) % 2)
    penalty = penalty_of([1, 3, 1, 2], [1.0] * 4)
    dense, sparse = bases(rows, penalty), bases(sp.csr_array(rows), penalty)
    assert np.allclose(dense.bends, sparse.bends, atol=1e-12)
    parts = [take_blocks(dense, penalty, np.array(blocks)) for blocks in ([0, 1], [2, 3])]
    for whole, put in zip(dense, join_blocks(*parts), strict=True):
        assert np.array_equal(whole, put)
    swapped = take_blocks(dense, penalty, np.array([3, 0]))
    assert np.array_equal(swapped.bends, dense.bends[[5, 6, 0]])
    assert swapped.at.tolist() == [0, 4, 5]
