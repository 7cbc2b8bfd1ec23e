"""The private names of Streamlit that the app uses: those of ``NAMES``, and all of them here.

``check`` asks at the start whether each is there and means what is meant here. One that does not is
not used any more, and a line in the log says what is lost by that.
"""

from __future__ import annotations

import logging
import sys
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

LOGGER = logging.getLogger(__name__)

THEME = "streamlit.elements.lib.streamlit_plotly_theme"


def _leave_theme_out() -> None:
    """Import Streamlit without its theme for Plotly, for which it imports Python's half of Plotly.

    That takes a tenth of a second of every start. Our pictures are plain data.
    """
    theme = sys.modules[THEME] = ModuleType(THEME)
    theme.configure_streamlit_plotly_theme = lambda: setattr(theme, "called", True)
    try:
        import streamlit  # noqa: F401
    except Exception:  # another release wants more of it
        for name in [name for name in sys.modules if name.split(".")[0] == "streamlit"]:
            del sys.modules[name]


if "streamlit" not in sys.modules:
    _leave_theme_out()

try:
    from streamlit.proto.BackMsg_pb2 import BackMsg
    from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
except ImportError:
    BackMsg = ForwardMsg = None


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
        "BackMsg",
        "1.54",
        "to drop messages that no page of ours sends before Streamlit fails on them",
        "they reach Streamlit, which fails their sender's page with a traceback in the log",
    ),
    PrivateName(
        "ForwardMsg",
        "1.54",
        "to know which widgets a page has, and so which values they may have",
        "values of another kind than their widget's reach Streamlit",
    ),
    PrivateName(
        "streamlit_plotly_theme",
        "1.54",
        "to start without Python's half of Plotly, 0.1 of 1.7 seconds to the first picture",
        "the start takes a tenth of a second longer",
    ),
    PrivateName(
        "file_id",
        "1.54",
        "to free a file as soon as a page has read it",
        "Streamlit holds it for two minutes",
    ),
)

WIDGET, TEXT = "$$ID-check", "{}"
"""A widget and its value, with which the messages are tried."""

_off: set[str] = set()
"""The names that are not used."""


def message_from_browser(content: bytes) -> Any:
    """Return the message that a browser has sent; None where nobody can read any.

    Raises ``google.protobuf.message.DecodeError`` for what is none.
    """
    return None if "BackMsg" in _off else BackMsg.FromString(content)


def message_to_browser(content: bytes) -> Any:
    """Return the message that a browser is sent; None where nobody can read any."""
    return None if "ForwardMsg" in _off else ForwardMsg.FromString(content)


def upload_name(file: Any) -> str:
    """Return the name under which Streamlit holds an uploaded file; "" where it is not known."""
    name = getattr(file, "file_id", None)
    if isinstance(name, str) and name:
        return name
    _turn_off("file_id", f"it is {name!r}, and no name")
    return ""


@cache
def check() -> None:
    """Ask each name whether it means what is meant here; that of a file is asked with the file."""
    trials = {"BackMsg": _try_report, "ForwardMsg": _try_element}
    if THEME in sys.modules and sys.modules[THEME].__spec__ is None:  # left out
        trials["streamlit_plotly_theme"] = _try_theme
    for name, trial in trials.items():
        try:
            trial()
        except Exception as error:  # whatever another release raises
            _turn_off(name, f"{type(error).__name__}: {error}")


def _try_report() -> None:
    """Write and read the report of a widget."""
    message = BackMsg()
    widget = message.rerun_script.widget_states.widgets.add()
    widget.id, widget.json_value = WIDGET, TEXT
    (found,) = BackMsg.FromString(message.SerializeToString()).rerun_script.widget_states.widgets
    if (found.id, found.WhichOneof("value"), found.json_value) != (WIDGET, "json_value", TEXT):
        raise ValueError("a widget does not say what was said")


def _try_element() -> None:
    """Write and read an element."""
    message = ForwardMsg()
    message.delta.new_element.bidi_component.id = WIDGET
    found = ForwardMsg.FromString(message.SerializeToString())
    kind = found.delta.new_element.WhichOneof("type")
    if (found.WhichOneof("type"), kind) != ("delta", "bidi_component"):
        raise ValueError("an element is not of the kind that was written")


def _try_theme() -> None:
    """Look whether Streamlit has asked for the theme."""
    if not getattr(sys.modules[THEME], "called", False):
        raise ValueError("nobody has asked for it")


def _turn_off(name: str, reason: str) -> None:
    if name in _off:
        return
    _off.add(name)
    (lost,) = (each.without for each in NAMES if each.name == name)
    LOGGER.warning("Streamlit's private %s is not used, since %s: %s.", name, reason, lost)
