"""The measures are those of scikit-learn, and those that the papers define."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import f1_score, roc_auc_score

from algorithms import auc, max_correlation, sign_f1
from algorithms.evaluation.measures import quartiles

SCORES = st.sampled_from([-2.0, -0.5, 0.0, 0.25, 3.0])
EXAMPLES = st.lists(st.tuples(st.sampled_from([-1.0, 1.0]), SCORES), min_size=1, max_size=30)
SIGNS = st.sampled_from([-0.5, 0.0, 2.0])


@given(EXAMPLES)
def test_the_auc_is_that_of_scikit_learn_ties_averaged(examples):
    y, scores = np.array(examples).T
    if len(set(y)) == 1:
        assert np.isnan(auc(y, scores))
    else:
        assert auc(y, scores) == pytest.approx(roc_auc_score(y, scores), abs=1e-12)


@given(EXAMPLES)
def test_the_largest_correlation_is_that_over_all_thresholds(examples):
    y, scores = np.array(examples).T
    if len(set(y)) == 1:
        assert np.isnan(max_correlation(y, scores))
        return
    each = [np.corrcoef(y, scores > cut)[0, 1] for cut in np.unique(scores)[:-1]]
    assert max_correlation(y, scores) == pytest.approx(max(each, default=0.0), abs=1e-12)


@given(st.lists(st.tuples(SIGNS, SIGNS), min_size=1, max_size=20))
def test_the_f1_of_signs_is_that_of_scikit_learn(weights):
    w, truth = np.array(weights).T
    expected = f1_score(np.sign(truth), np.sign(w), average="macro")
    assert sign_f1(w, truth) == pytest.approx(expected)


def test_the_f1_of_signs_by_hand():
    # Of +1: one right, one missed; of −1: right; of 0: right, and the missed one is taken for 0.
    f1 = sign_f1(np.array([3.0, 0.0, -1.0, 0.0]), np.array([1.0, 1.0, -1.0, 0.0]))
    assert f1 == pytest.approx((2 / 3 + 1.0 + 2 / 3) / 3)


def test_quartiles_leave_out_what_is_missing():
    low, median, high = quartiles(np.array([[1.0, np.nan, 3.0], [np.nan] * 3]))
    assert (low[0], median[0], high[0]) == (1.5, 2.0, 2.5)
    assert np.isnan([low[1], median[1], high[1]]).all()
