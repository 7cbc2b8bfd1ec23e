"""Rounding: the claim on the opening view, what the words say at the ends, and the exercises."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import datasets
from algorithms.shrinkage import rounding
from pages.lessons.rounding import LESSON
from pages.lessons.rounding.evidence import PERIODS, T, gather, one_weight
from tests.support.runs import recorded
from tests.support.views import toy

KNOBS = LESSON.knobs()


@pytest.fixture(scope="module")
def data():
    name, options = LESSON.example
    return datasets.load(name, **options)


def test_rounding_kills_the_weight_every_time_and_truncation_lets_it_grow(data):
    evidence = gather(KNOBS, data)
    rounded, pulled = (
        evidence.one[key].weights[:, 0] for key in ("rounding", "truncated_gradient")
    )
    assert not rounded[KNOBS.period - 1 :: KNOBS.period].any()
    assert pulled[-1] > 5 * KNOBS.threshold
    assert evidence.now["rounding"].real < evidence.now["truncated_gradient"].real
    assert "rounding kills it every time" in LESSON.lead(evidence)


def test_a_movement_makes_only_the_runs_that_it_changes(monkeypatch):
    runs, data = recorded(monkeypatch), toy()

    def made(**knobs) -> list[str]:
        runs.clear()
        gather(replace(KNOBS, eta=0.0123, **knobs), data)  # an η that no other test has
        return [run.key for run in runs]

    assert len(made()) == 3 + 2 * len(PERIODS)
    assert made() == []
    assert made(gravity=0.2) == ["truncated_gradient"] * (1 + len(PERIODS))
    assert made(period=20) == ["rounding", "truncated_gradient"] * 2
    assert "sgd" not in made(threshold=0.07)


def test_a_longer_wait_lets_it_live(data):
    evidence = gather(replace(KNOBS, period=20), data)
    assert evidence.one["rounding"].weights[-1, 0] > KNOBS.threshold
    assert "gets past θ and lives" in LESSON.lead(evidence)


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


def test_the_numbers_written_out_are_the_runs_own(data):
    evidence = gather(KNOBS, data)
    (film, *_), (*_, written) = LESSON.stage(evidence), LESSON.stage(evidence)[0].scenes
    rows = dict(written.rows)
    w, y = 0.0, one_weight().y
    for t in range(1, T + 1):
        assert rows["the weight before"][t] == f"w = {w:z.4f}"
        w -= KNOBS.eta * -y[t - 1] / (1.0 + np.exp(y[t - 1] * w))
        assert rows["the step"][t] == f"w − ηℓ′x = {w:z.4f}"
        if t % KNOBS.period == 0:
            lit = rows["rounding"][t].startswith("!")
            assert lit == (rounding(w, KNOBS.threshold) == 0.0)
            w = float(rounding(w, KNOBS.threshold))
    assert len(film.at) == T + 1


def test_the_words_count_what_the_picture_shows(data):
    evidence = gather(KNOBS, data)
    now = evidence.kept["rounding"][PERIODS.index(KNOBS.period)]
    assert now == evidence.now["rounding"]
    assert f"rounding keeps **{now.real} real** and {now.random} random" in LESSON.words(evidence)


@pytest.mark.parametrize("seed", range(6))
def test_the_smallest_period_is_accepted_and_its_neighbours_are_not(seed):
    task = LESSON.exercises[0](seed)
    right = int(task.reveal.split("K = ")[1].split("*")[0])
    assert task.check(right).right
    assert not task.check(right - 1).right and not task.check(right + 1).right


@pytest.mark.parametrize("seed", range(3))
def test_the_same_thing_needs_enough_gravity_at_the_right_period(seed, data):
    task = LESSON.exercises[1](seed)
    period = int(task.ask.split("K = ")[1].split(",")[0])
    enough = KNOBS.threshold / (KNOBS.eta * period)
    right = replace(KNOBS, period=period, gravity=min(enough * 1.001, 1.0))
    assert task.check(gather(right, data)).right
    assert not task.check(gather(replace(right, gravity=enough / 2), data)).right
    assert not task.check(gather(replace(right, period=period + 1), data)).right
