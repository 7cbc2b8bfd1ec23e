"""Estimators in pipelines, searches and pickles, and what they refuse."""

from __future__ import annotations

import ast
import inspect
import pickle
import re
import sys
from functools import partial

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.validation import has_fit_parameter

import algorithms.estimators as estimators
from algorithms import CATALOGUE, random_order, record, sweep
from algorithms.estimators import CLASSIFIERS, REGRESSORS
from algorithms.estimators.factory import make_estimator, parameters_of
from tests.support.many.turns import in_turn
from tests.support.sources import ROOT, sources
from tools.estimator_stubs import PAGE, STUB, TABLE, class_stub, stub_text, table_text

Truncated = CLASSIFIERS["truncated_gradient"]
TruncatedAmounts = REGRESSORS["truncated_gradient"]


@pytest.fixture(scope="module")
def cells() -> tuple[np.ndarray, np.ndarray]:
    """Measurements of cells, scaled, and their two classes in words."""
    X, y = load_breast_cancer(return_X_y=True)
    return StandardScaler().fit_transform(X), np.array(["malignant", "benign"])[y]


@in_turn(("key", "kinds"), [(k, kinds) for kinds in (CLASSIFIERS, REGRESSORS) for k in CATALOGUE])
def test_a_class_says_what_it_is(key, kinds):
    kind = kinds[key]
    task = "classifier" if kinds is CLASSIFIERS else "regressor"
    parameters = parameters_of(CATALOGUE[key], task)
    signature = inspect.signature(kind)
    assert {name: p.default for name, p in signature.parameters.items()} == parameters
    assert list(kind().get_params()) == sorted(parameters)
    assert getattr(sys.modules[kind.__module__], kind.__qualname__) is kind
    assert CATALOGUE[key].idea in " ".join(kind.__doc__.split())
    assert all(f"\n{name}, default " in kind.__doc__ for name in parameters)
    assert hasattr(kind(), "partial_fit") == (CATALOGUE[key].kind == "online")
    assert ("sample_weight" in inspect.signature(kind.fit).parameters) == (
        CATALOGUE[key].kind == "batch"
    )
    with pytest.raises(
        TypeError,
        match=f"{kind.__name__}: got an unexpected keyword argument 'epochs'; it has "
        + ", ".join(parameters),
    ):
        kind(epochs=5)


def test_what_a_kind_of_method_does_not_have_is_named():
    X, y = np.eye(4), [0, 1, 0, 1]
    batch = CLASSIFIERS["coordinate_descent"]()
    assert not hasattr(batch, "partial_fit") and not hasattr(type(batch), "partial_fit")
    with pytest.raises(AttributeError, match="has no partial_fit: each of its steps needs all"):
        batch.partial_fit(X, y)
    with pytest.raises(AttributeError, match="no attribute 'coefs_'"):
        _ = batch.coefs_
    assert not has_fit_parameter(Truncated(), "sample_weight")
    assert has_fit_parameter(batch, "sample_weight")
    for kind in (Truncated, TruncatedAmounts):
        with pytest.raises(TypeError, match="has no sample_weight: it learns from one example"):
            kind().fit(X, y, sample_weight=np.ones(4))
        with pytest.raises(TypeError, match=r"Truncated.*fit has no argument 'groups'"):
            kind().fit(X, y, groups=[0, 1, 2, 3])


def test_a_search_over_gravity_finds_what_sweep_finds(cells):
    X, y = cells
    gravities, folds = [0.0, 0.05, 0.5, 5.0], StratifiedKFold(3)
    learner = Truncated(period=10, passes=2, fit_intercept=False, random_state=1)
    search = GridSearchCV(learner, {"gravity": gravities}, cv=folds).fit(X, y)
    scores = np.zeros((len(gravities), 3))
    for column, (train, test) in enumerate(folds.split(X, y)):
        kinds = [CATALOGUE["truncated_gradient"](gravity=g, period=10) for g in gravities]
        labels = np.where(y == "malignant", 1.0, -1.0)
        order = random_order(len(train), 2, seed=1)
        traces = sweep(kinds, (X[train], labels[train]), order=order, checkpoints=1)
        for row, trace in enumerate(traces):
            predictions = X[test] @ trace.final.weights
            scores[row, column] = np.mean((predictions > 0.0) == (labels[test] > 0.0))
    assert np.allclose(search.cv_results_["mean_test_score"], scores.mean(axis=1), atol=1e-12)
    assert search.best_params_["gravity"] == gravities[int(np.argmax(scores.mean(axis=1)))]
    assert len(set(scores.mean(axis=1))) > 2


