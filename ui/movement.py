"""Movements: what the hand did, and what each makes of a view.

A function that makes a view of a view and a movement is a ``Move``; panels are given one each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

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


def part(name: str) -> Move:
    """Return what moves the knobs of ``recipe``, ``preparation`` or ``stream``."""

    def move(view: View, movement: Movement) -> View:
        return replace(view, **{name: replace(getattr(view, name), **movement.values)})

    return move


def display(view: View, movement: Movement) -> View:
    """Move the knobs of the pictures, or add a run: the button stands in the same panel."""
    view = replace(view, display=replace(view.display, **movement.values))
    return view.with_added_run() if movement.action else view


def run(slot: int) -> Move:
    """Return what moves the card of run ``slot``: its knobs, another algorithm, its removal."""

    def move(view: View, movement: Movement) -> View:
        if slot >= len(view.runs):  # removed while the movement was under way
            return view
        if movement.action == "remove":
            return view.without_run(slot)
        if movement.values:
            view = view.with_run(slot, replace(view.runs[slot], **movement.values))
        if movement.action == "algorithm":
            return view.with_algorithm(slot, movement.value)
        return view

    return move


def lesson(key: str, knobs: type) -> Move:
    """Return what moves the knobs of a lesson."""

    def move(view: View, movement: Movement) -> View:
        place = view.lessons.get(key, Place(knobs()))
        return view.with_place(key, replace(place, knobs=replace(place.knobs, **movement.values)))

    return move
