"""A run is cut into stretches of bounded work, and what is too long is refused at once."""

from __future__ import annotations

from operator import attrgetter

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from algorithms.budget import chunks, scheduler
from algorithms.budget.chunks import FASTER, FIRST, LONG, MOST, ChunkSizer
from algorithms.budget.scheduler import SCHEDULER, Task
from algorithms.budget.time_limit import TooLongError, duration_text, round_down, too_long_error
from tests.support.views import toy

KINDS = {
    "in compiled code": "truncated_gradient",
    "look by look": "projected_gradient",
    "whole steps": "coordinate_descent",
}


def test_the_first_stretch_is_small_and_the_next_ones_grow_until_they_take_long():
    sizer, seconds_each, known_work = ChunkSizer(10**9, 1), 1e-7, []
    assert sizer.chunk_work == FIRST
    for _ in range(8):
        known_work.append(sizer.chunk_work)
        sizer.add(sizer.chunk_work, 1, sizer.chunk_work * seconds_each)
    assert known_work[1] <= FASTER * FIRST
    assert known_work[-1] * seconds_each == pytest.approx(LONG)


def test_a_stretch_holds_no_more_than_the_last_ones_allow():
    sizer = ChunkSizer(10**9, 1)
    sizer.add(FIRST, 1, 100 * LONG)  # each unit takes a hundred times as long as it may
    assert sizer.chunk_work == pytest.approx(FIRST / 100)
    for _ in range(20):
        sizer.add(sizer.chunk_work, 1, 0.0)
    assert sizer.chunk_work == MOST


def test_the_next_run_of_a_kind_begins_with_what_the_last_one_came_to():
    known_work = {}
    sizer = ChunkSizer(10**9, 1, known_work, "sgd")
    sizer.add(FIRST, 1, 1e-9)
    assert ChunkSizer(10**9, 1, known_work, "sgd").chunk_work == sizer.chunk_work == FASTER * FIRST
    assert ChunkSizer(10**9, 1, known_work, "smidas").chunk_work == FIRST


def test_steps_and_looks_are_foreseen_apart():
    sizer = ChunkSizer(1000, 10)
    sizer.add(1.0, 10, 0.1, 5, 0.1)
    assert sizer.seconds == 0.0, "it is too early to say"
    sizer.add(1.0, 40, 0.4)
    assert sizer.seconds == pytest.approx(0.5 * 1000 / 50 + 0.1 * 10 / 5)


@pytest.mark.parametrize("kind", KINDS)
def test_a_run_is_asked_after_a_bounded_number_of_steps(kind, monkeypatch):
    data, made = toy(d=12, n=80), []
    algorithm = CATALOGUE[KINDS[kind]]()
    whole = record(algorithm, data, passes=2, checkpoints=1)
    for name in ("FIRST", "MOST"):
        monkeypatch.setattr(chunks, name, 40.0)
    cut = record(algorithm, data, passes=2, checkpoints=1, progress=made.append)
    longest = max(np.diff(data.X.indptr).max(), np.bincount(data.X.indices).max())
    most = (40.0 + longest) / (2 * data.X.nnz)
    assert np.diff([0.0, *made]).max() <= most + 1e-12 and len(made) > 3
    for name in ("steps", "sparsity.nonzeros", "final.weights", "costs.accesses"):
        assert np.array_equal(attrgetter(name)(cut), attrgetter(name)(whole)), name


class GoneError(BaseException):
    """Nobody waits any more."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_run_that_nobody_waits_for_ends(kind, monkeypatch):
    for name in ("SELDOM", "MOMENT"):
        monkeypatch.setattr(scheduler, name, 0.0)
    for name in ("FIRST", "MOST"):
        monkeypatch.setattr(chunks, name, 40.0)
    asked, made = [], []

    def check():
        asked.append(len(made))
        if len(asked) == 3:
            raise GoneError

    algorithm, data = CATALOGUE[KINDS[kind]](), toy(d=12, n=80)
    with pytest.raises(GoneError), SCHEDULER.assign(Task("somebody", check)):
        record(algorithm, data, passes=2, checkpoints=1, progress=made.append)
    assert asked == [0, 1, 2], "it was asked after each stretch, and no other followed"
    assert SCHEDULER.busy_places == 0


def test_a_run_that_would_take_too_long_is_refused_in_a_sentence(monkeypatch):
    monkeypatch.setattr(chunks, "SURE", 0.0)
    monkeypatch.setattr(chunks, "FIRST", 10.0)
    data, made = toy(d=12, n=80), []
    with (
        pytest.raises(TooLongError, match=r"^Truncated gradient would take about .* Take "),
        SCHEDULER.assign(Task("somebody", lambda: None, limit=1e-9)),
    ):
        record(CATALOGUE["truncated_gradient"](), data, passes=50, progress=made.append)
    assert made == [], "it was refused before any of it"
    record(CATALOGUE["truncated_gradient"](), data, passes=50)


def test_the_sentence_names_what_would_fit():
    data, tree = toy(d=12, n=80), CATALOGUE["projected_gradient"](way="sort")
    sentence = str(too_long_error(tree, data, 50 * 80, 600.0, 60.0))
    assert sentence == (
        "Projected gradient would take about 10 minutes here, and a run may take 60 seconds. Take "
        "at most 5 passes, or the projection by tree, or a method whose steps cost less, such as "
        "truncated gradient."
    )
    plain = CATALOGUE["sgd"]()
    assert "one pass over at most 40 rows" in str(too_long_error(plain, data, 80, 120.0, 60.0))
    assert str(too_long_error(plain, data, 80, 1e9, 60.0)).endswith("Take fewer features.")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.3, "1 second"), (60.0, "60 seconds"), (300.0, "5 minutes"), (1e6, "12 days")],
)
def test_times_are_said_as_people_say_them(seconds, words):
    assert duration_text(seconds, about=False) == words


def test_numbers_that_fit_are_rounded_down():
    assert [round_down(number) for number in (0.4, 7.9, 99.0, 12_999.0)] == [0, 7, 99, 12_000]