def test_words_as_labels_names_as_columns(cells):
    X, y = cells
    table = pd.DataFrame(X, columns=[f"f{j}" for j in range(X.shape[1])])
    model = Truncated(random_state=0).fit(table, y)
    assert model.classes_.tolist() == ["benign", "malignant"]
    assert model.feature_names_in_.tolist() == list(table) and model.n_features_in_ == 30
    assert model.coef_.shape == (1, 30) and model.intercept_.shape == (1,)
    assert set(model.predict(table)) == {"benign", "malignant"} and model.score(table, y) > 0.95
    with pytest.raises(ValueError, match="feature names"):
        model.predict(table.rename(columns={"f0": "g0"}))


@pytest.mark.parametrize("form", [sparse.csr_matrix, sparse.csc_array, sparse.coo_matrix])
def test_sparse_and_dense_are_one(cells, form):
    X, y = np.where(np.abs(cells[0]) > 0.5, cells[0], 0.0), cells[1]
    dense = Truncated(random_state=0, gravity=0.1).fit(X, y)
    thin = Truncated(random_state=0, gravity=0.1).fit(form(X), y)
    assert np.array_equal(dense.coef_, thin.coef_)
    assert np.allclose(dense.decision_function(X), thin.decision_function(form(X)), atol=1e-12)


def test_what_is_given_is_not_changed():
    given = sparse.csr_array(([1.0, 0.0, 2.0, 3.0], [2, 1, 0, 0], [0, 3, 4]), shape=(2, 3))
    Truncated().fit(given, [0, 1])
    assert given.data.tolist() == [1.0, 0.0, 2.0, 3.0] and given.indices.tolist() == [2, 1, 0, 0]


def test_a_pickle_goes_on_as_the_original(cells):
    X, y = cells
    model = Truncated(period=7).partial_fit(X[:100], y[:100], classes=np.unique(y))
    again = pickle.loads(pickle.dumps(model))
    assert type(again) is Truncated
    for each in (model, again):
        each.partial_fit(X[100:], y[100:])
    assert np.array_equal(model.coef_, again.coef_) and model.t_ == again.t_ == 569


def test_a_copy_is_not_fitted_and_has_its_groups(cells):
    X, y = cells
    groups = np.arange(30) % 10
    model = CLASSIFIERS["group_rda"](groups=groups, l1=0.05, gamma=5.0, random_state=0)
    weights = model.fit(X, y).coef_[0]
    held = [weights[groups == g].any() for g in range(10)]
    assert [weights[groups == g].all() for g in range(10)] == held and 0 < sum(held) < 10
    copy = clone(model)
    assert not hasattr(copy, "coef_")
    assert np.array_equal(copy.fit(X, y).coef_[0], weights)
    lists = [np.flatnonzero(groups == g).tolist() for g in range(10)]
    for same in (lists, pd.Series(groups, index=range(7, 37))):
        assert np.array_equal(clone(model).set_params(groups=same).fit(X, y).coef_[0], weights)
    with pytest.raises(ValueError, match="groups"):
        clone(model).set_params(groups=[0, 1]).fit(X, y)


def test_probabilities_are_of_the_logistic_loss_alone(cells):
    X, y = cells
    model = make_pipeline(StandardScaler(), Truncated(random_state=0)).fit(X, y)
    proba, scores = model.predict_proba(X), model.decision_function(X)
    assert np.allclose(proba[:, 1], 1.0 / (1.0 + np.exp(-scores))) and (scores > 0).any()
    assert np.allclose(proba.sum(axis=1), 1.0)
    for loss in ("hinge", "squared", "clipped"):
        other = Truncated(loss=loss, eta=0.003, random_state=0).fit(X, y)
        assert not hasattr(other, "predict_proba") and other.score(X, y) > 0.9
        with pytest.raises(AttributeError) as refused:
            other.predict_proba(X)
        assert f"loss = '{loss}': predict_proba is there for" in str(refused.value.__cause__)


def test_clipped_predictions_are_those_of_the_kernel():
    """Its examples are divided by √(nonzeros), so its decision is no product with X alone."""
    X = np.array([[1.0, 0.0, 0.0, 0.0], [1.0, -1.0, 2.0, 1.0], [0.0, 1.0, 1.0, 0.0]])
    model = Truncated(loss="clipped", fit_intercept=False, shuffle=False).fit(X, [0, 1, 1])
    scaled = X / np.sqrt((X != 0.0).sum(axis=1, keepdims=True))
    assert np.allclose(model.decision_function(X), scaled @ model.coef_[0])
    assert not np.allclose(model.decision_function(X), X @ model.coef_[0])


