"""A ball with corners: the geometry, three searches with one answer, and two learners."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import numpy as np
import pytest

import datasets
from algorithms import CATALOGUE, record
from algorithms.projection import project_l1_ball
from algorithms.truth import real_or_random
from pages.lessons.l1_ball import LESSON, race
from pages.lessons.l1_ball.evidence import (
    ENTRIES,
    Knobs,
    gather,
    magnitudes,
    many_weights,
    sharp_share,
)
from pages.lessons.l1_ball.pictures import (
    kept_film,
    search_film,
    shares,
    waterline,
)
from pages.lessons.l1_ball.search_steps import (
    STAYS,
    UNKNOWN,
    balanced_tree,
    by_pivot,
    by_sort,
    by_tree,
)
from pages.lessons.l1_ball.twin import project, projected_step
from tests.support.modules import evaluate
from tests.support.runs import record_runs
from tests.support.views import numbers, open_lesson, payload_of, pictures, toy
from ui.lessons import story_card
from ui.lessons.exercise import refusal
from ui.lessons.show import page_of
from ui.look import AT_REST

POINT = {"first", "second", "third"}


@pytest.fixture(scope="module")
def data():
    name, options = LESSON.example
    return datasets.load(name, **options)


@pytest.fixture(scope="module")
def evidence(data):
    return gather(Knobs(), data)


def test_corners_catch_what_lies_around_them():
    assert 0.5 < sharp_share(2) < sharp_share(3) < sharp_share(5) <= 1.0
    draw = np.random.default_rng(0)
    for n in (2, 3, 5):
        v = draw.standard_normal((2000, n))
        v *= 2.0 / np.linalg.norm(v, axis=1, keepdims=True)
        share = np.mean([not project_l1_ball(row).all() for row in v])
        assert abs(share - sharp_share(n)) < 0.05


def test_the_twin_is_the_engine():
    draw, data = np.random.default_rng(3), toy()
    for n in (1, 2, 7, 40):
        for z in (0.3, 2.0, 1e3):
            v = draw.standard_normal(n)
            np.testing.assert_allclose(project(v, z), project_l1_ball(v, z), atol=1e-12)
    order, X, w = draw.permutation(data.n_rows), data.X.toarray(), np.zeros(data.n_features)
    for row in order:
        w = projected_step(w, X[row], data.y[row], eta=0.8, z=0.5)
    algorithm = CATALOGUE["projected_gradient"](eta=0.8, schedule="constant", radius=0.5)
    run = record(algorithm, data, "logistic", order=order, checkpoints=1)
    np.testing.assert_allclose(w, run.final.weights, atol=1e-12)


def test_the_pictures_of_the_story(evidence):
    cornered, rounded = (curve["y"] for curve in shares(evidence).data)
    assert (np.diff(cornered) >= 0).all() and not np.any(rounded)
    x = many_weights()
    whole, below = (layer["y"] for layer in waterline(x, float((x - project(x, 1.0)).max())).data)
    above = project(x, 1.0)
    np.testing.assert_allclose(whole - below, above, atol=1e-12)
    assert np.isclose(np.linalg.norm(x), 2.0) and (above > 0).sum() < 30
    in_use, average = kept_film(evidence, 50.0).scenes[0].tracks
    run = evidence.runs["projected_gradient"]
    noise = real_or_random(evidence.data).useful[run.tracked] == 0
    assert in_use.y[-1] == np.count_nonzero(run.weights[-1, noise])
    widths = np.diff(run.steps, prepend=0)
    assert np.isclose(average.y[-1], np.average(in_use.y, weights=widths), rtol=0.03)
    five = waterline(np.array([0.8, 0.7, 0.4, 0.2, 0.1]), 0.3)
    assert list(five.data[0]["text"]) == ["0.50", "0.40", "0.10", "0", "0"]
    assert "together: 1.00 of 1" in five.layout["annotations"][0]["text"]


def test_the_point_is_knobs_that_a_handle_moves_and_free_play_does_not_show():
    page = page_of(LESSON)

    def sliders(step: str) -> set[str]:
        view, notes = page.form.decode({"step": step, "first": "2"}, None)
        assert not notes and set(page.hidden_panels(view, None)["hand"].knobs_shown) >= POINT
        groups = page.panels(view, AT_REST)
        return {name for group in groups for panel in group.panels for name in panel.knobs_shown}

    assert sliders("1") == {"first", "second"} and not sliders("2")
    assert sliders("0") and not POINT & sliders("0")


def test_the_last_goal_is_won_by_the_point_as_by_the_radius(data):
    last, opening = LESSON.story.steps[-1], story_card.knobs_at(LESSON, len(LESSON.story.steps))
    assert not last.goal(gather(opening, data))
    for won in ({"radius": 2.2}, {"first": 1.0}):
        assert last.goal(gather(replace(opening, **won), data))


def test_projected_gradient_is_sparse_and_eg_is_not(evidence):
    pg, eg = evidence.runs.values()
    assert pg.used[-1] < 0.2 * pg.final.weights.size
    assert eg.used[-1] == eg.sparsity.seen[-1] == eg.final.weights.size
    assert pg.loss[-1] < eg.loss[-1]
    for run in (pg, eg):
        assert (run.sparsity.l1_norm <= evidence.knobs.radius * (1 + 1e-9)).all()


def test_a_run_is_made_for_the_knobs_it_reads_alone(monkeypatch):
    runs, data = record_runs(monkeypatch), toy()
    gather(Knobs(), data)
    assert len(runs) == 2
    runs.clear()
    gather(Knobs(vector=2), data)
    assert not runs
    gather(Knobs(eta=0.3), data)
    assert [run.key for run in runs] == ["projected_gradient"]


def cases():
    draw = np.random.default_rng(1)
    for i in range(60):
        x = np.abs(draw.standard_normal(draw.integers(1, 20))) + 0.05
        x = x.round(1) + 0.1 if i % 2 else x
        yield x, float(x.sum() * draw.uniform(0.01, 0.99))


def test_three_searches_find_the_threshold_of_the_kernels():
    for x, z in cases():
        w = project_l1_ball(x, z)
        for steps in (by_sort(x, z), by_pivot(x, z, 3), by_tree(x, z)):
            first, *_, last = steps
            assert (first.known == UNKNOWN).all() and (last.known != UNKNOWN).all()
            np.testing.assert_allclose(np.maximum(x - last.theta(z), 0.0), w, atol=1e-12)
            assert last.rho == (last.known == STAYS).sum()
            # What is known once stays known.
            for before, after in itertools.pairwise(steps):
                settled = before.known != UNKNOWN
                assert (before.known[settled] == after.known[settled]).all()


def test_the_tree_is_a_balanced_search_tree():
    x = magnitudes(2)
    parent, depth = balanced_tree(x)
    assert depth.max() == 3 and (parent == -1).sum() == 1
    assert (depth[parent >= 0] == depth[parent[parent >= 0]] + 1).all()
    assert len(by_tree(x, 1.0)) - 2 <= depth.max() + 1


def test_the_film_shows_the_steps(evidence):
    film = search_film(evidence.x, evidence.knobs.radius, evidence.searches)
    for scene, steps in zip(film.scenes, evidence.searches.values(), strict=True):
        assert sorted(scene.x) == sorted(evidence.x)
        assert scene.known[-1].sum() == 2 * evidence.rho - ENTRIES
        held = scene.x[scene.entry[1]]
        assert held == evidence.x[steps[1].entry]
        above = scene.x[scene.known[-1] == STAYS]
        assert above.min() > scene.theta[-1] >= scene.x[scene.known[-1] != STAYS].max()


def test_the_words_are_the_runs(data):
    for changed in ({}, {"eta_eg": 10.0}, {"eta_eg": 0.02}, {"radius": 0.25}, {"radius": 2.5}):
        now = gather(replace(Knobs(), **changed), data)
        pg, eg = now.runs.values()
        text = LESSON.words(now)
        ahead = "projected gradient" if pg.loss[-1] < eg.loss[-1] else "EG"
        assert f"{ahead} is ahead" in text
        assert f"**{pg.used[-1]} of" in text and f"θ = {now.theta:.3f}" in text


def test_the_race_is_run_at_a_button_and_drawn(monkeypatch):
    monkeypatch.setattr(race, "SIZES", (40, 200))
    race.TIMES.clear()
    app = open_lesson("l1_ball", step="0")
    assert payload_of(app, "stage_race") is None
    app.button(key="race").click().run()
    assert not app.exception
    (drawn,) = pictures(app, "stage_race").values()
    assert [curve["name"] for curve in drawn["figure"]["data"]] == ["sort", "pivot", "tree"]
    assert all((numbers(curve["y"]) > 0).all() for curve in drawn["figure"]["data"])
    assert payload_of(open_lesson("l1_ball", step="0"), "stage_race")
    race.TIMES.clear()


def test_any_vector_is_outside_any_ball_of_the_page():
    assert min(magnitudes(number).sum() for number in range(1, 13)) > 2.5


@pytest.mark.browser
def test_the_browser_projects_as_python_does(browser):
    draw = np.random.default_rng(2)
    given = [
        [list((draw.standard_normal(n) * 2).round(1 if i % 2 else 8)), float(draw.uniform(0.2, 3))]
        for i in range(60)
        for n in (1, 2, 3, 7)
    ]
    distances = evaluate(
        browser,
        ["pages/lessons/l1_ball/ball"],
        "(given) => given.map(([v, z]) => ({ ...projectOntoBall(v, z), round: roundly(v, z) }))",
        given,
    )
    for (v, z), there in zip(given, distances, strict=True):
        v, w = np.array(v), project_l1_ball(np.array(v), z)
        np.testing.assert_allclose(there["w"], w, atol=1e-12)
        assert there["rho"] == np.count_nonzero(there["w"])
        norm = np.linalg.norm(v)
        np.testing.assert_allclose(there["round"], v * min(1.0, z / norm) if norm else v)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_revealed_is_right(seed, data):
    by_hand, stay = (exercise(seed) for exercise in LESSON.exercises)
    theta = float(re.search(r"\*\*([\d.]+)\*\*", by_hand.reveal)[1])
    assert by_hand.check(theta).right and not by_hand.check(theta + 0.05).right
    assert "less than the budget" in by_hand.check(theta + 0.05).why
    assert refusal(by_hand, -1.0) and refusal(by_hand, 100.0)
    z = float(re.search(r"z = (\d+\.\d+)", stay.reveal)[1])
    assert stay.check(gather(replace(Knobs(), radius=z), data)).right
    assert not stay.check(gather(Knobs(), data)).right
