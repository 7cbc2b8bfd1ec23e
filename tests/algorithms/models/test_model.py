"""A model in a file predicts raw rows as the run did its prepared ones."""

from __future__ import annotations

import dataclasses
import json
import re

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import accuracy_score
from sklearn.model_selection import GridSearchCV
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler, MinMaxScaler, StandardScaler

from algorithms import CATALOGUE, record
from algorithms.estimators import CLASSIFIERS, REGRESSORS
from algorithms.models import Model
from algorithms.models.model import PARTS
from algorithms.models.parse import OPTIONAL, REQUIRED, parse_model
from datasets import (
    Dataset,
    FeaturePlan,
    Preparation,
    load_file,
    prepare,
    recipe,
    upload_recipe,
)
from tests.support.sources import ROOT

LINES = "age,hue,size,fits\n" + "".join(
    f"{20 + i * 7 % 50},{('red', 'blue', '01', '1')[i % 4]},{i * i % 11 - 3}.5,"
    f"{('no', 'yes')[i * 3 % 7 > 2]}\n"
    for i in range(60)
)
CSV = upload_recipe("own.csv", LINES.encode())


def learn(kind, preparation, key="truncated_gradient", **options):
    """The raw and the prepared dataset, the trace, and its model after a turn in a file."""
    raw = kind.build()
    data = prepare(raw, preparation)
    trace = record(CATALOGUE[key](**options), data, passes=3, seed=1, intercept=True)
    model = Model.of(trace, FeaturePlan.of(raw, preparation), data)
    return raw, data, trace, Model.parse(model.text())


def decisions(data, trace):
    found = data.X @ np.atleast_2d(trace.final.weights).T + trace.final.intercept
    return found if data.classes else found[:, 0]


def test_the_lists_of_a_models_parts_agree():
    """A field of ``Model`` is saved, read and checked: four lists have it."""
    model = learn(recipe("breast_cancer")(), Preparation())[-1]
    fields = {each.name for each in dataclasses.fields(Model)}
    assert {"algorithm", *PARTS} == fields and len(PARTS) == len({*PARTS})
    assert parse_model(model.text()).keys() == fields
    # An intercept is a number, or one of each class.
    assert {*REQUIRED, *OPTIONAL, "intercept"} == {"method", *PARTS}


@pytest.mark.parametrize(
    ("key", "options", "preparation"),
    [
        ("breast_cancer", {}, Preparation(scaling="unit variance")),
        ("breast_cancer", {}, Preparation(scaling="unit variance", expansion="squares and cubes")),
        ("wine", {}, Preparation(scaling="max-abs 1", expansion="pairs", constant=True)),
        ("diabetes", {}, Preparation(scaling="unit variance", expansion="random pairs")),
        ("zipf_text", {"n_rows": 300}, Preparation(scaling="max-abs 1")),
        ("digits_ten", {}, Preparation(scaling="unit variance")),
    ],
)
def test_a_dataset_of_any_kind_is_predicted_as_the_run_did(key, options, preparation):
    method = "projected_gradient" if key in ("wine", "digits_ten") else "rda"
    raw, data, trace, model = learn(recipe(key)(**options), preparation, method)
    assert len(model.features) > 0 and set(model.columns) <= set(raw.feature_names)
    found = model.decision_function(raw)
    np.testing.assert_allclose(found, decisions(data, trace), rtol=1e-12, atol=1e-12)
    table = pd.DataFrame(raw.X.toarray(), columns=raw.feature_names)
    mixed = table.sample(frac=1.0, axis=1, random_state=0).assign(more="x")
    np.testing.assert_allclose(model.decision_function(mixed), found, rtol=1e-12, atol=1e-12)


def test_held_out_rows_are_scaled_as_the_training_rows_were():
    preparation = Preparation(scaling="unit variance", test_fraction=0.3, seed=4)
    raw, data, trace, model = learn(recipe("breast_cancer")(), preparation, gravity=0.1)
    wanted = np.sort(np.concatenate([decisions(side, trace) for side in (data, data.test)]))
    np.testing.assert_allclose(np.sort(model.decision_function(raw)), wanted, rtol=1e-12)
    assert set(model.predict(raw)) == {"malignant", "benign"}


