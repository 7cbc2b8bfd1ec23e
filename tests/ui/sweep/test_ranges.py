"""The ranges of a sweep fit the data at hand: they come from the fit that the playground has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from algorithms import Algorithm, frontier, grid
from benchmarks.openings.sweeps import OddData, compare
from datasets import Preparation, Recipe
from tests.support.many.turns import in_turn
from tests.support.three_runs import three_runs
from tests.support.views import make, on
from ui import engine, openings
from ui.movement import Movement
from ui.sweep import jobs, moves, ranges
from ui.sweep.form import SWEEP
from ui.sweep.query import Ladder, Plan, Sweep, SweptMethod, around, fitted_methods
from ui.sweep.refinement import ladders
from ui.view import Stream, View, opening, sweep_opening

START = opening()


def view_at(before: View = START, **parameters: str) -> View:
    """The view that the page shows for an address."""
    view, notes = SWEEP.decode(parameters, before)
    assert not notes
    view, _ = openings.arrive(view, before, parameters, "sweep")
    return ranges.fit_ranges(view)


def open_view(recipe: Recipe) -> View:
    return ranges.fit_ranges(openings.open_dataset(replace(START, stream=Stream()), recipe)[0])


def rent(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Recipe:
    """350 flats in a file of the data folder: rents in thousands, and their features."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(350, 12)) * np.logspace(0, 3, 12)
    target = 4000.0 + (X / X.std(axis=0))[:, :4] @ (900.0, 500.0, -300.0, 200.0)
    target += 150.0 * rng.normal(size=350)
    names = ",".join(f"f{i}" for i in range(12))
    rows = [",".join(f"{v:.4f}" for v in row) for row in np.column_stack([X, target])]
    (folder / "flats.csv").write_text(f"{names},rent\n" + "\n".join(rows) + "\n")
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(folder))
    return on("flats")


def counts_at_the_ends(view: View, method: SweptMethod) -> tuple[float, float]:
    """The numbers of features at both ends of the first ladder, the larger first."""
    name, values = ladders(method)[0]
    data, stream = engine.dataset(view.recipe, view.preparation), view.stream
    (found,) = frontier(
        {"": grid(method.algorithm, **{name: (values[0], values[-1])})},
        data,
        stream.loss,
        seeds=range(1),
        passes=stream.passes,
        intercept=stream.intercept,
    ).values()
    one, other = sorted(point.features for point in found.points)
    return other, one


def test_the_methods_of_the_opening_are_those_that_a_fit_finds():
    start = sweep_opening()
    assert start.sweep.to_fit() == Sweep()
    view = ranges.fit_ranges(replace(start, sweep=Sweep()))
    assert view.sweep.methods == start.sweep.methods == fitted_methods()
    assert [method.algorithm.key for method in view.sweep.methods] == [
        "truncated_gradient",
        "rounding",
        "cumulative_penalty",
        "l0_sgd",
    ]


SPREAD: dict[str, Callable[..., Recipe]] = {
    "diabetes": lambda *_: on("diabetes"),
    "flats": rent,
    "sparse": lambda *_: on("sparse_linear", n_features=300, n_rows=200),
    "columns of 1e-6 to 1e6": lambda *_: OddData("columns of 1e-6 to 1e6", 300),
    "a target in millions": lambda *_: OddData("a target in millions", 300),
}


@pytest.mark.parametrize("name", SPREAD)
def test_a_range_leads_from_nearly_all_features_to_none(name, tmp_path, monkeypatch):
    view = open_view(SPREAD[name](tmp_path, monkeypatch))
    data = engine.dataset(view.recipe, view.preparation)
    most = np.unique(data.X.indices).size
    for method in view.sweep.methods:
        many, few = counts_at_the_ends(view, method)
        least = 1 if method.algorithm.key == "l0_sgd" else 0
        assert many >= 0.9 * most and few == least, method


@pytest.mark.parametrize("name", SPREAD)
def test_what_fits_is_one_of_the_settings(name, tmp_path, monkeypatch):
    view = open_view(SPREAD[name](tmp_path, monkeypatch))
    settings = jobs.question(view).settings
    assert {method.algorithm for method in view.sweep.methods} <= {*settings}
    assert {*view.runs} <= {*settings}  # those of the playground


def test_a_link_to_a_dataset_opens_with_ranges_that_fit_it():
    view = view_at(three_runs(), data="diabetes")
    (gravity, steps), *_ = (method.ladders for method in view.sweep.methods)
    (run,) = [run for run in view.runs if run.key == "truncated_gradient"]
    assert gravity.low < run.gravity < gravity.high and run.gravity > 1.0
    assert steps.low < run.eta < steps.high <= 0.1
    assert view.stream.loss == "squared"


