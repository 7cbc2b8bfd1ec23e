"""Folds share out the rows, each class evenly, and leave the columns as they are."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms import evaluate, fold, folds
from tests.naive import dataset
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn
from tests.support.problems.classes import many_classes
from tests.support.views import toy


def numbered_data(y, task="classification", **more):
    """Examples whose only feature is their number, from 1."""
    return dataset(np.arange(1.0, len(y) + 1)[:, None], np.asarray(y, float), task, **more)


def numbers(data) -> list[int]:
    return data.X.toarray()[:, 0].astype(int).tolist()


@examples(40)
@given(st.integers(2, 6), st.integers(0, 10), st.integers(0, 10), st.integers(0, 3))
def test_every_row_is_kept_back_once_and_classes_are_even(k, more, less, seed):
    y = np.r_[np.ones(k + more), -np.ones(k + less)]
    parts = folds(numbered_data(y), k, seed)
    kept_back = [number for part in parts for number in numbers(part.test)]
    assert sorted(kept_back) == list(range(1, len(y) + 1))
    sizes = [part.test.n_rows for part in parts]
    assert max(sizes) - min(sizes) <= 1
    for part in parts:
        assert sorted(numbers(part) + numbers(part.test)) == list(range(1, len(y) + 1))
        np.testing.assert_array_equal(part.y, y[np.array(numbers(part)) - 1])
        np.testing.assert_array_equal(part.test.y, y[np.array(numbers(part.test)) - 1])
    of_plus = [(part.test.y == 1.0).sum() for part in parts]
    assert max(of_plus) - min(of_plus) <= 1


def test_another_seed_draws_other_folds_and_the_same_one_the_same():
    data = toy()
    first, again, other = (folds(data, 4, seed)[0].test.X.toarray() for seed in (0, 0, 1))
    np.testing.assert_array_equal(first, again)
    assert first.shape != other.shape or (first != other).any()


def test_all_that_is_known_of_the_columns_stays():
    data = toy(n_noise=2, true_weights=np.arange(6.0), groups=np.array([0, 0, 1, 1, 2, 2]))
    for part in folds(data, 3):
        for side in (part, part.test):
            assert side.n_noise == 2 and side.feature_names == data.feature_names
            assert side.true_weights is data.true_weights and side.groups is data.groups
            assert side.X.indices.dtype == np.int32 and side.X.has_sorted_indices
        assert part.test.test is None


def test_rows_that_the_data_keeps_back_are_in_no_fold():
    data = numbered_data(np.tile([1.0, -1.0], 4))
    provenance = dataclasses.replace(data.provenance, test_name="test.csv")
    test = numbered_data([1.0, -1.0])
    data = dataclasses.replace(data, test=test, provenance=provenance)
    parts = folds(data, 2)
    assert all(part.n_rows + part.test.n_rows == 8 and part.test_name == "" for part in parts)


def test_rows_in_time_make_stretches_and_keep_their_order():
    data = dataclasses.replace(numbered_data(np.tile([1.0, -1.0], 5)), in_time=True)
    parts = folds(data, 3)
    assert [numbers(part.test) for part in parts] == [[1, 2, 3, 4], [5, 6, 7], [8, 9, 10]]
    assert numbers(parts[1]) == [1, 2, 3, 4, 8, 9, 10] and parts[1].in_time


def test_a_regression_and_many_classes_have_folds():
    regression = numbered_data([0.1, 3.0, -2.0, 0.5, 7.0], "regression")
    assert sorted(part.test.n_rows for part in folds(regression, 3)) == [1, 2, 2]
    for part in folds(many_classes(), 5):
        assert set(part.test.y) == {0.0, 1.0, 2.0}
        assert "test error" in evaluate(np.zeros((3, 4)), part, "softmax", np.zeros(3))


def test_one_fold_alone_is_the_same():
    data = toy()
    for number, part in enumerate(folds(data, 3, 7)):
        alone = fold(data, number, 3, 7)
        np.testing.assert_array_equal(alone.X.toarray(), part.X.toarray())
        np.testing.assert_array_equal(alone.test.y, part.test.y)


@in_turn("k", [1, 0, -2, 2.5, True, None])
def test_less_than_two_folds_are_refused(k):
    with pytest.raises(ValueError, match="it must be a whole number >= 2"):
        folds(toy(), k)


def test_a_fold_without_one_class_is_refused():
    with pytest.raises(ValueError, match=r"3 folds, but class -1 has only 2 of the 6 examples"):
        folds(numbered_data([1, 1, 1, 1, -1, -1]), 3)


def test_of_many_classes_the_one_that_is_missing_is_named():
    with pytest.raises(ValueError, match="class blue has"):
        folds(many_classes(), int((many_classes().y == 2).sum()) + 1)


def test_a_stretch_of_time_without_one_class_is_refused():
    data = dataclasses.replace(numbered_data([1, 1, 1, -1, -1, -1]), in_time=True)
    with pytest.raises(ValueError, match="fold 1 of 2 is without class -1"):
        folds(data, 2)


def test_more_folds_than_rows_are_refused():
    with pytest.raises(ValueError, match="4 folds of 3 rows"):
        folds(numbered_data([0.1, 0.2, 0.3], "regression"), 4)


def test_a_fold_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="numbers 0 to 2"):
        fold(toy(), 3, 3)