def test_categories_and_labels_of_a_file_come_back():
    preparation = Preparation(scaling="unit variance", expansion="pairs")
    _, data, trace, model = learn(CSV(), preparation, eta=0.05)
    table = CSV().content().frame
    found = model.examine(table)
    np.testing.assert_allclose(found.decision, decisions(data, trace), rtol=1e-12, atol=1e-12)
    assert set(found.labels) <= {"no", "yes"} and model.classes == ("no", "yes")
    np.testing.assert_array_equal(found.labels == "yes", found.decision > 0)
    np.testing.assert_allclose(found.probability.sum(axis=1), 1.0)
    assert not found.notes


def test_unknown_categories_are_none_and_gaps_the_median():
    _, data, _, model = learn(CSV(), Preparation(), eta=0.05)
    table = pd.DataFrame({"size": [1.5, None], "hue": ["green", "red"], "age": [30, 30]})
    found = model.examine(table)
    w, b = model.weights, model.intercept
    median = np.median(CSV().build().X[:, [data.feature_names.index("size")]].toarray())
    by_hand = [
        b + 30 * w["age"] + 1.5 * w["size"],
        b + 30 * w["age"] + median * w["size"] + w["hue=red"],
    ]
    np.testing.assert_allclose(found.decision, by_hand, rtol=1e-12)
    assert "(such as 'green')" in " ".join(found.notes)
    assert "1 missing cell filled with the median that the model holds" in " ".join(found.notes)


@pytest.mark.parametrize(("share", "said"), [(0.5, True), (0.0, False)])
def test_gaps_have_the_median_of_all_rows_and_it_is_said(share, said, tmp_path):
    ages = [1, 2, 3, 4, 5, 6, 7, 8, 90, 100, 110, 120]
    rows = "".join(f"{age},{age % 3},{'ab'[age > 7]}\n" for age in ages)
    path = tmp_path / "gaps.csv"
    path.write_text("age,size,y\n" + rows + ",1,a\n")
    data = load_file(path, test_fraction=share)
    trace = record(CATALOGUE["sgd"](eta=0.01), data)
    model = Model.of(trace, data=data)
    assert model.columns["age"]["median"] == np.median(ages)
    notes = " ".join(data.notes)
    assert ("with medians of all rows, those held out among them: in age." in notes) == said
    assert "1 missing cell filled with the column's median: 1 in age." in notes


def model_without_all_categories() -> tuple[pd.DataFrame, Model]:
    """A table, and a model of it that has no weight for some categories of column "c"."""
    table = pd.DataFrame({"x": [1.0, 2.0, 3.0, 4.0] * 25, "c": ["a", "b", "c", "b"] * 25})
    table["y"] = np.where(table.c == "a", "yes", "no")
    kind = upload_recipe("own.csv", table.to_csv(index=False).encode())
    prepared = Preparation(scaling="unit variance")
    return table, learn(kind(), prepared, "coordinate_descent", l1=0.3)[-1]


def test_a_known_category_without_a_weight_is_no_warning():
    table, model = model_without_all_categories()
    column = model.columns["c"]
    assert column["others"] and {*column["values"], *column["others"]} == {"a", "b", "c"}
    known = model.examine(table)
    assert not known.notes
    new = model.examine(table.assign(c="gas"))
    assert "100 cells of categories that the training rows do not have" in new.notes[0]
    before = json.loads(model.text())
    del before["columns"]["c"]["others"]
    old = Model.parse(json.dumps(before)).examine(table)
    assert "categories that the model has no weight for" in old.notes[0]
    assert "training rows" not in old.notes[0]
    np.testing.assert_array_equal(old.decision, known.decision)


def test_a_file_lists_a_thousand_categories_and_no_more(monkeypatch):
    monkeypatch.setattr("datasets.preparation.plan.MOST_OTHERS", 0)
    _, model = model_without_all_categories()
    assert 0 < len(model.columns["c"]["values"]) < 3 and "others" not in model.columns["c"]


@pytest.mark.parametrize("labels", [[3, 7], [1.0, 2.0], [False, True], ["no", "yes"]])
def test_labels_come_back_as_what_they_were(labels):
    y = np.array(labels)[[0, 1, 0, 1]]
    learner = CLASSIFIERS["sgd"]().fit(np.eye(4), y)
    found = Model.parse(Model.of(learner).text()).predict(np.eye(4))
    assert found.dtype == y.dtype and accuracy_score(y, found) == learner.score(np.eye(4), y)


