"""A sentence stands in the page for what cannot be shown, and the controls stay where they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.pages import still_there
from tests.support.views import STAGE, make, on, open_app, payload_of, pictures
from ui import openings
from ui.markdown import plain
from ui.view import opening


def refusal_of(**parameters: str):
    """The sentence of a page that shows no pictures."""
    app = open_app(**{name.replace("__", "."): text for name, text in parameters.items()})
    still_there(app)
    (error,) = app.error
    assert not pictures(app) and not app.table
    return error.value, app


@pytest.mark.parametrize("loss", ["logistic", "hinge"])
def test_a_margin_loss_on_a_regression_task(loss):
    sentence, _ = refusal_of(data="sparse_linear", data__task="regression", stream__loss=loss)
    assert f"'{loss}'" in sentence and "labels −1/+1" in sentence


def test_the_squared_loss_is_the_way_out():
    app = open_app(**{
        "data": "sparse_linear", "data.task": "regression", "stream.loss": "squared",
        "data.test_fraction": "0.25", "a": "sgd", "a.schedule": "inv_sqrt", "a.eta": "0.01",
    })  # fmt: skip
    still_there(app)
    assert not app.error and tuple(pictures(app)) == STAGE
    columns = list(app.table[0].value.columns)
    assert "squared error, held-out rows" in columns and "errors, first pass" not in columns


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"n_features": "10"}, ["n_nonzeros = 20", "n_features = 10"]),
        (
            {"n_features": "100000", "n_rows": "100000"},
            ["20,000,000", "lower one of the three"],
        ),
    ],
    ids=["more true ones than features", "more cells than a machine holds"],
)
def test_options_that_exclude_each_other_are_said_and_left_out(options, parts):
    named = {f"data.{name}": text for name, text in options.items()}
    app = open_app(data="sparse_linear", a="sgd", **named)
    still_there(app)
    (note,) = app.warning
    assert [part for part in parts if part not in note.value] == []
    assert note.value.endswith("Its options are at their defaults instead.")
    assert tuple(pictures(app)) == STAGE
    assert not named.keys() & app.query_params.keys(), "the address was mended"


@pytest.mark.parametrize(
    ("parameters", "parts"),
    [
        ({"a": "sgd", "a.eta": "1e12"}, ["a.eta: 1e12 was moved to 1e+09."]),
        ({"a": "sgd", "colour": "red"}, ["unknown key “colour”"]),
        ({"a": "adagrad"}, ["no algorithm “adagrad”", "run A was left out"]),
        ({"data": "mnist8m"}, ["no dataset “mnist8m”", "digits_4_9 is shown"]),
        ({"a": "sgd", "a.eta": "much"}, ["a.eta: “much” is no value", "0.1 was taken"]),
        ({"a": "sgd", "a.eta": "nan"}, ["a.eta: “nan” is no value", "must be"]),
        ({"stream.loss": "huber"}, ["“huber”", "must be one of"]),
    ],
)
def test_what_was_changed_in_the_address_is_said(parameters, parts):
    app = open_app(**parameters)
    still_there(app)
    assert not app.error and tuple(pictures(app)) == STAGE
    (note,) = app.warning
    assert [part for part in parts if part not in note.value] == []
    assert not set(parameters.items()) <= set(app.query_params.items()), "the address was mended"


def test_many_sentences_are_lines_of_one_warning():
    app = open_app(**{"a": "sgd", "a.eta": "1e12", "colour": "red", "data": "mnist8m"})
    (note,) = app.warning
    assert len(note.value.splitlines()) == 3


def test_markup_in_an_address_is_text():
    app = open_app(**{"**bold** [x](http://example.org) <b>": "1"})
    still_there(app)
    (note,) = app.warning
    assert "[x](http" not in note.value, "an address must not put links into the page"


def test_a_run_that_diverges_says_the_step_and_the_knob():
    app = open_app(
        **{"stream.loss": "squared", "a": "sgd", "a.eta": "5", "b": "sgd", "b.eta": "10"}
    )
    still_there(app)
    assert tuple(pictures(app)) == STAGE and len(app.table) == 1
    for run, warning in zip("AB", app.warning, strict=True):
        assert f"Run {run}, SGD" in warning.value and "diverged at step" in warning.value
        assert "smaller η" in warning.value and "scaling" in warning.value
    headline = payload_of(app, "stage_playground")["headline"]
    assert "A diverged at" in headline and len(headline) < 300
    assert all(len(str(cell)) < 40 for cell in app.table[0].value.to_numpy().ravel())


def test_choosing_another_dataset_keeps_the_runs_with_knobs_that_fit_it():
    app = open_app()
    app.selectbox("choose_dataset").select("breast_cancer").run()
    still_there(app)
    assert app.query_params["data"] == "breast_cancer" and tuple(pictures(app)) == STAGE
    view = app.session_state["visit"].view
    expected, done = openings.open_dataset(opening(), on("breast_cancer"))
    expected = replace(expected, lessons=view.lessons)  # where the visitor was before
    assert view == expected and view.preparation == openings.usual(view.recipe)
    lines = "  \n".join(f":small[{plain(sentence)}]" for sentence in done)
    assert lines in [text.value for text in app.markdown]
    kept = [(run.key, run.period) for run in opening().runs]
    assert [(run.key, run.period) for run in view.runs] == kept


def test_the_sections_under_the_pictures():
    app = open_app(data="breast_cancer", a="fobos", b="fobos", c="sgd")
    app.button_group("section").set_value("Read the kernel").run()
    assert not app.exception
    *loops, called = (code.value for code in app.code)
    assert len(loops) == 2 and all("def learn(" in loop for loop in loops)
    assert "def slope(" in called
    assert [latex.value for latex in app.latex] == [
        f"$$\n{make(key).formula}\n$$" for key in ("fobos", "sgd")
    ]
    app.button_group("section").set_value("About the data").run()
    assert not app.exception and any("569 examples" in m.value for m in app.markdown)
    app.button_group("section").set_value("Take it home").run()
    assert not app.exception and "datasets.load('breast_cancer'" in app.code[0].value
    labels = {button.label for button in app.get("download_button")}
    models = {"Model A (JSON)", "Model B (JSON)", "Model C (JSON)"}
    assert labels == {"Weights (CSV)", "Numbers (CSV)", "Script (Python)"} | models
    assert len(app.dataframe) == 1
