"""Pages of all sessions are made one after the other, and nobody is kept waiting for long."""

from __future__ import annotations

from threading import Event, Thread

import pytest

from ui.render_queue import RenderQueue

FOREVER = 60.0


class Visitor(Thread):
    """Passes a render queue, and notes its name when it is let in."""

    def __init__(
        self, queue: RenderQueue, name: str, passed: list[str], patient: bool = False
    ) -> None:
        super().__init__(daemon=True, name=name)
        self.queue, self.passed, self.patient = queue, passed, patient
        self.inside, self.may_leave = Event(), Event()

    def run(self) -> None:
        with self.queue.slot(self.patient):
            self.passed.append(self.name)
            self.inside.set()
            assert self.may_leave.wait(FOREVER)

    def leave(self) -> None:
        self.may_leave.set()
        self.join(FOREVER)


def queue_up(queue: RenderQueue, names: str, passed: list[str]) -> list[Visitor]:
    """Visitors who came in this order; the first is inside, the others wait."""
    visitors = []
    for number, name in enumerate(names):
        visitor = Visitor(queue, name, passed)
        visitor.start()
        visitors.append(visitor)
        while queue.waiting < number:
            assert visitor.is_alive()
        if number == 0:
            assert visitor.inside.wait(FOREVER)
    return visitors


def test_they_pass_one_at_a_time_in_the_order_in_which_they_came():
    queue, passed = RenderQueue(patience=FOREVER), []
    visitors = queue_up(queue, "abcd", passed)
    for number, visitor in enumerate(visitors):
        assert visitor.inside.wait(FOREVER)
        assert passed == list("abcd"[: number + 1])
        visitor.leave()
    assert queue.waiting == 0


def test_one_that_takes_long_is_not_waited_for():
    queue, passed = RenderQueue(patience=0.02), []
    slow, next_one = queue_up(queue, "ab", passed)
    assert next_one.inside.wait(FOREVER) and slow.is_alive()
    slow.leave()  # it passes nothing on that is not its own
    third = Visitor(queue, "c", passed)
    third.start()
    next_one.leave()
    assert third.inside.wait(FOREVER)
    third.leave()
    assert passed == list("abc")


def test_one_that_gives_way_goes_on_beside_the_next():
    queue = RenderQueue(patience=FOREVER)
    passed = []
    with queue.slot():
        other = Visitor(queue, "other", passed)
        other.start()
        while not queue.waiting:
            pass
        assert not passed
        queue.release()
        assert other.inside.wait(FOREVER)
    other.leave()
    with queue.slot():
        assert queue.waiting == 0


def test_a_turn_may_be_nested_and_an_error_ends_it():
    queue = RenderQueue(patience=FOREVER)
    with pytest.raises(ZeroDivisionError), queue.slot(), queue.slot():
        raise ZeroDivisionError
    passed = []
    (visitor,) = queue_up(queue, "a", passed)
    visitor.leave()
    assert passed == ["a"]


def test_a_release_without_a_slot_does_nothing():
    queue = RenderQueue()
    queue.release()
    with queue.slot():
        queue.release()
        queue.release()


def join_queue(
    queue: RenderQueue, passed: list[str], names: str, patient: bool = False
) -> list[Visitor]:
    """Visitors who have come in this order to wait behind others."""
    visitors = [Visitor(queue, name, passed, patient) for name in names]
    for visitor in visitors:
        before = queue.waiting, queue.patient
        visitor.start()
        while (queue.waiting, queue.patient) == before:
            assert visitor.is_alive()
    return visitors


def test_a_patient_one_lets_those_go_first_who_come_later():
    queue, passed = RenderQueue(patience=FOREVER), []
    inside = queue_up(queue, "a", passed)
    patient = join_queue(queue, passed, "p", patient=True)
    later = join_queue(queue, passed, "bc")
    for visitor in (*inside, *later, *patient):
        assert visitor.inside.wait(FOREVER)
        visitor.leave()
    assert passed == list("abcp")


@pytest.mark.parametrize("_again", range(6))  # by chance one or another looks first
def test_so_they_do_where_one_takes_long_who_is_waited_for_no_more(_again):
    now = [0.0]
    queue, passed = RenderQueue(patience=0.02, clock=lambda: now[0]), []
    inside = queue_up(queue, "a", passed)
    patient, later = join_queue(queue, passed, "pqr", patient=True), join_queue(queue, passed, "b")
    now[0] = 1.0
    while len(passed) < 2:
        assert inside[0].is_alive()
    for visitor in (*inside, *patient, *later):
        visitor.may_leave.set()
    for visitor in (*inside, *patient, *later):
        visitor.join(FOREVER)
    assert passed[:2] == list("ab")


def test_but_not_for_ever(monkeypatch):
    monkeypatch.setattr("ui.render_queue.POLITE", 0.02)
    queue, passed = RenderQueue(patience=FOREVER), []
    inside = queue_up(queue, "a", passed)
    patient = join_queue(queue, passed, "p", patient=True)
    while queue.patient:
        assert patient[0].is_alive()
    later = join_queue(queue, passed, "b")
    for visitor in (*inside, *patient, *later):
        assert visitor.inside.wait(FOREVER)
        visitor.leave()
    assert passed == list("apb") and queue.waiting == queue.patient == 0