def test_of_three_classes_scikit_learn_makes_two_at_a_time(cells):
    X = cells[0]
    three = np.digitize(X[:, 0], [-0.5, 0.5])
    for learn in (Truncated().fit, partial(Truncated().partial_fit, classes=[0, 1, 2])):
        with pytest.raises(ValueError, match=r"Only binary.*OneVsRestClassifier.*OneVsOneClass"):
            learn(X, three)
    model = OneVsRestClassifier(Truncated(random_state=0)).fit(X, three)
    assert model.score(X, three) > 0.8


def test_no_order_drawn_is_the_order_of_the_rows(cells):
    X, y = cells[0][:100], np.where(cells[1][:100] == "malignant", 1.0, -1.0)
    model = Truncated(shuffle=False, passes=3, decay=0.5, gravity=0.1).fit(X, y)
    order, method = np.tile(np.arange(100), 3), CATALOGUE["truncated_gradient"]
    trace = record(method(decay=0.5, gravity=0.1), (X, y), order=order, intercept=True)
    assert np.array_equal(model.coef_[0], trace.final.weights)
    drawn = [Truncated(random_state=seed).fit(X, y).coef_ for seed in (0, 1, 1)]
    assert not np.array_equal(drawn[0], drawn[1]) and np.array_equal(drawn[1], drawn[2])
    generators = [np.random.RandomState(3) for _ in range(2)]
    same = [Truncated(random_state=generator).fit(X, y).coef_ for generator in generators]
    assert np.array_equal(*same)


def test_live_features_learn_blocks_as_a_stream(cells):
    X, y = cells[0], np.where(cells[1] == "malignant", 1.0, -1.0)
    blocks = [(X[:200], y[:200]), (X[200:], y[200:])]
    model = Truncated(memory="live", gravity=0.1, period=10)
    for block in blocks:
        model.partial_fit(*block, classes=[-1.0, 1.0])
    trace = record(model.as_algorithm(), iter(blocks), intercept=True)
    assert np.array_equal(model.coef_[0][trace.final.features], trace.final.weights)
    assert np.count_nonzero(model.coef_) == len(trace.final.weights)


def test_a_run_that_diverges_warns_and_ends():
    X, y = 1000.0 * np.eye(3), np.array([1.0, 2.0, 3.0])
    with pytest.warns(ConvergenceWarning, match="diverged at step"):
        model = TruncatedAmounts(eta=1.0, passes=50, random_state=0).fit(X, y)
    assert np.isfinite(model.predict(X)).all() and model.t_ < 150
    with pytest.raises(ValueError, match="has diverged"):
        model.partial_fit(X, y)
    assert TruncatedAmounts(eta=1e-7, passes=50).fit(X, y).partial_fit(X, y).t_ == 153
    with pytest.warns(ConvergenceWarning) as warned:
        TruncatedAmounts(eta=1.0).partial_fit(np.tile(X, (50, 1)), np.tile(y, 50))
    assert warned[0].filename == __file__, "where it was called, and not inside the estimator"


def test_a_stream_that_diverges_at_its_first_row_is_over():
    X, y = np.full((2, 3), 9e99), [0, 1]
    model = CLASSIFIERS["exponentiated_gradient"](signs="none negative", radius=100.0)
    with pytest.warns(ConvergenceWarning, match="diverged at step 1.*not to be trusted"):
        model.partial_fit(X, y, classes=y)
    with pytest.raises(ValueError, match="has diverged"):
        model.partial_fit(np.eye(3)[:2], y)


def test_a_diverged_fit_names_scaling_first_and_says_what_it_is_worth():
    X, y = load_breast_cancer(return_X_y=True)
    largest = "not scaled, up to 4,254: scale them first"
    with pytest.warns(ConvergenceWarning, match=f"predictions are useless.*{largest}"):
        model = TruncatedAmounts(random_state=0).fit(X, y)
    assert model.score(X, y) < -10.0


