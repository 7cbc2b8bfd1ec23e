"""One vote or the average of all: what the lesson claims, at its defaults and ends."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import pytest

import datasets
from algorithms import CATALOGUE, order_of, record
from pages.lessons.fobos_rda import LESSON, pictures
from pages.lessons.fobos_rda.evidence import (
    ORDERS,
    PENALTIES,
    PENALTY_STOPS,
    T,
    ends,
    held_out,
    learners,
    orders_of,
)
from pages.lessons.fobos_rda.exercises import how_long_to_zero, who_is_zero
from pages.lessons.fobos_rda.twin import fobos_step, rda_weights, vote
from tests.support.many.turns import in_turn
from tests.support.runs import record_runs
from tests.support.views import toy
from ui.lessons import Task
from ui.lessons.evidence import count_kept
from ui.lessons.exercise import refusal
from ui.live.stage import text_of

NAME, OPTIONS = LESSON.example


@pytest.fixture(scope="module")
def data():
    return datasets.load(NAME, **OPTIONS)


@pytest.fixture(scope="module")
def opening(data):
    return LESSON.evidence(LESSON.knobs(), data)


def fobos_steps(g, eta, l1):
    """FOBOS on given gradients, one weight, η/√t, as the paper writes it."""
    w = 0.0
    for t, slope in enumerate(g, 1):
        v = w - eta / t**0.5 * slope
        w = max(0.0, abs(v) - eta / t**0.5 * l1) * (1 if v > 0 else -1)
    return w


def test_the_average_keeps_its_zeros(opening):
    fobos, rda = opening.kept_by("fobos"), opening.kept_by("rda")
    assert sum(fobos) > 3 * sum(rda)
    assert fobos.random > 50 and rda.random == 0
    assert f"**{sum(fobos)}**" in LESSON.lead(opening)


def test_the_feature_in_the_film_is_zero_for_rda_alone(opening):
    place = opening.useless.feature
    assert opening.useful.feature < opening.data.n_features - opening.data.n_noise
    assert place >= opening.data.n_features - opening.data.n_noise
    fobos, rda = (opening.each[key].weights[:, place] for key in ("fobos", "rda"))
    assert not rda[T // 2 :].any()
    assert np.count_nonzero(fobos[T // 2 :]) > 50


def test_a_weight_leaves_zero_where_its_gradient_passes_the_penalty(opening):
    """The sentences on |g| and ū, on the film's own feature."""
    place, penalty = opening.useless.feature, opening.knobs.l1
    fobos = np.append(0.0, opening.each["fobos"].weights[:, place])
    at_zero = fobos[:-1] == 0.0
    np.testing.assert_array_equal(
        (fobos[1:] != 0.0)[at_zero], (np.abs(opening.useless.single) > penalty)[at_zero]
    )
    rda = opening.each["rda"].weights[:, place]
    np.testing.assert_array_equal(rda != 0.0, np.abs(opening.useless.average) > penalty)


@pytest.mark.parametrize("schedule", ["constant", "inv_sqrt", "inv"])
def test_fobos_is_truncated_gradient(data, schedule):
    evidence = LESSON.evidence(LESSON.knobs(schedule=schedule), data)
    weights = [evidence.each[key].weights for key in ("fobos", "truncated_gradient")]
    np.testing.assert_array_equal(*weights)
    assert "differ by 0 at most" in LESSON.words(evidence)


def test_averaging_and_the_schedules(opening):
    ends = {key: sum(opening.kept_by(key)) for key in opening.more}
    assert ends["m"] < 0.7 * ends["η/√t"]
    assert ends["η/t"] > ends["η/√t"]
    assert sum(opening.kept_by("fobos")) == ends["η/√t"]


def test_what_is_swept_is_what_the_knob_does(data, opening):
    moved = LESSON.evidence(replace(opening.knobs, l1=0.05), data)
    at = PENALTIES.index(0.05)
    for key in ("fobos", "rda", "m"):
        assert opening.swept[key][at] == (moved.kept_by(key), moved.mistakes(key))


