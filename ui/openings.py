"""Openings: a dataset with the scaling, the loss and the knobs that fit it."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from algorithms import CATALOGUE, SPARSITY, Algorithm, Loss, Tuning, sparsity_knob, tune
from algorithms.evaluation.removal import is_formula
from algorithms.evaluation.tuning import knob_reaches, pulls_within, reset_tunable
from algorithms.rule_language.your_rule import YourRule
from datasets import (
    Dataset,
    Preparation,
    Recipe,
    usual_intercept,
    usual_passes,
    usual_preparation,
)
from datasets.lookup import field_names
from datasets.wording import join_words
from knobs import knobs_of
from ui import dataset_library, engine
from ui.memo import Memo
from ui.movement import Movement
from ui.sweep.query import Sweep
from ui.view import (
    RUN_LETTERS,
    Display,
    Stream,
    View,
    opening,
    opening_on,
    sweep_opening,
)

FITS, CENTRES, REACHES = (Memo(64, in_keys=False) for _ in range(3))

AROUND = 100.0
"""A slider reaches from a hundredth of what was found to a hundred times of it."""

WITH_RUNS = ("playground", "sweep")
"""The pages that show runs of the reader's own; a lesson has its own, and the data have none."""

SCALED = {
    "unit variance": "each column was scaled to a standard deviation of 1",
    "max-abs 1": "each column was divided by its largest value",
    "unit rows": "each row was divided by its length",
}


def open_dataset(
    view: View, recipe: Recipe, asked: Preparation | None = None
) -> tuple[View, list[str]]:
    """Return the view on a dataset as it opens, and what was done for it, in sentences.

    The runs stay, those that can learn from it, but for those that stood in where there were
    several classes, and for thresholds that the data of before wanted at ∞; their step size and the
    knobs that make their zeros are set so that they keep about as many features. Without the data
    all else stays, too.

    Parameters
    ----------
    asked : the preparation that somebody asked for; None for the usual one.
    """
    if dataset_library.absent(recipe):
        return replace(view, recipe=recipe, preparation=asked or Preparation()), []
    try:
        preparation = asked or usual(recipe)
        data = engine.dataset(recipe, preparation)
    except ValueError:  # the page says what is wrong
        return engine.fit_view(replace(view, recipe=recipe, preparation=asked or Preparation())), []
    display, own = _display(view.display), _own(_with_thresholds(view), data)
    chosen = replace(own, recipe=recipe, preparation=preparation, display=display)
    if _task(view) not in ("", data.task):  # its loss was one for another task
        chosen = replace(chosen, stream=Stream(order=view.stream.order))
    chosen = _able(chosen, data)
    stream = replace(
        Stream(order=view.stream.order),
        loss=chosen.stream.loss,
        passes=usual_passes(data),
        intercept=usual_intercept(data),
    )
    before, (chosen, found) = chosen, _open_runs(replace(chosen, stream=stream))
    alike, unlike = len(_step_sizes(chosen)) < 2, len(_step_sizes(view)) > 1
    # One knob for all would show one of several; a knob each, that they are one again.
    linked = alike and (display.linked or unlike)
    chosen = replace(chosen, display=replace(display, linked=linked), sweep=_sweep(chosen))
    return chosen, [*_sentences(chosen, data, found), *_pull_note(before.runs, chosen.runs)]


def _open_runs(view: View) -> tuple[View, Tuning | None]:
    """The view with the knobs of its opening, where it has one with these methods, else a fit."""
    start = opening_on(view.recipe)
    if start is not None and _asks_the_same(view, start):
        return replace(view, runs=start.runs), None
    return refit(view)


def _asks_the_same(view: View, start: View) -> bool:
    """Return whether two views differ in nothing but what a search finds."""
    asked = [
        (each.preparation, each.stream, tuple(map(reset_tunable, each.runs)))
        for each in (view, start)
    ]
    return asked[0] == asked[1]


def arrive(
    view: View, before: View, parameters: Mapping[str, str], page: str = "playground"
) -> tuple[View, list[str]]:
    """Return the view of an address as it is to be shown, and what was done for it.

    A link that names a dataset and no runs wants runs that fit it; one that names no loss wants a
    loss that fits. What it says of the preparation stays. A page without runs wants the data as
    they are.

    Parameters
    ----------
    view : what the address says.
    before : what was shown before.
    parameters : the address.
    page : the page that it leads to.
    """
    if "data" not in parameters or dataset_library.absent(view.recipe):
        return view, []
    if page not in WITH_RUNS:
        return engine.fit_view(view), []
    named = {name.split(".")[0] for name in parameters}
    if named & set(RUN_LETTERS.lower()) or "stream" in named:
        return (view if "stream.loss" in parameters else engine.fit_view(view)), []
    if (view.recipe, view.preparation) == (before.recipe, before.preparation):
        return engine.fit_view(view), []
    asked = any(f"data.{name}" in parameters for name in field_names(Preparation))
    return open_dataset(view, view.recipe, view.preparation if asked else None)


