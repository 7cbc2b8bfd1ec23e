"""Settings in words and on axes: a setting is one choice of all knobs of a method."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from algorithms import Algorithm
from charts.run import Run, show
from knobs import knobs_of

MOST_TICKS = 8
REACH = 4.0
"""So many times as far as from the best setting to the median one does a scale reach, at most."""


def in_words(algorithm: Algorithm, names: Sequence[str]) -> str:
    """Return the values of the knobs ``names``, such as "g = 0.01, η = 0.1"."""
    knobs = knobs_of(algorithm)
    return ", ".join(
        f"{knobs[name].symbol or knobs[name].label} = {short_number(getattr(algorithm, name))}"
        for name in names
    )


def letter_of(run: Run, name: str) -> str:
    """Return the letter of a knob of a method, or its name where it has none."""
    declared = knobs_of(run.algorithm)[name]
    return declared.symbol or declared.label


def title_of(run: Run, name: str) -> str:
    """Return a knob as an axis names it, such as "gravity g"."""
    declared = knobs_of(run.algorithm)[name]
    return f"{declared.label} {declared.symbol}".strip()


def short_number(value: float) -> str:
    """Return a value of a knob to three digits, as people read it."""
    if not isinstance(value, float) or not 1e-4 <= abs(value) < 1e6:
        return show(float(f"{value:.3g}") if isinstance(value, float) else value)
    return np.format_float_positional(value, 3, unique=False, fractional=False, trim="-")


def equal_decimals(values: Sequence[float], share: bool) -> list[str]:
    """Return measured values with the same number of digits, such as "0.960" and "0.975".

    values : the first one says how many; shares of 1 have three decimals, others three digits.
    """
    size = abs(values[0])
    known = 0.0 < size < np.inf
    decimals = 3 if share or not known else max(0, 2 - int(np.floor(np.log10(size))))
    return [f"{value:,.{decimals}f}" for value in values]


def features_in_words(features: float) -> str:
    """Return a number of features in words, such as "1 feature" or "27,500 features"."""
    number = f"{features:,.0f}" if float(features).is_integer() else short_number(float(features))
    return f"{number} {'feature' if features == 1 else 'features'}"


def ordinal_axis(values: Sequence[float], title: str) -> dict:
    """Return an axis on which the values of a knob stand side by side at 0, 1, 2, …

    A slider spaces its values evenly, 0 and ∞ included; so does this axis.
    """
    step = max(1, -(-len(values) // MOST_TICKS))
    places = list(range(0, len(values), step))
    return {
        "title": {"text": title, "standoff": 6},
        "tickmode": "array",
        "tickvals": places,
        "ticktext": [short_number(values[place]) for place in places],
        "range": [-0.5, len(values) - 0.5],
        "automargin": True,
    }


def robust_span(values: np.ndarray, more: bool) -> tuple[float, float]:
    """Return the span of values in which settings differ: from hopeless ones it is cut off.

    values : finite, at least one.
    more : whether more is better.
    """
    low, high = float(values.min()), float(values.max())
    middle = float(np.median(values))
    if more:
        return (max(low, high - REACH * (high - middle)) if middle < high else low), high
    return low, (min(high, low + REACH * (middle - low)) if middle > low else high)


def beyond_axis(ends: Sequence[float], more: bool) -> str:
    """Return where settings are that an axis leaves out, such as "below 0.88, beyond the axis".

    ends : of the axis; more : whether more is better, so that what is left out is below.
    """
    low, high = ends
    digits = max(0, 1 - int(np.floor(np.log10(high - low)))) if high > low else 3
    side, end = ("below", low) if more else ("above", high)
    return f"{side} {end:,.{digits}f}, beyond the axis"


@cache
def with_opacity(colour: str, share: float = 0.35) -> str:
    """Return a colour that lets what is behind it shine through."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{share})"
