"""A panel: the knobs of one dataclass instance, and what the browser is sent of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from typing import Any, Literal

from algorithms.rule_language import RuleOption
from charts.run import show
from knobs import Knob, knobs_of, words_of
from ui.live import rule_help
from ui.movement import Move


@dataclass(frozen=True)
class Selection:
    """What of an instance's knobs a panel shows.

    Parameters
    ----------
    only : picks and orders the knobs; empty for all but those that a handle in a picture moves.
    first : the knobs that are always in sight, the others stand behind a button; None leaves that
        to the knobs, of which some are rare.
    ranges : by knob, the ends of its slider, where they are nearer than those of its declaration.
    narrowed : by knob, the choices that make sense now.
    abouts : by knob, more to say of these choices than its declaration has.
    """

    only: Sequence[str] = ()
    first: Sequence[str] | None = None
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    narrowed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    abouts: Mapping[str, str] = field(default_factory=dict)

    def of(self, owner: Any) -> dict[str, Knob]:
        """Return the knobs of an instance that are shown, by name, in order."""
        declared = rules_of(owner) | knobs_of(owner)
        for name, left in self.narrowed.items():
            declared[name] = replace(declared[name], choices=left)
        for name, more in self.abouts.items():
            declared[name] = replace(declared[name], about=f"{declared[name].about} {more}".strip())
        usual = (name for name, knob in knobs_of(owner).items() if not knob.by_hand)
        return {name: declared[name] for name in self.only or usual}


def rules_of(owner: Any) -> dict[str, Any]:
    """Return the options of an instance that are rules, by name: they are shown as knobs are."""
    return {name: text for name, text in words_of(owner).items() if isinstance(text, RuleOption)}


ALL = Selection()
"""Every knob, as it is declared."""


@dataclass(frozen=True)
class Panel:
    """The knobs of one dataclass instance, as sliders, choices and switches.

    Parameters
    ----------
    source : the name under which the browser reports what is done in it.
    label : what assistive technology calls it.
    owner : the instance.
    move : makes a view of a view and a movement of these knobs.
    selection : which of its knobs are shown, and how far.
    title : a word or two above the knobs.
    layout : "column" for cards side by side, "row" for knobs in a line, "whole" for a line alone.
    heading : the letter, colour and algorithms of a run's card, and its name.
    differing : the knobs by which the run differs from others of that name, in words. They move:
        a heading that moves has the browser make its card anew.
    button : the properties of a button below the knobs.
    mirrored : knobs that move together with those of the same name in other panels.
    """

    source: str
    label: str
    owner: Any
    move: Move = field(compare=False)
    selection: Selection = ALL
    title: str = ""
    layout: Literal["row", "column", "whole"] = "row"
    heading: dict | None = None
    button: dict | None = None
    mirrored: Sequence[str] = ()
    differing: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def knobs_shown(self) -> dict[str, Knob]:
        """The knobs shown, by name, in order."""
        return self.selection.of(self.owner)

    def hides(self, name: str) -> bool:
        """Return whether a knob stands behind the button."""
        first = self.selection.first
        return self.knobs_shown[name].rare if first is None else name not in first

    def slider(self, name: str) -> Knob:
        """Return a knob with the range of its slider, which holds the present value."""
        knob = self.knobs_shown[name]
        if name not in self.selection.ranges:
            return knob
        low, high = self.selection.ranges[name]
        value = getattr(self.owner, name)
        least, most = knob.ends
        inside = [value] if least <= value <= most else []
        ends = min([low, *inside]), max([high, *inside])
        return replace(knob, low=max(least, ends[0]), high=min(most, ends[1]))

    def payload(self) -> dict:
        """Return what the browser is sent.

        Where a hidden knob is not at its default the panel is open; one whose selection says which
        knobs are ``first`` stays as it is, and says in words how the hidden ones stand.
        """
        turned = self._turned_knobs()
        return {
            "source": self.source,
            "label": self.label,
            "layout": "row lab-whole" if self.layout == "whole" else self.layout,
            "title": self.title,
            "heading": self.heading,
            "button": self.button,
            "mirrored": list(self.mirrored),
            "knobs": [
                _declaration(name, self.slider(name)) | {"rare": self.hides(name)}
                for name in self.knobs_shown
            ],
            "open": bool(turned) and self.selection.first is None,
            "turned": ", ".join(turned),
            "values": {name: wire(getattr(self.owner, name)) for name in self.knobs_shown},
        }

    def _turned_knobs(self) -> list[str]:
        """Return the hidden knobs that are not at their defaults, such as "θ = 0.05"."""
        default = _at_default(type(self.owner))
        return [
            _in_words(knob, getattr(self.owner, name))
            for name, knob in self.knobs_shown.items()
            if self.hides(name) and getattr(self.owner, name) != getattr(default, name)
        ]


def wire(value: Any) -> Any:
    """Return a value of a knob as the browser is sent it: JSON has no infinity."""
    return "inf" if isinstance(value, float) and math.isinf(value) else value


@lru_cache(maxsize=1024)
def _declaration(name: str, knob: Knob) -> Mapping[str, Any]:
    """The knob as the browser gets it; it is the same at nearly every change."""
    declaration: dict[str, Any] = {
        "name": name,
        "symbol": knob.symbol,
        "label": knob.label,
        "about": knob.about,
    }
    if isinstance(knob, RuleOption):
        declaration["rule"] = rule_help.payload()
    elif knob.choices:
        declaration["choices"] = list(knob.choices)
    elif not knob.flag:
        declaration["stops"] = [wire(stop) for stop in knob.stops()]
        declaration |= {"integer": knob.integer, "log": knob.scale == "log", "ends": knob.ends}
        if knob.unset:
            declaration["unset"] = knob.unset
    return declaration


@cache
def _at_default(owner: type) -> Any:
    return owner()


def _in_words(knob: Knob, value: Any) -> str:
    """A knob and its value; a switch is on or off."""
    if knob.flag:
        return f"{knob.label} {'on' if value else 'off'}"
    return f"{knob.symbol or knob.label} = {show(value)}"
