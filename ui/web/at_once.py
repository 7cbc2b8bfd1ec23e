"""Movements that are answered at once: elements that stand there are told what is new in them.

Streamlit answers a movement with a run of the page: a thread, the state of all widgets, a place and
a message for each element, and for the browser a beginning and an end. Most movements change what
two of our own elements show, and nothing else. A page may offer to answer these itself. Where more
than that turns out to change, the page runs, finds the movement heard, and goes on from there.

Where others wait, an answer may leave a rest that takes longer: it follows when nobody waits any
more, unless the hand has moved again.
"""

from __future__ import annotations

import copy
import json
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from threading import Barrier, Lock, current_thread
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import orjson
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.app_session import AppSession, AppSessionState
from streamlit.runtime.scriptrunner import add_script_run_ctx, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.exceptions import ScriptControlException
from streamlit.runtime.scriptrunner_utils.script_run_context import (
    SCRIPT_RUN_CONTEXT_ATTR_NAME,
    ScriptRunContext,
)

from ui.turnstile import TURNSTILE
from ui.web.hushed import Hush, key_of

LOGGER = logging.getLogger(__name__)

Told = Mapping[str, Any]
"""By their keys, what elements are told."""

Rest = Callable[[], Told]
"""Makes what has still to be told."""

Answer = Callable[[list], tuple[Told, Rest | None]]
"""Makes of a log of movements what elements are told, and what of it is left for later."""

REPORT = "moved"
"""The name under which our elements report a log."""

STAYS = {"add_block", "bidi_component", "button_group", "new_transient"}
"""The kinds of what may stand where movements are answered: it is ours, nothing moves it, or it has
gone with the run that made it."""

AT_MOST = 32
"""Threads in which movements are answered. Nearly all of the time one of them goes on."""

MOST_WAITING = 100
"""So many may wait while a movement is answered: more than a page can ask, which sends two."""

_WAYS: WeakValueDictionary[str, Way] = WeakValueDictionary()
"""By session, what its page offers."""

_POOL, _RESTS = ThreadPoolExecutor(AT_MOST, "movement"), ThreadPoolExecutor(1, "rest")


class Elsewhere(BaseException):
    """More changes than our elements: the page has to run.

    It is not an Exception, which somebody who expects a mistake might catch.
    """


Work = Callable[[], tuple[Told, Rest | None]]
"""Makes an answer to what has been heard, and what of it is left for later."""


class Made(NamedTuple):
    """An answer: JSON for elements by their keys, what is said beside, and what is left."""

    told: dict[str, bytes]
    said: list[ForwardMsg]
    rest: Rest | None


Reply = Callable[[Made | None], None]
"""Says what was made, or does what has to be done where nothing was; on the server's own thread."""


class Question(NamedTuple):
    """A movement to be answered: the work, the address at which it was made, and the reply."""

    work: Work
    query: str
    reply: Reply


@dataclass(eq=False)
class Way:
    """The answers of a page to the movements of one session.

    Parameters
    ----------
    answer : called in a thread of its own. Raises ``Elsewhere`` where the page has to run.
    context : that of the run that offered this; of all that is made in a copy of it only the
        address is said, anything else raises ``Elsewhere``.
    said : what was said in it.
    query : the address as it was last read.
    busy : a movement is being answered.
    waiting : what was asked meanwhile, in its order.
    number : of the last movement, by which a rest knows whether it is still wanted.
    """

    answer: Answer
    context: ScriptRunContext
    said: list[ForwardMsg] = field(default_factory=list)
    query: str = ""
    busy: bool = False
    waiting: list[Callable[[], None]] = field(default_factory=list)
    number: int = 0
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self.query, self.context = self.context.query_string, copy.copy(self.context)
        self.context.cached_message_hashes, self.context.cursors = frozenset(), {}
        self.context._enqueue, self.context.yield_check = self._say, self._go_on

    def begin(self) -> bool:
        """Begin to answer, unless that is going on; return whether it was begun."""
        with self._lock:
            begun, self.busy = not self.busy, True
        return begun

    def wait(self, again: Callable[[], None]) -> bool:
        """Have ``again`` called when a movement is answered, unless too many wait; return that."""
        room = len(self.waiting) < MOST_WAITING
        if room:
            self.waiting.append(again)
        return room

    def make(self, work: Work, query: str) -> Made | None:
        """Return what comes of ``work``, which is part of ``answer``; None where a run has to."""
        add_script_run_ctx(current_thread(), self.context)
        try:
            return self._made(work, query)
        except (Elsewhere, ScriptControlException):
            pass
        except Exception:  # the run that follows meets it again, and tells the visitor
            LOGGER.exception("A movement was not answered.")
        finally:  # the thread outlives the session
            vars(current_thread()).pop(SCRIPT_RUN_CONTEXT_ATTR_NAME, None)
        return None

    def _made(self, work: Work, query: str) -> Made:
        self.said = []
        if query != self.query:
            self.query = query
            with self.context.session_state.query_params() as parameters:
                parameters.populate_from_query_string(query)
        told, rest = work()
        return Made({key: _json(data) for key, data in told.items()}, self.said, rest)

    def _say(self, message: ForwardMsg) -> None:
        if message.WhichOneof("type") != "page_info_changed":
            raise Elsewhere
        self.said.append(message)

    def _go_on(self) -> None:
        if self.waiting:
            raise Elsewhere


