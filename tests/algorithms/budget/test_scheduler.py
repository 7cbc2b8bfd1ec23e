"""Long runs have so many places, visitors take turns, and who leaves is not waited for."""

from __future__ import annotations

from threading import Event, Thread

import pytest

from algorithms.budget.scheduler import MOMENT, QUANTUM, Scheduler, Task, cores, workers

FOREVER = 10.0


class GoneError(BaseException):
    """Nobody waits any more."""


class Hand:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Runner(Thread):
    """Computes for somebody, one stretch at a time, on request."""

    def __init__(self, turns: Scheduler, owner: str, made: list[str]) -> None:
        super().__init__(daemon=True)
        self.turns, self.owner, self.made = turns, owner, made
        self.gone, self.over, self.placed = Event(), Event(), Event()
        self.go, self.paused = Event(), Event()

    def check(self) -> None:
        if self.gone.is_set():
            raise GoneError

    def run(self) -> None:
        try:
            with self.turns.assign(Task(self.owner, self.check)), self.turns.work():
                self.turns.clock.now += 2 * MOMENT
                while not self.over.is_set():
                    self.turns.pause()
                    self.made.append(self.owner)
                    self.placed.set()
                    assert self.go.wait(FOREVER)
                    self.go.clear()
        except GoneError:
            self.made.append(f"{self.owner} gone")

    def stretch(self) -> None:
        """Have it compute one more stretch, as long as a turn."""
        self.turns.clock.now += 2 * QUANTUM
        self.placed.clear()
        self.go.set()

    def end(self) -> None:
        self.over.set()
        self.go.set()
        self.join(FOREVER)
        assert not self.is_alive()


def in_line(turns: Scheduler, names: str, made: list[str]) -> list[Runner]:
    """Runs that began in this order; as many as there are places compute, the others wait."""
    runners = [Runner(turns, name, made) for name in names]
    for number, runner in enumerate(runners):
        runner.start()
        if number < turns.places:
            assert runner.placed.wait(FOREVER)
        else:
            wait_for(lambda: waiting(turns) == number + 1 - turns.places)  # noqa: B023
    return runners


def waiting(turns: Scheduler) -> int:
    return sum(map(len, turns._queue.values()))


def wait_for(true) -> None:
    pause = Event()
    for _ in range(1000):
        if true():
            return
        pause.wait(0.01)
    raise AssertionError("it did not come to that")


def test_a_core_is_left_for_all_else():
    assert workers() == max(cores() - 1, 1)


@pytest.mark.parametrize("places", [1, 2])
def test_no_more_long_runs_compute_at_once_than_there_are_places(places):
    turns, made = Scheduler(places, Hand()), []
    runners = in_line(turns, "abcd", made)
    assert made == list("abcd"[:places]) and turns.busy_places == places
    for runner in runners:
        assert runner.placed.wait(FOREVER)
        assert turns.busy_places == places or not waiting(turns)
        runner.end()
    assert turns.busy_places == 0 and not turns._queue


def test_visitors_take_turns_however_many_runs_each_has():
    turns, made = Scheduler(1, Hand()), []
    runners = in_line(turns, "aaab", made)
    assert made == ["a"]
    runners[0].stretch()  # the line is now a, a, b: one of a, then b
    wait_for(lambda: len(made) == 2)
    first = next(each for each in runners[1:3] if each.placed.is_set())
    first.stretch()
    wait_for(lambda: len(made) == 3)
    assert made == ["a", "a", "b"]
    for runner in runners:
        runner.over.set()
        runner.go.set()
    for runner in runners:
        runner.join(FOREVER)
    assert turns.busy_places == 0


def test_who_waits_in_line_may_leave():
    turns, made = Scheduler(1, Hand()), []
    first, second, third = in_line(turns, "abc", made)
    second.gone.set()
    second.join(FOREVER)
    first.end()
    assert third.placed.wait(FOREVER) and made == ["a", "b gone", "c"]
    third.end()
    assert turns.busy_places == 0


def test_who_computes_is_asked_too_and_gives_the_place_back():
    turns, made = Scheduler(1, Hand()), []
    (only,) = in_line(turns, "a", made)
    only.gone.set()
    only.stretch()
    only.join(FOREVER)
    assert made == ["a", "a gone"] and turns.busy_places == 0


def test_a_short_run_needs_no_place_and_one_without_an_errand_is_never_asked():
    clock = Hand()
    turns = Scheduler(1, clock)

    def refuse() -> None:
        raise GoneError

    with turns.assign(Task("a", refuse)), turns.work():
        turns.pause()
        assert turns.busy_places == 0
    with turns.work():
        clock.now += 100 * MOMENT
        turns.pause()
        assert turns.busy_places == 0 and turns.task is None
