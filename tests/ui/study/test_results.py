"""Finished sweeps and answers: as a browser keeps them, and as they are shown again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

import sweeps.run
from algorithms import CATALOGUE, Outcomes
from algorithms.feature_search import MethodResult, Question, SearchResult
from datasets.files import file_recipe
from tests.support.views import toy
from ui import dataset_library
from ui.best import job
from ui.study import results
from ui.sweep import jobs
from ui.sweep.query import Ladder, Sweep, SweptMethod
from ui.view import View, opening
from ui.visit import Visit

ROWS = [f"{i % 7 + i / 100},{i % 5},{i % 3},{'yes' if i % 7 > 3 else 'no'}" for i in range(80)]
CSV = "\n".join(["rooms,floor,balcony,target", *ROWS]).encode()

SETTINGS = (
    CATALOGUE["rounding"](threshold=0.1 + 0.2, period=3),
    CATALOGUE["truncated_gradient"](threshold=np.inf, gravity=1 / 3),
)
OUTCOMES = Outcomes(
    SETTINGS,
    {
        "features": np.array([[3.0, 4.0], [0.0, np.nan]]),
        "features held": np.array([[3.5, 4.0], [0.1, np.nan]]),
        "test AUC": np.array([[0.9, 1 / 3], [0.5, np.nan]]),
    },
    np.array([[False, False], [False, True]]),
)


@pytest.fixture
def uploads() -> Iterator[dataset_library.Uploads]:
    held = dataset_library.Uploads()
    with dataset_library.lend_uploads(held):
        yield held


def view_of(held: dataset_library.Uploads, searching: bool = False) -> View:
    """A sweep of four settings on an upload."""
    recipe = dataset_library.recipe(held.put("flats.csv", CSV))()
    ladder = Ladder("threshold", 0.01, 1.0, 4)
    method = SweptMethod(CATALOGUE["rounding"](eta=0.1), (ladder,))
    sweep = replace(Sweep(), methods=(method,), searching=searching)
    return replace(opening(), recipe=recipe, sweep=sweep)


def test_outcomes_come_back_to_the_last_digit():
    text = results.outcomes_to_json(OUTCOMES)
    back = results.outcomes_from_json(json.loads(text))
    assert back.algorithms == OUTCOMES.algorithms
    assert (back.diverged == OUTCOMES.diverged).all() and back.values.keys() == (
        OUTCOMES.values.keys()
    )
    for name, values in OUTCOMES.values.items():
        np.testing.assert_array_equal(back.values[name], values)


@pytest.mark.parametrize(
    "odd",
    [
        {"settings": [["os.system", {}], ["rounding", {}]]},
        {"settings": [["rounding", {"eta": "x"}], ["rounding", {}]]},
        {"settings": [["rounding", {"nothing": 1}], ["rounding", {}]]},
        {"settings": [["rounding", {}]]},
        {"settings": 3},
        {"settings": [["rounding"], ["rounding", {}]]},
        {"values": {"features": [[1.0, 2.0]]}},
        {"values": {"features": [["1", 2.0], [1.0, 2.0]]}},
        {"values": {"features": [[1.0], [1.0, 2.0]]}},
        {"values": {}},
        {"values": []},
        {"diverged": [0, 1]},
        {"diverged": None},
    ],
)
def test_what_are_no_outcomes_are_none(odd):
    whole = json.loads(results.outcomes_to_json(OUTCOMES))
    assert results.outcomes_from_json(whole) is not None
    assert results.outcomes_from_json(whole | odd) is None


def test_unknown_numbers_are_left_out():
    whole = json.loads(results.outcomes_to_json(OUTCOMES))
    whole["values"]["<b>mine</b>"] = whole["values"]["features"]
    assert results.outcomes_from_json(whole).values.keys() == OUTCOMES.values.keys()


@pytest.mark.parametrize("read", [None, 3, "text", [], {}, {"settings": []}])
def test_what_is_no_object_is_none(read):
    question = Question(toy(n=60), 3)
    assert results.outcomes_from_json(read) is None
    assert results.answer_from_json(question, read) is None


def answer_to(question: Question) -> SearchResult:
    scores = np.array([0.9, 0.8, np.nan, 1 / 3, 0.7])
    methods = (
        MethodResult(SETTINGS[0], 3, scores, np.nan),
        MethodResult(SETTINGS[1], 2, scores, 1),
    )
    return SearchResult(question, methods, scores, np.full(5, 0.5), 1.0, 1234)


def test_an_answer_comes_back_to_the_last_digit():
    question = Question(toy(n=60), 3)
    answer = answer_to(question)
    back = results.answer_from_json(question, json.loads(results.answer_to_json(answer)))
    assert back.tried == answer.tried and back.question is question
    for one, other in zip(answer.methods, back.methods, strict=True):
        assert (one.algorithm, one.features) == (other.algorithm, other.features)
        np.testing.assert_array_equal(one.scores, other.scores)
        np.testing.assert_array_equal(one.held_out, other.held_out)
    np.testing.assert_array_equal(answer.scores, back.scores)


def test_an_answer_with_another_number_of_folds_is_none():
    question = Question(toy(n=60), 3)
    read = json.loads(results.answer_to_json(answer_to(question)))
    assert results.answer_from_json(question, read | {"scores": [0.5]}) is None
    assert results.answer_from_json(question, read | {"tried": -1}) is None


def run_sweep(view: View) -> jobs.Job:
    jobs.begin(view, "somebody")
    current = jobs.current(view, "somebody")
    assert current.run.wait(60) and current.run.share == 1.0
    return current


def test_a_sweep_of_an_upload_is_shown_again_without_a_run(uploads, monkeypatch):
    view = view_of(uploads)
    before = run_sweep(view)
    view = jobs.view_of_job(view, before)
    kept = {
        "query": results.address_of(view, searching=False),
        "outcomes": results.outcomes_to_json(before.run.outcomes),
    }
    monkeypatch.setattr(sweeps.run, "compute_local", lambda *_: pytest.fail("it was computed"))
    with dataset_library.lend_uploads(dataset_library.Uploads()):
        again = replace(view, recipe=dataset_library.recipe(put_again())())
        assert jobs.current(again) is None
        assert results.restore(Visit(view=again), kept)
        after = jobs.current(again)
        assert after.run.wait(20) and after.run.share == 1.0 and not after.run.notes
        assert set(after.run.outcomes.algorithms) == set(before.run.outcomes.algorithms)
        assert not results.restore(Visit(view=again), kept), "it is there"


def put_again() -> str:
    return dataset_library.uploads().put("flats.csv", CSV)


def test_of_other_data_nothing_is_taken_for_what_a_run_has_found(uploads):
    own = view_of(uploads)
    of_class = file_recipe(own.recipe.origin, f"class-{'0' * 32}", family="class")()
    whole = Outcomes(SETTINGS[:1], {"features": np.ones((1, 1))}, np.zeros((1, 1), dtype=bool))
    for recipe in (opening().recipe, of_class):
        view = replace(own, recipe=recipe)
        assert not jobs.take_up(view, "somebody", whole) and jobs.current(view) is None
        assert not job.take_up(view, answer_to) and job.current(view) is None


def test_outcomes_that_are_not_all_of_what_is_asked_are_not_shown(uploads):
    view = view_of(uploads)
    assert not jobs.take_up(view, "somebody", OUTCOMES) and jobs.current(view) is None


def test_an_answer_of_an_upload_is_shown_again_without_a_search(uploads):
    view = view_of(uploads, searching=True)
    answer = answer_to(Question(toy(n=60), 3))
    kept = {
        "query": results.address_of(view, searching=True),
        "outcomes": results.answer_to_json(answer),
    }
    assert results.restore(Visit(view=view), kept)
    search = job.begin(view, "somebody")
    assert search.ended and search.wait(0.0) and search.answer.tried == answer.tried
    assert not results.restore(Visit(view=view), kept | {"query": "another"})


@pytest.mark.parametrize("brought", [None, [], {}, {"outcomes": 3}, {"outcomes": "{"}])
def test_what_is_no_result_is_left_out(uploads, brought):
    assert not results.restore(Visit(view=view_of(uploads)), brought)