def test_no_knob_refutes_the_claim(data):
    """At every penalty RDA keeps at most as many features as FOBOS, noise features, too."""
    for schedule in ("constant", "inv_sqrt", "inv"):
        for eta in (0.1, 1.0, 10.0):
            knobs = [LESSON.knobs(l1, eta, schedule) for l1 in (0.001, 0.01, 0.1, 0.5)]
            some = [learners(one) for one in knobs]
            for fobos, rda in zip(
                *(ends([one[key] for one in some], data) for key in ("fobos", "rda")), strict=True
            ):
                assert sum(rda.kept) <= sum(fobos.kept) and rda.kept.random <= fobos.kept.random


def test_the_rows_it_judges_on_were_not_learned_from(data):
    learned, judged = set(order_of(data)[:T]), set(held_out(data))
    assert len(judged) == 61 and not learned & judged
    assert set(held_out(toy())) == set(range(toy().n_rows))  # too few to keep any back


def test_the_twin_is_the_engine():
    data, draw = toy(), np.random.default_rng(0)
    order, X = draw.permutation(data.n_rows), data.X.toarray()
    fobos = CATALOGUE["fobos"](eta=0.7, schedule="constant", l1=0.05)
    rda = CATALOGUE["rda"](gamma=2.0, l1=0.05)
    w, v, votes = (np.zeros(data.n_features) for _ in range(3))
    for t, row in enumerate(order, 1):
        w = fobos_step(w, X[row], data.y[row], eta=0.7, l1=0.05)
        votes = votes + vote(v, X[row], data.y[row])
        v = rda_weights(votes, t, gamma=2.0, l1=0.05)
    for algorithm, ours in ((fobos, w), (rda, v)):
        run = record(algorithm, data, "logistic", order=order, checkpoints=1)
        np.testing.assert_allclose(ours, run.final.weights, atol=1e-12)


