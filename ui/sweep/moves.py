"""Moves of the sweep page: the hand did something, and another view comes of it."""

from __future__ import annotations

from dataclasses import replace

from algorithms import CATALOGUE, Loss
from knobs import knobs_of
from ui.movement import Move, Movement
from ui.sweep.asked import Swept
from ui.sweep.cards import turned
from ui.view import Display, View


def plan(view: View, movement: Movement) -> View:
    """Move the knobs of the plan, or add a method: the button stands in the same panel."""
    sweep = replace(view.sweep, plan=replace(view.sweep.plan, **movement.values))
    if movement.action:
        sweep = sweep.with_added_method(Loss[view.stream.loss])
    return replace(view, sweep=sweep)


def look(view: View, movement: Movement) -> View:
    """Move the knobs of the pictures."""
    sweep = view.sweep
    return replace(view, sweep=replace(sweep, look=replace(sweep.look, **movement.values)))


def method(slot: int) -> Move:
    """Return what moves the card of method ``slot``: knobs, ladders, another algorithm."""

    def move(view: View, movement: Movement) -> View:
        sweep = view.sweep
        if slot >= len(sweep.methods):  # removed while the movement was under way
            return view
        if movement.action == "remove":
            return replace(view, sweep=sweep.without_method(slot))
        changed = turned(sweep.methods[slot], movement.values)
        if movement.action == "algorithm" and movement.value in CATALOGUE:
            changed = _as(changed, movement.value)
        return replace(view, sweep=sweep.with_method(slot, changed))

    return move


def _as(old: Swept, key: str) -> Swept:
    """Another algorithm with the choices and numbers that both have, over its own knob."""
    kind = CATALOGUE[key]
    rules = knobs_of(kind)
    swept = {ladder.knob for ladder in old.ladders}
    kept = {
        name: getattr(old.algorithm, name)
        for name in (rules.keys() & knobs_of(old.algorithm).keys()) - swept
        if rules[name].allows(getattr(old.algorithm, name))
    }
    return Swept.of(kind(**kept))


def in_playground(view: View, algorithm: object) -> View:
    """Return the view on which the playground shows one setting, in the first order."""
    stream = replace(view.stream, order=0)
    return replace(view, stream=stream, display=Display(), runs=(algorithm,), letters=("A",))


def of_playground(view: View) -> View:
    """Return the view on which the sweep page varies the runs of the playground."""
    methods = tuple(dict.fromkeys(Swept.of(algorithm) for algorithm in view.runs))
    return replace(view, sweep=replace(view.sweep, methods=methods).looking_at_one())
