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


def joined(
    turnstile: Turnstile, passed: list[str], names: str, patient: bool = False
) -> list[Visitor]:
    """Visitors who have come in this order to wait behind others."""
    visitors = [Visitor(turnstile, name, passed, patient) for name in names]
    for visitor in visitors:
        before = turnstile.waiting, turnstile.patient
        visitor.start()
        while (turnstile.waiting, turnstile.patient) == before:
            assert visitor.is_alive()
    return visitors


def test_a_patient_one_lets_those_go_first_who_come_later():
    turnstile, passed = Turnstile(patience=FOREVER), []
    inside = queued(turnstile, "a", passed)
    patient = joined(turnstile, passed, "p", patient=True)
    later = joined(turnstile, passed, "bc")
    for visitor in (*inside, *later, *patient):
        assert visitor.inside.wait(FOREVER)
        visitor.leave()
    assert passed == list("abcp")


@pytest.mark.parametrize("_again", range(6))  # by chance one or another looks first
def test_so_they_do_where_one_takes_long_who_is_waited_for_no_more(_again):
    now = [0.0]
    turnstile, passed = Turnstile(patience=0.02, clock=lambda: now[0]), []
    inside = queued(turnstile, "a", passed)
    patient, later = joined(turnstile, passed, "pqr", patient=True), joined(turnstile, passed, "b")
    now[0] = 1.0
    while len(passed) < 2:
        assert inside[0].is_alive()
    for visitor in (*inside, *patient, *later):
        visitor.may_leave.set()
    for visitor in (*inside, *patient, *later):
        visitor.join(FOREVER)
    assert passed[:2] == list("ab")


def test_but_not_for_ever(monkeypatch):
    monkeypatch.setattr("ui.turnstile.POLITE", 0.02)
    turnstile, passed = Turnstile(patience=FOREVER), []
    inside = queued(turnstile, "a", passed)
    patient = joined(turnstile, passed, "p", patient=True)
    while turnstile.patient:
        assert patient[0].is_alive()
    later = joined(turnstile, passed, "b")
    for visitor in (*inside, *patient, *later):
        assert visitor.inside.wait(FOREVER)
        visitor.leave()
    assert passed == list("apb") and turnstile.waiting == turnstile.patient == 0
