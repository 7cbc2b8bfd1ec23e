"""Datasets of normal features: overlapping groups, Duchi et al.'s regressions, a changing world."""

import numpy as np
import pytest

import datasets
from algorithms import CATALOGUE, record
from datasets.synthetic.drift import Drift
from datasets.synthetic.duchi_least_squares import DuchiLeastSquares
from datasets.synthetic.duchi_logistic import DuchiLogistic
from datasets.synthetic.yang_overlapping import N_WINDOWS, YangOverlapping
from tests.support.many.turns import in_turn


def within(share, expected, n):
    """True if a share of ``n`` trials is within four standard deviations of its expectation."""
    return abs(share - expected) <= 4.0 * np.sqrt(expected * (1.0 - expected) / n)


def overlapping_windows():
    """The groups a group method has on the data, as lists of features."""
    groups = CATALOGUE["group_rda"](structure="overlapping", group_size=10).effective_groups(100)
    return [groups.features[a:b] for a, b in zip(groups.starts, groups.starts[1:], strict=False)]


@in_turn("count", [1, 3, 7, N_WINDOWS])
@in_turn("draw", range(3))
def test_the_support_is_a_union_of_the_windows_that_a_method_has(count, draw):
    made = YangOverlapping(n_rows=25, n_windows=count, draw=draw).build()
    support = made.true_weights != 0
    inside = [window for window in overlapping_windows() if support[window].all()]
    assert len(overlapping_windows()) == N_WINDOWS and len(inside) >= count
    assert np.array_equal(np.unique(np.concatenate(inside)), np.flatnonzero(support))
    assert set(made.true_weights) <= {-1.0, 0.0, 1.0} and made.groups is None
    assert 5 * (count + 1) <= support.sum() <= 10 * count


def test_overlapping_features_are_correlated_across_windows_and_noise_flips_as_it_should():
    made = YangOverlapping(n_rows=40_000).build()
    apart = np.abs(np.subtract.outer(np.arange(100), np.arange(100)))
    assert np.abs(np.cov(made.X.toarray(), rowvar=False) - 0.2**apart).max() < 0.04
    score = made.X @ made.true_weights
    variance = made.true_weights @ 0.2**apart @ made.true_weights
    flipped = np.mean(np.sign(score) != made.y)
    assert within(flipped, np.arctan2(4.0, np.sqrt(variance)) / np.pi, 40_000)


@pytest.mark.parametrize("kind", [DuchiLeastSquares, DuchiLogistic])
def test_duchi_takes_as_many_examples_as_features_and_zeroes_half(kind):
    made = kind().build()
    assert made.X.shape == (800, 800) and made.density == 1.0
    kept = made.true_weights[made.true_weights != 0]
    assert len(kept) == 400
    for values in (kept, made.X.data):
        spread = 4.0 / np.sqrt(len(values))
        assert abs(values.mean()) < spread and abs(values.var() - 1.0) < np.sqrt(2.0) * spread
    assert np.count_nonzero(kind(n_features=7).build().true_weights) == 4


def test_both_of_duchis_have_the_same_design():
    squares, logistic = (kind(draw=5).build() for kind in (DuchiLeastSquares, DuchiLogistic))
    assert (squares.X != logistic.X).nnz == 0
    assert np.array_equal(squares.true_weights, logistic.true_weights)


@pytest.mark.parametrize("noise", [0.0, 1.0, 3.0])
def test_the_least_squares_targets_are_the_score_and_noise(noise):
    made = DuchiLeastSquares(n_rows=2000, n_features=20, noise=noise).build()
    assert made.task == "regression"
    left = made.y - made.X @ made.true_weights
    assert abs(left.std() - noise) <= 4.0 * noise / np.sqrt(2 * 2000) + 1e-12
    found = np.linalg.lstsq(made.X.toarray(), made.y, rcond=None)[0]
    assert np.abs(found - made.true_weights).max() <= 5.0 * noise / np.sqrt(2000) + 1e-12


@pytest.mark.parametrize("flips", [0.0, 0.1, 0.5])
def test_so_many_labels_are_wrong(flips):
    made = DuchiLogistic(n_rows=4000, n_features=50, flips=flips).build()
    wrong = np.sign(made.X @ made.true_weights) != made.y
    assert within(np.mean(wrong), flips, 4000)


def test_the_world_changes_half_way():
    """E[y x_j] is √(2/π) w_j / √(‖w‖² + σ²), for a normal score with noise."""
    made = Drift(n_rows=20_000, noise=0.5).build()
    assert made.in_time
    early, late = (
        made.X[rows].T @ made.y[rows] / 10_000 for rows in (slice(0, 10_000), slice(10_000, None))
    )
    w = made.true_weights
    expected = np.sqrt(2 / np.pi) * w / np.sqrt(w @ w + 0.25)
    assert np.abs(late - expected).max() < 4.5 / 100
    before, after = (np.flatnonzero(np.abs(means) > 4.5 / 100) for means in (early, late))
    assert np.array_equal(after, np.flatnonzero(w)) and len(before) == 5
    assert not set(before) & set(after)


def test_an_odd_number_of_rows_changes_after_the_lesser_half():
    made = Drift(n_rows=101, noise=0.0).build()
    right = np.sign(made.X @ made.true_weights) == made.y
    assert right[50:].all() and not right[:50].all()


def test_twice_the_true_features_must_fit():
    assert np.count_nonzero(Drift(n_rows=100, n_features=4, n_nonzeros=2).build().true_weights) == 2
    with pytest.raises(ValueError, match="n_nonzeros = 3: twice as many must be <= n_features = 5"):
        datasets.load("drift", n_features=5, n_nonzeros=3)


def test_a_learner_in_time_order_forgets_and_learns_again():
    made = Drift(noise=0.0).build()
    trace = record(
        CATALOGUE["truncated_gradient"](gravity=0.0), made, order=np.arange(4000), checkpoints=400
    )
    share = [
        np.diff(np.interp([a, a + 300], trace.steps, trace.mistakes))[0] / 300
        for a in (1700, 2000, 3700)
    ]
    assert share[1] > 2 * max(share[0], share[2])