@pytest.mark.parametrize(("labels", "kind"), [([0, 1], "i"), (["a", "1"], "U")])
def test_labels_of_a_run_come_back_as_whole_numbers(labels, kind):
    y = np.array(labels)[np.arange(6) % len(labels)]
    raw = Dataset.from_arrays(np.eye(6), y)
    trace = record(CATALOGUE["sgd"](), raw)
    model = Model.parse(Model.of(trace, FeaturePlan.of(raw, Preparation()), raw).text())
    assert model.predict(np.eye(6)).dtype.kind == kind
    assert set(model.predict(np.eye(6))) <= set(labels)


def test_two_categories_that_spell_one_number_stay_two():
    _, _, _, model = learn(CSV(), Preparation(), eta=0.05)
    row = {"age": [30], "size": [1.5]}
    one, other = (model.decision_function(pd.DataFrame(row | {"hue": [h]})) for h in ("1", "01"))
    assert other - one == pytest.approx(model.weights["hue=01"] - model.weights["hue=1"])
    assert model.weights["hue=01"] != model.weights["hue=1"]


def test_encoded_rows_may_lack_a_category_but_not_the_column():
    raw, _, _, model = learn(CSV(), Preparation(), eta=0.05)
    names = [name for name in raw.feature_names if name != "hue=red"]
    places = [raw.feature_names.index(name) for name in names]
    few = dataclasses.replace(raw, X=raw.X[:, places], feature_names=tuple(names), groups=None)
    red = raw.X[:, [raw.feature_names.index("hue=red")]].toarray()[:, 0]
    np.testing.assert_allclose(
        model.decision_function(few) + red * model.weights["hue=red"],
        model.decision_function(raw),
        rtol=1e-12,
    )
    names = [f"x{name}" if "hue" in name else name for name in raw.feature_names]
    with pytest.raises(ValueError, match="no column 'hue'"):
        model.predict(dataclasses.replace(raw, feature_names=tuple(names)))


def test_a_missing_column_is_named_and_words_are_no_numbers():
    _, _, _, model = learn(CSV(), Preparation(), eta=0.05)
    with pytest.raises(ValueError, match="have no columns 'age' and 'hue'"):
        model.predict(pd.DataFrame({"size": [1.0]}))
    with pytest.raises(ValueError, match="column 'age' holds numbers"):
        model.predict(pd.DataFrame({"size": [1.0], "hue": ["red"], "age": ["old"]}))
    with pytest.raises(ValueError, match="1 dimension"):
        model.predict([1.0, 2.0])


def test_words_that_a_text_does_not_have_are_0():
    _, _, _, model = learn(recipe("zipf_text")(n_rows=300), Preparation())
    assert model.absent == "zero"
    name = next(iter(model.features))
    few = pd.DataFrame({name: [1.0, 0.0]})
    first, second = model.decision_function(few)
    assert second == model.intercept
    assert first - second == pytest.approx(model.weights[name])


@pytest.mark.parametrize(
    ("preparation", "reason"),
    [
        (Preparation(scaling="unit rows"), "unit rows divides"),
        (Preparation(support_examples=5), "compare each row with support examples"),
        (Preparation(noise_features=9), "keeps noise features"),
    ],
)
def test_what_no_new_row_has_is_refused(preparation, reason):
    with pytest.raises(ValueError, match=reason):
        learn(recipe("breast_cancer")(), preparation, "sgd")


def test_noise_that_is_not_kept_is_no_obstacle():
    preparation = Preparation(scaling="unit variance", noise_features=5)
    raw, data, trace, model = learn(recipe("breast_cancer")(), preparation, "rda", l1=0.15)
    assert not trace.final.weights[-5:].any() and model.features
    np.testing.assert_allclose(model.decision_function(raw), decisions(data, trace), rtol=1e-12)


