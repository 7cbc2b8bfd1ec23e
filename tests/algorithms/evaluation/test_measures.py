"""The measures are those of scikit-learn, and those that the papers define."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import f1_score, roc_auc_score

from algorithms import auc, max_correlation, sign_f1
from algorithms.evaluation.measures import quartiles
from tests.support.many.examples import examples

SCORES = st.sampled_from([-2.0, -0.5, 0.0, 0.25, 3.0])
EXAMPLES = st.lists(st.tuples(st.sampled_from([-1.0, 1.0]), SCORES), min_size=1, max_size=30)
SIGNS = st.sampled_from([-0.5, 0.0, 2.0])


@examples(40)
@given(EXAMPLES)
def test_the_auc_is_that_of_scikit_learn_ties_averaged(examples):
    y, scores = np.array(examples).T
    if len(set(y)) == 1:
        assert np.isnan(auc(y, scores))
    else:
        assert auc(y, scores) == pytest.approx(roc_auc_score(y, scores), abs=1e-12)


@examples(40)
@given(EXAMPLES)
def test_the_largest_correlation_is_that_over_all_thresholds(examples):
    y, scores = np.array(examples).T
    if len(set(y)) == 1:
        assert np.isnan(max_correlation(y, scores))
        return
    each = [np.corrcoef(y, scores > cut)[0, 1] for cut in np.unique(scores)[:-1]]
    assert max_correlation(y, scores) == pytest.approx(max(each, default=0.0), abs=1e-12)


@examples(40)
@given(st.lists(st.tuples(SIGNS, SIGNS), min_size=1, max_size=20))
def test_the_f1_of_signs_is_that_of_scikit_learn(weights):
    w, truth = np.array(weights).T
    expected = f1_score(np.sign(truth), np.sign(w), average="macro")
    assert sign_f1(w, truth) == pytest.approx(expected)


def test_the_f1_of_signs_by_hand():
    # Of +1: one right, one missed; of −1: right; of 0: right, and the missed one is taken for 0.
    f1 = sign_f1(np.array([3.0, 0.0, -1.0, 0.0]), np.array([1.0, 1.0, -1.0, 0.0]))
    assert f1 == pytest.approx((2 / 3 + 1.0 + 2 / 3) / 3)


CELLS = st.lists(st.sampled_from([0.0, 1.0, 2.5, 7.0, np.nan]), min_size=12, max_size=12)


@given(CELLS)
def test_quartiles_are_those_of_numpy(cells):
    values = np.array(cells).reshape(2, 6)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        expected = np.nanquantile(values, (0.25, 0.5, 0.75), axis=1)
    np.testing.assert_allclose(quartiles(values), expected, atol=1e-15)


def test_quartiles_of_infinite_losses():
    low, median, high = quartiles(np.array([[1.0, 2.0, np.inf, np.inf]]))
    assert (low[0], median[0], high[0]) == (1.75, np.inf, np.inf)


def test_many_areas_are_those_of_each():
    draw = np.random.default_rng(0)
    y, scores = draw.choice([-1.0, 1.0], 30), draw.integers(0, 9, (4, 30)).astype(float)
    assert auc(y, scores).tolist() == [auc(y, each) for each in scores]
    assert np.isnan(auc(np.ones(30), scores)).tolist() == [True] * 4
