"""Every picture that the app makes: of the playground, the sweep, the data and all lessons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np

import charts
from algorithms import CATALOGUE, Frontier, Outcomes, grid
from algorithms.truth import truth_of
from charts import Cell, Contest, Film, Grid, Picture
from datasets import Dataset, describe
from pages.lessons import LESSONS
from tests.support.stories import evidence_of
from tests.support.views import NOTHING, make, named_runs, toy

STEPS = (0.01, 0.1, np.inf)
RATES = (0.001, 0.1)
NAMES = ("age, in years", "<b>weight</b>", "=1+1", "a", "a", "ü")
"""Names of features, two of them alike, some with what markup, formulas and CSV are made of."""


@cache
def every_picture() -> tuple[tuple[str, Picture], ...]:
    """Return all of them, each with the place where it stands; of a lesson each name once."""
    return (*_playground(), *_sweep(), *_data(), *_lessons())


def _playground() -> Iterator[tuple[str, Picture]]:
    wide = replace(toy(d=300, n=30), feature_names=tuple(f"f{i}" for i in range(300)))
    for where, data in (("narrow", replace(toy(), feature_names=NAMES)), ("wide", wide)):
        rules = make("sgd"), make("truncated_gradient", gravity=0.3, threshold=0.2)
        runs = named_runs(data, *rules, make("rounding", threshold=np.inf), make("subgradient"))
        batch = named_runs(data, make("l0_sgd", n_nonzeros=1))
        half = [0.5 * run.trace.loss for run in runs]
        around = charts.Around(at_most=3)
        for picture in (
            charts.truncation(runs, runs[0]),
            charts.regret(runs, half, NOTHING),
            charts.sparsity(runs, "count", truth_of(data), count_axis="log"),
            charts.tradeoff(runs, "loss", [0.4, 0.3, 0.5, 0.6], around),
            charts.weights(runs, data),
            charts.weight_paths(runs[1], data),
            charts.profile(batch),
        ):
            yield f"playground, {where}", picture


def _sweep() -> Iterator[tuple[str, Picture]]:
    (run,) = charts.name_runs([CATALOGUE["rounding"]()])
    values = [0.1, 0.2, np.nan, 0.4, 0.5, 0.6]
    cells = [Cell(i, value, value, value, i == 2) for i, value in enumerate(values)]
    one, two = (("threshold", STEPS),), (("threshold", STEPS), ("eta", RATES))
    yield "sweep", charts.grid(Grid(run, one, cells[:3], "AUC", True, 1, "the best"))
    yield "sweep", charts.grid(Grid(run, two, cells, "AUC", True, 1, "the best"))
    weights, useless = np.outer([3.0, 2.0, 0.0], np.arange(6.0)), np.zeros(6, bool)
    yield "sweep", charts.path(run, "threshold", STEPS, weights, NAMES, useless)
    settings = tuple(grid(run.algorithm, threshold=STEPS))
    wild = np.zeros((3, 2), bool)
    counts, measured = np.array([[9.0, 8], [5, 4], [0, 0]]), np.array([[0.9, 0.8]] * 3)
    outcomes = Outcomes(settings, {"features": counts, "test AUC": measured}, wild)
    contest = Contest(run, Frontier(outcomes, "test AUC"), ("threshold",))
    yield "sweep", charts.frontier([contest], "AUC", True, "2 orders of the rows")


def _data() -> Iterator[tuple[str, Picture]]:
    classes = ("red", "=1+1", '"quoted", <i>')
    plain = replace(toy(), feature_names=NAMES)
    many = replace(plain, y=np.arange(40.0) % 3, task="multiclass", classes=classes)
    numbers = replace(plain, y=np.linspace(0.0, 9.0, 40), task="regression")
    for data in (plain, many, numbers):
        yield f"data, {data.task}", charts.balance(data)
        yield f"data, {data.task}", charts.pattern(data)
        yield f"data, {data.task}", _relevance(data)


def _relevance(data: Dataset) -> Picture:
    described = describe(data)
    measure = described.columns[-1]
    return charts.relevance(described, measure)


def _lessons() -> Iterator[tuple[str, Picture]]:
    for lesson in LESSONS:
        shown: dict[str, Picture] = {}
        scenes = [each for step in lesson.story.steps for each in (step.scene, step.after) if each]
        for scene in scenes:
            knobs = replace(lesson.knobs(), **scene.at)
            _add(shown, scene.stage(evidence_of(lesson, knobs)))
        _add(shown, lesson.stage(evidence_of(lesson, lesson.knobs())))
        yield from ((lesson.key, picture) for picture in shown.values())


def _add(shown: dict[str, Picture], rows) -> None:
    """Add the pictures of a stage that no other has shown."""
    figures = (row for row in rows if isinstance(row, list | tuple) and not isinstance(row, Film))
    for picture in (each for row in figures for each in row):
        shown.setdefault(picture.name, picture)
