"""The made-up dataset is what its knobs say, and one knob leaves the rest as it was."""

import tracemalloc

import numpy as np
import pytest

import datasets
from datasets.synthetic.random_cells import random_cells
from datasets.synthetic.sparse_linear import SparseLinear
from tests.support.many.turns import in_turn


def test_shape_density_and_support_are_as_asked():
    made = SparseLinear(n_rows=400, n_features=500, n_nonzeros=7, density=0.2).build()
    assert made.X.shape == (400, 500)
    assert abs(made.density - 0.2) < 4 * np.sqrt(0.2 * 0.8 / made.X.shape[0] / made.X.shape[1])
    support = made.true_weights[made.true_weights != 0]
    assert len(support) == 7
    assert np.all((np.abs(support) >= 0.5) & (np.abs(support) <= 1.5))


def test_without_noise_the_true_weights_are_the_whole_truth():
    real = SparseLinear(noise=0.0, task="regression").build()
    assert np.allclose(real.y, real.X @ real.true_weights, rtol=0, atol=1e-12)
    signs = SparseLinear(noise=0.0).build()
    score = signs.X @ signs.true_weights
    assert np.all(signs.y[score != 0] == np.sign(score[score != 0]))
    assert set(signs.y) == {-1.0, 1.0}


def test_noise_is_what_is_added_and_nothing_else_changes():
    quiet = SparseLinear(noise=0.0, task="regression").build()
    loud = SparseLinear(noise=2.0, task="regression").build()
    assert (quiet.X != loud.X).nnz == 0
    assert np.array_equal(quiet.true_weights, loud.true_weights)
    assert 1.8 < np.std(loud.y - quiet.y) < 2.2


@pytest.mark.parametrize("rho", [0.0, 0.6, 0.95])
def test_dense_columns_are_correlated_as_asked(rho):
    made = SparseLinear(
        n_rows=20_000, n_features=8, n_nonzeros=1, density=1.0, correlation=rho
    ).build()
    distance = np.abs(np.subtract.outer(np.arange(8), np.arange(8)))
    assert np.allclose(np.cov(made.X.toarray().T), rho**distance, atol=0.05)


def test_sparse_columns_are_correlated_where_both_are_filled():
    made = SparseLinear(
        n_rows=50_000, n_features=4, n_nonzeros=1, density=0.3, correlation=0.8
    ).build()
    table = made.X.toarray()
    for first, second in [(0, 1), (0, 3)]:
        both = table[(table[:, first] != 0) & (table[:, second] != 0)]
        assert abs(np.mean(both[:, first] * both[:, second]) - 0.8 ** (second - first)) < 0.07


def test_a_draw_is_repeatable_and_another_draw_is_another_dataset():
    one, again, other = (SparseLinear(draw=draw).build() for draw in (3, 3, 4))
    assert (one.X != again.X).nnz == 0 and np.array_equal(one.y, again.y)
    assert (one.X != other.X).nnz > 0
    assert not np.array_equal(one.true_weights, other.true_weights)


def test_memory_follows_the_nonzeros():
    tracemalloc.start()
    made = SparseLinear(n_rows=100_000, n_features=100_000, density=1e-4, correlation=0.5).build()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert abs(made.X.nnz - 1e6) < 5e3
    assert peak < 200 * made.X.nnz


@in_turn(
    ("options", "parts"),
    [
        ({"n_nonzeros": 11, "n_features": 10}, ["n_nonzeros = 11", "<= n_features = 10"]),
        ({"n_rows": 1}, ["n_rows = 1", ">= 2"]),
        ({"n_rows": 100_001}, ["n_rows = 100001", "<= 100000"]),
        ({"density": 0.0}, ["density = 0.0", "> 0"]),
        ({"density": 1.5}, ["density = 1.5", "<= 1"]),
        ({"correlation": 1.0}, ["correlation = 1.0", "<= 0.99"]),
        ({"noise": float("nan")}, ["noise = nan", "a number"]),
        ({"task": "ranking"}, ["task = 'ranking'", "classification, regression"]),
        ({"n_rows": 100_000, "n_features": 100_000}, ["1,000,000,000", "<= 20,000,000", "lower"]),
    ],
)
def test_a_knob_out_of_range_is_named(options, parts):
    with pytest.raises(ValueError) as refused:
        datasets.load("sparse_linear", **options)
    assert [part for part in parts if part not in str(refused.value)] == []


@in_turn("probability", [1e-9, 0.01, 0.3, 0.5, 1.0])
def test_random_cells_are_rising_within_the_table_and_a_prefix_of_more(probability):
    few, many = (random_cells(np.random.default_rng(1), n, probability) for n in (5_000, 90_000))
    assert np.all(np.diff(many) > 0) and (many.size == 0 or 0 <= many[0] <= many[-1] < 90_000)
    assert np.array_equal(few, many[many < 5_000])
    spread = np.sqrt(90_000 * probability * (1 - probability))
    assert abs(len(many) - 90_000 * probability) <= 5 * spread + 1
    assert random_cells(np.random.default_rng(1), 0, probability).size == 0
