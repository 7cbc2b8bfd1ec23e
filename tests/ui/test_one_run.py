"""One run of a page at a time for one visitor, and the newest has the last word."""

from __future__ import annotations

from threading import Event, Thread

import pytest

from ui import visit
from ui.session.one_run import OneRun

LONG = 10.0  # seconds in which anything here is done


class Run(Thread):
    """A run that enters, works until it is let go, and enters once more."""

    def __init__(self, enter) -> None:
        super().__init__(daemon=True)
        self.enter, self.goes_on, self.has_entered = enter, Event(), Event()
        self.said: list[object] = []
        self.start()

    def run(self) -> None:
        self.said.append(self.enter())
        self.has_entered.set()
        assert self.goes_on.wait(LONG)
        self.said.append(self.enter())


def test_a_run_waits_for_the_one_before_it():
    runs = OneRun(patience=LONG)
    first = Run(runs.enter)
    assert first.has_entered.wait(LONG)
    second = Run(runs.enter)
    assert not second.has_entered.wait(0.1)
    first.goes_on.set()
    assert second.has_entered.wait(LONG) and not first.is_alive()
    second.goes_on.set()
    second.join(LONG)
    assert first.said == [True, False] and second.said == [True, True]


def test_a_run_that_takes_long_is_left_behind():
    runs = OneRun(patience=0.01)
    first = Run(runs.enter)
    assert first.has_entered.wait(LONG)
    second = Run(runs.enter)
    assert second.has_entered.wait(LONG) and first.is_alive()
    for run in (first, second):
        run.goes_on.set()
        run.join(LONG)
    assert first.said == [True, False] and second.said == [True, True]


def test_of_three_runs_the_last_goes_on():
    runs = OneRun(patience=LONG)
    first = Run(runs.enter)
    assert first.has_entered.wait(LONG)
    later = [Run(runs.enter)]
    while runs._newest is not later[0]:  # it waits
        pass
    later.append(Run(runs.enter))
    first.goes_on.set()
    for run in later:
        run.goes_on.set()
        run.join(LONG)
    assert later[0].said[-1] is False and later[1].said == [True, True]


def test_one_run_alone_does_not_wait():
    runs = OneRun(patience=0.0)
    assert runs.enter() and runs.enter()


def test_a_run_that_was_replaced_ends_before_it_changes_the_view(monkeypatch):
    class StopError(Exception):
        pass

    def stop():
        raise StopError

    monkeypatch.setattr(visit.st, "session_state", {})
    monkeypatch.setattr(visit.st, "stop", stop)
    first = visit.Visit.current()
    first.runs.patience = 0.0
    other = Run(visit.Visit.current)
    assert other.has_entered.wait(LONG)
    assert visit.Visit.current() is first, "a callback is followed to its end"
    with pytest.raises(StopError):
        visit.Visit.current(drawing=True)
    other.goes_on.set()
    other.join(LONG)
    assert other.said == [first, first]
