"""Runs of which a page is told the results alone.

Streamlit tells a page of each run that it begins and that it has ended, and both times the page
goes through all that stands on it: some of it may have to go. Under a moving hand a run makes the
same elements in the same places as the run before. Nothing has to go then, so the page gets what is
new in them and nothing else, and draws half as many pictures again.

All that such a run says is held back until it has ended. With the first element that stands
elsewhere, or is of another kind, it is said as Streamlit says it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from weakref import ref

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState

Place = tuple[tuple[int, ...], str]
"""A place on a page, and the kind of what stands there."""

RESULTS = ("delta", "ref_hash")
"""The messages that bring something onto a page: itself, or by the name of what it had before."""
TOLD = "told"
"""The beginning of the hash of a message that tells an element something beside any run."""
LIFE = ("new_session", "session_status_changed", "script_finished")
"""The messages that say how a run stands."""

_FRAGMENTS: set[str | None] = set()
"""The fragments whose runs may be hushed."""
_NOTED: set[str | None] = set()
"""The fragments of which what stands there is noted, and no more."""


def hush() -> None:
    """Let runs of this fragment be hushed; to be called in it."""
    if get_script_run_ctx(suppress_warning=True) is not None:
        _FRAGMENTS.add(ThreadState.get().fragment_id)


def note() -> None:
    """Have what stands in this fragment be noted; to be called in it."""
    if get_script_run_ctx(suppress_warning=True) is not None:
        _NOTED.add(ThreadState.get().fragment_id)


def hush_sessions() -> None:
    """Have all sessions hush such runs; to be called before the server starts."""
    enqueue = AppSession._enqueue_forward_msg
    if hasattr(enqueue, "__wrapped__"):
        return

    def said(session: AppSession, message: ForwardMsg) -> None:
        if not hasattr(session, "hush"):
            known = ref(session)  # one that held itself would wait for Python's collector

            def send(message: ForwardMsg) -> None:
                if (there := known()) is not None:
                    enqueue(there, message)

            session.hush = Hush(send)
        session.hush.say(message)

    said.__wrapped__ = enqueue
    AppSession._enqueue_forward_msg = said


def key_of(name: str) -> str:
    """Return the key of an element, by the name that Streamlit has for it."""
    return name.rpartition("-")[2]


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
    elements : by their keys, the messages by which the page has our own elements, without what they
        were told.
    told : how many times elements were told something between runs.
    others : what widgets that are none of ours said last, by their names; None before they did.
    """

    send: Callable[[ForwardMsg], None]
    there: dict[str, list[Place]] = field(default_factory=dict)
    made: dict[str, list[Place]] = field(default_factory=dict)
    run: list[str] = field(default_factory=list)
    held: list[ForwardMsg] | None = None
    silent: bool = False
    elements: dict[str, ForwardMsg] = field(default_factory=dict)
    told: int = 0
    others: dict[str, bytes] | None = None

    @property
    def kinds(self) -> set[str]:
        """The kinds of all that stands in fragments that are noted."""
        return {kind for places in self.there.values() for _place, kind in places}

    def tell(self, told: Mapping[str, bytes]) -> None:
        """Tell elements that stand there something new, beside any run.

        Parameters
        ----------
        told : by their keys, what they are told, as JSON, which a message takes as it is.
        """
        for key, text in told.items():
            message = ForwardMsg()
            message.CopyFrom(self.elements[key])
            message.delta.new_element.bidi_component.json = text
            self.told += 1
            message.hash = f"{TOLD} {self.told}"  # by it a page knows that it has something else
            self.send(message)

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
        if len(fragments) == 1 and fragments[0] in _FRAGMENTS and fragments[0] in self.there:
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
        if kind == "add_block" and delta.fragment_id in _FRAGMENTS | _NOTED:
            self.made.setdefault(delta.fragment_id, [])
        if kind == "new_element":
            kind = delta.new_element.WhichOneof("type")
        self._keep(message, kind)
        for places in self.made.values():
            if not places or path[: len(places[0][0])] == places[0][0]:
                places.append((path, kind))

    def _keep(self, message: ForwardMsg, kind: str) -> None:
        """Keep by which message the page has an element of ours."""
        if kind == "bidi_component":
            element = ForwardMsg()
            element.CopyFrom(message)
            element.delta.new_element.bidi_component.ClearField("json")
            element.metadata.cacheable = False
            self.elements[key_of(message.delta.new_element.bidi_component.id)] = element
        elif message.WhichOneof("type") == "ref_hash":
            # What it was is not told again. Where it stands may be new.
            same = [each for each in self.elements.values() if each.hash == message.ref_hash]
            for each in same:
                each.metadata.CopyFrom(message.metadata)
            if not same:
                self.elements.clear()

    def _repeats(self) -> bool:
        """Return whether this run has made so far what is there."""
        made = self.made.get(self.run[0], [])
        return made == self.there[self.run[0]][: len(made)]
