"""A billion features: what lives, what a table holds, what is paid late; nothing that is timed."""

from __future__ import annotations

import re

import numpy as np
import pytest
import scipy.sparse as sp

from algorithms.shrinkage import truncation
from pages.lessons.scale import LESSON, timing
from pages.lessons.scale.evidence import (
    FRAMES,
    GRAVITIES,
    IDS,
    Knobs,
    N,
    breathe,
    clicks,
    columns,
    distinct_ids,
    gather,
    learner,
    stored_ids,
)
from pages.lessons.scale.exercises import REACHED, hold, late, lifetime
from pages.lessons.scale.follow import OFTEN, ONCE, TWICE, clicks_of, id_path
from pages.lessons.scale.small_table import CLICKS, COMMON, small_table, table_rows
from pages.lessons.scale.story_pictures import sweeps
from pages.lessons.scale.twin import truncated_gradient
from pages.lessons.scale.walk import CURVE, HERE, TableRun, loss_against_size
from pages.lessons.scale.words import explanation, lead
from tests.support.many.turns import in_turn
from ui.lessons.exercise import refusal


@pytest.fixture(scope="module")
def evidence():
    return gather(Knobs(), None)


def test_memory_follows_what_lives(evidence):
    assert clicks()[0].shape[1] == IDS
    breath = evidence.breath
    assert breath.places.max() < 1e-4 * IDS
    assert (breath.live <= breath.places).all()
    first, second, third, last = breath.live[12::12]
    # It breathes: out under g, in under ten times as much.
    assert min(first, third) > 4 * max(second, last)
    assert breath.places[[12, 36]].min() > breath.places[[24, 48]].max()
    assert evidence.met[-1] > 5 * first


def test_what_lives_is_what_the_last_examples_held(evidence):
    assert evidence.ends == sorted(evidence.ends, reverse=True)
    for live, bound in zip(evidence.ends, evidence.bound, strict=True):
        assert 0.8 * bound < live < 1.2 * bound
    _, counts = np.unique(clicks()[0].indices, return_counts=True)
    assert (counts == 1).mean() > 0.5, "most ids come once"


