"""One feature or one example at a time: what the lesson claims, at its defaults and ends."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import datasets
from algorithms import CATALOGUE
from datasets import Dataset
from pages.lessons.coordinates import LESSON
from pages.lessons.coordinates.evidence import BY_EXAMPLE, NAMES, NOISES, PASSES
from pages.lessons.coordinates.pictures import FLOOR
from pages.lessons.coordinates.story_pictures import SMALL, reading
from pages.lessons.coordinates.tables import COLUMNS, READINGS, ROWS, TALL, WIDE, race
from pages.lessons.coordinates.twin import one_example_at_a_time, one_weight_at_a_time
from tests.support.many.turns import in_turn
from tests.support.runs import record_runs
from tests.support.views import toy
from ui.lessons.evidence import run_or_say
from ui.lessons.exercise import refusal
from ui.lessons.show import page_of
from ui.live.stage import StageState, stage_element, text_of

NAME, OPTIONS = LESSON.example
TRUNCATED, SMIDAS = BY_EXAMPLE


@pytest.fixture(scope="module")
def data():
    return datasets.load(NAME, **OPTIONS)


@pytest.fixture(scope="module")
def opening(data):
    return LESSON.evidence(LESSON.knobs(), data)


def test_dense_noise_swaps_the_winner(opening):
    sparse, dense = (opening.sides[name].ends for name in ("sparse", "dense"))
    assert 2 * sparse[TRUNCATED] < sparse[SMIDAS]
    assert 2 * dense[SMIDAS] < dense[TRUNCATED]


def test_the_step_factor_moves_the_runs_by_example_alone(monkeypatch):
    runs, data = record_runs(monkeypatch), toy(d=4, n=30)
    knobs = LESSON.knobs(noise=10, l1=0.01)
    LESSON.evidence(knobs, data)
    assert len(runs) >= len(NAMES) * len(NOISES)
    runs.clear()
    LESSON.evidence(replace(knobs, steps=1.0), data)
    # Both rules with both kinds of noise, and truncated gradient on the made table.
    assert {run.key for run in runs} == set(BY_EXAMPLE) and len(runs) == 2 * len(NOISES) + 1
    runs.clear()
    LESSON.evidence(replace(knobs, steps=1.0, near=0.001, number=0.5, power=2.0), data)
    assert not runs


@pytest.mark.parametrize("c", [0.25, 1.0, 4.0, 16.0])
def test_it_does_so_whatever_the_steps(data, c):
    sides = LESSON.evidence(LESSON.knobs(steps=c), data).sides
    assert sides["sparse"].first(BY_EXAMPLE) == TRUNCATED
    assert sides["dense"].first(BY_EXAMPLE) == SMIDAS
    start = np.log(2.0) - sides["dense"].objective
    assert (sides["dense"].ends[TRUNCATED] > start) == (c == 16.0)
    assert sides["dense"].ends[SMIDAS] < start


def test_the_two_kinds_of_noise(opening):
    for name, one in opening.sides.items():
        noise = one.data.X[:, -opening.knobs.noise :]
        assert one.data.n_noise == opening.knobs.noise
        values = set(np.unique(noise.data))
        assert values == ({1.0} if name == "sparse" else {-1.0, 1.0})
    sparse, dense = (one.data for one in opening.sides.values())
    assert list(opening.sides) == list(NOISES)
    np.testing.assert_array_equal(sparse.y, dense.y)
    assert (sparse.X[:, :10] != dense.X[:, :10]).nnz == 0


def test_what_is_read(opening):
    """A race is over when so many entries are read; greedy pays all of them for a step."""
    for one in opening.sides.values():
        budget = PASSES * one.data.X.nnz
        most = np.diff(one.data.X.tocsc().indptr).max()
        for key, trace in one.traces.items():
            over = one.data.X.nnz if key == "greedy_cd" else most
            assert trace.costs.accesses[-1] <= budget + over
        assert one.traces["greedy_cd"].steps[-1] == PASSES
        assert one.traces[TRUNCATED].costs.accesses[-1] == budget


def test_the_gaps_are_those_of_the_objective(opening):
    for one in opening.sides.values():
        best = one.objective
        for key, trace in one.traces.items():
            w = trace.final.weights
            loss = np.logaddexp(0.0, -one.data.y * (one.data.X @ w)).mean()
            gap = loss + opening.knobs.l1 * np.abs(w).sum() - best
            assert gap >= -1e-9
            assert one.ends[key] == pytest.approx(max(gap, 0.0), abs=1e-12)


def test_the_steps_are_those_of_the_theorems(opening):
    """Both prices of Theorem 2's kind, a/η + bη, are least at the step with c = 1."""
    one = opening.sides["dense"]
    best = CATALOGUE["coordinate_descent"](l1=opening.knobs.l1).solve(one.data, "logistic")
    n_steps, p = PASSES * one.data.n_rows, 2 * np.log(one.data.n_features)
    w, (x2, xmax) = best.weights, one.size
    prices = {
        TRUNCATED: (w @ w / (2 * n_steps), x2 / 2),
        SMIDAS: (np.abs(w).sum() ** 2 / n_steps, (p - 1) * np.e * xmax / 2),
    }
    for key, (a, b) in prices.items():
        assert one.eta[key] / opening.knobs.steps == pytest.approx((a / b) ** 0.5)
    X = one.data.X.toarray()
    assert one.size == pytest.approx(((X**2).sum(axis=1).mean(), (X**2).max(axis=1).mean()))


