"""A movement is answered without a run where it changes pictures and knobs, and by a run elsewhere.

What comes of both is the same: a session that opens the address shows what the movement led to.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, nullcontext
from threading import Semaphore, Thread
from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.app_session import AppSession, AppSessionState
from ui.web.at_once import MOST_WAITING, Answer, Desk, Elsewhere, Made, Way
from ui.web.hushed import Hush

from benchmarks.load import RUN, open_session, stream
from tests.support.serving.services import apart
from tests.support.serving.visitor import Draw, Visitor, find_best_weights
from ui.turnstile import TURNSTILE
from ui.web import at_once

PLAYGROUND = "data=breast_cancer&data.noise_features=0&a=sgd&b=rounding&c=truncated_gradient"


@pytest.fixture
def visited(server) -> Callable[[Callable[[Visitor], Awaitable[None]]], None]:
    """``visited(work)``: do work as somebody who has the playground open, without a browser."""

    async def visit(work: Callable[[Visitor], Awaitable[None]]) -> None:
        await find_best_weights(stream(server), PLAYGROUND)
        async with open_session(stream(server), Draw(), PLAYGROUND, Visitor) as visitor:
            await visitor.change(1, live=True)  # from then on it is known what else the page has
            await visitor.hear_all()
            visitor.kinds = ()
            await work(visitor)

    return lambda work: apart(asyncio.run, visit(work))


SECTION = {"$$ID-section": '{"open": "Tried"}'}
"""A widget that is none of ours, and what it says."""


def moved(number: int, **movement: Any) -> dict:
    return {"n": number, "source": RUN, "live": False, "values": {}} | movement


def report(visitor: Visitor, *log: dict, **others: str) -> BackMsg:
    """The message of a browser that brings a log, and what other widgets say."""
    message = BackMsg()
    for name, text in {visitor.panels: json.dumps({"moved": log}), **others}.items():
        widget = message.rerun_script.widget_states.widgets.add()
        widget.id, widget.json_value = name, text
    message.rerun_script.fragment_id = visitor.fragments[visitor.panels]
    return message


def test_a_movement_is_told_to_the_elements_alone_and_comes_to_what_its_address_shows(
    visited, server
):
    async def work(visitor: Visitor) -> None:
        await visitor.change(2, live=True)
        assert visitor.kinds == ("delta",), "the pictures"
        visitor.kinds = ()
        await visitor.change(3)
        await visitor.hear_all()
        assert visitor.kinds == ("delta", "delta", "page_info_changed"), "and knobs, and address"
        assert "c.gravity=0.12" in visitor.query
        async with open_session(stream(server), Draw(), visitor.query, Visitor) as again:
            assert again.shown == visitor.shown

    visited(work)


def test_a_class_that_moves_at_once_gets_sketches_first_and_then_all_of_it(server):
    async def work() -> None:
        await find_best_weights(stream(server), PLAYGROUND)
        async with AsyncExitStack() as stack:
            visitors = [
                await stack.enter_async_context(
                    open_session(stream(server), Draw.of(k / 20), PLAYGROUND, Visitor)
                )
                for k in range(1, 7)
            ]
            await asyncio.gather(*(each.change(1, live=True) for each in visitors))
            await asyncio.gather(*(each.hear_all() for each in visitors))
            await asyncio.gather(*(each.change(2) for each in visitors))
            await asyncio.gather(*(each.hear_rest() for each in visitors))
            assert sum(each.sketched for each in visitors) > 0
            for visitor in visitors:
                again = open_session(stream(server), Draw(), visitor.query, Visitor)
                fresh = await stack.enter_async_context(again)
                assert fresh.shown == visitor.shown

    apart(asyncio.run, work())


def test_what_changes_more_than_pictures_and_knobs_is_a_run(visited):
    async def work(visitor: Visitor) -> None:
        added = moved(2, source="view", action="add")
        await visitor.ask(report(visitor, added), 2)
        assert "new_session" in visitor.kinds
        await visitor.ask(report(visitor, moved(3, source="view", action="add"), added), 3)
        await visitor.hear_all()
        visitor.kinds = ()
        await visitor.ask(report(visitor, moved(4, values={"gravity": 0.3})), 4)
        assert "new_session" not in visitor.kinds, "and what follows is answered again"
        assert len(visitor.shown["score"]["rows"]) == 4

    visited(work)


def test_a_warning_on_the_page_stays_as_long_as_it_is_true(visited):
    async def work(visitor: Visitor) -> None:
        wild = {"eta": 50.0}
        stream = moved(2, source="stream", values={"loss": "squared"})
        await visitor.ask(report(visitor, stream), 2)
        await visitor.ask(report(visitor, moved(3, source="common", values=wild)), 3)
        assert "new_session" in visitor.kinds and "diverged" in visitor.said
        visitor.kinds, visitor.said = (), ""
        await visitor.ask(report(visitor, moved(4, source="common", values={"eta": 1e-6})), 4)
        assert "new_session" in visitor.kinds, "to take the warning away"
        assert "diverged" not in visitor.said

    visited(work)


def test_a_run_that_takes_over_follows_the_end_of_a_movement_wherever_it_came_from(visited):
    async def work(visitor: Visitor) -> None:
        calm = moved(3, source="common", values={"eta": 1e-6})
        squared = moved(2, source="stream", values={"loss": "squared"})
        await visitor.ask(report(visitor, squared, calm), 3)
        await visitor.hear_all()
        assert "diverged" not in visitor.said
        by_a_ring = report(visitor, moved(4, source="common", values={"eta": 50.0}))
        by_a_ring.rerun_script.widget_states.widgets[0].id = visitor.stage
        by_a_ring.rerun_script.fragment_id = visitor.fragments[visitor.stage]
        await visitor.socket.send(visitor.readdress(by_a_ring))
        await visitor.hear_all()
        assert "diverged" in visitor.said and "a.eta=50" in visitor.query

    visited(work)


def test_a_widget_that_says_something_else_is_heard_by_a_run(visited):
    async def work(visitor: Visitor) -> None:
        again = report(visitor, moved(2, values={"gravity": 0.2}), **SECTION)
        await visitor.ask(again, 2)
        await visitor.hear_all()  # a run has ended a moment after it has said so
        assert "new_session" in visitor.kinds
        visitor.kinds = ()
        await visitor.ask(report(visitor, moved(3), **SECTION), 3)
        assert "new_session" not in visitor.kinds

    visited(work)


def test_movements_that_come_while_one_is_answered_are_answered_after_it(visited):
    async def work(visitor: Visitor) -> None:
        first, second = (moved(n, values={"gravity": n / 10}) for n in (2, 3))
        await visitor.socket.send(visitor.readdress(report(visitor, first)))
        await visitor.ask(report(visitor, first, second), 3)
        await visitor.hear_all()
        assert "new_session" not in visitor.kinds and "c.gravity=0.3" in visitor.query

    visited(work)


def test_what_is_no_log_is_left_to_streamlit(visited):
    async def work(visitor: Visitor) -> None:
        for odd in ('{"moved": 7}', '{"moved": []}', '{"moved": [{"n": "two"}]}'):
            message = report(visitor)
            message.rerun_script.widget_states.widgets[0].json_value = odd
            await visitor.socket.send(visitor.readdress(message))
            await visitor.hear_all()
            assert "script_finished" in visitor.kinds
        await visitor.change(2)
        assert visitor.shown

    visited(work)


class Asked:
    """A session of which nothing is there but what is asked of it; ``ran`` are its runs.

    Parameters
    ----------
    answer : what its page offers.
    """

    id, _scriptrunner, _state = "one", None, AppSessionState.APP_NOT_RUNNING

    def __init__(self, answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent, self.ran, self.over = [], [], Semaphore(0)
        self.hush = Hush(self.sent.append)
        self.hush.say(element())
        self.hush.there, self.hush.others = {"f": [((0,), "bidi_component")]}, {}
        self.known: list[WidgetStates] = []
        self._session_state = SimpleNamespace(set_widgets_from_proto=self.known.append)
        state = SimpleNamespace(query_params=nullcontext)
        context = SimpleNamespace(query_string="", session_state=state, page_script_hash="")
        monkeypatch.setattr(at_once, "add_script_run_ctx", lambda *_: None)
        monkeypatch.setattr(at_once, "_WAYS", {"one": Way(answer, context)})
        monkeypatch.setattr(AppSession, "request_rerun", lambda _, state: self.ran.append(state))
        self.desk = at_once.answer_sessions()

    def ask(self, *log: dict) -> None:
        """Send a log from the page, and wait for what comes of it."""
        AppSession.request_rerun(self, self.reporting(*log))
        assert self.over.acquire(timeout=10)

    def reporting(self, *log: dict) -> ClientState:
        """The message of a page that brings a log."""
        state = ClientState(fragment_id="f")
        text = json.dumps({"moved": log})
        state.widget_states.widgets.append(WidgetState(id="$$ID-1-stage", json_value=text))
        return state

    def _call_soon_on_event_loop(self, work: Callable[[], None]) -> None:
        try:
            work()
        finally:
            self.over.release()


def test_a_movement_that_is_answered_is_no_run(monkeypatch):
    session = Asked(lambda log: ({"stage": {"heard": log[0]["n"]}}, None), monkeypatch)
    session.ask(moved(7))
    assert not session.ran
    assert text(session.sent[-1]) == '{"heard":7}'
    (known,) = session.known
    assert known.widgets[0].json_value == json.dumps({"moved": [moved(7)]})


def elsewhere(session: Asked, state: ClientState) -> Iterator[None]:
    """Put hindrances in the way of an answer, one after the other."""
    yield setattr(state, "page_script_hash", "another")
    state.page_script_hash = ""
    yield setattr(state, "is_auto_rerun", True)
    state.is_auto_rerun = False
    yield setattr(state, "fragment_id", "another")
    state.fragment_id = "f"
    yield setattr(session, "_scriptrunner", "is running")
    session._scriptrunner = None
    yield setattr(session, "_state", AppSessionState.APP_IS_RUNNING)
    session._state = AppSessionState.APP_NOT_RUNNING
    yield session.hush.there.update(g=[((1,), "alert")])
    yield session.hush.there.clear()


def test_all_threads_that_answer_are_there_from_the_start(monkeypatch):
    Asked(lambda log: ({}, None), monkeypatch)
    names = [each.name for each in threading.enumerate()]
    assert sum(name.startswith("movement") for name in names) == at_once.AT_MOST


def test_a_page_that_answers_nothing_takes_the_offer_of_the_one_before_away(monkeypatch):
    Asked(lambda log: ({}, None), monkeypatch)
    monkeypatch.setattr(
        at_once, "get_script_run_ctx", lambda **_: SimpleNamespace(session_id="one")
    )
    assert at_once.offer(None) is None and not at_once._WAYS


def test_what_has_to_be_run_is_not_answered(monkeypatch):
    session = Asked(lambda log: ({"stage": {}}, None), monkeypatch)
    state, heard = session.reporting(moved(7)), []
    for count, _ in enumerate(elsewhere(session, state), 1):
        AppSession.request_rerun(session, state)
        assert len(session.ran) == count
        if not (state.page_script_hash or state.is_auto_rerun or state.fragment_id != "f"):
            session.desk.heard(session, [moved(7)], "", heard.append)
    assert heard == [None] * 4, "by the line there is no answer either"


def test_what_the_page_does_not_have_is_made_by_a_run(monkeypatch):
    session = Asked(lambda log: ({"stage": {}, "other": {}}, None), monkeypatch)
    session.ask(moved(7))
    assert len(session.ran) == 1 and len(session.sent) == 1


def test_a_session_that_has_ended_meanwhile_is_told_nothing(monkeypatch):
    def answer(log: list) -> tuple:
        session._state = AppSessionState.SHUTDOWN_REQUESTED
        return {"stage": {}}, None

    session = Asked(answer, monkeypatch)
    session.ask(moved(7))
    assert not session.ran and len(session.sent) == 1


def test_a_thread_keeps_no_session(monkeypatch):
    threads = []

    def attach(thread: Thread, context: Any) -> None:
        setattr(thread, at_once.SCRIPT_RUN_CONTEXT_ATTR_NAME, context)
        threads.append(thread)

    session = Asked(lambda log: ({"stage": {}}, None), monkeypatch)
    monkeypatch.setattr(at_once, "add_script_run_ctx", attach)
    session.ask(moved(7))
    assert not hasattr(threads[0], at_once.SCRIPT_RUN_CONTEXT_ATTR_NAME)


@pytest.mark.parametrize(("error", "said"), [(Elsewhere(), 0), (ValueError("a mistake"), 1)])
def test_what_cannot_be_answered_is_a_run_and_a_mistake_is_told_in_the_log(
    error, said, monkeypatch, log_messages
):
    def answer(log: list) -> dict:
        raise error

    session = Asked(answer, monkeypatch)
    session.ask(moved(7))
    assert len(session.ran) == 1 and len(session.sent) == 1
    assert log_messages == ["A movement was not answered."] * said


def test_what_an_answer_leaves_follows_when_nobody_waits(monkeypatch):
    session = Asked(
        lambda log: ({"stage": {"sketch": 1}}, lambda: {"stage": {"whole": 1}}), monkeypatch
    )
    with TURNSTILE.turn():
        session.ask(moved(7))
        assert [text(message) for message in session.sent[1:]] == ['{"sketch":1}']
    assert session.over.acquire(timeout=10)
    assert [text(message) for message in session.sent[1:]] == ['{"sketch":1}', '{"whole":1}']
    assert not session.ran


def test_it_does_not_where_the_hand_has_moved_again(monkeypatch):
    def answer(log: list) -> tuple:
        number = log[0]["n"]
        return {"stage": {"sketch": number}}, lambda: {"stage": {"whole": number}}

    session = Asked(answer, monkeypatch)
    with TURNSTILE.turn():
        session.ask(moved(7))
        session.ask(moved(8))
    assert session.over.acquire(timeout=10)
    told = [text(message) for message in session.sent[1:]]
    assert told == ['{"sketch":7}', '{"sketch":8}', '{"whole":8}']


def test_it_does_not_where_the_page_was_run_since(monkeypatch):
    def answer(log: list) -> tuple:
        return {"stage": {"sketch": 1}}, lambda: {"stage": {"whole": 1}}

    session = Asked(answer, monkeypatch)
    with TURNSTILE.turn():
        session.ask(moved(7))
        newer = Way(lambda log: ({}, None), at_once._WAYS["one"].context)
        at_once._WAYS["one"] = newer
    at_once._RESTS.submit(lambda: None).result(timeout=10)
    assert [text(message) for message in session.sent[1:]] == ['{"sketch":1}']


def test_nothing_is_answered_while_a_run_begins(monkeypatch):
    session = Asked(lambda log: ({}, None), monkeypatch)
    way, begun = at_once._WAYS["one"], []

    def fail(session: Asked, state: ClientState) -> None:
        begun.append(way.begin())
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Desk(fail).asked(session, ClientState())
    assert begun == [False] and way.begin()


def test_a_reply_that_fails_keeps_nobody_waiting(monkeypatch):
    asked, heard = [], []

    def answer(log: list) -> tuple:
        asked.append(log)
        if len(asked) == 1:
            session.desk.heard(session, [moved(8)], "", heard.append)
        return {"stage": {}}, None

    def fail(made: Made | None) -> None:
        raise ZeroDivisionError

    session = Asked(answer, monkeypatch)
    session.desk.heard(session, [moved(7)], "", fail)
    assert session.over.acquire(timeout=10) and session.over.acquire(timeout=10)
    assert len(heard) == 1


def test_no_more_wait_than_a_page_could_ask(monkeypatch):
    session, heard = Asked(lambda log: ({}, None), monkeypatch), []
    way = at_once._WAYS["one"]
    assert way.begin()
    for number in range(3 * MOST_WAITING):
        AppSession.request_rerun(session, session.reporting(moved(number)))
    assert len(way.waiting) == MOST_WAITING
    session.desk.heard(session, [moved(7)], "", heard.append)
    assert heard == [None]


def test_what_is_not_waited_for_any_more_is_given_up(monkeypatch):
    way = Way(lambda log: ({}, None), SimpleNamespace(query_string=""))
    way.context.yield_check()
    way.waiting.append(None)
    with pytest.raises(Elsewhere):
        way.context.yield_check()


def test_an_element_that_the_page_does_not_have_is_not_told(monkeypatch):
    way = Way(lambda log: ({}, None), SimpleNamespace(query_string=""))
    with pytest.raises(Elsewhere):
        way.context._enqueue(element())
    address = ForwardMsg()
    address.page_info_changed.query_string = "a=sgd"
    way.context._enqueue(address)
    assert way.said == [address]


def text(message: ForwardMsg) -> str:
    return message.delta.new_element.bidi_component.json


def element() -> ForwardMsg:
    message = ForwardMsg(hash="whole")
    message.delta.fragment_id = "f"
    message.delta.new_element.bidi_component.id = "$$ID-1-stage"
    return message


def test_an_element_is_told_something_by_the_message_that_made_it():
    sent = []
    hush = Hush(sent.append)
    whole = element()
    whole.delta.new_element.bidi_component.json = '{"old": 1}'
    whole.metadata.delta_path.extend((0, 3))
    hush.say(whole)
    hush.tell({"stage": '{"new": 2}'})
    hush.tell({"stage": '{"new": 3}'})
    _, first, _second = sent
    assert first.delta.new_element.bidi_component.json == '{"new": 2}'
    assert list(first.metadata.delta_path) == [0, 3] and first.delta.fragment_id == "f"
    assert len({message.hash for message in sent}) == 3, "or a page would take them for the same"


def test_an_element_that_is_referred_to_stands_where_that_says():
    hush = Hush(lambda message: None)
    hush.say(element())
    moved = ForwardMsg(ref_hash="whole")
    moved.metadata.delta_path.extend((0, 7))
    hush.say(moved)
    assert list(hush.elements["stage"].metadata.delta_path) == [0, 7]
    hush.say(ForwardMsg(ref_hash="of something else"))
    assert not hush.elements, "it may be any of them, elsewhere"
