"""Settings in plain words, for tables that are read far from any page: "gravity 0.1, period 10"."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from knobs import Knob, format_value, knobs_of
from ui.live.panel import rules_of


def in_words(owner: Any, names: Iterable[str] | None = None) -> str:
    """Return where the knobs of an instance stand, those at their defaults, too.

    names : of the knobs that are named, in their order; None for all, rules first.
    """
    declared = rules_of(owner) | knobs_of(owner)
    chosen = declared if names is None else names
    return ", ".join(
        f"{declared[name].label} {_value(declared[name], getattr(owner, name))}" for name in chosen
    )


def _value(knob: Any, value: Any) -> str:
    """A value without letters of its own: no ∞, no powers."""
    if not isinstance(knob, Knob):  # a rule, empty for the usual one
        return f"“{value}”" if value else "as usual"
    if knob.flag:
        return "on" if value else "off"
    if knob.unset and value == 0:
        return knob.unset
    is_infinite = isinstance(value, float) and math.isinf(value)
    return "infinite" if is_infinite else format_value(value)
