"""The live panel: the knobs of a dataclass as sliders that report while they are dragged."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import streamlit as st

from knobs import Knob, knobs_of
from ui.live.assets import element


@dataclass(frozen=True)
class Movement:
    """What the hand did. ``live``: it is still doing it. ``mark``: to be answered by a figure."""

    mark: str
    live: bool
    values: dict[str, Any]
    action: str = ""
    value: str = ""


def live_panel(
    source: str,
    label: str,
    owner: Any,
    on_move: Callable[[Movement], None],
    *,
    only: Sequence[str] = (),
    heading: dict | None = None,
    layout: Literal["row", "column"] = "row",
) -> None:
    """Show the knobs of ``owner``, a dataclass instance; ``only`` picks and orders them.

    ``on_move`` is called before the rerun that a movement starts.
    """
    declared = knobs_of(owner)
    names = only or tuple(declared)
    key = f"panel_{source}"

    def moved() -> None:
        told = st.session_state[key]["moved"]
        values = {name: _clean(declared[name], v) for name, v in told.get("values", {}).items()}
        on_move(
            Movement(
                told["mark"], told["live"], values, told.get("action", ""), told.get("value", "")
            )
        )

    _registered()(
        key=key,
        data={
            "source": source,
            "label": label,
            "layout": layout,
            "heading": heading,
            "knobs": [_declaration(name, declared[name]) for name in names],
            "values": {name: _wire(getattr(owner, name)) for name in names},
        },
        on_moved_change=moved,
    )


def moved_to(owner: Any, movement: Movement) -> Any:
    """``owner`` with its knobs where the movement left them."""
    return replace(owner, **movement.values)


@st.cache_resource(show_spinner=False)
def _registered():
    return element("panel")


def _declaration(name: str, knob: Knob) -> dict:
    told: dict[str, Any] = {"name": name, "symbol": knob.symbol, "label": knob.label, "about": knob.about}
    if knob.choices:
        told["choices"] = list(knob.choices)
    elif not knob.flag:
        told |= {"stops": [_wire(stop) for stop in knob.stops()], "integer": knob.integer}
    return told


def _clean(knob: Knob, value: Any) -> Any:
    """A value from the browser, held to the knob's rule like one from the address bar."""
    if knob.choices:
        return value if value in knob.choices else knob.choices[0]
    if knob.flag:
        return bool(value)
    number = math.inf if value == "inf" else float(value)
    return knob.clamp(0.0 if math.isnan(number) else number)


def _wire(value: Any) -> Any:
    """JSON has no infinity."""
    return "inf" if isinstance(value, float) and math.isinf(value) else value
