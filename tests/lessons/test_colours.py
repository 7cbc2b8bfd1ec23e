"""A lesson draws each algorithm in its own colour, and two that meet in it never share one.

Nobody declares what a lesson shows: it is read off its evidence. A curve is known by its name, or
by its numbers, which are those of a run.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import pytest

import datasets
from algorithms import CATALOGUE, Trace, record
from charts import Curves, Film, Picture, Tiles, Track
from charts.palette import HUES, colour, hue_of
from pages.lessons import LESSONS
from tests.support.views import make, toy

TITLES = {algorithm.title.casefold(): key for key, algorithm in CATALOGUE.items()}
OTHER_NAMES = {
    ("rounding", "plain steps"): "sgd",
    ("gravity", "with gravity"): "truncated_gradient",
    ("regret", "learner"): "truncated_gradient",
    ("subgradient", "obvious push"): "subgradient",
    ("fobos_rda", "mini-batch"): "fobos",
    ("l1_ball", "eg"): "exponentiated_gradient",
    ("counting", "keep-k"): "l0_sgd",
    ("counting", "lasso"): "coordinate_descent",
    ("coordinates", "stochastic coordinates"): "scd",
    ("coordinates", "cyclic coordinates"): "coordinate_descent",
    ("coordinates", "greedy coordinates"): "greedy_cd",
    ("groups", "l1"): "rda",
    ("groups", "group"): "group_rda",
    ("scale", "with gravity"): "truncated_gradient",
}
"""By (lesson, name): the algorithms that a lesson draws under a name of its own."""
ONE_METHOD = ("zeros",)
"""Lessons that compare runs of one algorithm, which differ in what they learn from."""
HUE_OF = {shade: hue for hue, shades in HUES.items() for shade in shades}
each = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)


class DrawnCurve(NamedTuple):
    """A curve as it stands in a picture."""

    name: str
    colour: str
    y: np.ndarray


def parts(thing: Any) -> Iterator[Any]:
    """Everything that ``thing`` holds, itself included, down to its traces and pictures."""
    yield thing
    if isinstance(thing, Trace | Picture | np.ndarray | str):
        return
    if isinstance(thing, Mapping):
        inner = [*thing, *thing.values()]
    elif isinstance(thing, list | tuple):
        inner = thing
    elif dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        inner = vars(thing).values()
    else:
        return
    for part in inner:
        yield from parts(part)


def traces(evidence: Any) -> list[Trace]:
    return [part for part in parts(evidence) if isinstance(part, Trace)]


def methods(evidence: Any) -> set[str]:
    """The keys of the algorithms that meet in it: of its runs, and those it names results by."""
    named = {part for part in parts(evidence) if isinstance(part, str) and part in CATALOGUE}
    return named | {trace.algorithm.key for trace in traces(evidence)}


def curves(stage: Any) -> list[DrawnCurve]:
    drawn = [
        DrawnCurve(part.name, part.colour, np.asarray(part.y, np.float64))
        for part in parts(stage)
        if isinstance(part, Track)
    ]
    for picture in (part for part in parts(stage) if isinstance(part, Picture)):
        for curve in picture.data:
            if isinstance(shade := curve.get("line", {}).get("color"), str):
                drawn.append(DrawnCurve(curve["name"], shade, np.asarray(curve["y"], np.float64)))
    return drawn


def numbers(trace: Trace) -> list[np.ndarray]:
    """The sequences of a run that pictures show."""
    shown = [
        trace.used,
        trace.used / trace.final.weights.size,
        *trace.weights.T,
    ]
    if trace.loss is not None:
        shown += [trace.loss, trace.loss / trace.steps]
    return shown if trace.fit is None else [*shown, trace.fit]


def shows(drawn: DrawnCurve, trace: Trace) -> bool:
    """Say whether the curve is a run's: the same numbers, from its first step or from before it."""
    if len(np.unique(drawn.y[np.isfinite(drawn.y)])) < 4:
        return False  # so few heights are anybody's
    for y in (drawn.y, drawn.y[1:]):
        for own in numbers(trace):
            if len(own) == len(y) and np.allclose(own, y, rtol=1e-12, atol=0.0):
                return True
    return False


