"""Movements: what the hand did, and what each makes of a view.

A function that makes a view of a view and a movement is a ``Move``; panels are given one each.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from algorithms import CATALOGUE
from algorithms.rule_language import RuleOption
from knobs import Knob
from ui.view import Place, View


@dataclass(frozen=True)
class Movement:
    """Something the hand did.

    Parameters
    ----------
    values : knobs by name, where the hand left them, held to their rules.
    live : the hand is still at it.
    action : a button that was pressed, such as "remove"; "" for knobs alone.
    value : the choice that goes with the action.
    """

    values: dict[str, Any] = field(default_factory=dict)
    live: bool = False
    action: str = ""
    value: str = ""


Move = Callable[[View, Movement], View]


class Movable(Protocol):
    """A panel, as far as movements need to know it."""

    @property
    def move(self) -> Move: ...

    @property
    def knobs_shown(self) -> Mapping[str, Knob]: ...


LAST, MOST = 2**53, 10_000
"""The largest number of a movement, as JavaScript counts, and the movements of one message."""

PARTS = {"n": int, "source": str, "live": bool}
MORE = {"values": {}, "action": "", "value": ""}
"""The parts of a movement in a browser's log, and those that may be missing."""


def well_formed(log: Any) -> list[dict[str, Any]]:
    """Return the entries of a browser's log in their order, each with all of its parts.

    Anybody may send anything over the connection: what no page of ours would send is left out.

    Parameters
    ----------
    log : a list of ``{"n", "source", "live"}``, where ``"values"``, ``"action"`` and ``"value"``
        may stand, too: empty ones are taken for those that are of another kind.
    """
    entries = [_whole(entry) for entry in log[-MOST:]] if isinstance(log, list) else []
    return sorted((entry for entry in entries if entry), key=lambda entry: entry["n"])


def _whole(entry: Any) -> dict[str, Any] | None:
    """An entry with all of its parts; None where nobody could follow it."""
    if not isinstance(entry, dict):
        return None
    if any(type(entry.get(part)) is not kind for part, kind in PARTS.items()):
        return None
    more = {name: entry[name] for name, kind in MORE.items() if type(entry.get(name)) is type(kind)}
    return entry | MORE | more if 0 < entry["n"] < LAST else None


def follow(view: View, log: list[dict[str, Any]], panels: Mapping[str, Movable]) -> View:
    """Return a view after the movements of a log, those of unknown panels left out.

    Parameters
    ----------
    log : well-formed entries, in their order; see ``well_formed``.
    panels : by the name under which the browser reports their movements.

    Raises
    ------
    ValueError : knobs that exclude each other.
    """
    for entry in log:
        panel = panels.get(entry["source"])
        if panel is not None:
            view = panel.move(view, movement_of(entry, panel.knobs_shown))
    return view


def movement_of(entry: Mapping[str, Any], knobs: Mapping[str, Knob]) -> Movement:
    """Return an entry of a log, its values held to the rules of some knobs.

    A value that no knob could have is left out.
    """
    values = dict[str, Any]()
    for name, value in entry["values"].items():
        with suppress(TypeError, ValueError, OverflowError):
            if name in knobs:
                values[name] = _clean(knobs[name], value)
    return Movement(values, entry["live"], entry["action"], entry["value"])


def _clean(knob: Knob, value: Any) -> Any:
    """A value from the browser, held to the knob's rule like one from the address bar."""
    if isinstance(knob, RuleOption):
        if problem := knob.problem(value):
            raise ValueError(problem)
        return value
    if knob.choices:
        return value if value in knob.choices else knob.choices[0]
    if knob.flag:
        return bool(value)
    number = math.inf if value == "inf" else float(value)
    return knob.clamp(0.0 if math.isnan(number) else number)


def place_in(text: str) -> int | None:
    """Return the place in a list that ``text`` names; None where it is no whole number."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else None


def part(name: str) -> Move:
    """Return what moves the knobs of ``recipe``, ``preparation``, ``stream`` or ``display``."""

    def move(view: View, movement: Movement) -> View:
        return replace(view, **{name: replace(getattr(view, name), **movement.values)})

    return move


def run(slot: int) -> Move:
    """Return what moves the card of run ``slot``: its knobs, another algorithm, its removal.

    Under the last card stands the button that adds a run.
    """

    def move(view: View, movement: Movement) -> View:
        if slot >= len(view.runs):  # removed while the movement was under way
            return view
        if movement.action == "remove":
            return view.without_run(slot)
        if movement.action == "button":
            return view.with_added_run()
        if movement.values:
            view = view.with_run(slot, replace(view.runs[slot], **movement.values))
        if movement.action == "algorithm" and movement.value in CATALOGUE:
            return view.with_algorithm(slot, movement.value)
        return view

    return move


def lesson(key: str, knobs: type) -> Move:
    """Return what moves the knobs of a lesson."""

    def move(view: View, movement: Movement) -> View:
        place = view.lessons.get(key, Place(knobs()))
        return view.with_place(key, replace(place, knobs=replace(place.knobs, **movement.values)))

    return move
