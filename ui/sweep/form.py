"""The address of the sweep page: the whole question, and how its results are drawn.

``data…`` and ``stream…`` as in the playground; ``plan.<knob>``, ``look.<knob>``; ``find=best``
where the best with at most ``look.at_most`` features is asked for; ``a=<algorithm>``,
``a.<knob>`` and the ladders ``a.sweep``, ``a.lowest``, … for method A, and so on. Ranges that an
address leaves out are those that fit the data (``ui.sweep.ranges``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from algorithms import CATALOGUE, sparsity_knob
from charts.labels import shorten
from ui import address
from ui.address import QUOTE_LENGTH, Form
from ui.sweep.cards import LADDERS, NOTHING, card_of, card_type, knobs_by_word, method_of
from ui.sweep.query import FITTED, MOST_METHODS, Plan, Sweep, SweepDisplay, SweptMethod, around
from ui.view import Stream, View, opening, sweep_opening

SLOTS = "abcd"[:MOST_METHODS]
FIND, BEST = "find", "best"


def encode(view: View) -> dict[str, str]:
    """Return the parameters of a sweep."""
    sweep = view.sweep
    parameters = address.encode_data(view)
    parameters |= address.changed_parameters("stream.", view.stream)
    parameters |= address.changed_parameters("plan.", sweep.plan) | address.changed_parameters(
        "look.", sweep.look
    )
    parameters |= {FIND: BEST} if sweep.searching else {}
    for slot, method in zip(SLOTS, sweep.methods, strict=False):
        parameters[slot] = method.algorithm.key
        parameters |= _card_parameters(slot, method)
    return parameters


def _card_parameters(slot: str, method: SweptMethod) -> dict[str, str]:
    """The card of a method, with its ranges: those that an address leaves out are fitted.

    What is still to be fitted is left out.
    """
    card, rungs = card_of(method), list(zip(LADDERS, method.ladders, strict=False))
    texts = address.parameters_of(card)
    always = [name for (_, low, high, _), one in rungs for name in (low, high, one.knob)]
    values = address.changed_parameters("", card) | {name: texts[name] for name in always}
    open_ends = {
        name for (_, *ends, _), one in rungs if one.knob in method.unfitted for name in ends
    }
    return {
        f"{slot}.{name}": text
        for name, text in values.items()
        if name not in open_ends | method.unfitted
    }


def decode(parameters: Mapping[str, str], known: View | None = None) -> tuple[View, list[str]]:
    """Return the view of an address, and notes; the view so far where the address is empty."""
    left, notes = dict(parameters), list[str]()
    data = {name: left.pop(name) for name in list(left) if name.split(".")[0] == "data"}
    start = known or sweep_opening()
    if (
        not parameters and replace(start, lessons={}, pins=opening().pins) == opening()
    ):  # nothing asked yet
        start = replace(sweep_opening(), lessons=start.lessons, pins=start.pins)
    view, more = address.decode_data(data, start)
    notes += more
    if not parameters:
        return view, notes
    stream = Stream(**address.read("stream.", Stream(), left, notes))
    plan = Plan(**address.read("plan.", Plan(), left, notes))
    look = SweepDisplay(**address.read("look.", SweepDisplay(), left, notes))
    methods = tuple(_read_methods(left, notes)) or Sweep().methods
    searching = left.pop(FIND, "") == BEST
    sweep = Sweep(methods, plan, look, searching)
    if sweep.looking_at_one() != sweep:
        notes.append(f"look.method: there is no method {look.method}; A is shown.")
    view = replace(view, stream=stream, sweep=sweep.looking_at_one())
    return view, notes + address.unknown_note(left)


def _read_methods(left: dict[str, str], notes: list[str]) -> Iterator[SweptMethod]:
    for slot in SLOTS:
        key = left.pop(slot, None)
        if key in CATALOGUE:
            yield _read_method(slot, key, left, notes)
        elif key is not None:
            made_up = shorten(key, QUOTE_LENGTH)
            notes.append(f"There is no algorithm “{made_up}”; method {slot.upper()} was left out.")
            for name in [name for name in left if name.startswith(f"{slot}.")]:
                del left[name]


def _read_method(slot: str, key: str, left: dict[str, str], notes: list[str]) -> SweptMethod:
    """The method of ``slot``: its ladders say which knobs its card has."""
    kind = CATALOGUE[key]
    names, own = knobs_by_word(kind), sparsity_knob(kind)
    first = names.get(left.get(f"{slot}.sweep", ""), own)
    second = names.get(left.get(f"{slot}.also", NOTHING), "")
    card = card_type(kind, first, "" if second == first else second)
    given = {name.partition(".")[2] for name in left if name.startswith(f"{slot}.")}
    method = method_of(key, card(**address.read(f"{slot}.", card(), left, notes)))
    return _open_ended(method, given)


def _open_ended(method: SweptMethod, given: set[str]) -> SweptMethod:
    """The method with what the address leaves to the fit still to be fitted.

    These are the ends of a ladder where neither is given, and the knobs beside it where no ladder
    has ends. A knob whose ladder is given stands at its low end unless it says where.
    """
    algorithm, ladders, named = method.algorithm, list(method.ladders), False
    unfitted = set(FITTED) - given
    for place, (_, low, high, _) in enumerate(LADDERS[: len(ladders)]):
        ladder = ladders[place]
        if not {low, high} & given:
            ladders[place] = around(algorithm, ladder.knob, ladder.n)
            continue
        named = True
        unfitted.discard(ladder.knob)
        if ladder.knob not in given:
            algorithm = replace(algorithm, **{ladder.knob: ladder.low})
    if named:
        unfitted &= {ladder.knob for ladder in ladders}
    return SweptMethod(algorithm, tuple(ladders)).to_fit(unfitted)


SWEEP = Form("sweep", encode, decode)
