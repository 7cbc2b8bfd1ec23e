"""The address of the sweep page: the whole question, and how its answer is drawn.

``data…`` and ``stream…`` as in the playground; ``plan.<knob>``, ``look.<knob>``; ``a=<algorithm>``,
``a.<knob>`` and the ladders ``a.sweep``, ``a.lowest``, … for method A, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from algorithms import CATALOGUE, sparsity_knob
from charts.labels import shortened
from ui import address
from ui.address import LETTERS, Form
from ui.sweep.asked import MOST_METHODS, Look, Plan, Sweep, Swept
from ui.sweep.cards import NOTHING, called, card_of, card_type, method_of
from ui.view import Stream, View

SLOTS = "abcd"[:MOST_METHODS]


def encode(view: View) -> dict[str, str]:
    """Return the parameters of a sweep."""
    sweep = view.sweep
    parameters = address.encode_data(view)
    parameters |= address.changed("stream.", view.stream)
    parameters |= address.changed("plan.", sweep.plan) | address.changed("look.", sweep.look)
    for slot, method in zip(SLOTS, sweep.methods, strict=False):
        parameters[slot] = method.algorithm.key
        parameters |= address.changed(f"{slot}.", card_of(method))
    return parameters


def decode(parameters: Mapping[str, str], known: View | None = None) -> tuple[View, list[str]]:
    """Return the view of an address, and notes; the view so far where the address is empty."""
    left, notes = dict(parameters), list[str]()
    data = {name: left.pop(name) for name in list(left) if name.split(".")[0] == "data"}
    view, more = address.decode_data(data, known)
    notes += more
    if not parameters:
        return view, notes
    stream = Stream(**address.read("stream.", Stream(), left, notes))
    plan = Plan(**address.read("plan.", Plan(), left, notes))
    look = Look(**address.read("look.", Look(), left, notes))
    methods = tuple(_read_methods(left, notes)) or Sweep().methods
    sweep = Sweep(methods, plan, look)
    if sweep.looking_at_one() != sweep:
        notes.append(f"look.method: there is no method {look.method}; A is shown.")
    view = replace(view, stream=stream, sweep=sweep.looking_at_one())
    return view, notes + address.unknown(left)


def _read_methods(left: dict[str, str], notes: list[str]) -> Iterator[Swept]:
    for slot in SLOTS:
        key = left.pop(slot, None)
        if key in CATALOGUE:
            yield _read_method(slot, key, left, notes)
        elif key is not None:
            made_up = shortened(key, LETTERS)
            notes.append(f"There is no algorithm “{made_up}”; method {slot.upper()} was left out.")
            for name in [name for name in left if name.startswith(f"{slot}.")]:
                del left[name]


def _read_method(slot: str, key: str, left: dict[str, str], notes: list[str]) -> Swept:
    """The method of ``slot``: its ladders say which knobs its card has."""
    kind = CATALOGUE[key]
    names, own = called(kind), sparsity_knob(kind)
    first = names.get(left.get(f"{slot}.sweep", ""), own)
    second = names.get(left.get(f"{slot}.also", NOTHING), "")
    card = card_type(kind, first, "" if second == first else second)
    return method_of(key, card(**address.read(f"{slot}.", card(), left, notes)))


SWEEP = Form("sweep", encode, decode)
