"""A dataset opens with what fits it: on a choice, by a link that names it, and undone by Back."""

from __future__ import annotations

import math
from dataclasses import replace

import pandas as pd
import pytest

from algorithms import CATALOGUE
from benchmarks.openings.odd_data import odd_data
from datasets import Preparation, recipe, upload_recipe
from tests.support.three_runs import three_runs
from tests.support.views import make
from ui import dataset_library, engine, openings
from ui.address import PLAYGROUND
from ui.memo import forget
from ui.view import Stream, View, opening, sweep_opening

START = three_runs()


def trace_view(view: View) -> list:
    return engine.traces(engine.Material.of(view), view)


def notes_on(view: View) -> str:
    return engine.spread_note(engine.Material.of(view), view)


WINE, DIABETES = recipe("wine")(), recipe("diabetes")()


def follow_link(parameters: dict[str, str], before: View = START) -> tuple[View, list[str]]:
    """Return what a link leads to, and what was done for it."""
    view, notes = PLAYGROUND.decode(parameters, before)
    assert not notes
    return openings.arrive(view, before, parameters)


def test_a_change_of_the_dataset_says_in_one_line_what_was_changed():
    view, (line,) = openings.open_dataset(START, DIABETES)
    assert line == (
        f"Diabetes: each column was scaled to a standard deviation of 1, 111 of 442 rows are held "
        f"out, the step size η is {view.runs[0].eta:g}, each run has the knobs with which it keeps "
        f"about {openings.refit(view)[1].features[2]} features."
    )
    assert [run.key for run in view.runs] == [run.key for run in START.runs]
    assert view.stream.loss == "squared" and view.stream.intercept


def few_rows():
    """A file of sixteen rows, too few to keep some back."""
    data = odd_data()["sixteen rows"]
    table = pd.DataFrame(data.X.toarray()).assign(target=data.y)
    return upload_recipe("few.csv", table.to_csv(index=False).encode())()


def test_a_threshold_that_becomes_infinite_is_spoken_of():
    view, (_, *notes) = openings.open_dataset(START, few_rows())
    assert view.runs[2].threshold == math.inf and START.runs[2].threshold < math.inf
    assert [note for note in notes if note.startswith("Truncated gradient:") and "θ is ∞" in note]


def test_a_threshold_that_stays_finite_or_was_infinite_before_is_not_spoken_of():
    assert len(openings.open_dataset(START, recipe("sparse_linear")())[1]) == 1
    asked = replace(START.runs[2], threshold=math.inf)
    before = replace(START, runs=(*START.runs[:2], asked))
    view, notes = openings.open_dataset(before, few_rows())
    assert view.runs[2].threshold == math.inf
    assert not [note for note in notes if note.startswith("Truncated gradient:")]


def test_no_run_diverges_and_all_keep_about_as_many_features():
    traces = trace_view(openings.open_dataset(START, DIABETES)[0])
    counts = [int(trace.used[-1]) for trace in traces]
    assert {trace.final.diverged_at for trace in traces} == {None}
    assert max(abs(count - counts[2]) for count in counts) <= 0.2 * counts[2] < 2


def test_back_undoes_it():
    before = replace(START, runs=(make("sgd", eta=0.3), make("rounding")), letters=("B", "D"))
    address = PLAYGROUND.encode(before)
    after, _ = openings.open_dataset(before, DIABETES)
    assert after.recipe == DIABETES and after.runs != before.runs
    view, done = follow_link(address, after)
    assert (view.recipe, view.preparation, view.stream) == (
        before.recipe,
        before.preparation,
        before.stream,
    )
    assert (view.runs, view.letters) == (before.runs, before.letters)
    assert not done


def test_there_and_forward_again_is_the_same():
    after, _ = openings.open_dataset(START, DIABETES)
    again, done = follow_link(PLAYGROUND.encode(after), START)
    assert (again.recipe, again.runs, again.stream) == (after.recipe, after.runs, after.stream)
    assert not done


