"""Work of Streamlit that is left out: this app has no use for it, and each movement waited."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from typing import Any

from streamlit.components.v2 import manifest_scanner
from streamlit.components.v2.bidi_component import main as bidi_component
from streamlit.components.v2.bidi_component import serialization
from streamlit.cursor import Cursor, SparseList
from streamlit.proto.NewSession_pb2 import CustomThemeConfig, NewSession
from streamlit.runtime import app_session


def spare() -> None:
    """Have Streamlit do without it; to be called before its server starts.

    At its start it reads what all installed packages say of themselves, to find components among
    them: ours belong to none. For each message to an element it looks for tables in it, and imports
    pandas for that: ours are given plain data. It writes all that an element is given a second
    time, sorted, for the name of an element without a key: ours have one.

    Each fragment notes where it stands, and copies that note before it runs: a place is some
    numbers, and the general way to copy anything takes five times as long. What an element reports
    is shown as an object of a class made for that look alone, which hears what is written into it:
    nobody writes there. And each run says again what the theme is, read option by option.
    """
    manifest_scanner.scan_component_manifests = list
    serialization.is_dataframe_like = lambda value: False
    bidi_component.BidiComponentMixin._build_bidi_identity_kwargs = _identity
    bidi_component.make_bidi_component_presenter = lambda *_given: _reported
    Cursor.__deepcopy__ = _copied
    app_session._populate_theme_msg = _remembering(app_session._populate_theme_msg)


def _identity(_element: Any, *, component_name: str, **_given: Any) -> dict[str, Any]:
    """The parts by which an element without a key would be known."""
    return {"component_name": component_name}


class _Report(dict):
    """The report of an element. Nobody changes it, so nobody needs a copy."""

    def __deepcopy__(self, memo: dict) -> _Report:
        return self


def _reported(value: Any, _session: Any) -> Any:
    """The report of an element as it is found in the session."""
    return _Report(value) if isinstance(value, dict) else value


def _copied(cursor: Cursor, memo: dict) -> Cursor:
    """A copy of a place; what stands there only for a while is mostly nothing."""
    copy = object.__new__(type(cursor))
    vars(copy).update(vars(cursor))
    passing = cursor._transient_elements
    copy._transient_elements = deepcopy(passing, memo) if len(passing) else SparseList()
    return copy


def _remembering(populate: Any) -> Any:
    """``populate``, which writes a section of the theme into a message, asked once for each."""
    if hasattr(populate, "__wrapped__"):
        return populate

    @cache
    def section_of(section: str) -> CustomThemeConfig | None:
        message = NewSession()
        populate(message.custom_theme, section)
        return message.custom_theme if message.HasField("custom_theme") else None

    def populated(message: CustomThemeConfig, section: str = "theme") -> None:
        written = section_of(section)
        if written is not None:  # what is touched is sent
            message.SetInParent()
            message.MergeFrom(written)

    populated.__wrapped__ = populate
    return populated
