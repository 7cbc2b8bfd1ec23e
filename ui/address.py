"""The address bar is the state: a view as URL parameters and back.

``data=…`` and ``data.<knob>``, ``stream.<knob>``, ``view.<knob>``; ``a=<algorithm>`` and
``a.<knob>`` for run A, and so on. Knobs at their default are left out. An empty address is the
opening view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from algorithms import CATALOGUE
from datasets import Preparation
from knobs import format_value, knobs_of, words_of
from ui.shelf import UPLOADED, everything, recipe
from ui.view import MOST_RUNS, Display, Stream, View, opening

SLOTS = "abcd"[:MOST_RUNS]
LONGEST = 1500
"""Longer texts, such as the groups of thousands of features, last as long as the session."""


@dataclass(frozen=True)
class Form:
    """What one page writes of a view into its address, and how it reads it.

    encode : the parameters of a view.
    decode : the view of some parameters, given the one shown so far or None; and a sentence for
        each thing in them that had to be changed.
    """

    page: str
    encode: Callable[[View], dict[str, str]]
    decode: Callable[[Mapping[str, str], View | None], tuple[View, list[str]]]


def encode(state: View) -> dict[str, str]:
    """The parameters of a view; none for the opening view."""
    if state == opening():
        return {}
    parameters = encode_data(state)
    parameters |= changed("stream.", state.stream)
    parameters |= changed("view.", state.display)
    for slot, algorithm in zip(SLOTS, state.runs, strict=False):
        parameters[slot] = algorithm.key
        parameters |= changed(f"{slot}.", algorithm)
    return parameters


def encode_data(state: View) -> dict[str, str]:
    """Which dataset, and what was done to it. What is too long for an address is left out."""
    options = {f"data.{name}": format_value(value) for name, value in state.options}
    told = options | changed("data.", state.preparation)
    return {"data": state.data} | {k: v for k, v in told.items() if len(v) <= LONGEST}


def decode_data(parameters: Mapping[str, str], known: View | None = None) -> tuple[View, list[str]]:
    """The view so far (or the opening one) on the dataset of an address, and notes."""
    left, notes = dict(parameters), list[str]()
    start = known or opening()
    if parameters:
        start = _on_data(start, left, notes)
    notes += [f"The address has an unknown key “{name}”; it was left out." for name in left]
    return start, notes


def _on_data(start: View, left: dict[str, str], notes: list[str]) -> View:
    """``start`` on the dataset that ``left`` names; what is read is taken out of it."""
    data = left.pop("data", opening().data)
    if data not in everything():
        gone = (
            "The upload of this link ended with its session"
            if data.startswith(UPLOADED)
            else f"There is no dataset “{data}” here"
        )
        notes.append(f"{gone}; {opening().data} is shown instead.")
        data = opening().data
    options = read("data.", recipe(data)(), left, notes)
    preparation = Preparation(**read("data.", Preparation(), left, notes))
    return replace(
        start, data=data, options=tuple(sorted(options.items())), preparation=preparation
    )


def decode(parameters: Mapping[str, str], known: View | None = None) -> tuple[View, list[str]]:
    """The view of an address, whatever was shown before, and notes."""
    if not parameters:
        return opening(), []
    left, notes = dict(parameters), list[str]()
    start = _on_data(opening(), left, notes)
    stream = Stream(**read("stream.", Stream(), left, notes))
    view = Display(**read("view.", Display(), left, notes))
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
        runs.append(CATALOGUE[key](**read(f"{slot}.", CATALOGUE[key](), left, notes)))
    if not runs:
        runs = list(start.runs)
    if view.rug not in "ABCD"[: len(runs)]:
        notes.append(f"view.rug: there is no run {view.rug}; the weights of A are shown.")
        view = replace(view, rug="A")
    notes += [f"The address has an unknown key “{name}”; it was left out." for name in left]
    return replace(start, stream=stream, display=view, runs=tuple(runs)), notes


PLAYGROUND = Form("playground", encode, decode)
DATA = Form("data", encode_data, decode_data)


def changed(prefix: str, owner: Any) -> dict[str, str]:
    return {
        f"{prefix}{name}": format_value(getattr(owner, name))
        for name in (*knobs_of(owner), *words_of(owner))
        if getattr(owner, name) != getattr(type(owner)(), name)
    }


def read(prefix: str, defaults: Any, left: dict[str, str], notes: list[str]) -> dict[str, Any]:
    """The options of ``defaults`` that ``left`` has under ``prefix``; they are taken out of it."""
    given = {name: left.pop(f"{prefix}{name}", "") for name in words_of(defaults)}
    values: dict[str, Any] = {name: text for name, text in given.items() if text}
    for name, declared in knobs_of(defaults).items():
        text = left.pop(f"{prefix}{name}", None)
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
            notes.append(f"{prefix}{name}: {note}.")
    return values
