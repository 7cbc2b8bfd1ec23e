"""A model that is saved on the playground predicts the same in Python."""

from __future__ import annotations

import io
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from algorithms.models import Model
from datasets import Preparation, upload_recipe
from tests.support.views import make, on, runs_of_view
from ui.data import prediction
from ui.playground import model_file
from ui.view import Stream, View

HUES = ("red", "blue", "grey")
CSV = "age;hue;dose;cured\n" + "".join(
    f"{20 + i * 7 % 50};{HUES[i * i % 3]};{i % 9},5;{('no', 'yes')[i * 3 % 7 > 2]}\n"
    for i in range(80)
)
UPLOAD = upload_recipe("own.csv", CSV.encode())
SCALED = Preparation(scaling="unit variance", test_fraction=0.25, seed=2)
VIEWS = {
    "dense": View(
        preparation=replace(SCALED, noise_features=20),
        stream=Stream(intercept=True, passes=2),
        runs=(make("rda", l1=0.15), make("rda", l1=0.2)),
    ),
    "text": View(
        recipe=on("zipf_text", n_rows=400),
        preparation=Preparation(scaling="max-abs 1"),
        stream=Stream(loss="hinge"),
        runs=(make("truncated_gradient", gravity=0.02),),
    ),
    "categories": View(
        recipe=UPLOAD(), preparation=SCALED, runs=(make("sgd"), make("coordinate_descent"))
    ),
    "regression": View(
        recipe=on("diabetes"),
        preparation=replace(SCALED, expansion="squares", constant=True),
        stream=Stream(loss="squared", intercept=True),
        runs=(make("sgd", eta=0.005),),
    ),
    "classes": View(
        recipe=on("wine"),
        preparation=SCALED,
        stream=Stream(loss="softmax"),
        runs=(make("projected_gradient"),),
    ),
}


def of_the_run(data, run) -> np.ndarray:
    final = run.trace.final
    found = data.X @ np.atleast_2d(final.weights).T + final.intercept
    return found if data.classes else found[:, 0]


@pytest.mark.parametrize("name", VIEWS)
def test_a_model_of_the_page_predicts_the_same_in_python(name, tmp_path):
    view = VIEWS[name]
    data, runs = runs_of_view(view)
    raw = view.recipe.build()
    asked = view.preparation
    split = Preparation(test_fraction=asked.test_fraction, seed=asked.seed)
    train, _ = runs_of_view(replace(view, preparation=split))  # the same rows, as they came
    for run in runs:
        assert not model_file.refusal(view, data, run)
        path = tmp_path / "model.json"
        path.write_text(model_file.model_text(view, data, run), "utf-8")
        model = Model.load(path)
        np.testing.assert_allclose(
            model.decision_function(train), of_the_run(data, run), rtol=1e-12, atol=1e-12
        )
        shown = prediction.predict(model, raw, "all").table
        assert len(shown) == raw.n_rows and "in the file" in shown
        if data.task != "regression":
            assert set(shown["prediction"]) <= set(shown["in the file"])
        assert prediction.sentence(model).startswith(run.algorithm.title)


def test_a_file_of_its_own_is_predicted_as_pandas_reads_it():
    view = VIEWS["categories"]
    data, (run, _) = runs_of_view(view)
    model = Model.parse(model_file.model_text(view, data, run))
    new = "dose;age;more;hue\n1,5;30;x;red\n;40;y;mauve\n"
    kind = upload_recipe("new.csv", new.encode())
    found = prediction.predict(model, kind().content(), "new.csv")
    assert list(found.table.columns) == [
        "row",
        "prediction",
        "decision value",
        "probability of yes",
    ]
    frame = pd.read_csv(io.StringIO(new), sep=";", decimal=",")
    np.testing.assert_array_equal(found.table["decision value"], model.decision_function(frame))
    assert "median" in " ".join(found.notes) and "mauve" in " ".join(found.notes)


@pytest.mark.parametrize(
    ("view", "reason"),
    [
        (
            replace(VIEWS["dense"], runs=(make("sgd"), make("rda", l1=0.2))),
            "noise features, drawn for",
        ),
        (replace(VIEWS["dense"], preparation=Preparation(scaling="unit rows")), "unit rows"),
        (replace(VIEWS["dense"], preparation=Preparation(support_examples=9)), "support examples"),
        (replace(VIEWS["dense"], stream=Stream(loss="clipped")), "clipped loss"),
        (replace(VIEWS["regression"], runs=(make("sgd", eta=9.0),)), "it diverged"),
    ],
)
def test_a_run_of_which_there_is_no_model_says_why(view, reason):
    data, runs = runs_of_view(view)
    sentences = [model_file.refusal(view, data, run) for run in runs]
    assert any(reason in sentence for sentence in sentences)
    for run, sentence in zip(runs, sentences, strict=True):
        if sentence:
            with pytest.raises(ValueError):
                model_file.model_text(view, data, run)


@pytest.mark.parametrize(("kept", "words"), [(1, "1 noise feature,"), (2, "2 noise features,")])
def test_noise_that_is_kept_is_counted_in_grammar(kept, words):
    view = VIEWS["dense"]
    data, _ = runs_of_view(view)
    support = np.arange(-data.n_features, 0) >= -kept
    few = SimpleNamespace(has_diverged=False, support=support)
    assert f"it keeps {words}" in model_file.refusal(view, data, few)


def test_too_many_rows_are_refused(monkeypatch):
    view = VIEWS["regression"]
    data, (run,) = runs_of_view(view)
    model = model_file.model_of(view, data, run)
    monkeypatch.setattr(prediction, "MOST_ROWS", 100)
    with pytest.raises(ValueError, match="442 rows, and at most 100"):
        prediction.predict(model, view.recipe.build(), "all")
    monkeypatch.setattr(prediction, "MOST_ROWS", 1000)
    monkeypatch.setattr(prediction, "MOST_CELLS", 1000)
    with pytest.raises(ValueError, match="442 rows; this model reads at most 47 rows"):
        prediction.predict(model, view.recipe.build(), "all")
