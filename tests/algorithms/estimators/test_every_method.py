"""Each method as a classifier and a regressor: what scikit-learn asks, and what ``record`` says.

All stand in one file, so that one process loads the kernels. ``make test`` asks all that
``check_estimator`` does of ``WHOLE``, and of the others the checks that meet what differs from
class to class; ``make checked`` asks everything of every class.
"""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import check_estimator, estimator_checks_generator

from algorithms import BATCH, CATALOGUE, ONLINE, record
from algorithms.estimators import CLASSIFIERS, REGRESSORS
from tests.support.grids import ALL

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
"""Runs of a few passes are compared, which need not arrive."""
GROUPS = [0, 0, 1, 1, 2, 2, 2]
WHOLE = ("truncated_gradient", "subgradient", "group_rda", "coordinate_descent")
"""The code of an estimator is that of its kind and task; these have every kind of it."""
MATTER = {
    "check_estimator_cloneable",
    "check_no_attributes_set_in_init",
    "check_parameters_default_constructible",
    "check_fit_score_takes_y",
    "check_estimators_pickle",
    "check_fit_idempotent",
    "check_classifiers_train",
    "check_regressors_train",
}
NEAR = (
    "its solution is exact to its gap alone, and conjugate gradients that end early make more of "
    "the rounding of two sums: the objectives agree (test_interior_point_weighs_examples)"
)
EXPECTED = {
    "interior_point": {
        "check_sample_weight_equivalence_on_dense_data": NEAR,
        "check_sample_weight_equivalence_on_sparse_data": NEAR,
    }
}
EVERY = [
    pytest.param(key, kinds, id=f"{key}-{task}")
    for task, kinds in (("classifier", CLASSIFIERS), ("regressor", REGRESSORS))
    for key in CATALOGUE
]


def examples(kinds: dict) -> tuple[np.ndarray, np.ndarray]:
    """Forty rows of seven features of order 1, some of them 0, and labels or amounts."""
    draw = np.random.default_rng(5)
    X = draw.standard_normal((40, 7)) * (draw.random((40, 7)) < 0.8)
    y = X[:, 0] - 0.5 * X[:, 1] + 0.3 * draw.standard_normal(40)
    return X, np.where(y > 0.0, 1.0, -1.0) if kinds is CLASSIFIERS else y


def make(key: str, kinds: dict, **parameters):
    """An estimator with those of the parameters that it has."""
    known = kinds[key]().get_params()
    return kinds[key](**{name: parameters[name] for name in parameters if name in known})


def weights(estimator) -> np.ndarray:
    """Weights and constant term, (d + 1,)."""
    return np.append(np.ravel(estimator.coef_), estimator.intercept_)


@pytest.mark.parametrize(("key", "kinds"), EVERY)
def test_fit_is_record(key, kinds):
    X, y = examples(kinds)
    loss = "logistic" if kinds is CLASSIFIERS else "squared"
    options = {"passes": 20, "groups": GROUPS}
    for intercept in (False, True):
        of_both = {"random_state": 4, "fit_intercept": intercept, "period": 7}
        estimator = make(key, kinds, **options, **of_both).fit(X, y)
        trace = record(
            estimator.as_algorithm(), (X, y), loss, seed=4, intercept=intercept, **options
        )
        assert trace.final.diverged_at is None and trace.final.weights.any()
        assert np.array_equal(np.ravel(estimator.coef_), trace.final.weights)
        assert np.array_equal(estimator.intercept_, trace.final.intercept)
        assert (estimator.intercept_ != 0.0).any() == intercept


@pytest.mark.parametrize("key", ["group_rda", "group_fobos", "group_coordinate_descent"])
@pytest.mark.parametrize("kinds", [CLASSIFIERS, REGRESSORS], ids=["classifier", "regressor"])
def test_without_groups_each_column_is_one(key, kinds):
    """Only the first of twelve columns matters; a block of ten would take nine more with it."""
    draw = np.random.default_rng(3)
    X = draw.standard_normal((200, 12))
    y = X[:, 0] if kinds is REGRESSORS else np.where(X[:, 0] > 0.0, 1, 0)
    given = {"l1": 0.1, "random_state": 0, "passes": 20}
    alone = make(key, kinds, **given).fit(X, y)
    named = make(key, kinds, **given, groups=np.arange(12)).fit(X, y)
    blocks = make(key, kinds, **given, structure="blocks").fit(X, y)
    assert np.array_equal(weights(alone), weights(named))
    assert not np.array_equal(weights(alone), weights(blocks))
    if key != "group_fobos":  # its zeros come and go
        assert np.flatnonzero(alone.coef_).tolist() == [0]
        assert np.count_nonzero(blocks.coef_) == 10
    assert "each column a group of its own" in " ".join(type(alone).__doc__.split())