def usual(recipe: Recipe) -> Preparation:
    """Return the preparation with which a dataset opens. Raises ValueError where there is none."""
    if start := opening_on(recipe):
        return start.preparation
    return usual_preparation(engine.dataset(recipe, Preparation()))


def refit(view: View) -> tuple[View, Tuning]:
    """Return the same view with knobs that fit its data, and how they fit."""
    found = fit(view, view.runs)
    key = engine.dataset_key(view.recipe, view.preparation)
    CENTRES.get(key, lambda: found.algorithms)
    CENTRES.get(_any_preparation(view.recipe), lambda: found.algorithms)
    return replace(view, runs=found.algorithms), found


def fit(view: View, algorithms: Sequence[Algorithm]) -> Tuning:
    """Return how ``algorithms`` fit the data and the stream of a view; it is remembered.

    Of a formula the step size alone is fitted, that of the others: what g and θ do in it, if
    anything, its writer knows. The numbers of features and losses are those of the others.

    Raises ValueError for data that cannot be had, and for an algorithm that cannot learn from them.
    """
    others = [each for each in algorithms if not is_formula(each)]
    runs = tuple(map(reset_tunable, others or [CATALOGUE["truncated_gradient"](period=10)]))
    found = FITS.get(_key(view, runs), lambda: tune(runs, *_data(view), **_stream(view)))
    return found if others == list(algorithms) else _with_formulas(found, algorithms, bool(others))


def _with_formulas(found: Tuning, algorithms: Sequence[Algorithm], beside: bool) -> Tuning:
    """A fit with the formulas among ``algorithms``, which may stand ``beside`` others."""
    fitted = iter(found.algorithms)
    eta = knobs_of(YourRule)["eta"].clamp(float(f"{found.eta:.2g}"))
    runs = tuple(
        replace(each, eta=eta) if is_formula(each) else next(fitted) for each in algorithms
    )
    note = f"{YourRule.title}: the step size alone was fitted; g and θ are as you have set them."
    notes = (*found.notes, note) if beside else (note,)
    return replace(found, algorithms=runs, notes=notes)


def reaches(view: View, algorithms: Sequence[Algorithm]) -> tuple[tuple[int, int], ...]:
    """Return how far the knobs that make zeros reach on the data of a view; it is remembered."""
    key = _key(view, tuple(algorithms))
    return REACHES.get(key, lambda: knob_reaches(algorithms, *_data(view), **_stream(view)))


def _key(view: View, algorithms: tuple[Algorithm, ...]) -> Hashable:
    return engine.dataset_key(view.recipe, view.preparation), algorithms, view.stream.of_runs


def _data(view: View) -> tuple[Dataset, str]:
    return engine.dataset(view.recipe, view.preparation), view.stream.loss


def _stream(view: View) -> dict[str, Any]:
    stream = view.stream
    return {"passes": stream.passes, "seed": stream.order, "intercept": stream.intercept}


def move(view: View, movement: Movement) -> View:
    """Move a knob of the preparation, or fit the knobs of the runs to the data as they are."""
    prepared = replace(view.preparation, **movement.values)
    view = replace(view, preparation=prepared)
    return refit(view)[0] if movement.action else view


def ranges(view: View) -> Mapping[str, tuple[float, float]]:
    """Return the ends of the sliders by knob, around the values that fit the dataset."""
    found: dict[str, list[float]] = {}
    for algorithm in _centres(view):
        for name, knob in knobs_of(algorithm).items():
            value = getattr(algorithm, name)
            if name in ("eta", *SPARSITY) and knob.scale == "log" and 0.0 < value < float("inf"):
                found.setdefault(name, []).append(value)
    return {name: (min(all_) / AROUND, max(all_) * AROUND) for name, all_ in found.items()}


def _centres(view: View) -> tuple[Algorithm, ...]:
    """The runs that were found for the data as they are, else for the dataset in another way."""
    if start := opening_on(view.recipe):
        return start.runs
    try:
        known = CENTRES.lookup(engine.dataset_key(view.recipe, view.preparation))
        return known or CENTRES.lookup(_any_preparation(view.recipe)) or ()
    except ValueError:  # a file that is gone: the page says so
        return ()


