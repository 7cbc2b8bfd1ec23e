"""Pages of all sessions are made one after the other, and nobody is kept waiting for long."""

from __future__ import annotations

from threading import Event, Thread

import pytest

from ui.turnstile import Turnstile

FOREVER = 60.0


class Visitor(Thread):
    """Passes a turnstile, and notes its name when it is let in."""

    def __init__(
        self, turnstile: Turnstile, name: str, passed: list[str], patient: bool = False
    ) -> None:
        super().__init__(daemon=True, name=name)
        self.turnstile, self.passed, self.patient = turnstile, passed, patient
        self.inside, self.may_leave = Event(), Event()

    def run(self) -> None:
        with self.turnstile.turn(self.patient):
            self.passed.append(self.name)
            self.inside.set()
            assert self.may_leave.wait(FOREVER)

    def leave(self) -> None:
        self.may_leave.set()
        self.join(FOREVER)


def queued(turnstile: Turnstile, names: str, passed: list[str]) -> list[Visitor]:
    """Visitors who came in this order; the first is inside, the others wait."""
    visitors = []
    for number, name in enumerate(names):
        visitor = Visitor(turnstile, name, passed)
        visitor.start()
        visitors.append(visitor)
        while turnstile.waiting < number:
            assert visitor.is_alive()
        if number == 0:
            assert visitor.inside.wait(FOREVER)
    return visitors


def test_they_pass_one_at_a_time_in_the_order_in_which_they_came():
    turnstile, passed = Turnstile(patience=FOREVER), []
    visitors = queued(turnstile, "abcd", passed)
    for number, visitor in enumerate(visitors):
        assert visitor.inside.wait(FOREVER)
        assert passed == list("abcd"[: number + 1])
        visitor.leave()
    assert turnstile.waiting == 0


def test_one_that_takes_long_is_not_waited_for():
    turnstile, passed = Turnstile(patience=0.02), []
    slow, next_one = queued(turnstile, "ab", passed)
    assert next_one.inside.wait(FOREVER) and slow.is_alive()
    slow.leave()  # it passes nothing on that is not its own
    third = Visitor(turnstile, "c", passed)
    third.start()
    next_one.leave()
    assert third.inside.wait(FOREVER)
    third.leave()
    assert passed == list("abc")


def test_one_that_gives_way_goes_on_beside_the_next():
    turnstile = Turnstile(patience=FOREVER)
    passed = []
    with turnstile.turn():
        other = Visitor(turnstile, "other", passed)
        other.start()
        while not turnstile.waiting:
            pass
        assert not passed
        turnstile.give_way()
        assert other.inside.wait(FOREVER)
    other.leave()
    with turnstile.turn():
        assert turnstile.waiting == 0


def test_a_turn_may_be_nested_and_an_error_ends_it():
    turnstile = Turnstile(patience=FOREVER)
    with pytest.raises(ZeroDivisionError), turnstile.turn(), turnstile.turn():
        raise ZeroDivisionError
    passed = []
    (visitor,) = queued(turnstile, "a", passed)
    visitor.leave()
    assert passed == ["a"]


def test_to_give_way_without_a_turn_is_nothing():
    turnstile = Turnstile()
    turnstile.give_way()
    with turnstile.turn():
        turnstile.give_way()
        turnstile.give_way()


def test_a_patient_one_lets_those_go_first_who_come_later():
    turnstile, passed = Turnstile(patience=FOREVER), []
    (inside,) = queued(turnstile, "a", passed)
    patient = Visitor(turnstile, "p", passed, patient=True)
    patient.start()
    while not turnstile.patient:
        assert patient.is_alive()
    later = [Visitor(turnstile, name, passed) for name in "bc"]
    for number, visitor in enumerate(later, 1):
        visitor.start()
        while turnstile.waiting < number:
            assert visitor.is_alive()
    for visitor in (inside, *later, patient):
        assert visitor.inside.wait(FOREVER)
        visitor.leave()
    assert passed == list("abcp")


def test_but_not_for_ever(monkeypatch):
    monkeypatch.setattr("ui.turnstile.POLITE", 0.02)
    turnstile, passed = Turnstile(patience=FOREVER), []
    (inside,) = queued(turnstile, "a", passed)
    patient = Visitor(turnstile, "p", passed, patient=True)
    patient.start()
    while not turnstile.waiting:
        assert patient.is_alive()
    later = Visitor(turnstile, "b", passed)
    later.start()
    while turnstile.waiting < 2:
        assert later.is_alive()
    for visitor in (inside, patient, later):
        assert visitor.inside.wait(FOREVER)
        visitor.leave()
    assert passed == list("apb") and turnstile.waiting == turnstile.patient == 0
