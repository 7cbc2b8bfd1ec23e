"""Ranges that fit the data: the methods of a sweep around the values that a fit finds."""

from __future__ import annotations

from dataclasses import replace

from algorithms import Algorithm, Loss
from ui import dataset_library, engine, openings
from ui.sweep.query import Sweep, SweptMethod
from ui.view import View, opening, sweep_opening


def fit_ranges(view: View) -> View:
    """Return the view with what is unfitted in its methods fitted to its data.

    It stays as it is while the data are not there, or cannot be learned from: the page says so.
    """
    methods = view.sweep.methods
    unfitted = [method for method in methods if method.unfitted]
    if not unfitted or dataset_library.absent(view.recipe):
        return view
    try:
        data = engine.dataset(view.recipe, view.preparation)
        fit = openings.fit(view, tuple(method.algorithm for method in unfitted))
    except ValueError:
        return view
    found = zip(fit.algorithms, openings.reaches(view, fit.algorithms), strict=True)
    done = tuple(
        method.fit_to(*next(found), data.n_features) if method.unfitted else method
        for method in methods
    )
    return replace(view, sweep=replace(view.sweep, methods=done))


def usual(view: View) -> tuple[SweptMethod, ...]:
    """Return the methods with which the page opens on the data of a view."""
    start = sweep_opening()
    same = (view.recipe, view.preparation, view.stream) == (
        start.recipe,
        start.preparation,
        start.stream,
    )
    if same:
        return start.sweep.methods
    fresh = Sweep().fitted_to(Loss[view.stream.loss])
    return fit_ranges(replace(view, sweep=fresh)).sweep.methods


def of_playground(view: View) -> tuple[Algorithm, ...]:
    """Return the settings with which the playground opens on the data of a view."""
    start = opening()
    runs = tuple(run for run in start.runs if Loss[view.stream.loss] in run.losses)
    runs = runs or start.fitted_to("multiclass").runs
    return openings.fit(view, runs).algorithms