def _json(told: Mapping[str, Any]) -> bytes:
    return orjson.dumps(told, option=orjson.OPT_SERIALIZE_NUMPY)


def offer(answer: Answer | None) -> Way | None:
    """Offer to answer the movements on this page, for as long as what is returned is kept.

    Parameters
    ----------
    answer : None where each movement is a run of the page.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None:
        return None
    _WAYS.pop(context.session_id, None)
    if answer is None:
        return None
    way = _WAYS[context.session_id] = Way(answer, context)
    return way


def session() -> str:
    """Return the name of the session whose page is made; "" where nobody answers its movements.

    Streamlit's own server does not.
    """
    context = get_script_run_ctx(suppress_warning=True)
    answered = hasattr(AppSession.request_rerun, "__wrapped__")
    return context.session_id if context is not None and answered else ""


def answer_sessions() -> Desk:
    """Have all sessions answer what is offered; to be called after ``hush_sessions``."""
    _fill()
    run = AppSession.request_rerun
    desk = Desk(getattr(run, "__wrapped__", run))

    def asked(session: AppSession, state: ClientState | None) -> None:
        desk.asked(session, state)

    asked.__wrapped__ = desk.run
    AppSession.request_rerun = asked
    return desk


@cache
def _fill() -> None:
    """Start all threads of the pool, once: it would grow with the busiest moment of each day."""
    started = Barrier(AT_MOST)
    for _ in range(AT_MOST):
        _POOL.submit(started.wait)


@dataclass(frozen=True)
class Desk:
    """All that is asked of sessions: some of it is answered, the rest runs their pages.

    Parameters
    ----------
    run : runs the page of a session.
    """

    run: Callable[[AppSession, ClientState | None], None]

    def asked(self, session: AppSession, state: ClientState | None) -> None:
        """Answer what a page asks by Streamlit's connection, or run it."""
        way = _WAYS.get(session.id)
        if way is None:
            self.run(session, state)
        elif way.begin():
            self._received(session, way, state)
        else:
            way.wait(lambda: self.asked(session, state))

    def _received(self, session: AppSession, way: Way, state: ClientState | None) -> None:
        """Answer, or run the page; nothing else may begin until the run has begun."""
        log = []
        try:
            log = [] if state is None else _log_of(session, way, state)
            if not log:
                self.run(session, state)
        finally:
            way.busy = bool(log)
        if log:
            tell = self._teller(session, way, state)
            self._ask(session, way, Question(partial(way.answer, log), state.query_string, tell))

    def heard(self, session: AppSession, log: list, query: str, reply: Reply) -> None:
        """Answer what a hand that is still at it does, which came by the line."""
        way = _WAYS.get(session.id)
        if way is None:
            reply(None)
        elif not way.begin():
            if not way.wait(lambda: self.heard(session, log, query, reply)):
                reply(None)
        elif _is_free(session) and _stands(session.hush):
            self._ask(session, way, Question(partial(way.answer, log), query, reply))
        else:
            way.busy = False
            reply(None)

    def _ask(self, session: AppSession, way: Way, question: Question) -> None:
        way.number += 1
        _POOL.submit(self._answer, session, way, question)

    def _answer(self, session: AppSession, way: Way, question: Question) -> None:
        made = way.make(question.work, question.query)
        session._call_soon_on_event_loop(lambda: self._end(way, made, question.reply))

    def _end(self, way: Way, made: Made | None, reply: Reply) -> None:
        """Say what was made, and go on with what was asked meanwhile."""
        waiting, way.waiting, way.busy = way.waiting, [], False
        try:
            reply(made)
        finally:
            for each in waiting:
                each()

    def _teller(self, session: AppSession, way: Way, state: ClientState) -> Reply:
        """Return what tells the page what was made, or runs it."""

        def tell(made: Made | None) -> None:
            if made is None or not made.told.keys() <= session.hush.elements.keys():
                self.run(session, state)
            elif session._state != AppSessionState.SHUTDOWN_REQUESTED:
                _tell(session, state, made)
                if made.rest is not None:
                    _RESTS.submit(self._follow, session, way, state, made.rest, way.number)

        return tell

    def _follow(
        self, session: AppSession, way: Way, state: ClientState, rest: Rest, number: int
    ) -> None:
        """Make what an answer has left, unless the page has gone on without it."""

        def wanted() -> bool:
            here = _WAYS.get(session.id) is way and way.number == number
            return here and _is_free(session)

        if not wanted():
            return
        with TURNSTILE.turn(patient=True):
            if not way.begin():
                return
            if not wanted():
                session._call_soon_on_event_loop(lambda: self._end(way, None, lambda made: None))
                return
            tell = self._teller(session, way, state)
            self._answer(session, way, Question(lambda: (rest(), None), state.query_string, tell))


