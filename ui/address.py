"""The address bar is the state: a view as URL parameters and back.

``data=…`` and ``data.<knob>``, ``stream.<knob>``, ``view.<knob>``; ``a=<algorithm>`` and
``a.<knob>`` for run A, and so on. Knobs at their default are left out. An empty address is the
opening view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from algorithms import CATALOGUE, Algorithm
from algorithms.rule_language import RuleOption
from charts.labels import shorten
from datasets import DatasetError, Preparation, Recipe
from knobs import format_value, knobs_of, words_of
from ui import dataset_library
from ui.playground.pin_list import NO_PINS, read_pins
from ui.playground.world_knobs import WorldKnobs
from ui.view import RUN_LETTERS, Display, Stream, View, opening

SLOTS = RUN_LETTERS.lower()
LONGEST = 1500
"""Longer texts, such as the groups of thousands of features, last as long as the session."""

NAMED, QUOTE_LENGTH = 3, 40
"""Unknown keys that are said by name, and letters of a name that an address made up."""


@dataclass(frozen=True)
class Form:
    """The way in which one page writes a view into its address, and reads it.

    Parameters
    ----------
    page : the page's key.
    encode : view → parameters.
    decode : (parameters, the view so far or None) → a view, and a sentence for each thing in the
        parameters that had to be changed.
    """

    page: str
    encode: Callable[[View], dict[str, str]]
    decode: Callable[[Mapping[str, str], View | None], tuple[View, list[str]]]


def encode(view: View) -> dict[str, str]:
    """Return the parameters of the playground; none for the opening view."""
    start = opening()
    if replace(view, lessons={}, sweep=start.sweep, pins=NO_PINS) == start:
        return view.pins.parameters()
    return spell_out(view) | view.pins.parameters()


def spell_out(view: View) -> dict[str, str]:
    """Return the parameters of a view without its pins, of the opening view, too.

    They say the same to a later version that opens with another view.
    """
    parameters = encode_data(view)
    parameters |= changed_parameters("stream.", view.stream)
    parameters |= changed_parameters("view.", view.display)
    parameters |= changed_parameters("world.", view.world)
    for letter, algorithm in zip(view.letters, view.runs, strict=True):
        slot = letter.lower()
        parameters[slot] = algorithm.key
        parameters |= changed_parameters(f"{slot}.", algorithm)
    return parameters


def encode_data(view: View) -> dict[str, str]:
    """Return the dataset, and what was done to it; what is too long for an address is left out."""
    options = changed_parameters("data.", view.recipe) | changed_parameters(
        "data.", view.preparation
    )
    short = {name: text for name, text in options.items() if len(text) <= LONGEST}
    return {"data": view.recipe.key} | short


def decode_data(parameters: Mapping[str, str], known: View | None = None) -> tuple[View, list[str]]:
    """Return the view so far (or the opening one) on the dataset of an address, and notes."""
    left, notes = dict(parameters), list[str]()
    start = known or opening()
    if parameters:
        start = _on_data(start, left, notes)
    return start, notes + unknown_note(left)


def _on_data(start: View, left: dict[str, str], notes: list[str]) -> View:
    """``start`` on the dataset that ``left`` names; what is read is taken out of it."""
    recipe = read_recipe(left, notes)
    preparation = Preparation(**read("data.", Preparation(), left, notes))
    return replace(start, recipe=recipe, preparation=preparation)


def read_recipe(left: dict[str, str], notes: list[str]) -> Recipe:
    """Return the recipe that ``left`` names; what is read is taken out of it."""
    otherwise = opening().recipe
    name = left.pop("data", otherwise.key)
    try:
        kind = dataset_library.recipe(name)
    except DatasetError:
        gone = f"There is no dataset “{shorten(name, QUOTE_LENGTH)}” here"
        notes.append(f"{gone}; {otherwise.key} is shown instead.")
        kind = type(otherwise)
    options = read("data.", kind(), left, notes)
    try:
        return kind(**options)
    except ValueError as error:  # options that exclude each other
        notes.append(f"{str(error).removesuffix('.')}. Its options are at their defaults instead.")
        return kind()


def decode(parameters: Mapping[str, str], known: View | None = None) -> tuple[View, list[str]]:
    """Return the view of an address, and notes; of the view so far lessons and the sweep stay."""
    start = opening()
    if known:
        start = replace(start, lessons=known.lessons, sweep=known.sweep)
    left, notes = dict(parameters), list[str]()
    start = replace(start, pins=read_pins(left, notes))
    if not left:
        return start, notes
    start = _on_data(start, left, notes)
    stream = Stream(**read("stream.", Stream(), left, notes))
    display = Display(**read("view.", Display(), left, notes))
    world = WorldKnobs(**read("world.", WorldKnobs(), left, notes))
    read_runs = dict(_read_runs(left, notes)) or dict(zip(start.letters, start.runs, strict=True))
    letters, runs = tuple(read_runs), tuple(read_runs.values())
    if display.rug not in letters:
        if "view.rug" in parameters:
            notes.append(
                f"view.rug: there is no run {display.rug}; the weights of {letters[0]} are shown."
            )
        display = replace(display, rug=letters[0])
    view = replace(start, stream=stream, display=display, world=world, runs=runs, letters=letters)
    return view, notes + unknown_note(left)


def _read_runs(left: dict[str, str], notes: list[str]) -> Iterator[tuple[str, Algorithm]]:
    for slot in SLOTS:
        key = left.pop(slot, None)
        if key in CATALOGUE:
            values = read(f"{slot}.", CATALOGUE[key](), left, notes)
            yield slot.upper(), CATALOGUE[key](**values)
        elif key is not None:
            made_up = shorten(key, QUOTE_LENGTH)
            notes.append(f"There is no algorithm “{made_up}”; run {slot.upper()} was left out.")
            for name in [name for name in left if name.startswith(f"{slot}.")]:
                del left[name]


def unknown_note(left: Mapping[str, str]) -> list[str]:
    """Return a sentence about the parameters that nobody has read; none where there are none."""
    if not left:
        return []
    names = [f"“{shorten(name, QUOTE_LENGTH)}”" for name in list(left)[:NAMED]]
    if len(left) == 1:
        return [f"The address has an unknown key {names[0]}; it was left out."]
    if len(left) > NAMED:
        names.append(f"{len(left) - NAMED:,} more")
    listed = f"{', '.join(names[:-1])} and {names[-1]}"
    return [f"The address has {len(left):,} unknown keys, {listed}; they were left out."]


PLAYGROUND = Form("playground", encode, decode)
DATA = Form("data", encode_data, decode_data)


def changed_parameters(prefix: str, owner: Any) -> dict[str, str]:
    """Return the knobs and words of ``owner`` that are not at their defaults, as parameters."""
    default = type(owner)()
    values = {name: getattr(owner, name) for name in (*knobs_of(owner), *words_of(owner))}
    return {
        f"{prefix}{name}": format_value(value)
        for name, value in values.items()
        if value != getattr(default, name)
    }


def parameters_of(owner: Any) -> dict[str, str]:
    """Return all knobs and words of ``owner`` as an address writes them, by name."""
    names = (*knobs_of(owner), *words_of(owner))
    return {name: format_value(getattr(owner, name)) for name in names}


def read(prefix: str, defaults: Any, left: dict[str, str], notes: list[str]) -> dict[str, Any]:
    """Return the options of ``defaults`` that ``left`` has under ``prefix``, taken out of it."""
    values: dict[str, Any] = {}
    for name, declared in words_of(defaults).items():
        text = left.pop(f"{prefix}{name}", "")
        if isinstance(declared, RuleOption) and text and (problem := declared.problem(text)):
            notes.append(f"{prefix}{name}: {problem}; the usual rule was taken.")
        elif text:
            values[name] = text
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
