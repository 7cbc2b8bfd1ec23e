"""What is behind a number, as an address of the playground, the sweep page or a lesson."""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import urlencode

import datasets
from algorithms import sparsity_knob
from algorithms.evaluation.tuning import STEP_KNOBS
from papers.claim import LessonMoment, MethodSweep, Moment, PlaygroundRun
from ui import address
from ui.sweep.form import SWEEP
from ui.sweep.query import Sweep, SweepDisplay, SweptMethod
from ui.view import Stream, View


def address_of(moment: Moment | None) -> str:
    """Return the address, relative to the page; "" for none, and where its dataset is not here."""
    with suppress(datasets.DatasetError):
        return _address_of(moment)
    return ""


def _address_of(moment: Moment | None) -> str:
    if moment is None:
        return ""
    if isinstance(moment, MethodSweep):
        return _with_query("sweep", SWEEP.encode(view_of_sweep(moment)))
    if isinstance(moment, LessonMoment):
        return _with_query(moment.lesson, dict(moment.knobs))
    return _with_query("playground", address.encode(view_of(moment)))


def view_of_sweep(moment: MethodSweep) -> View:
    """Return the view that compares some methods anew, their ranges fitted to the data."""
    name, options = moment.recipe
    recipe, preparation = datasets.split_options(datasets.recipe(name), dict(options))
    methods = []
    for algorithm in moment.algorithms:
        step = next(name for name in STEP_KNOBS if hasattr(algorithm, name))
        methods.append(SweptMethod.of(algorithm, sparsity_knob(type(algorithm)), step).to_fit())
    return View(
        recipe=recipe,
        preparation=preparation,
        stream=Stream(**moment.stream),
        sweep=Sweep(tuple(methods), look=SweepDisplay(at_most=moment.at_most)),
    )


def view_of(run: PlaygroundRun) -> View:
    """Return the view that shows a run."""
    name, options = run.recipe
    recipe, preparation = datasets.split_options(datasets.recipe(name), dict(options))
    return View(
        recipe=recipe,
        preparation=run.preparation or preparation,
        stream=Stream(**run.stream),
        runs=tuple(run.algorithms),
    )


def _with_query(page: str, parameters: dict[str, str]) -> str:
    return f"{page}?{urlencode(parameters)}" if parameters else page
