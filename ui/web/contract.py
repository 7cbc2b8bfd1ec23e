"""The private names of Streamlit that the app uses: those of ``NAMES``, and all of them here.

``check`` asks in the first run of a page whether each is there and means what is meant here. One
that does not is not used any more, and a line in the log says what is lost by that.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

LOGGER = logging.getLogger(__name__)

try:
    from streamlit.runtime import get_instance
    from streamlit.runtime.scriptrunner import get_script_run_ctx
except ImportError:
    get_instance = get_script_run_ctx = None


@dataclass(frozen=True)
class PrivateName:
    """A name of Streamlit that its documentation does not promise.

    Parameters
    ----------
    name : as Streamlit has it.
    since : the oldest release that has it, of those that were looked at, 1.54 and newer.
    purpose : what it is used for.
    without : what happens where it cannot be used.
    """

    name: str
    since: str
    purpose: str
    without: str


NAMES = (
    PrivateName(
        "get_script_run_ctx",
        "1.54",
        "to find the page run that a thread belongs to",
        "the next two cannot be used either",
    ),
    PrivateName(
        "session_id",
        "1.54",
        "to tell the work of one visitor from that of another",
        "all visitors count as one: a sweep goes on while anybody waits for any",
    ),
    PrivateName(
        "yield_check",
        "1.66",
        "to end a computation when nobody waits for its page any more",
        "it is computed to its end",
    ),
    PrivateName(
        "is_active_session",
        "1.54",
        "to keep the uploads of a browser that is back, though its page has not run since",
        "they end two minutes after the connection was lost",
    ),
    PrivateName(
        "file_id",
        "1.54",
        "to free a file as soon as a page has read it",
        "Streamlit holds it for two minutes",
    ),
)

_off: set[str] = set()
"""The names that are not used."""


@dataclass(frozen=True)
class Run:
    """A run of a page.

    Parameters
    ----------
    session : the session's name; "" where it is not known.
    check : raises an exception where nobody waits for the run any more.
    """

    session: str
    check: Callable[[], None]


def current_run() -> Run | None:
    """Return the page run that this thread belongs to, if it belongs to one."""
    context = _context()
    if context is None:
        return None
    session = "" if "session_id" in _off else context.session_id
    return Run(session, _nothing if "yield_check" in _off else context.yield_check)


def is_connected(session: str) -> bool:
    """Return whether a browser is connected to a session."""
    if "is_active_session" in _off:
        return False
    server = _server()
    return server is not None and server.is_active_session(session)


def upload_name(file: Any) -> str:
    """Return the name under which Streamlit holds an uploaded file; "" where it is not known."""
    name = getattr(file, "file_id", None)
    if isinstance(name, str) and name:
        return name
    _turn_off("file_id", f"it is {name!r}, and no name")
    return ""


@cache
def check() -> None:
    """Ask each name, in a run of a page, whether it means what is meant here."""
    context = _context()
    if context is None:
        _turn_off("get_script_run_ctx", "a run of a page has none")
        return
    session = getattr(context, "session_id", None)
    if not (isinstance(session, str) and session):
        _turn_off("session_id", f"it is {session!r}, and no name")
    if not callable(getattr(context, "yield_check", None)):
        _turn_off("yield_check", "it is not there")
    elif (answer := context.yield_check()) is not None:  # or raises, to end this very run
        _turn_off("yield_check", f"it returns {answer!r}")
    _check_connection(session)


def _check_connection(session: Any) -> None:
    """Ask about a session that is connected, since its page is made, and about one that is not."""
    server = _server()
    if server is None:  # tests of pages have no server
        return
    try:
        answers = server.is_active_session(session), server.is_active_session("nobody's")
    except Exception as error:  # whatever another release raises
        _turn_off("is_active_session", f"{type(error).__name__}: {error}")
        return
    if answers != (True, False):
        _turn_off("is_active_session", f"it says {answers} of this session and of none")


def _context() -> Any:
    return None if get_script_run_ctx is None else get_script_run_ctx(suppress_warning=True)


def _server() -> Any:
    """The server of this process; None where there is none."""
    try:
        return None if get_instance is None else get_instance()
    except RuntimeError:
        return None


def _turn_off(name: str, reason: str) -> None:
    if name in _off:
        return
    _off.add(name)
    (lost,) = (each.without for each in NAMES if each.name == name)
    LOGGER.warning("Streamlit's private %s is not used, since %s: %s.", name, reason, lost)


def _nothing() -> None:
    """Nobody knows whether somebody waits."""
