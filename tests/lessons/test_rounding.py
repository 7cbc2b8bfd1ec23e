"""Rounding: the claim on the opening view, what the words say at the ends, and the exercises."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

import datasets
from algorithms import record
from algorithms.shrinkage import rounding
from pages.lessons.rounding import LESSON, twin
from pages.lessons.rounding.evidence import (
    COINS,
    PERIODS,
    THRESHOLDS,
    T,
    coin_paths,
    gather,
    learners,
    one_weight,
    rounding_ahead,
)
from pages.lessons.rounding.pictures import kept_by_period, many_coins
from papers.catalogue import find_claim
from papers.outcome import Outcome
from papers.results import load_results
from tests.support.many.turns import in_turn
from tests.support.runs import record_runs
from tests.support.views import toy
from ui.lessons.exercise import refusal

KNOBS = LESSON.knobs()


@pytest.fixture(scope="module")
def data():
    name, options = LESSON.example
    return datasets.load(name, **options)


def test_rounding_cuts_the_weight_every_time_and_truncated_gradient_lets_it_grow(data):
    evidence = gather(KNOBS, data)
    rounded, pulled = (
        evidence.one[key].weights[:, 0] for key in ("rounding", "truncated_gradient")
    )
    assert not rounded[KNOBS.period - 1 :: KNOBS.period].any()
    assert pulled[-1] > 5 * KNOBS.threshold
    assert evidence.now["rounding"].real < evidence.now["truncated_gradient"].real
    assert "It is cut every time" in LESSON.lead(evidence)


def test_a_movement_makes_only_the_runs_that_it_changes(monkeypatch):
    runs, data = record_runs(monkeypatch), toy()

    def runs_of(**knobs) -> list[str]:
        runs.clear()
        gather(replace(KNOBS, eta=0.0123, **knobs), data)  # an η that no other test has
        return [run.key for run in runs]

    swept = len(PERIODS) + len(THRESHOLDS) - 1  # the knobs as they stand are in both
    assert len(runs_of()) == 4 + 4 + 2 * swept
    assert runs_of() == []
    assert runs_of(gravity=0.3) == ["truncated_gradient"] * (2 + 2 + swept)
    n = 2 + len(THRESHOLDS) - 1  # each period has been swept
    assert sorted(runs_of(period=20)) == ["rounding"] * n + ["truncated_gradient"] * (2 + n)
    assert "sgd" not in runs_of(threshold=0.07)


def test_a_longer_wait_lets_it_live(data):
    evidence = gather(replace(KNOBS, period=20), data)
    assert evidence.one["rounding"].weights[-1, 0] > KNOBS.threshold
    assert "gets past the threshold" in LESSON.lead(evidence)


def test_no_weight_goes_further_in_k_steps_than_half_k_eta(data):
    """The words and the lead promise it of the logistic loss where |x| ≤ 1."""
    path = np.append(0.0, gather(KNOBS, data).one["rounding"].weights[:, 0])
    assert np.abs(np.diff(path)).max() <= max(KNOBS.eta / 2, np.abs(path).max()) + 1e-15
    assert np.abs(path).max() <= KNOBS.period * KNOBS.eta / 2 + 1e-15


@pytest.mark.parametrize("gravity", [0.5, 1.0])
def test_enough_gravity_is_rounding(data, gravity):
    evidence = gather(replace(KNOBS, gravity=gravity), data)
    assert KNOBS.eta * KNOBS.period * gravity >= KNOBS.threshold
    runs = evidence.one
    assert np.array_equal(runs["rounding"].weights, runs["truncated_gradient"].weights)
    assert evidence.kept["rounding"][-1] == evidence.kept["truncated_gradient"][-1]


@pytest.mark.parametrize("period", [10, 50])
def test_the_numbers_written_out_are_the_runs_own(data, period):
    evidence = gather(replace(KNOBS, period=period), data)
    (film, *_), (*_, written) = LESSON.stage(evidence), LESSON.stage(evidence)[0].scenes
    rows = dict(written.rows)
    w, y, steps = 0.0, one_weight().y, list(film.at)
    for step in range(1, T + 1):
        t = steps.index(step)
        assert rows["the weight before"][t] == f"w = {w:z.4f}"
        w -= KNOBS.eta * -y[step - 1] / (1.0 + np.exp(y[step - 1] * w))
        assert film.scenes[0].tracks[1].y[t] == pytest.approx(w, abs=1e-12)  # then it drops
        assert rows["the step"][t] == f"w − ηℓ′x = {w:z.4f}"
        assert steps.count(step) == 1 + (step % period == 0 or step == T)
        if step % period == 0 or step == T:
            lit = rows["rounding"][t].startswith("!")
            assert lit == (rounding(w, KNOBS.threshold) == 0.0)
            w = float(rounding(w, KNOBS.threshold))
            assert film.scenes[0].tracks[1].y[t + 1] == pytest.approx(w, abs=1e-12)


def test_the_words_count_what_the_picture_shows(data):
    evidence = gather(KNOBS, data)
    now = evidence.kept["rounding"][PERIODS.index(KNOBS.period)]
    assert now == evidence.now["rounding"]
    words = " ".join(LESSON.words(evidence).split())
    assert f"rounding keeps {now.real} real features and {now.random} of noise" in words
    assert f"{evidence.before_cut:,} were in use" in words and evidence.before_cut > 10 * now.real


@pytest.mark.parametrize("period", [1, 7, 50])
def test_the_rules_in_numpy_are_the_engines(period):
    draw = np.random.default_rng(period)
    data = datasets.Dataset.from_arrays(draw.normal(size=(200, 7)), draw.choice([-1.0, 1.0], 200))
    knobs = replace(KNOBS, period=period, threshold=0.02, gravity=0.1)
    made, order = learners(knobs), np.arange(200)
    X, asked = data.X.toarray(), (knobs.eta, knobs.threshold, period)
    expected = {
        "rounding": twin.rounding(X, data.y, *asked),
        "truncated_gradient": twin.truncated_gradient(X, data.y, *asked, knobs.gravity),
    }
    for key, weights in expected.items():
        run = record(made[key], data, "logistic", order=order, checkpoints=1)
        np.testing.assert_allclose(run.final.weights, weights, atol=1e-12)


def test_the_counts_of_comparisons_are_those_of_the_claim():
    """Counted again from what is judged on the page of papers, data set by data set."""
    name = "fairness.rounding"
    claim = find_claim(name)
    outcome = Outcome(name, claim, load_results(name))
    for reading in claim.readings:
        said = " ".join(outcome.finding(case, reading).because for case in claim.cases)
        signs = re.findall(r"truncated gradient [\d.]+ (<|>|and) rounding", said)
        counts = (signs.count("<"), signs.count("and"), signs.count(">"))
        assert rounding_ahead(reading.name) == counts and sum(counts) == len(signs)


def test_a_coin_is_past_the_threshold_at_first_as_often_as_the_words_say():
    tosses = np.random.default_rng(0).choice([-1.0, 1.0], (4000, 50))
    w = np.zeros(4000)
    for y in tosses.T:
        w += KNOBS.eta * y / (1.0 + np.exp(y * w))
    assert np.mean(np.abs(w) > KNOBS.threshold) == pytest.approx(1 / 8, abs=0.02)


def test_of_many_coins_each_is_cut_like_one_alone(data):
    """The story's coin is one of them; a line stands at each cut, and the numbers at the dots."""
    evidence = gather(replace(KNOBS, period=50), data)
    paths = coin_paths(learners(evidence.knobs)["rounding"])
    assert paths.shape == (T, COINS)
    np.testing.assert_array_equal(paths[:, 13], evidence.coin["rounding"].weights[:, 0])
    (scene,) = many_coins(evidence).scenes
    assert len(scene.tracks) == COINS and scene.payload()["uprights"] == [50, 100, T]
    picture = kept_by_period(evidence, ("rounding",), "measurements")
    now = evidence.now["rounding"]
    numbers = [note["text"] for note in picture.layout["annotations"]]
    assert numbers[-2:] == [f"<b>{now.real}</b>", f"<b>{now.random}</b>"]


