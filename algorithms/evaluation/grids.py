"""Grids: settings of one algorithm, and the values of its knobs that are worth trying."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence
from itertools import product
from numbers import Integral
from typing import Any

import numpy as np

from algorithms.batch.base import BatchAlgorithm
from algorithms.checks import check_algorithm
from algorithms.online.base import OnlineAlgorithm
from knobs import Knob, knobs_of

MOST_SETTINGS = 10_000
"""The most settings in one sweep."""

SPARSITY = ("gravity", "threshold", "n_nonzeros", "radius", "l1")
"""The knobs by which methods make zeros; of several that a method has, the first is its own."""

Algorithm = OnlineAlgorithm | BatchAlgorithm


def grid(base: Algorithm | type, /, **values: Any) -> list[Algorithm]:
    """Return ``base`` with every combination of the values of some knobs, each of them once.

    ``grid(CATALOGUE["rounding"](), threshold=(0.01, 0.1), period=(1, 10))`` are four settings; the
    last knob changes fastest. Without values it is ``base`` alone.

    Raises ValueError for a name that is no knob of ``base``, a knob without a value, a value out
    of its range, and more than ``MOST_SETTINGS`` combinations.

    Parameters
    ----------
    base : sets all other knobs; a class sets them to its defaults.
    values : by the name of a knob, its values, or one value.

    Examples
    --------
    >>> from algorithms import CATALOGUE
    >>> settings = grid(CATALOGUE["rounding"], threshold=(0.01, 0.1), period=(1, 10))
    >>> [(setting.threshold, setting.period) for setting in settings]
    [(0.01, 1), (0.01, 10), (0.1, 1), (0.1, 10)]
    """
    base = base() if isinstance(base, type) else base
    check_algorithm(base)
    each = [_values_of(base, name, given) for name, given in values.items()]
    check_settings(math.prod(map(len, each)))
    combinations = (dict(zip(values, point, strict=True)) for point in product(*each))
    return list(dict.fromkeys(dataclasses.replace(base, **point) for point in combinations))


def ladder(
    algorithm: Algorithm | type,
    knob_name: str,
    low: float | None = None,
    high: float | None = None,
    n: int = 20,
) -> tuple[Any, ...]:
    """Return ``n`` values of a knob from ``low`` to ``high``, rising, spaced as its slider is.

    They are rounded to as few digits as tell them apart, two at least; the ends stay as they are.
    There are fewer of a whole number, and of a choice or a switch all values. On a logarithmic
    slider that ends in 0 or ∞ these may be ends; the other values then begin or stop where its
    numbers do. One value is the middle one.

    Raises ValueError for a name that is no knob, an end out of the knob's range, and an ``n``
    that is no whole number ≥ 1.

    Parameters
    ----------
    algorithm : whose knob it is.
    low, high : the ends, in either order; those of the slider, without 0 and ∞, where None.
    n : how many, at least 1.

    Examples
    --------
    >>> from algorithms import CATALOGUE
    >>> ladder(CATALOGUE["truncated_gradient"], "gravity", 0.001, 1.0, n=4)
    (0.001, 0.01, 0.1, 1.0)
    """
    declared = _knob(algorithm, knob_name)
    if isinstance(n, bool) or not isinstance(n, Integral) or n < 1:
        raise ValueError(f"n = {n!r}: the number of values must be a whole number >= 1")
    if declared.flag or declared.choices:
        return (False, True) if declared.flag else declared.choices
    given = (declared.low if low is None else low, declared.high if high is None else high)
    for end in given:
        if not declared.allows(end):
            raise ValueError(f"{knob_name} = {end!r}: it {declared.rule()}")
    first, last = sorted(given)
    return _space_values(declared, first, last, int(n))


def sweepable(kind: type[Algorithm]) -> dict[str, Knob]:
    """Return the knobs of an algorithm that are numbers, by name.

    Examples
    --------
    >>> from algorithms import CATALOGUE
    >>> list(sweepable(CATALOGUE["fobos"]))
    ['eta', 'decay', 'l1', 'batch_size']
    """
    return {
        name: declared
        for name, declared in knobs_of(kind).items()
        if not (declared.flag or declared.choices)
    }


def sparsity_knob(kind: type[Algorithm]) -> str:
    """Return the knob by which an algorithm makes its zeros; the first one where none is known.

    Examples
    --------
    >>> from algorithms import CATALOGUE
    >>> sparsity_knob(CATALOGUE["truncated_gradient"]), sparsity_knob(CATALOGUE["rounding"])
    ('gravity', 'threshold')
    """
    names = sweepable(kind)
    return next((name for name in SPARSITY if name in names), next(iter(names)))


def check_settings(count: int) -> None:
    """Raise ValueError, with the count, for more settings than are run together."""
    if count > MOST_SETTINGS:
        raise ValueError(
            f"these are {count:,} settings, and at most {MOST_SETTINGS:,} are run together; take "
            "fewer values of a knob"
        )


def _knob(algorithm: Any, name: str) -> Knob:
    """The declaration of a knob; ValueError where there is none of that name."""
    known = knobs_of(algorithm)
    if name not in known:
        raise ValueError(
            f"{name!r} is no knob of {algorithm.title}; its knobs are {', '.join(known)}"
        )
    return known[name]


def _values_of(base: Any, name: str, given: Any) -> list[Any]:
    """The values given for a knob, each once, as plain Python numbers."""
    declared = _knob(base, name)
    many = given if isinstance(given, Iterable) and not isinstance(given, str) else (given,)
    plain = [value.item() if isinstance(value, np.generic) else value for value in many]
    if not plain:
        raise ValueError(f"{name}: give it one value at least")
    if declared.integer:
        plain = [
            int(value) if isinstance(value, float) and value.is_integer() else value
            for value in plain
        ]
    return list(dict.fromkeys(plain))


def _space_values(declared: Knob, low: float, high: float, n: int) -> tuple[float, ...]:
    """``n`` values between two ends, with 0 and ∞ as values of their own where they are ends."""
    if low == high or math.isinf(low):
        return (low,)
    before, after = [], []
    if declared.scale == "log" and low <= 0.0:
        before, low = [low], min(declared.low, high)
    if math.isinf(high):
        after, high = [high], max(declared.high, low)
    if n <= len(before) + len(after):
        # No room between: one value is the middle one, two are 0 and ∞.
        return (*before, *after) if n == 2 else tuple(_between(declared, low, high, [0.5]))
    shares = np.linspace(0.0, 1.0, n - len(before) - len(after))
    if len(shares) == 1:
        shares = [0.5 + 0.5 * len(before) - 0.5 * len(after)]
    return tuple(dict.fromkeys([*before, *_between(declared, low, high, shares), *after]))


def _between(declared: Knob, low: float, high: float, shares: Sequence[float]) -> list[float]:
    """The values at ``shares`` of the way from ``low`` to ``high``, both finite, rising."""
    shares = np.asarray(shares)
    if declared.scale == "log" and low > 0.0:
        places = np.exp(np.log(low) + shares * np.log(high / low))
    else:
        places = low + shares * (high - low)
    if declared.integer:
        return sorted({round(place) for place in places})
    ends = {0.0: low, 1.0: high}
    rounded = _readable(places)
    return [ends.get(share, value) for share, value in zip(shares, rounded, strict=True)]


def _readable(values: np.ndarray) -> list[float]:
    """The values with as few digits, two at least, as tell them apart."""
    distinct = len(np.unique(values))
    for digits in range(1, 17):
        rounded = [float(f"{value:.{digits}e}") for value in values]
        if len(set(rounded)) == distinct:
            break
    return rounded
