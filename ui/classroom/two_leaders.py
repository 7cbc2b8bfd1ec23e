"""Two who lead one class at once, each from the place of the class that their window shows.

What is meant is *to step 4*, not *one step on*: two who press Next at the same step go one step.
Who goes to another page or step takes the class along, and what the other one did at the place
that was left does not lead back. At one place both have their knobs; of two values of the same
knob, and of two other places, the later stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlencode

from ui.classroom.errors import ClassError
from ui.classroom.room import Room


def fit_changes(room: Room, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a leader's changes are to a room, which may have gone on meanwhile.

    Parameters
    ----------
    changes : values of a room by name. Beside them may stand ``seen``, ``{"page", "query"}``, the
        place that the leader's window has changed; without it all of them stand.

    Raises
    ------
    ClassError : ``seen`` is no place.
    """
    values = dict(changes)
    seen = values.pop("seen", None)
    if seen is None:
        return values
    before = _query_of(seen)
    after = values.get("query", before)
    if not isinstance(after, str):
        return values  # the room says what is wrong with it
    base = _place(seen["page"], before)
    mine = _place(values.get("page", seen["page"]), after)
    theirs = _place(room.page, room.query)
    if theirs != base:
        return {} if mine in (base, theirs) else values
    if mine == base and "query" in values:
        values["query"] = _with_both(before, after, room.query)
    return values


def _query_of(seen: Any) -> str:
    """The query of a place that was seen."""
    is_place = isinstance(seen, Mapping) and set(seen) == {"page", "query"}
    if not is_place or not all(isinstance(each, str) for each in seen.values()):
        raise ClassError("This is no state of a class.")
    return seen["query"]


def _place(page: object, query: str) -> tuple[object, list[str]]:
    """A page, and the step of its story."""
    return page, _parameters(query).get("step", [])


def _with_both(before: str, after: str, now: str) -> str:
    """What is there now, with what somebody else has changed of what was there before."""
    old, new, both = _parameters(before), _parameters(after), _parameters(now)
    if both == old:
        return after
    for name in {*old, *new}:
        if new.get(name) != old.get(name):
            both[name] = new.get(name, [])
    return urlencode(sorted(both.items()), doseq=True)


def _parameters(query: str) -> dict[str, list[str]]:
    return parse_qs(query, keep_blank_values=True)