def test_the_twins_are_the_methods():
    draw = np.random.default_rng(4)
    X = draw.standard_normal((50, 8)) * (draw.random((50, 8)) < 0.6)
    data = Dataset.from_arrays(X, draw.choice((-1.0, 1.0), 50))
    run = run_or_say(CATALOGUE["coordinate_descent"](l1=0.05), data, passes=3, checkpoints=1)
    w = one_weight_at_a_time(X, data.y, 0.05, 3)
    assert 0 < np.count_nonzero(w) < 8
    np.testing.assert_allclose(w, run.final.weights, atol=1e-12)
    order = np.arange(50)
    for key, name in BY_EXAMPLE.items():
        p = 2.0 if key == TRUNCATED else max(2.0, 2.0 * np.log(8))
        algorithm = CATALOGUE[key](0.1, **{name: 0.2})
        run = run_or_say(algorithm, data, order=order, checkpoints=1)
        w = one_example_at_a_time(X, data.y, 0.1, 0.2, p)
        assert 0 < np.count_nonzero(w) < 8
        np.testing.assert_allclose(w, run.final.weights, atol=1e-12)


def test_cells_light_up_by_row_and_by_column():
    film = reading(("wide", "column"), ("wide", "row"))
    by_column, by_row = film.scenes
    rows, columns = SMALL["wide"]
    assert by_column.steps[-1] == columns and by_row.steps[-1] == rows
    assert film.at[-1] == rows * columns == np.prod(SMALL["tall"])
    # In the middle both have read as many cells, and not as many steps.
    middle = len(film.at) // 2
    assert by_column.read[middle] == by_row.read[middle]
    assert by_column.steps[middle] == columns // 2 and by_row.steps[middle] == rows // 2


@pytest.mark.parametrize("factor", [0.5, 1.0, 2.0])
def test_which_way_is_first_depends_on_the_table(factor):
    wide, tall = (race(rows, 0.05, factor) for rows in (WIDE, TALL))
    for one in (wide, tall):
        rows, columns = one.shape
        assert one.ways[ROWS].steps == READINGS * rows
        assert one.ways[COLUMNS].steps == READINGS * columns
        assert one.cells == READINGS * rows * columns == one.ways[ROWS].read[-1]
    assert [wide.first_within(near) for near in (0.05, 0.005)] == [COLUMNS, COLUMNS]
    assert [tall.first_within(near) for near in (0.05, 0.0005)] == [ROWS, COLUMNS]
    assert wide.first_within(0.0) is None


def test_the_ring_moves_the_number_that_the_curve_shows(data):
    evidence = LESSON.evidence(LESSON.knobs(number=0.5, power=3.0), data)
    *_, (picture,) = LESSON.stage(evidence)
    (ring,) = picture.layout["meta"]["handles"]
    assert (ring["source"], ring["knob"], ring["at"]) == (LESSON.key, "number", 0.5)
    *_, dot = picture.data
    assert (dot["x"], dot["y"]) == ([0.5], [0.125])
    state = StageState(drags=page_of(LESSON).drags)
    element = stage_element("lesson", [[picture]], "300px", state)
    assert element.reports and element.data["drags"]


def test_the_film(opening):
    shape, film, pictures, _ = LESSON.stage(opening)
    assert shape.at[-1] == opening.shape.cells
    scenes = json.loads(text_of(film))["scenes"]
    assert [scene["title"] for scene in scenes] == ["Sparse noise", "Dense noise"]
    assert film.at[0] == 0.0 and film.at[-1] == PASSES
    for scene in film.scenes:
        side = opening.sides[scene.title.split()[0].lower()]
        for (key, name), track in zip(NAMES.items(), scene.tracks, strict=True):
            assert (track.letter, track.name) == ("", name)
            assert track.y[0] == pytest.approx(np.log(2.0) - side.objective)
            assert track.y.min() >= FLOOR
            assert track.y[-1] == pytest.approx(max(side.ends[key], FLOOR), rel=0.05)
    assert len({picture.name for picture in pictures}) == 2
    for picture in pictures:
        assert picture.figure and len(picture.table())


def test_any_data_will_do():
    found = LESSON.evidence(LESSON.knobs(noise=10, l1=0.005), toy(d=4, n=30))
    assert LESSON.stage(found) and LESSON.words(found) and LESSON.lead(found)


def test_too_large_a_penalty_is_told():
    data = toy(d=4, n=30)
    with pytest.raises(ValueError, match="best weights are all 0"):
        LESSON.evidence(LESSON.knobs(l1=5.0), data)


@in_turn("seed", range(6))
def test_the_answers(seed):
    steps, bounds = (exercise(seed) for exercise in LESSON.exercises[:2])
    answer = int(steps.reveal.split("**")[1])
    assert steps.check(answer).right and not steps.check(2 * answer).right
    assert f" {answer} " in steps.ask and refusal(steps, -3) and refusal(steps, 1.5)
    right = bounds.reveal.split("**")[1]
    assert [bounds.check(choice).right for choice in bounds.choices].count(True) == 1
    assert bounds.check(right).right


@pytest.mark.parametrize("seed", [0, 1])
def test_little_noise(data, opening, seed):
    task, c = LESSON.exercises[2](seed), (1.0, 2.0)[seed]
    assert not task.check(opening).right
    assert task.check(LESSON.evidence(LESSON.knobs(steps=c, noise=10), data)).right
