"""Runs of which a page is told the results alone.

Streamlit tells a page of each run that it begins and that it has ended, and both times the page
goes through all that stands on it: some of it may have to go. Under a moving hand a run makes the
same elements in the same places as the run before. Nothing has to go then, so the page gets what is
new in them and nothing else, and draws half as many pictures again.

All that such a run says is held back until it has ended. With the first element that stands
elsewhere, or is of another kind, it is said as Streamlit says it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState

Place = tuple[tuple[int, ...], str]
"""A place on a page, and the kind of what stands there."""

RESULTS = ("delta", "ref_hash")
"""The messages that bring something onto a page: itself, or by the name of what it had before."""
LIFE = ("new_session", "session_status_changed", "script_finished")
"""The messages that say how a run stands."""

_FRAGMENTS: set[str | None] = set()
"""The fragments whose runs may be hushed."""


def hush() -> None:
    """Let runs of this fragment be hushed; to be called in it."""
    if get_script_run_ctx(suppress_warning=True) is not None:
        _FRAGMENTS.add(ThreadState.get().fragment_id)


def hush_sessions() -> None:
    """Have all sessions hush such runs; to be called before the server starts."""
    enqueue = AppSession._enqueue_forward_msg
    if hasattr(enqueue, "__wrapped__"):
        return

    def said(session: AppSession, message: ForwardMsg) -> None:
        if not hasattr(session, "hush"):
            session.hush = Hush(lambda message: enqueue(session, message))
        session.hush.say(message)

    said.__wrapped__ = enqueue
    AppSession._enqueue_forward_msg = said


@dataclass
class Hush:
    """The messages of one session to its page.

    Parameters
    ----------
    send : sends a message.
    there : by fragment, what the page has of it, in the order in which it came.
    made : by fragment, what this run has made of it.
    run : the fragments that are being run; none where all of the page is.
    held : the messages of this run, of a single fragment, that are held back; None where none are.
    silent : the run that has ended was held back, and so is what is still said of it.
    """

    send: Callable[[ForwardMsg], None]
    there: dict[str, list[Place]] = field(default_factory=dict)
    made: dict[str, list[Place]] = field(default_factory=dict)
    run: list[str] = field(default_factory=list)
    held: list[ForwardMsg] | None = None
    silent: bool = False

    def say(self, message: ForwardMsg) -> None:
        """Send a message, now or later, or leave it out."""
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self._begin(list(message.metadata.run.fragment_ids))
        elif kind in RESULTS:
            self._note(message)
        if self.held is None:
            if not (self.silent and kind == "session_status_changed"):
                self.send(message)
        else:
            self.held.append(message)
            if kind not in LIFE and not (kind in RESULTS and self._repeats()):
                self._release()
        if kind == "script_finished":
            self._end(message.script_finished)

    def _begin(self, fragments: list[str]) -> None:
        self._release()
        self.run, self.made, self.silent = fragments, {}, False
        if len(fragments) == 1 and fragments[0] in self.there:
            self.held = []

    def _end(self, status: int) -> None:
        early = status == ForwardMsg.FINISHED_EARLY_FOR_RERUN
        if self.held is not None:
            whole = self.made.get(self.run[0]) == self.there[self.run[0]]
            if whole or early:
                self._hush(self.held if whole else [])
                return
            self._release()
        # Of a run that was given up the page has some, and some of the one before.
        for fragment in self.made if early else self.run or list(self.there):
            self.there.pop(fragment, None)
        self.there |= {} if early else self.made

    def _hush(self, messages: list[ForwardMsg]) -> None:
        """End a run that was held back with its results alone."""
        self.held, self.silent = None, True
        for message in messages:
            if message.WhichOneof("type") in RESULTS:
                self.send(message)

    def _release(self) -> None:
        """Say all that was held back."""
        held, self.held = self.held or [], None
        for message in held:
            self.send(message)

    def _note(self, message: ForwardMsg) -> None:
        """Note what is made of a fragment: its own block, and all that stands in it."""
        path, delta = tuple(message.metadata.delta_path), message.delta
        kind = delta.WhichOneof("type") or ""
        if kind == "add_block" and delta.fragment_id in _FRAGMENTS:
            self.made.setdefault(delta.fragment_id, [])
        if kind == "new_element":
            kind = delta.new_element.WhichOneof("type")
        for places in self.made.values():
            if not places or path[: len(places[0][0])] == places[0][0]:
                places.append((path, kind))

    def _repeats(self) -> bool:
        """Return whether this run has made so far what is there."""
        made = self.made.get(self.run[0], [])
        return made == self.there[self.run[0]][: len(made)]