def owners(drawn: DrawnCurve, lesson: str, runs: list[Trace]) -> set[str]:
    """The algorithm of that name; else those whose run it may be, for two may run alike."""
    name = drawn.name.split(" · ")[-1].split(", ")[0].casefold()
    if key := OTHER_NAMES.get((lesson, name), TITLES.get(name)):
        return {key}
    return {trace.algorithm.key for trace in runs if shows(drawn, trace)}


def strangers(stage: Any, lesson: str, evidence: Any) -> list[str]:
    """The curves of runs in the hue of another algorithm; grey for comparison is none."""
    wrong, runs = [], traces(evidence)
    for drawn in curves(stage):
        keys, hue = owners(drawn, lesson, runs), HUE_OF.get(drawn.colour)
        if keys and hue and hue not in {hue_of(key) for key in keys}:
            wrong.append(f"{drawn.name}, a run of {' or '.join(sorted(keys))}, is {hue}")
    return wrong


def alike(keys: set[str]) -> list[tuple[str, str]]:
    """The pairs of algorithms that share a hue."""
    return [pair for pair in combinations(sorted(keys), 2) if hue_of(pair[0]) == hue_of(pair[1])]


@pytest.fixture(scope="module")
def opening():
    """(evidence, stage) of a lesson as it opens, each computed once."""
    held = {}

    def open_(lesson):
        if lesson.key not in held:
            name, options = lesson.example or (None, {})
            data = datasets.load(name, **options) if name else None
            evidence = lesson.evidence(lesson.knobs(), data)
            held[lesson.key] = evidence, lesson.stage(evidence)
        return held[lesson.key]

    return open_


@each
def test_methods_that_meet_in_a_lesson_have_each_a_hue(lesson, opening):
    evidence, _ = opening(lesson)
    assert alike(methods(evidence)) == []


@each
def test_a_run_is_drawn_in_the_colour_of_its_algorithm(lesson, opening):
    evidence, stage = opening(lesson)
    if lesson.key in ONE_METHOD:
        runs = [c for c in curves(stage) if owners(c, lesson.key, traces(evidence))]
        assert len(methods(evidence)) == 1
        assert len({c.name for c in runs}) == len({c.colour for c in runs}) > 1
        return
    assert strangers(stage, lesson.key, evidence) == []


def test_variants_of_one_algorithm_that_are_compared_have_each_a_hue(opening):
    lesson = next(lesson for lesson in LESSONS if lesson.key == "groups")
    evidence, stage = opening(lesson)
    hues = {c.name: HUE_OF[c.colour] for c in curves(stage) if c.name in evidence.runs}
    assert set(hues) == set(evidence.runs) and len(set(hues.values())) == len(hues) == 5
    maps = [part for part in parts(stage) if isinstance(part, Tiles)]
    assert {scene.title: HUE_OF[scene.colour] for scene in maps} == hues


def test_a_shared_hue_is_seen():
    assert alike({"sgd", "rounding", "rda"}) == [("rda", "rounding")]


def test_the_names_of_lessons_are_theirs(opening):
    drawn = {
        (lesson.key, curve.name.split(" · ")[-1].split(", ")[0].casefold())
        for lesson in LESSONS
        for curve in curves(opening(lesson)[1])
    }
    assert set(OTHER_NAMES) - drawn == set(), "no lesson draws a curve of that name"


def test_a_run_in_the_colour_of_another_is_seen():
    runs = [record(make(key), toy(), checkpoints=40) for key in ("truncated_gradient", "rda")]
    evidence = {run.algorithm.key: run for run in runs}

    def strange(name: str, *keys: str) -> list[str]:
        tracks = [
            Track(name, np.append(0.0, run.weights[:, 0]), colour(key, 0))
            for run, key in zip(runs, keys, strict=True)
        ]
        scene = Curves("", np.arange(len(tracks[0].y)), tracks, "", "")
        return strangers([Film("film", scene.x, [scene], "")], "toy", evidence)

    assert methods(evidence) == set(evidence) and strange("", *evidence) == []
    assert strange("one", "rda", "rda") == ["one, a run of truncated_gradient, is vermilion"]
    assert strange("SGD, now", *evidence) == [
        "SGD, now, a run of sgd, is blue",
        "SGD, now, a run of sgd, is vermilion",
    ]
