"""The address bar is the state: a view as URL parameters and back.

``data=…`` and ``data.<knob>``, ``stream.<knob>``, ``view.<knob>``; ``a=<algorithm>`` and
``a.<knob>`` for run A, and so on. Knobs at their default are left out. An empty address is the
opening view.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from algorithms import CATALOGUE
from datasets import Preparation, available, recipe
from knobs import format_value, knobs_of
from ui.state import MOST_RUNS, State, Stream, View, opening

SLOTS = "abcd"[:MOST_RUNS]


def encode(state: State) -> dict[str, str]:
    """The parameters of a view; none for the opening view."""
    if state == opening():
        return {}
    parameters = {"data": state.data}
    parameters |= {f"data.{name}": format_value(value) for name, value in state.options}
    parameters |= _changed("data", state.preparation)
    parameters |= _changed("stream", state.stream)
    parameters |= _changed("view", state.view)
    for slot, algorithm in zip(SLOTS, state.runs, strict=False):
        parameters[slot] = algorithm.key
        parameters |= _changed(slot, algorithm)
    return parameters


def decode(parameters: Mapping[str, str]) -> tuple[State, list[str]]:
    """The view of an address, and a sentence for each thing in it that had to be changed."""
    if not parameters:
        return opening(), []
    left = dict(parameters)
    notes: list[str] = []
    start = opening()
    data = left.pop("data", start.data)
    if data not in available():
        notes.append(f"There is no dataset “{data}” here; {start.data} is shown instead.")
        data = start.data
    options = _read("data", _recipe_defaults(data), left, notes)
    texts = {n: left.pop(f"data.{n}") for n in text_options(data) if f"data.{n}" in left}
    preparation = Preparation(**_read("data", Preparation(), left, notes))
    stream = Stream(**_read("stream", Stream(), left, notes))
    view = View(**_read("view", View(), left, notes))
    runs = []
    for slot in SLOTS:
        key = left.pop(slot, None)
        if key is None:
            continue
        if key not in CATALOGUE:
            notes.append(f"There is no algorithm “{key}”; run {slot.upper()} was left out.")
            for name in [name for name in left if name.startswith(f"{slot}.")]:
                del left[name]
            continue
        runs.append(CATALOGUE[key](**_read(slot, CATALOGUE[key](), left, notes)))
    if not runs:
        runs = list(start.runs)
    if view.rug not in "ABCD"[: len(runs)]:
        notes.append(f"view.rug: there is no run {view.rug}; the weights of A are shown.")
        view = replace(view, rug="A")
    notes += [f"The address has an unknown key “{name}”; it was left out." for name in left]
    chosen = tuple(sorted({**options, **texts}.items()))
    return State(data, chosen, preparation, stream, view, tuple(runs)), notes


def text_options(data: str) -> tuple[str, ...]:
    """The options of a dataset that are words, not knobs."""
    return ("positive",) if hasattr(recipe(data), "positive") else ()


def _recipe_defaults(data: str) -> Any:
    return recipe(data)()


def _changed(prefix: str, owner: Any) -> dict[str, str]:
    return {
        f"{prefix}.{name}": format_value(getattr(owner, name))
        for name in knobs_of(owner)
        if getattr(owner, name) != getattr(type(owner)(), name)
    }


def _read(prefix: str, defaults: Any, left: dict[str, str], notes: list[str]) -> dict[str, Any]:
    """Take the knobs of ``defaults`` out of ``left``; those not there are at their default."""
    values = {}
    for name, declared in knobs_of(defaults).items():
        text = left.pop(f"{prefix}.{name}", None)
        if text is None:
            continue
        try:
            values[name], note = declared.parse(text)
        except ValueError:
            fallback = format_value(getattr(defaults, name))
            note = (
                f"“{text[:40]}” is no value for it, and {fallback} was taken; it {declared.rule()}"
            )
        if note:
            notes.append(f"{prefix}.{name}: {note}.")
    return values