@pytest.mark.parametrize(
    "key",
    ["coordinate_descent", "group_coordinate_descent", "frank_wolfe", "batch_projected_gradient"],
)
def test_a_batch_fit_that_passes_end_far_from_its_optimum_warns(cells, key):
    X, y = cells
    kind = CLASSIFIERS[key]
    few = kind(passes=2)
    far = rf"{kind.__name__} did not converge in 2 passes: its objective may be \d\.\d+ above"
    with pytest.warns(ConvergenceWarning, match=far + ".*Scale.*more passes") as warned:
        few.fit(X, y)
    assert not few.converged_ and warned[0].filename == __file__


def test_of_a_method_of_ones_own_no_distance_is_claimed(cells):
    theirs = CATALOGUE["coordinate_descent"]
    own = type("Own", (theirs,), {"key": "own", "__module__": theirs.__module__})
    with pytest.warns(ConvergenceWarning, match=r"did not converge in 2 passes\. Scale"):
        make_estimator(own, "classifier")(passes=2).fit(*cells)


def test_a_batch_fit_near_its_optimum_is_silent(cells, recwarn):
    X, y = cells
    near = CLASSIFIERS["coordinate_descent"](l1=0.02, passes=2000).fit(X, y)
    assert near.converged_ and near.n_iter_ <= 2000 and not recwarn.list
    solution = CATALOGUE["coordinate_descent"](l1=0.02).solve(
        (X, np.where(y == "malignant", 1.0, -1.0)), "logistic", intercept=True
    )
    assert np.array_equal(near.coef_[0] != 0.0, solution.weights != 0.0)


@in_turn(
    ("parameters", "reason"),
    [
        ({"gravity": -1.0}, "gravity = -1.0: it must be a number >= 0"),
        ({"loss": "softmax"}, "loss = 'softmax': it must be one of squared"),
        ({"passes": 0}, "passes = 0"),
        ({"random_state": -1}, "Seed must be"),
        ({"random_state": "x"}, "cannot be used to seed"),
    ],
)
def test_a_parameter_out_of_range_is_refused_when_it_fits(parameters, reason):
    learner = Truncated(**parameters)
    with pytest.raises(ValueError, match=reason):
        learner.fit([[1.0], [2.0]], [0, 1])


@in_turn(
    ("key", "parameters", "reason"),
    [
        ("fobos", {"batch_size": 3}, "whole mini-batches; there are 4 rows"),
        ("fobos", {"decay": 0.5}, "decay = 0.5"),
        ("fobos", {"rounds": True}, "rounds = True"),
    ],
)
def test_what_needs_the_end_of_a_run_is_no_stream(key, parameters, reason):
    X, y = np.eye(4), [0, 1, 0, 1]
    model = CLASSIFIERS[key](**parameters)
    with pytest.raises(ValueError, match=reason):
        model.partial_fit(X, y, classes=[0, 1])
    with pytest.raises(NotFittedError):
        model.predict(X)
    assert model.fit(X, y).t_ == 40
    other = CLASSIFIERS[key](**parameters)
    with pytest.raises(ValueError, match=reason):
        other.partial_fit(X, y, classes=[0, 1])
    defaults = CLASSIFIERS[key]().get_params()
    assert other.set_params(**defaults).partial_fit(X, y).t_ == 4, "as nothing was begun"


def test_a_stream_keeps_its_classes_and_parameters():
    X, y = np.eye(4), np.array([0, 1, 0, 1])
    model = Truncated()
    with pytest.raises(ValueError, match="classes must be passed"):
        model.partial_fit(X, y)
    with pytest.raises(ValueError, match="Only binary"):
        model.partial_fit(X, y, classes=[0, 1, 2])
    model.partial_fit(X[:1], y[:1], classes=[1, 0]).partial_fit(X[1:], y[1:])
    assert model.classes_.tolist() == [0, 1] and model.t_ == 4
    with pytest.raises(ValueError, match="none of the classes"):
        model.partial_fit(X, y + 1)
    with pytest.raises(ValueError, match="before"):
        model.partial_fit(X, y, classes=[0, 2])
    with pytest.raises(ValueError, match="4 features"):
        model.partial_fit(np.eye(5), [0, 1, 0, 1, 0])
    with pytest.raises(ValueError, match="parameters were changed"):
        model.set_params(gravity=0.5).partial_fit(X, y)
    assert model.fit(X, y).t_ == 40
    grouped = CLASSIFIERS["group_rda"](groups=[0, 0, 1, 1])
    grouped.partial_fit(X, y, classes=[0, 1]).set_params(groups=[[0, 1], [2, 3]]).partial_fit(X, y)
    with pytest.raises(ValueError, match="parameters were changed"):
        grouped.set_params(groups=[0, 1, 1, 1]).partial_fit(X, y)
    with pytest.raises(ValueError, match="parameters were changed"):
        grouped.set_params(groups=None).partial_fit(X, y)