def _any_preparation(recipe: Recipe) -> Hashable:
    return recipe, recipe.stamps()


def _display(display: Display) -> Display:
    """The same pictures; what was asked of the runs on other data is asked no more."""
    usual = Display()
    return replace(display, cloud=usual.cloud, at_most=usual.at_most)


def _step_sizes(view: View) -> set[float]:
    return {run.eta for run in view.runs if hasattr(run, "eta")}


def _with_thresholds(view: View) -> View:
    """The same with finite thresholds where the fit to its data alone made them infinite."""
    finite = tuple(
        replace(run, threshold=1.0)
        if sparsity_knob(type(run)) == "gravity"
        and getattr(run, "threshold", 0.0) == math.inf
        and not is_formula(run)
        else run
        for run in view.runs
    )
    if finite == view.runs or dataset_library.absent(view.recipe):
        return view
    with suppress(ValueError):  # of data that cannot be learned from nothing was found
        before = replace(view, runs=finite)
        return before if refit(before)[0].runs == view.runs else view
    return view


def _own(view: View, data: Dataset) -> View:
    """The same without the methods with which several classes open, where there is one no longer.

    They stood in for the methods of before, which are not known any more: the opening's come back.
    """
    start, stood_in = opening(), opening().fitted_to("multiclass")
    if view.stream.loss != stood_in.stream.loss or data.task == "multiclass":
        return view
    sweep = start.sweep if _kinds(view) == _kinds(stood_in) else view.sweep
    if [run.key for run in view.runs] != [run.key for run in stood_in.runs]:
        return replace(view, sweep=sweep)
    return replace(view, runs=start.runs, letters=start.letters, sweep=sweep)


def _sweep(view: View) -> Sweep:
    """The same sweep with its ranges still to be fitted; those of its opening are known."""
    start = sweep_opening()
    same = (view.recipe, view.preparation, view.stream) == (
        start.recipe,
        start.preparation,
        start.stream,
    )
    if same and _kinds(view) == _kinds(start):
        return replace(view.sweep, methods=start.sweep.methods)
    return view.sweep.to_fit()


def _kinds(view: View) -> list[str]:
    """The methods of a sweep."""
    return [method.algorithm.key for method in view.sweep.methods]


def _pull_note(before: tuple[Algorithm, ...], after: tuple[Algorithm, ...]) -> list[str]:
    """Return a sentence where runs pull large weights, too, which they left alone before."""
    found = [
        type(new).title
        for old, new in zip(before, after, strict=True)
        if pulls_within(old) and not pulls_within(new)
    ]
    if not found:
        return []
    return [
        f"{join_words(dict.fromkeys(found))}: large weights are pulled here, too "
        "(the threshold θ is ∞), for no gravity that was tried left so few features "
        "by pulling small weights alone. That can raise the loss."
    ]


def _able(view: View, data: Dataset) -> View:
    """The same with a loss that fits and the runs that can learn from it, or the opening's."""
    able = view.fitted_to(data.task)
    if any(Loss[able.stream.loss] in run.losses for run in view.runs):
        return able
    start = opening()
    return replace(able, runs=start.runs, letters=start.letters).fitted_to(data.task)


def _task(view: View) -> str:
    """Return the task of the data that were shown before, empty where it is not known."""
    if not dataset_library.absent(view.recipe):
        with suppress(ValueError):
            return engine.dataset(view.recipe, view.preparation).task
    return ""


def _sentences(view: View, data: Dataset, found: Tuning | None) -> list[str]:
    """Return what was done for a dataset, in one line; nothing was found for an opening."""
    parts = []
    if view.preparation.scaling in SCALED:
        parts.append(SCALED[view.preparation.scaling])
    if data.test is not None:
        parts.append(
            f"{data.test.n_rows:,} of {data.n_rows + data.test.n_rows:,} rows are held out"
        )
    if view.stream.intercept and data.task == "classification":
        parts.append("an intercept is learned, since one of the two classes is rare")
    steps = _step_sizes(view)
    if len(steps) == 1:
        parts.append(f"the step size η is {steps.pop():g}")
    if found is None:
        return [f"{view.recipe.title}: {', '.join(parts)}."]
    about = f"about {found.aim:,} {'feature' if found.aim == 1 else 'features'}"
    reached = f"each run has the knobs with which it keeps {about}"
    parts.append(f"the knobs aim at {about}" if found.notes else reached)
    return [f"{view.recipe.title}: {', '.join(parts)}.", *found.notes]
