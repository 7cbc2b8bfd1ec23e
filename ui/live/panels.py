"""Live panels: the knobs of dataclasses as sliders that report while they are dragged."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import streamlit as st

from knobs import Knob, knobs_of
from ui.live.assets import BROWSER, element


@dataclass(frozen=True)
class Movement:
    """What the hand did. ``live``: it is still doing it. ``mark``: to be answered by figures."""

    mark: str
    live: bool
    values: dict[str, Any]
    action: str = ""
    value: str = ""


@dataclass(frozen=True)
class Panel:
    """The knobs of ``owner``, a dataclass instance; ``only`` picks and orders them.

    ``on_move`` is called before the rerun that a movement starts. ``layout``: "column" for cards
    side by side, "row" for knobs in a line, "whole" for a line of its own. ``mirrored`` names
    knobs that move together with those of the same name in other panels that mirror them;
    ``narrowed`` the choices that make sense now.
    """

    source: str
    label: str
    owner: Any
    on_move: Callable[[Movement], None]
    only: Sequence[str] = ()
    layout: Literal["row", "column", "whole"] = "row"
    heading: dict | None = None
    button: dict | None = None
    mirrored: Sequence[str] = ()
    narrowed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def declared(self) -> dict[str, Knob]:
        """The knobs shown, by name, in order."""
        declared = knobs_of(self.owner)
        narrowed = {
            name: replace(declared[name], choices=left) for name, left in self.narrowed.items()
        }
        return {name: (declared | narrowed)[name] for name in self.only or declared}

    def told(self) -> dict:
        """What the browser is told. It is open where a rare knob has been turned."""
        default = type(self.owner)()
        return {
            "source": self.source,
            "label": self.label,
            "layout": "row lab-whole" if self.layout == "whole" else self.layout,
            "heading": self.heading,
            "button": self.button,
            "mirrored": list(self.mirrored),
            "knobs": [_declaration(name, knob) for name, knob in self.declared.items()],
            "open": any(
                knob.rare and getattr(self.owner, name) != getattr(default, name)
                for name, knob in self.declared.items()
            ),
            "values": {name: _wire(getattr(self.owner, name)) for name in self.declared},
        }

    def hear(self, told: dict) -> None:
        """Pass on what the browser said."""
        values = {
            name: _clean(self.declared[name], value)
            for name, value in told.get("values", {}).items()
            if name in self.declared
        }
        action, value = told.get("action", ""), told.get("value", "")
        self.on_move(Movement(told["mark"], told["live"], values, action, value))


def live_panels(key: str, panels: Sequence[Panel], refusals: int = 0) -> None:
    """Show ``panels``; a later call under the same ``key`` moves the same sliders.

    ``refusals`` counts the movements that were not followed: when it grows, the sliders go back.
    """
    mounted = f"panels_{key}"

    def moved() -> None:
        hear(panels, st.session_state[mounted]["moved"])

    _registered()(
        key=mounted,
        data={"panels": [panel.told() | {"refusals": refusals} for panel in panels]},
        on_moved_change=moved,
    )


def hear(panels: Sequence[Panel], told: dict) -> None:
    """Pass on what the browser said: first what it said earlier and may not have been heard."""
    common = {"mark": told["mark"], "live": told["live"]}
    for part in (*(common | one for one in told.get("earlier", ())), told):
        for panel in panels:
            if panel.source == part["source"]:
                panel.hear(part)


def moved_to(owner: Any, movement: Movement) -> Any:
    """``owner`` with its knobs where the movement left them."""
    return replace(owner, **movement.values)


@st.cache_resource(show_spinner=False)
def _registered():
    return element(BROWSER / "panels" / "panels.js")


def _declaration(name: str, knob: Knob) -> dict:
    told: dict[str, Any] = {
        "name": name,
        "symbol": knob.symbol,
        "label": knob.label,
        "about": knob.about,
        "rare": knob.rare,
    }
    if knob.choices:
        told["choices"] = list(knob.choices)
    elif not knob.flag:
        told["stops"] = [_wire(stop) for stop in knob.stops()]
        told |= {"integer": knob.integer, "log": knob.scale == "log"}
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