def test_a_link_with_a_dataset_alone_opens_fitted():
    view, (line, *_) = follow_link({"data": "wine"})
    assert view == openings.open_dataset(replace(START, stream=Stream()), WINE)[0]
    assert view.stream.loss == "softmax"
    assert line.startswith(
        "Wine, three classes: each column was scaled to a standard deviation of 1"
    )


def test_features_of_several_classes_are_counted_once():
    view, (line, *_) = follow_link({"data": "wine"})
    _, fit = openings.refit(view)
    used = [int(trace.used[-1]) for trace in trace_view(view)]
    assert list(fit.features) == used and max(used) <= 13
    assert f"about {used[0]} features" in line


def test_quick_runs_for_several_classes_have_a_spread_and_slow_ones_none():
    assert notes_on(openings.open_dataset(START, WINE)[0]) == ""
    slow = replace(START, recipe=recipe("digits_ten")(), preparation=Preparation())
    assert "would take long" in notes_on(slow.fitted_to("multiclass"))


def test_a_link_says_how_its_data_are_prepared():
    view, _ = follow_link({"data": "diabetes", "data.scaling": "none"})
    assert view.preparation.scaling == "none" and view.preparation.test_fraction == 0
    assert view.runs != START.runs


def test_a_link_with_runs_stays_as_it_is():
    view, done = follow_link(
        {"data": "diabetes", "a": "sgd", "a.eta": "0.5", "stream.loss": "squared"}
    )
    assert view.runs == (CATALOGUE["sgd"](eta=0.5),) and not done
    assert view.preparation == Preparation()


@pytest.mark.parametrize("page", ["gravity", "data"])
def test_a_page_without_runs_shows_the_data_as_its_link_says(page):
    view = replace(START, recipe=WINE, preparation=Preparation())
    view, done = openings.arrive(view, START, {"data": "wine"}, page)
    assert view.preparation == Preparation() and not done
    assert view.runs == engine.fit_view(replace(START, recipe=WINE)).runs, "nothing was tried out"


def test_a_dataset_that_is_not_here_yet_stays_as_it_is(monkeypatch):
    monkeypatch.setattr(dataset_library, "absent", lambda recipe: True)
    view, done = openings.open_dataset(START, DIABETES)
    assert (view.recipe, view.runs, view.stream) == (DIABETES, START.runs, START.stream)
    assert not done
    view, done = follow_link({"data": "diabetes"})
    assert view.recipe == DIABETES and not done


@pytest.mark.parametrize("start", [opening(), sweep_opening()], ids=["runs", "sweep"])
def test_an_opening_dataset_opens_on_its_opening(start):
    view, done = openings.open_dataset(openings.open_dataset(start, DIABETES)[0], start.recipe)
    assert view == start
    assert len(done) == 1


def test_runs_that_stood_in_for_several_classes_go_with_them():
    wine, _ = openings.open_dataset(opening(), WINE)
    assert openings.open_dataset(wine, opening().recipe)[0] == opening()
    assert openings.open_dataset(wine, DIABETES) == openings.open_dataset(opening(), DIABETES)
    assert openings.open_dataset(wine, recipe("digits_ten")())[0].runs[0].key == wine.runs[0].key
    chosen = replace(START, runs=(make("projected_gradient"), make("exponentiated_gradient")))
    kept, _ = openings.open_dataset(chosen, DIABETES)
    assert [run.key for run in kept.runs] == [run.key for run in chosen.runs], "somebody chose them"


def test_what_was_found_is_forgotten_with_its_data():
    openings.open_dataset(START, DIABETES)
    assert openings.CENTRES.lookup((DIABETES, DIABETES.stamps()))
    forget(DIABETES)
    assert openings.CENTRES.lookup((DIABETES, DIABETES.stamps())) is None
    assert not any(key[0][0] == DIABETES for key in openings.FITS._values)


def test_sliders_stand_around_what_was_found():
    view, _ = openings.open_dataset(START, DIABETES)
    low, high = openings.ranges(view)["eta"]
    assert low < view.runs[0].eta < high
    assert high / low == pytest.approx(10_000), "from a hundredth of it to a hundred times"
