"""Moves of the sweep page: the hand did something, and another view comes of it."""

from __future__ import annotations

from dataclasses import replace

from algorithms import CATALOGUE, Algorithm, Loss
from knobs import knobs_of
from ui.movement import Move, Movement
from ui.sweep.cards import turn_card
from ui.sweep.query import FITTED, Ladder, SweptMethod
from ui.sweep.ranges import fit_ranges
from ui.view import Display, View


def plan(view: View, movement: Movement) -> View:
    """Move the knobs of the plan, or add a method: the button stands in the same panel."""
    sweep = replace(view.sweep, plan=replace(view.sweep.plan, **movement.values))
    if movement.action:
        sweep = sweep.with_added_method(Loss[view.stream.loss])
    return fit_ranges(replace(view, sweep=sweep))


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
        changed = turn_card(sweep.methods[slot], movement.values)
        if movement.action == "algorithm" and movement.value in CATALOGUE:
            changed = _as(changed, movement.value)
        return fit_ranges(replace(view, sweep=sweep.with_method(slot, changed)))

    return move


def _as(old: SweptMethod, key: str) -> SweptMethod:
    """Another algorithm with the choices that both have, over its own knob; a fit finds the rest.

    A step size that suits one method may be far too long for another.
    """
    kind = CATALOGUE[key]
    rules = knobs_of(kind)
    both = (rules.keys() & knobs_of(old.algorithm).keys()) - {*FITTED}
    kept = {
        name: getattr(old.algorithm, name)
        for name in both
        if rules[name].allows(getattr(old.algorithm, name))
    }
    return SweptMethod.of(kind(**kept)).to_fit()


def in_playground(view: View, algorithm: object) -> View:
    """Return the view on which the playground shows one setting, in the first order."""
    stream = replace(view.stream, order=0)
    return replace(view, stream=stream, display=Display(), runs=(algorithm,), letters=("A",))


def searching(view: View, at_most: int = 0) -> View:
    """Return the view on which the sweep page searches for the best with few features.

    Parameters
    ----------
    at_most : the number of features; 0 for the one that the page has.
    """
    look = view.sweep.look
    look = replace(look, at_most=at_most or look.at_most)
    return replace(view, sweep=replace(view.sweep, look=look, searching=True))


def of_playground(view: View) -> View:
    """Return the view on which the sweep page varies the runs of the playground.

    Ranges lie around the runs' own values. Runs that differ only in what is swept are one method,
    whose range holds the values of all of them.
    """
    methods: dict[Algorithm, SweptMethod] = {}
    for algorithm in view.runs:
        own = SweptMethod.of(algorithm)
        (ladder,) = own.ladders
        rest = replace(algorithm, **{ladder.knob: getattr(type(algorithm)(), ladder.knob)})
        methods[rest] = _wide_enough(methods[rest], ladder) if rest in methods else own
    sweep = replace(view.sweep, methods=tuple(methods.values()))
    return replace(view, sweep=sweep.looking_at_one())


def _wide_enough(method: SweptMethod, ladder: Ladder) -> SweptMethod:
    """The method with a range that holds that of ``ladder``, too."""
    (own,) = method.ladders
    low, high = min(own.low, ladder.low), max(own.high, ladder.high)
    return replace(method, ladders=(replace(own, low=low, high=high),))