@pytest.mark.parametrize("key", ONLINE)
@pytest.mark.parametrize("kinds", [CLASSIFIERS, REGRESSORS], ids=["classifier", "regressor"])
def test_partial_fit_goes_on_where_a_call_ended(key, kinds):
    X, y = examples(kinds)
    given = {"period": 7, "schedule": "inv_sqrt", "shuffle": False, "groups": GROUPS}
    once = make(key, kinds, passes=1, **given).fit(X, y)
    classes = {"classes": [-1.0, 1.0]} if kinds is CLASSIFIERS else {}
    apart = make(key, kinds, **given)
    for rows in (slice(0, 5), slice(5, 17), slice(17, 40)):
        apart.partial_fit(X[rows], y[rows], **classes)
    assert np.array_equal(weights(once), weights(apart))
    assert (once.n_iter_, once.t_, apart.n_iter_, apart.t_) == (1, 40, 3, 40)
    twice = make(key, kinds, passes=2, **given).fit(X, y)
    assert np.array_equal(weights(once.partial_fit(X, y)), weights(twice))
    assert not np.array_equal(weights(apart), weights(twice))


@pytest.mark.parametrize(("key", "kinds"), EVERY)
def test_scikit_learn_takes_it(key, kinds):
    estimator, expected = kinds[key](), EXPECTED.get(key, {})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # rows as large as 300, not scaled
        if ALL or key in WHOLE:
            results = check_estimator(
                estimator, expected_failed_checks=expected, on_skip=None, on_fail="raise"
            )
            assert len(results) > 50
            failures = {each["check_name"] for each in results if each["status"] == "xfail"}
            assert failures <= set(expected)  # of the classifier both pass, by luck
            return
        for each, check in estimator_checks_generator(estimator):
            if getattr(check, "func", check).__name__ in MATTER:
                check(each)


@pytest.mark.parametrize("key", BATCH)
def test_a_weight_of_two_is_the_example_twice(key):
    """Interior point is as near as its gap, see ``NEAR``.

    Without zeros, so that as many passes are as many steps where a method never arrives.
    """
    X, y = examples(CLASSIFIERS)
    X = np.where(X == 0.0, 0.5, X)
    counts = np.arange(40) % 3
    given = {"passes": 3000, "random_state": 0, "l1": 0.02, "tolerance": 1e-10}
    if key == "subgradient_descent":
        given["passes"] = 20
    of_weights = make(key, CLASSIFIERS, **given).fit(X, y, sample_weight=counts)
    of_copies = make(key, CLASSIFIERS, **given).fit(np.repeat(X, counts, 0), np.repeat(y, counts))
    unweighted = make(key, CLASSIFIERS, **given).fit(X, y)
    near = 1e-4 if key == "interior_point" else 1e-7
    assert np.allclose(weights(of_weights), weights(of_copies), rtol=0.0, atol=near)
    assert not np.allclose(weights(of_weights), weights(unweighted), rtol=0.0, atol=1e-3)


def test_interior_point_weighs_examples():
    X, y = examples(REGRESSORS)
    counts = np.arange(40) % 3
    solver = REGRESSORS["interior_point"]
    of_weights = solver().fit(X, y, sample_weight=counts)
    of_copies = solver().fit(np.repeat(X, counts, 0), np.repeat(y, counts))
    objectives = [
        np.average(0.5 * (one.predict(X) - y) ** 2, weights=counts)
        + one.l1 * np.abs(one.coef_).sum()
        for one in (of_weights, of_copies)
    ]
    assert of_weights.converged_ and of_copies.converged_
    assert math.isclose(*objectives, rel_tol=2.0 * of_weights.tolerance)