def _tell(session: AppSession, state: ClientState, made: Made) -> None:
    """Tell the page what a movement has changed, and Streamlit that it was heard."""
    hush = session.hush
    reports = [each for each in state.widget_states.widgets if _log_in(each, hush)]
    session._session_state.set_widgets_from_proto(WidgetStates(widgets=reports))
    hush.tell(made.told)
    for message in made.said:
        hush.send(message)


def _is_free(session: AppSession) -> bool:
    """Return whether no run of the page is under way."""
    return session._scriptrunner is None and session._state == AppSessionState.APP_NOT_RUNNING


def _is_known(session: AppSession, widget: WidgetState) -> bool:
    """Return whether a widget says what the last run of the page has heard of it."""
    known = session._session_state._new_widget_state.get_serialized(widget.id)
    return known is not None and known == widget


def _stands(hush: Hush) -> bool:
    """Return whether nothing stands on the page that a movement could change, but what is told."""
    return bool(hush.kinds) and hush.kinds <= STAYS


def _log_of(session: AppSession, way: Way, state: ClientState) -> list:
    """The log that ``state`` brings; empty where it has to be left to a run of the page."""
    hush, widgets = session.hush, state.widget_states.widgets
    logs = {each.id: _log_in(each, hush) for each in widgets}
    others = {each.id: each.SerializeToString() for each in widgets if not logs[each.id]}
    same = others == hush.others or all(
        _is_known(session, each) for each in widgets if each.id in others
    )
    hush.others = others
    here = state.page_script_hash == way.context.page_script_hash and not state.is_auto_rerun
    told = {hush.elements[key_of(name)].delta.fragment_id for name, log in logs.items() if log}
    stands = _is_free(session) and _stands(hush)
    if not (same and here and stands and state.fragment_id in told):
        return []
    return [entry for log in logs.values() for entry in log]


def _log_in(widget: WidgetState, hush: Hush) -> list:
    """The log that an element of ours reports; empty where it is none, or has none."""
    if widget.WhichOneof("value") != "json_value" or key_of(widget.id) not in hush.elements:
        return []
    with suppress(ValueError, RecursionError):
        report = json.loads(widget.json_value)
        log = report.get(REPORT) if isinstance(report, dict) else None
        return log if isinstance(log, list) else []
    return []