def test_a_run_that_diverged_and_the_clipped_loss_are_refused():
    raw = recipe("diabetes")().build()
    plan = FeaturePlan.of(raw, Preparation())
    with np.errstate(all="ignore"):
        trace = record(CATALOGUE["sgd"](eta=1e5), raw, passes=5)
    with pytest.raises(ValueError, match="diverged"):
        Model.of(trace, plan, raw)
    raw = recipe("breast_cancer")().build()
    trace = record(CATALOGUE["sgd"](), raw, "clipped")
    with pytest.raises(ValueError, match="clipped loss"):
        Model.of(trace, FeaturePlan.of(raw, Preparation()), raw)
    with pytest.raises(ValueError, match=r"Model\.of\(trace, data=data\) takes the one"):
        Model.of(trace)


def test_a_plan_of_another_dataset_is_refused():
    raw, preparation = recipe("breast_cancer")().build(), Preparation(scaling="unit variance")
    data = prepare(raw, preparation)
    trace = record(CATALOGUE["rda"](l1=0.05), data, fit=True)
    for plan, given, reason in (
        (lambda: FeaturePlan.of(data, preparation), data, "prepared already .scaling='unit va"),
        (lambda: FeaturePlan.of(raw, Preparation()), data, "it is of no preparation, and data was"),
        (lambda: FeaturePlan.of(raw, preparation), raw, "the trace did not learn from data"),
        (lambda: FeaturePlan.of(raw, Preparation()), raw, "the trace did not learn from data"),
        (lambda: None, data, "does not hold what it was before prepare"),
    ):
        with pytest.raises(ValueError, match=reason):
            Model.of(trace, plan(), given)
    other = dataclasses.replace(raw, feature_names=tuple(f"f{j}" for j in range(30)))
    with pytest.raises(ValueError, match="the plan does not lead to data"):
        Model.of(trace, FeaturePlan.of(other, preparation), data)
    assert Model.of(trace, FeaturePlan.of(raw, preparation), data).weights
    halves = prepare(raw, Preparation(test_fraction=0.5))
    with pytest.raises(ValueError, match="split already"):
        FeaturePlan.of(halves, preparation)


@pytest.mark.parametrize(
    "options",
    [
        {
            "scaling": "unit variance",
            "expansion": "squares",
            "constant": True,
            "test_fraction": 0.3,
        },
        {"scaling": "max-abs 1", "left_out": "age", "noise_features": 3, "seed": 5},
        {"groups": "none"},
    ],
)
def test_a_dataset_of_a_file_knows_its_plan(options, tmp_path):
    path = tmp_path / "own.csv"
    path.write_text(LINES)
    data = load_file(path, **options)
    trace = record(CATALOGUE["rda"](l1=0.02), data, intercept=True, seed=2)
    assert trace.final.weights.any()
    model = Model.of(trace, data=data)
    raw = load_file(path, **{k: v for k, v in options.items() if k == "left_out"})
    found = np.sort(model.decision_function(raw))
    sides = [data] if data.test is None else [data, data.test]
    wanted = np.sort(np.concatenate([decisions(side, trace) for side in sides]))
    np.testing.assert_allclose(found, wanted, rtol=1e-9)
    if "scaling" not in options:
        return
    path.write_text(LINES.replace("20,", "2000,"))
    if "left_out" not in options:
        with pytest.raises(ValueError, match="the plan does not lead to data"):
            Model.of(trace, data=data)
    path.unlink()
    with pytest.raises((ValueError, OSError)):
        Model.of(trace, data=data)


@pytest.mark.parametrize("scaler", [None, StandardScaler(), MaxAbsScaler()])
@pytest.mark.parametrize("estimators", [CLASSIFIERS, REGRESSORS])
def test_an_estimator_is_saved_and_loaded(scaler, estimators, tmp_path):
    draw = np.random.default_rng(0)
    frame = pd.DataFrame(draw.normal(size=(80, 4)), columns=["a", "b", "c", "d"])
    y = frame["a"] - 2 * frame["b"] + 1
    y = np.where(y > 0, 7, 3) if estimators is CLASSIFIERS else y
    learner = estimators["truncated_gradient"](gravity=0.1, random_state=0)
    if scaler is not None:
        learner = make_pipeline(scaler, learner)
    learner.fit(frame, y)
    learner_model = Model.of(learner)
    learner_model.save(tmp_path / "model.json")
    model = Model.load(tmp_path / "model.json")
    assert model == learner_model
    found = model.predict(frame[["d", "c", "b", "a"]])
    np.testing.assert_allclose(found.astype(float), learner.predict(frame), rtol=1e-12)
    if estimators is CLASSIFIERS:
        assert model.classes == (3, 7)
        np.testing.assert_allclose(
            model.predict_proba(frame), learner.predict_proba(frame), rtol=1e-12
        )
    else:
        with pytest.raises(ValueError, match="gives no probabilities"):
            model.predict_proba(frame)