@in_turn("seed", range(6))
def test_the_smallest_period_is_accepted_and_its_neighbours_are_not(seed):
    task = LESSON.exercises[0](seed)
    right = int(task.reveal.split("K = ")[1].split("*")[0])
    assert task.check(right).right
    assert not task.check(right - 1).right and not task.check(right + 1).right
    assert all(refusal(task, nonsense) for nonsense in (-2, 0, 10.5))


@pytest.mark.parametrize("seed", range(3))
def test_the_same_thing_needs_enough_gravity_at_the_right_period(seed, data):
    task = LESSON.exercises[1](seed)
    period = int(task.ask.split("K to ")[1].split(".")[0])
    enough = KNOBS.threshold / (KNOBS.eta * period)
    right = replace(KNOBS, period=period, gravity=min(enough * 1.001, 1.0))
    assert task.check(gather(right, data)).right
    assert not task.check(gather(replace(right, gravity=enough / 2), data)).right
    assert not task.check(gather(replace(right, period=period + 1), data)).right


def test_curves_that_coincide_are_not_yet_the_same_rule(data):
    """20 steps at g = 0.24: a pull of 0.048 is shorter than the threshold of 0.05."""
    task = next(t for t in map(LESSON.exercises[1], range(9)) if "K to 20" in t.ask)
    verdict = task.check(gather(replace(KNOBS, period=20, gravity=0.24), data))
    assert not verdict.right and "curves coincide, but" in verdict.why
    assert "asked for is 20" in task.check(gather(KNOBS, data)).why