def test_the_pictures_of_the_story(opening):
    bars = pictures.votes(opening)
    np.testing.assert_array_equal(
        bars.heights[-1, 1:], -opening.useless.single[: len(bars.names) - 1]
    )
    assert not bars.heights[0].any()
    assert [scene.title for scene in pictures.counts_film(opening).scenes] == [
        "Pixels and products in use",
        "Noise features in use",
    ]
    for at, kind in enumerate(("real", "random")):
        tracks = pictures.counts_film(opening).scenes[at].tracks
        assert [t.y[-1] for t in tracks] == [
            getattr(opening.kept_by(key), kind) for key in ("fobos", "rda")
        ]
    images = pictures.digits(opening).data[0]["z"]
    assert np.array(images, float).shape == (20, 38)
    x, votes, pulls = (np.asarray(part, float) for part in half_steps(opening))
    of_these = slice(pictures.BEFORE, pictures.BEFORE + len(x) // 3)
    w = opening.each["fobos"].weights[of_these, opening.useless.feature]
    np.testing.assert_array_equal(pulls[2::3], w)
    np.testing.assert_array_equal(votes[1::3], pulls[1::3])
    assert (np.abs(pulls[2::3]) <= np.abs(pulls[1::3])).all(), "no pull leads away from 0"


def half_steps(evidence):
    """The places along the bottom, and the two curves of the film of half steps."""
    (scene,) = pictures.forward_and_back(evidence).scenes
    return scene.x, *(track.y for track in scene.tracks)


@pytest.mark.parametrize("l1", [0.02, 0.11, 0.5])
def test_the_dot_of_a_penalty_is_on_its_curve_even_where_nothing_is_left(data, l1):
    evidence = LESSON.evidence(LESSON.knobs(l1=l1), data)
    picture = pictures.fair(evidence, ("rda", "fobos", "m"))
    curves = {curve["name"]: curve for curve in picture.data}
    low, high = picture.layout["xaxis"]["range"]
    for name in ("RDA", "FOBOS", "mini-batch"):
        curve, dot = curves[name], curves[f"{name}, now"]
        points = [*zip(curve["x"], curve["y"], strict=True)]
        (here,) = zip(dot["x"], dot["y"], strict=True)
        assert here in points and low < np.log10(here[0]) < high
    kept = [f"{pictures.SWEPT[key][0]}: {sum(evidence.kept_by(key))}" for key in ("rda", "fobos")]
    assert all(any(text in note["text"] for note in picture.layout["annotations"]) for text in kept)


def test_a_movement_makes_only_the_runs_that_it_changes(monkeypatch):
    runs, data = record_runs(monkeypatch), toy()

    def runs_of(**knobs) -> int:
        runs.clear()
        LESSON.evidence(LESSON.knobs(**knobs), data)
        return len(runs)

    assert runs_of() == 3 + 5 + 3 * len(PENALTIES)
    assert runs_of() == 0
    assert runs_of(batch_size=7) == 1 + len(PENALTIES)
    assert runs_of(schedule="inv") == 2 + 2 + 2 * len(PENALTIES)  # not RDA, nor the schedules
    assert runs_of(schedule="inv", l1=0.03) == 3 + 5  # not the sweep


def test_the_curves_of_the_story_stand_still_under_the_penalty(data, opening, monkeypatch):
    moved, runs = LESSON.evidence(replace(opening.knobs, l1=0.05), data), record_runs(monkeypatch)
    assert opening.by_batch() == moved.by_batch()
    for key in ("fobos", "rda", "m"):
        stops, others = opening.by_penalty(key), moved.by_penalty(key)
        assert all(stops[l1] == others[l1] for l1 in PENALTY_STOPS)
        assert others[0.05] == (moved.kept_by(key), moved.mistakes(key))
    runs.clear()
    assert moved.by_penalty("m") and moved.by_batch() and not runs


def test_mini_batches_are_averaged_over_orders_of_the_same_examples(data, opening):
    orders = orders_of(data)
    assert len(orders) == ORDERS
    assert all(set(order) == set(order_of(data)[:T]) for order in orders)
    at = learners(replace(opening.knobs, batch_size=5))["m"]
    noise = [
        count_kept(record(at, data, order=order, checkpoints=1).final.weights, data).random
        for order in orders
    ]
    assert opening.by_batch()[5].random == pytest.approx(np.mean(noise))


def test_the_film(opening):
    film, pictures = LESSON.stage(opening)
    scenes = json.loads(text_of(film))["scenes"]
    assert [scene["kind"] for scene in scenes] == ["curves"] * 3
    assert len(film.at) == T + 1
    table = film.table()
    assert table[": RDA"].iloc[-1] == sum(opening.kept_by("rda"))
    assert [picture.name for picture in pictures] == ["kept", "sparsity"]
    for picture in pictures:
        assert picture.figure and len(picture.table())


def test_any_data_will_do():
    """No noise features, no truth, fewer examples than a film has frames or a mini-batch has."""
    evidence = LESSON.evidence(LESSON.knobs(), toy(d=3, n=7))
    assert len(evidence.useless.single) == 7 and "noise" not in LESSON.lead(evidence)
    assert evidence.kept_by("rda").random == 0
    assert LESSON.stage(evidence) and LESSON.words(evidence)


@in_turn("seed", range(6))
def test_whose_weight_is_zero(seed):
    task = who_is_zero(seed)
    listed = task.ask.split("\n\n")[1]
    g = [float(text.replace("−", "-")) for text in listed.split(", ")]
    assert len(g) == 6
    zero = (abs(fobos_steps(g, 1.0, 0.1)) < 1e-9, abs(np.mean(g)) < 0.1 + 1e-9)
    right = task.choices[[(1, 1), (1, 0), (0, 1), (0, 0)].index(zero)]
    assert [task.check(choice).right for choice in task.choices].count(True) == 1
    assert task.check(right).right and right in task.reveal
    wrong = {task.check(choice).why for choice in task.choices if choice != right}
    assert len(wrong) == 3 and not any(task.check(right).why in why for why in wrong)


@in_turn("seed", range(6))
def test_how_long(seed):
    task = how_long_to_zero(seed)
    answer = int(task.reveal.split("**")[1])
    t, total = (int(text) for text in re.search(r"\| (\d+) \| (\d) ηλ", task.ask).groups())
    assert sum(1 / s for s in range(t + 1, t + answer + 1)) >= total
    assert sum(1 / s for s in range(t + 1, t + answer)) < total
    assert task.check(answer).right and not task.check(answer + 2).right
    assert not task.check(total * t).right
    assert all(refusal(task, nonsense) for nonsense in (0, -3, 2.5, 1e12))


@pytest.mark.parametrize("seed", [0, 1])
def test_mini_batches(data, opening, seed):
    task: Task = LESSON.exercises[2](seed)
    assert not task.check(opening).right
    assert task.check(LESSON.evidence(LESSON.knobs(l1=0.05, batch_size=20), data)).right
    nothing = task.check(LESSON.evidence(LESSON.knobs(l1=0.5), data))
    assert not nothing.right and "At least 20" in nothing.why