def test_of_an_estimator_around_others_the_way_to_a_model_is_named():
    X, y = np.eye(4), [0, 1, 0, 1]
    search = GridSearchCV(CLASSIFIERS["sgd"](random_state=0), {"eta": [0.1, 1.0]}, cv=2)
    with pytest.raises(ValueError, match=r"^GridSearchCV is no .* its best_estimator_, which"):
        Model.of(search.fit(X, y))
    assert Model.of(search.best_estimator_).weights
    with pytest.raises(ValueError, match="one of its estimators_"):
        Model.of(OneVsRestClassifier(CLASSIFIERS["sgd"]()).fit(X, y))
    with pytest.raises(ValueError, match="search or combine whole pipelines"):
        Model.of(make_pipeline(StandardScaler(), search))


def test_of_other_estimators_there_is_no_model():
    X, y = np.eye(4), [0, 1, 0, 1]
    with pytest.raises(ValueError, match="call fit first"):
        Model.of(CLASSIFIERS["sgd"]())
    with pytest.raises(ValueError, match="before the estimator stands MinMaxScaler"):
        Model.of(make_pipeline(MinMaxScaler(), CLASSIFIERS["sgd"]()).fit(X, y))
    with pytest.raises(ValueError, match="StandardScaler is no estimator of Sparsity Lab"):
        Model.of(StandardScaler())
    clipping = make_pipeline(MaxAbsScaler(clip=True), CLASSIFIERS["sgd"]()).fit(X, y)
    with pytest.raises(ValueError, match="take clip=False"):
        Model.of(clipping)
    with pytest.raises(ValueError, match="StandardScaler has not seen a row yet"):
        Model.of(make_pipeline(StandardScaler(), clipping[-1]))
    model = Model.of(CLASSIFIERS["sgd"]().fit(X, y))
    with pytest.raises(ValueError, match="1 missing cell, first in row 2"):
        model.predict([[1, 2, 3, 4], [1, 2, None, 4]])


def test_a_file_holds_only_what_is_needed():
    _, _, trace, model = learn(recipe("breast_cancer")(), Preparation(), "rda", l1=0.1)
    whole = json.loads(model.text())
    assert whole["format"] == "sparsity-lab-model" and whole["version"] == 1
    assert len(whole["weights"]) == np.count_nonzero(trace.final.weights) < 30
    assert set(whole["weights"]) == set(whole["features"]) == set(whole["columns"])
    assert set(whole["weights"].values()) == set(trace.final.weights[trace.final.weights != 0])


def test_what_is_said_about_it_is_json():
    learner = CLASSIFIERS["sgd"]().fit(np.eye(2), [0, 1])
    numbers = {"count": np.int64(3), "sizes": np.array([1.5, 2.0])}
    about = Model.parse(Model.of(learner, about=numbers).text()).about
    assert about == {"count": 3, "sizes": [1.5, 2.0]}
    with pytest.raises(TypeError, match="cannot hold a set"):
        Model.of(learner, about={"tags": {"a"}}).text()
    with pytest.raises(ValueError, match="nan"):
        Model.of(learner, about={"score": np.nan}).text()


def test_a_knob_may_be_infinite():
    _, _, _, model = learn(CSV(), Preparation(), threshold=float("inf"))
    assert model.algorithm.threshold == float("inf")


def test_the_code_of_the_document_runs(tmp_path, monkeypatch):
    text = (ROOT / "docs/models.md").read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    names = {}
    for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(code, names)
    assert Model.load("of_a_run.json").weights and Model.load("of_a_plan.json").weights
    np.testing.assert_allclose(
        names["model"].decision_function(names["X"]),
        names["learner"].decision_function(names["X"]),
        rtol=1e-12,
        atol=1e-12,
    )