@in_turn(
    ("X", "y", "reason"),
    [
        ([[1e200], [1.0]], [0, 1], "X holds numbers beyond"),
        ([[1.0], [2.0]], [1, 1], "only one class"),
        ([[1.0], [np.nan]], [0, 1], "NaN"),
    ],
)
def test_examples_that_cannot_be_learned_from(X, y, reason):
    for kinds in (Truncated, CLASSIFIERS["coordinate_descent"]):
        with pytest.raises(ValueError, match=reason):
            kinds().fit(X, y)


@in_turn("kinds", [Truncated, CLASSIFIERS["coordinate_descent"]])
def test_rows_that_lie_about_their_columns_are_refused(kinds):
    """What is compiled would read and write there."""
    X = sparse.csr_matrix(np.eye(3))
    X.indices[1] = 10**6
    with pytest.raises(ValueError, match="indices must be <"):
        kinds().fit(X, [0, 1, 1])


def test_amounts_beyond_all_bounds_are_refused():
    for words in (np.array(["a", "b"]), np.array(["a", "b"], dtype=object)):
        with pytest.raises(ValueError, match="could not convert string to float: 'a'"):
            TruncatedAmounts().fit([[1.0], [2.0]], words)
    with pytest.raises(ValueError, match="y holds numbers beyond"):
        TruncatedAmounts().fit([[1.0], [2.0]], [1.0, 1e200])


@in_turn("wrong", [[1.0], [1.0, -1.0], [np.inf, 1.0], [0.0, 0.0]])
def test_weights_of_examples_that_are_none(wrong):
    with pytest.raises(ValueError, match="sample_weight"):
        CLASSIFIERS["scd"]().fit([[1.0], [2.0]], [0, 1], sample_weight=wrong)


def test_models_alone_import_them_and_nothing_else_imports_models():
    """``import algorithms`` stays without scikit-learn."""
    for path, source in sources("algorithms").items():
        if path.startswith(("algorithms/estimators/", "algorithms/models/")):
            continue
        for node in ast.walk(ast.parse(source)):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            heavy = ("algorithms.estimators", "algorithms.models", "sklearn")
            assert not any(name.startswith(heavy) for name in names), path


def test_each_method_has_two_classes():
    assert list(CLASSIFIERS) == list(REGRESSORS) == list(CATALOGUE)
    names = {kind.__name__ for kinds in (CLASSIFIERS, REGRESSORS) for kind in kinds.values()}
    assert len(names) == 2 * len(CATALOGUE) and names.isdisjoint(estimators.__all__)


@in_turn(
    ("name", "hint"),
    [
        ("FOBOSClassifier", r"did you mean FobosClassifier"),
        ("TruncatedGradientsRegressor", "did you mean TruncatedGradientRegressor"),
        ("ZClassifier", "docs/estimators.md lists all"),
    ],
)
def test_a_class_that_there_is_not_is_answered_with_a_near_name(name, hint):
    with pytest.raises(ImportError, match=f"there is no {name}: {hint}"):
        exec(f"from algorithms.estimators import {name}")
    assert not hasattr(estimators, "fobos")


def test_the_stub_is_what_is_made():
    """``python -m tools.estimator_stubs`` writes it anew, when this fails."""
    assert STUB.read_text(encoding="utf-8") == stub_text()
    assert TABLE.findall(PAGE.read_text(encoding="utf-8")) == [table_text()]
    assert "| `FobosClassifier` | `FobosRegressor` | `eta`, `schedule`" in table_text()
    assert "gravity: float = 0.01, threshold: float = inf" in class_stub(Truncated, "classifier")


def test_the_documents_python_runs(capsys):
    """Its two searches find the same scores."""
    code = re.findall(r"```python\n(.*?)```", (ROOT / "docs/estimators.md").read_text(), re.DOTALL)
    names: dict = {}
    for block in code:
        exec(block, names)
    assert np.allclose(names["search"].cv_results_["mean_test_score"], np.mean(names["scores"], 0))
    assert len(capsys.readouterr().out.splitlines()) == 4 and names["stream"].t_ == 569
    kept = np.count_nonzero(names["learner"].coef_)
    assert 0 < kept < 30 and names["weighted"].coef_.any()
    assert names["few"].get_support().sum() == kept
