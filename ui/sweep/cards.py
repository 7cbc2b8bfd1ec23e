"""The card of a method: its knobs, and the ladders of those that are swept, as one set of knobs.

Which knobs a card has depends on the algorithm and on what is swept; its type is made for that.
One declaration then serves the panel, the address and the checks, as everywhere.
"""

from __future__ import annotations

import math
from dataclasses import field, make_dataclass, replace
from functools import cache
from typing import Any

from algorithms import CATALOGUE, Algorithm, sparsity_knob, sweepable
from knobs import Knob, check_knobs, knob, knobs_of, log, one_of, words_of
from ui.live.panel import rules_of
from ui.sweep.query import FIRST, FITTED, SECOND, Ladder, SweptMethod, around, whole

NOTHING = "nothing_else"
ROOM = 100.0
"""A slider reaches so many times further than the value at which it stands."""
MOST_VALUES = 100
LADDERS = (("sweep", "lowest", "highest", "values"), ("also", "lowest_2", "highest_2", "values_2"))
"""The knobs of the two ladders: the knob, its lowest and highest value, how many values."""


def knobs_by_word(kind: type[Algorithm]) -> dict[str, str]:
    """Return the knobs of an algorithm that can be swept, by the words for them."""
    knobs = sweepable(kind)
    labels = [declared.label for declared in knobs.values()]
    return {
        declared.label.replace(" ", "_") if labels.count(declared.label) == 1 else name: name
        for name, declared in knobs.items()
        if declared.label
    }


@cache
def card_type(kind: type[Algorithm], first: str, second: str) -> type:
    """Return the type of the card of ``kind``, whose defaults sweep its sparsity knob alone.

    Parameters
    ----------
    first, second : the knobs that are swept; "" where it is only one.
    """
    words = {name: text for text, name in knobs_by_word(kind).items()}
    own = sparsity_knob(kind)
    fields: list[tuple[str, Any, Any]] = [
        ("sweep", str, _choice(words[own], "sweep", tuple(words.values()))),
        *_ladder(kind, first, LADDERS[0], FIRST),
    ]
    others = tuple(text for name, text in words.items() if name != first)
    fields.append(("also", str, _choice(NOTHING, "and", (NOTHING, *others))))
    if second:
        fields += _ladder(kind, second, LADDERS[1], SECOND)
    usual = kind()
    for name, declared in knobs_of(kind).items():
        default = getattr(usual, name)
        fields.append((name, type(default), field(default=default, metadata={"knob": declared})))
    for name, text in words_of(kind).items():
        fields.append((name, str, field(default=getattr(usual, name), metadata={"words": text})))
    return make_dataclass(
        f"{kind.__name__}Card", fields, frozen=True, namespace={"__post_init__": check_knobs}
    )


def _choice(default: str, label: str, choices: tuple[str, ...]) -> Any:
    about = "The knob whose values are tried, one after the other."
    return knob(default, "", label, one_of(*choices), about)


def _ladder(
    kind: type[Algorithm], name: str, names: tuple[str, ...], n: int
) -> list[tuple[str, Any, Any]]:
    """The fields of a ladder: ends on the slider of the knob itself, and a number of values."""
    declared: Knob = knobs_of(kind)[name]
    ends = whole(kind, name, n)
    _, low, high, count = names

    def end(default: float, label: str, which: str) -> Any:
        about = f"The {which} value of {declared.symbol} that is tried."
        own = replace(declared, label=label, about=about, rare=False)
        return field(default=default, metadata={"knob": own})

    many = knob(n, "", "values", log(1, MOST_VALUES, integer=True), "How many values are tried.")
    return [
        (low, float, end(ends.low, "from", "smallest")),
        (high, float, end(ends.high, "to", "largest")),
        (count, int, many),
    ]


def card_of(method: SweptMethod) -> Any:
    """Return the card of a method."""
    kind = type(method.algorithm)
    words = {name: text for text, name in knobs_by_word(kind).items()}
    swept = [ladder.knob for ladder in method.ladders]
    values = {name: getattr(method.algorithm, name) for name in (*words_of(kind), *knobs_of(kind))}
    for names, ladder in zip(LADDERS, method.ladders, strict=False):
        ends = (words[ladder.knob], ladder.low, ladder.high, ladder.n)
        values |= dict(zip(names, ends, strict=True))
    return card_type(kind, swept[0], (*swept, "")[1])(**values)


def method_of(key: str, card: Any) -> SweptMethod:
    """Return the method of a card of the algorithm ``key``."""
    kind = CATALOGUE[key]
    names = knobs_by_word(kind)
    ladders = [
        Ladder(names[getattr(card, swept)], *(getattr(card, name) for name in rest))
        for swept, *rest in LADDERS
        if getattr(card, swept) != NOTHING
    ]
    own = {name: getattr(card, name) for name in (*words_of(kind), *knobs_of(kind))}
    return SweptMethod(kind(**own), tuple(ladders))


def shown_knobs(method: SweptMethod) -> list[str]:
    """Return the knobs of a card that are shown: of a swept knob the ladder alone."""
    swept = {ladder.knob for ladder in method.ladders}
    card = card_of(method)
    return [*rules_of(card), *(name for name in knobs_of(card) if name not in swept)]


def sliders(method: SweptMethod) -> dict[str, tuple[float, float]]:
    """Return the ends of the sliders that reach beyond those of their knobs, by the knob."""
    card, rules = card_of(method), knobs_of(method.algorithm)
    ends = [(low, high) for _, low, high, _ in LADDERS[: len(method.ladders)]]
    values = {name: getattr(card, name) for pair in ends for name in pair}
    values |= {name: getattr(card, name) for name in FITTED if name in rules}
    declared = knobs_of(card)
    return {
        name: (min(declared[name].low, value / ROOM), max(declared[name].high, value * ROOM))
        for name, value in values.items()
        if declared[name].scale == "log" and 0.0 < value < math.inf
    }


def turn_card(method: SweptMethod, values: dict[str, Any]) -> SweptMethod:
    """Return a method whose card was turned to ``values``.

    A knob that is newly swept has a ladder around where it stands; one that is swept no longer
    stands where it stood.
    """
    kind = type(method.algorithm)
    names, rules = knobs_by_word(kind), knobs_of(kind)
    own = {name: value for name, value in values.items() if name in rules or name in words_of(kind)}
    algorithm = replace(method.algorithm, **own)
    ladders = list(method.ladders)
    for place, (swept, *rest) in enumerate(LADDERS):
        asked = values.get(swept)
        current = ladders[place] if place < len(ladders) else None
        if asked == NOTHING:
            del ladders[1:]
        elif asked is not None and (current is None or names[asked] != current.knob):
            ladders[place : place + 1] = [around(algorithm, names[asked], (FIRST, SECOND)[place])]
        elif current is not None:
            changes = {
                part: values[name]
                for part, name in zip(("low", "high", "n"), rest, strict=True)
                if name in values
            }
            ladders[place] = replace(current, **changes)
    if len(ladders) == 2 and ladders[0].knob == ladders[1].knob:
        del ladders[1]
    return replace(method, algorithm=algorithm, ladders=tuple(ladders))
