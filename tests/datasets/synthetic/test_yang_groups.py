"""Yang et al.'s groups are made as the paper says, and one knob leaves the rest as it was."""

import numpy as np
import pytest

import datasets
from datasets.synthetic.yang_groups import NONZEROS, YangGroups
from tests.support.many.turns import in_turn


@in_turn("draw", range(5))
def test_the_true_weights_are_those_of_table_1(draw):
    made = YangGroups(n_rows=25, draw=draw).build()
    assert made.X.shape == (25, 100) and made.density == 1.0
    assert np.array_equal(made.groups, np.repeat(np.arange(10), 10))
    assert set(made.true_weights) == {-1.0, 0.0, 1.0}
    per_group = np.count_nonzero(made.true_weights.reshape(10, 10), axis=1)
    assert per_group.tolist() == list(NONZEROS) == [10, 8, 6, 4, 2, 1, 0, 0, 0, 0]


def test_features_are_correlated_within_their_group_only():
    made = YangGroups(n_rows=50_000).build()
    apart = np.abs(np.subtract.outer(np.arange(10), np.arange(10)))
    expected = np.kron(np.eye(10), 0.2**apart)
    measured = np.cov(made.X.toarray(), rowvar=False)
    assert np.abs(measured - expected).max() < 0.03
    assert np.abs(made.X.toarray().mean(axis=0)).max() < 0.03


def test_without_noise_the_label_is_the_sign_of_the_true_score():
    quiet = YangGroups(noise=0.0).build()
    assert np.array_equal(quiet.y, np.sign(quiet.X @ quiet.true_weights))


def test_noise_flips_as_many_labels_as_its_size_says():
    """The chance of a flip is that of two correlated normals differing in sign: arctan(σ/s)/π."""
    made = YangGroups(n_rows=50_000, noise=4.0).build()
    score = made.X @ made.true_weights
    flipped = np.mean(np.sign(score) != made.y)
    expected = np.arctan2(4.0, np.std(score)) / np.pi
    assert abs(flipped - expected) < 4.0 * np.sqrt(expected * (1.0 - expected) / 50_000)


def test_a_draw_is_repeatable_and_another_draw_is_another_dataset():
    one, again, other = (YangGroups(n_rows=50, draw=draw).build() for draw in (3, 3, 4))
    assert np.array_equal(one.X.toarray(), again.X.toarray()) and np.array_equal(one.y, again.y)
    assert not np.array_equal(one.X.toarray(), other.X.toarray())
    assert not np.array_equal(one.true_weights, other.true_weights)


def test_more_rows_keep_the_first_and_noise_keeps_all_features():
    few, many, loud = (
        YangGroups(**options).build()
        for options in ({"n_rows": 60}, {"n_rows": 90}, {"n_rows": 60, "noise": 9.0})
    )
    assert np.array_equal(many.X[:60].toarray(), few.X.toarray())
    assert np.array_equal(many.y[:60], few.y)
    assert np.array_equal(loud.X.toarray(), few.X.toarray()) and np.any(loud.y != few.y)
    for other in (many, loud):
        assert np.array_equal(other.true_weights, few.true_weights)


def test_names_say_the_group():
    names = YangGroups(n_rows=25).build().feature_names
    assert (names[0], names[9], names[10], names[99]) == (
        "group_1_1", "group_1_10", "group_2_1", "group_10_10",
    )  # fmt: skip


def test_noise_features_are_groups_of_their_own():
    noisy = datasets.load("yang_groups", n_rows=40, noise_features=3, test_fraction=0.25)
    assert noisy.groups.tolist()[-4:] == [9, 10, 11, 12]
    assert noisy.true_weights.tolist()[-3:] == [0.0, 0.0, 0.0]
    assert noisy.n_rows + noisy.test.n_rows == 40


@in_turn(
    ("options", "parts"),
    [
        ({"n_rows": 24}, ["n_rows = 24", ">= 25"]),
        ({"n_rows": 300_001}, ["n_rows = 300001", "<= 300000"]),
        ({"noise": -1.0}, ["noise = -1.0", ">= 0"]),
        ({"noise": float("nan")}, ["noise = nan", "a number"]),
        ({"draw": 1.5}, ["draw = 1.5", "whole number"]),
    ],
)
def test_a_knob_out_of_range_is_named(options, parts):
    with pytest.raises(ValueError) as refused:
        datasets.load("yang_groups", **options)
    assert [part for part in parts if part not in str(refused.value)] == []