def test_a_link_that_names_ranges_keeps_them():
    named = {"a": "rounding", "a.lowest": "0.3", "a.highest": "0.4", "a.values": "3"}
    view = view_at(data="diabetes", **named)
    (method,) = view.sweep.methods
    assert method.ladders == (Ladder("threshold", 0.3, 0.4, 3),)
    assert {each.threshold for each in jobs.question(view).settings} == {0.3, 0.35, 0.4}


def test_a_link_that_names_a_method_alone_leaves_the_rest_to_the_fit():
    view = view_at(data="diabetes", a="rounding", **{"a.also": "step_size", "a.period": "3"})
    (method,) = view.sweep.methods
    (found,) = openings.fit(view, [make("rounding", period=3)]).algorithms
    assert method.algorithm == found and not method.unfitted
    assert [ladder.knob for ladder in method.ladders] == ["threshold", "eta"]
    assert method.ladders[1] == around(found, "eta", 5)


def test_a_knob_that_a_link_names_stays():
    view = view_at(data="diabetes", a="rounding", **{"a.eta": "0.5"})
    assert view.sweep.methods[0].algorithm.eta == 0.5


def test_a_fitted_question_is_what_its_address_says():
    view = view_at(data="diabetes")
    again, notes = SWEEP.decode(SWEEP.encode(view), START)
    assert (again.sweep, notes) == (view.sweep, [])
    assert ranges.fit_ranges(again) == again


def test_a_dataset_chosen_elsewhere_has_its_ranges_when_the_page_opens():
    before = openings.open_dataset(replace(START, stream=Stream()), on("diabetes"))[0]
    assert all(method.unfitted for method in before.sweep.methods)
    assert view_at(before).sweep == view_at(data="diabetes").sweep


def test_a_link_to_this_page_from_another_leaves_to_the_fit_what_is_not_fitted_yet():
    before = openings.open_dataset(replace(START, stream=Stream()), on("diabetes"))[0]
    link = SWEEP.encode(before)  # that of the menu
    assert not any("lowest" in name or name.endswith(".eta") for name in link)
    assert view_at(before, **link).sweep == view_at(data="diabetes").sweep


def test_another_second_knob_leaves_the_step_size_where_the_fit_put_it():
    view = view_at(data="diabetes")
    eta = view.sweep.methods[1].algorithm.eta
    after = moves.method(1)(view, Movement({"also": "period"})).sweep.methods[1]
    assert [ladder.knob for ladder in after.ladders] == ["threshold", "period"]
    assert after.algorithm.eta == eta != make("rounding").eta
    assert after.algorithm == view.sweep.methods[1].algorithm


def test_the_ranges_of_swept_runs_hold_the_values_of_the_runs():
    runs = (
        make("rounding", threshold=0.0069, period=1),
        make("truncated_gradient", gravity=67.0),
        make("truncated_gradient", gravity=0.002),
    )
    view = moves.of_playground(replace(START, runs=runs, letters=("A", "B", "C")))
    first, second = view.sweep.methods
    assert first.ladders[0].low < 0.0069 < first.ladders[0].high
    assert second.ladders[0].low < 0.002 < 67.0 < second.ladders[0].high
    assert {runs[0], runs[1]} <= {*jobs.question(view).settings}


def small(recipe: Recipe) -> View:
    """A dataset as it opens, swept in one order with few values."""
    view = open_view(recipe)
    methods = tuple(
        replace(method, ladders=tuple(replace(one, n=4) for one in method.ladders))
        for method in view.sweep.methods
    )
    return replace(view, sweep=replace(view.sweep, methods=methods, plan=Plan(orders=1)))


BETTER = [
    on("diabetes"),
    on("sparse_linear", n_features=60, n_rows=120),
    *(OddData(name, 300) for name in ("a target in millions", "one class of 2 %", "sixteen rows")),
]


@in_turn("recipe", BETTER)
def test_a_sweep_is_never_worse_than_where_the_playground_stands(recipe):
    result = compare("", small(recipe))
    assert any(each.playground is not None for each in result.comparisons)
    assert result.is_met, [*result.lines]


def test_swept_runs_are_never_worse_than_they_are():
    view = open_view(on("diabetes"))
    runs = moves.of_playground(view)
    result = compare("", replace(runs, sweep=replace(runs.sweep, plan=Plan(orders=1))))
    assert result.is_met and len(result.comparisons) > 1


def test_data_that_are_not_there_leave_the_question_as_it_is(tmp_path, monkeypatch):
    view = replace(open_view(rent(tmp_path, monkeypatch)), stream=Stream(loss="squared"))
    asked = replace(view, sweep=view.sweep.to_fit())
    (tmp_path / "flats.csv").unlink()
    assert ranges.fit_ranges(replace(asked, preparation=Preparation(noise_features=3))) is not None


def algorithms_of(view: View) -> list[Algorithm]:
    return [method.algorithm for method in view.sweep.methods]


def test_the_same_data_lead_to_the_same_ranges():
    assert algorithms_of(view_at(data="diabetes")) == algorithms_of(open_view(on("diabetes")))