def test_the_table_of_the_live_changes_no_weight(evidence):
    X, ids = columns()
    turns = [learner(Knobs.eta, g, "dense") for g in (Knobs.gravity, Knobs.turned)]
    state = turns[0].start(len(ids), N)
    for q in range(4):
        order = np.arange(q * N // 4, (q + 1) * N // 4)
        turns[q % 2].advance(state, X, clicks()[1], order, "logistic")
    w = turns[1].weights(state)
    np.testing.assert_array_equal(ids[w != 0.0], evidence.breath.weights[0])
    np.testing.assert_array_equal(w[w != 0.0], evidence.breath.weights[1])


def test_paying_late_is_exact():
    """The kernel against gravity on every weight at every step."""
    X, ids = columns()
    n, eta, g = 200, 0.1, 0.02
    w, y = np.zeros(len(ids)), clicks()[1]
    for i in range(n):
        js = X.indices[X.indptr[i] : X.indptr[i + 1]]
        w[js] += eta * y[i] / (1.0 + np.exp(y[i] * w[js].sum()))
        w = truncation(w, eta * g, np.inf)
    lazy = learner(eta, g, "dense")
    state = lazy.start(len(ids), n)
    lazy.advance(state, X, y, np.arange(n), "logistic")
    np.testing.assert_allclose(lazy.weights(state), w, atol=1e-12)


@pytest.mark.parametrize("gravity", [0.0, 0.2])
def test_the_twin_pays_late_or_at_once_and_ends_as_the_kernel_does(gravity):
    draw = np.random.default_rng(8)
    X = draw.standard_normal((80, 15)) * (draw.random((80, 15)) < 0.2)
    y = draw.choice((-1.0, 1.0), 80)
    at_once, late_paid = (truncated_gradient(X, y, 0.2, gravity, lazy) for lazy in (False, True))
    algorithm = learner(0.2, gravity, "dense")
    state = algorithm.start(15, 80)
    algorithm.advance(state, sp.csr_array(X), y, np.arange(80), "logistic")
    np.testing.assert_allclose(late_paid, at_once, atol=1e-12)
    np.testing.assert_allclose(late_paid, algorithm.weights(state), atol=1e-12)
    assert gravity == 0.0 or 0 < (late_paid == 0.0).sum() < 15


@pytest.mark.parametrize("name", [ONCE, OFTEN, TWICE])
def test_a_weight_that_is_followed_is_the_run_s(name):
    X, ids = columns()
    algorithm = learner(0.03, 0.001, "dense")
    state = algorithm.start(len(ids), N)
    at_once = id_path(name, 0.03, 0.001, 1000).at_once
    for begin, end in ((0, 300), (300, 1000)):
        algorithm.advance(state, X, clicks()[1], np.arange(begin, end), "logistic")
        w = algorithm.weights(state)[np.searchsorted(ids, name)]
        assert at_once[end] == pytest.approx(w, abs=1e-12)
    assert (clicks()[1][[t for t in clicks_of(name) if t < 1000]] == 1.0).all()


def test_ids_met_are_counted():
    X, _ = clicks()
    for n in (0, 1, 7, N):
        assert distinct_ids()[n] == len(np.unique(X.indices[: X.indptr[n]]))


@pytest.mark.parametrize("knob", [{}, {"gravity": 0.1}, {"turned": 0.0005}, {"eta": 0.3}])
def test_what_the_words_say(knob):
    evidence = gather(Knobs(**knob), None)
    text = explanation(evidence)
    assert f"At the end {evidence.breath.live[-1]:,} of them" in lead(evidence)
    assert len(text.split()) < 400
    gains = evidence.breath.loss[-1] < evidence.free[-1]
    assert ("gravity gains" if gains else "gravity costs") in " ".join(text.split())
    ends = ", ".join(f"{n:,}" for n in evidence.breath.live[12::12])
    assert ends in " ".join(text.split())


def test_a_movement_of_gravity_makes_one_run(monkeypatch, evidence):
    assert evidence.knobs == Knobs()
    learners = []

    def count(*asked):
        learners.append(asked)
        return learner(*asked)

    monkeypatch.setattr(f"{gather.__module__}.learner", count)
    gather(Knobs(gravity=0.0123), None)
    assert learners == [(Knobs.eta, 0.0123), (Knobs.eta, Knobs.turned)]


def test_as_many_live_on_a_table_of_every_id_as_on_one_of_the_live(evidence):
    live = [breathe(Knobs.eta, (gravity,)).live[-1] for gravity in GRAVITIES]
    assert evidence.ends == live


def test_times_are_measured_once_a_number():
    first = timing.times(1)
    assert timing.times(1) is first
    assert {name: len(taken) for name, taken in first.items()} == {
        name: len(ds) for name, ds in timing.DIMENSIONS.items()
    }
    assert all(np.isfinite(taken).all() for taken in first.values())


def test_ids_come_into_the_small_table_stand_apart_and_leave(evidence):
    rows = table_rows(Knobs.eta)
    assert (rows.ids % 100 == COMMON % 100).all() and COMMON in rows.ids
    live = rows.weights != 0.0
    for t in range(1, CLICKS + 1):
        holders = rows.holder[t][rows.holder[t] >= 0]
        assert set(np.flatnonzero(live[t])) <= set(holders), "who has a weight has a place"
        assert (rows.left[t][rows.holder[t] >= 0][~live[t][holders]] > 0.0).all()
        assert len(set(holders[live[t][holders]])) == live[t].sum(), "and but one"
    film = small_table(Knobs.eta)
    assert len(film.table()) == CLICKS + 1 == len(film.at)
    assert live.sum(axis=1).max() <= 8, "a hash table is half full at most"


def test_falls_of_the_lazy_table_are_drawn_as_they_are(evidence):
    stored = stored_ids(Knobs.eta, (Knobs.gravity, Knobs.turned))
    breath = evidence.breath
    assert (stored[breath.at] >= breath.live).all()
    film = sweeps(evidence)
    at = film.at.astype(int)
    fallen = np.flatnonzero(np.diff(stored) < 0)
    assert N - at[-1] < 0.01 * N, "one fall at most, at the very end, is left out"
    fallen = fallen[fallen < at[-1]]
    assert len(fallen) and np.isin(fallen, at).all() and np.isin(fallen + 1, at).all()
    low = stored[fallen + 1] - np.interp(fallen + 1, breath.at, breath.live)
    assert (low < 500).all(), "at a fall nothing stays that is not needed"


def test_the_large_dot_walks_along_the_curve(evidence):
    picture = loss_against_size(evidence, TableRun(1000, 0.66))
    curve, dot = (next(c for c in picture.data if c["name"] == name) for name in (CURVE, HERE))
    assert (np.diff(curve["x"]) > 0).all(), "from strong gravity to none"
    place = np.searchsorted(curve["x"], dot["x"][0])
    assert (curve["x"][place], curve["y"][place]) == (dot["x"][0], dot["y"][0])
    assert curve["y"][0] == breathe(Knobs.eta, (0.1,)).loss[-1], "the strongest gravity is on it"
    text = " ".join(note["text"] for note in picture.layout["annotations"])
    assert f"{dot['x'][0]:,.0f} ids,<br>loss {dot['y'][0]:.3f}" in text


@in_turn("seed", range(6))
def test_exercises(seed):
    for task in (lifetime(seed), late(seed)):
        answer = float(re.search(r"\*\*(-?[\d.]+)\*\*", task.reveal)[1])
        assert task.check(answer).right
        wrong = [task.check(answer + off) for off in (1.0, -1.0)]
        assert not any(verdict.right for verdict in wrong)
        assert task.unit == "" or (refusal(task, -1.0) and refusal(task, 1.5))


def test_a_memory_of_a_given_size():
    for seed in range(20):
        task = hold(seed)
        wanted = int(task.ask.split(" ids at the end")[0].split()[-1].replace(",", ""))
        g = REACHED[wanted]
        assert task.check(gather(Knobs(gravity=g, turned=g), None)).right
        assert not task.check(gather(Knobs(gravity=g, turned=0.09), None)).right
        assert not task.check(gather(Knobs(gravity=0.1, turned=0.1), None)).right


def test_the_film_holds_every_frame(evidence):
    film, row = LESSON.stage(evidence)
    assert len(film.table()) == len(film.at) == FRAMES + 1
    written = film.scenes[1].rows[0][1]
    assert written[1].endswith("0.001") and written[13] == "!g = 0.01"
    assert [picture.name for picture in row] == ["left", "step"]
