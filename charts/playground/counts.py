"""Counts along a run: their axis, linear or logarithmic with a place for 0, and spikes smoothed."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from charts.run import superscript

SPIKY = 2.0
"""A curve is spiky if its way up and down is longer than its running median's by so many times its
height."""

LOOKS_PER_WINDOW = 20
"""The running median is taken over one look in so many of the run, to both sides together."""

FEW = 50
"""An axis up to so many times the smallest count has room for finer ticks."""


def running_median(counts: np.ndarray) -> np.ndarray | None:
    """Return the medians of the looks around each look; None where a curve is not spiky.

    Parameters
    ----------
    counts : (c,), a count at each look.
    """
    return _running_median(counts.tobytes(), counts.dtype.str)


# A picture and two sentences ask for that of each run; only one run moves under a hand.
@lru_cache(maxsize=128)
def _running_median(raw: bytes, kind: str) -> np.ndarray | None:
    counts = np.frombuffer(raw, kind)
    reach = len(counts) // (2 * LOOKS_PER_WINDOW)
    if reach == 0:
        return None
    medians = np.sort(counts[_windows(len(counts), reach)], axis=1)[:, reach].copy()
    ways = (np.abs(curve[1:] - curve[:-1]).sum() for curve in (counts, medians))
    if next(ways) - next(ways) <= SPIKY * counts.max():
        return None
    medians.flags.writeable = False
    return medians


@lru_cache(maxsize=8)
def _windows(looks: int, reach: int) -> np.ndarray:
    """The looks around each look, so many to both sides: (looks, 2 reach + 1).

    At both ends the last whole window stands for all: fewer looks would have the median jump there.
    """
    middles = np.arange(looks).clip(reach, looks - 1 - reach)
    return middles[:, None] + np.arange(-reach, reach + 1)


def linear_axis(top: float, least: float, room: float = 0.12, ticks: int = 4) -> dict:
    """Return an axis from 0 on with some ``ticks``, none between two neighbouring counts.

    Parameters
    ----------
    top : the height that has to be seen.
    least : the smallest height above 0 that there can be.
    room : what is free above ``top``, as a share of what is below.
    ticks : about how many.
    """
    top = (1.0 + room) * max(top, least)
    rough = top / ticks
    unit = 10.0 ** np.floor(np.log10(rough))
    step = next(m * unit for m in (1, 2, 5, 10) if m * unit >= 0.999 * rough)
    return {"range": [0.0, top], "dtick": float(max(step, least))}


def log_axis_with_0(top: float, least: float, room: float = 0.12, ticks: int = 4) -> dict:
    """Return a logarithmic axis on which 0 has a tick of its own, at ``floor_of(least)``.

    Parameters
    ----------
    top : the height that has to be seen.
    least : the smallest height above 0 that there can be.
    room : what is free above ``top``, as a share of what is below.
    ticks : about how many; where there are more, 1, 2, 5, 10, 15 and 20 are among them.
    """
    floor, top = floor_of(least), max(top, least)
    values = _round_numbers(least, top, ticks)
    span = np.log10(top / floor)
    return {
        "type": "log",
        "range": [float(np.log10(floor) - 0.03 * span), float(np.log10(top) + room * span)],
        "tickmode": "array",
        "tickvals": [floor, *values],
        "ticktext": ["0", *map(_at_a_tick, values)],
    }


def log_axis_of_ranks(last: int) -> dict:
    """Return a logarithmic axis from the first to the ``last`` of things in order."""
    values, end = _round_numbers(1.0, float(last), 4), float(np.log10(last))
    return {
        "type": "log",
        "range": [-0.03 * end, 1.05 * end],
        "tickmode": "array",
        "tickvals": values,
        "ticktext": [*map(_at_a_tick, values)],
    }


def floor_of(least: float) -> float:
    """Return the height at which a logarithmic axis shows 0: a power of 2 well below ``least``.

    Powers of 2 are the same number in float32 and float64, so that tables can tell them.
    """
    return float(2.0 ** np.floor(np.log2(0.3 * least)))


def _round_numbers(low: float, high: float, most: int) -> list[float]:
    """Some four of the powers of 10 from ``low`` to ``high``; more where those are few."""
    powers = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    tens = [10.0**power for power in powers if low <= 1.001 * 10.0**power <= 1.001 * high]
    if len(tens) > 2:
        return tens[:: -(-len(tens) // 4)]
    digits = (1, 1.5, 2, 5) if most > 4 and high <= FEW * low else (1, 3)
    fine = [digit * 10.0**power for power in powers for digit in digits]
    fine = [value for value in fine if value >= 10.0 * low or value != 1.5 * low]
    return [value for value in fine if low <= value <= high] or [low]


def _at_a_tick(value: float) -> str:
    """A number as it stands at a tick; small and large powers of 10 as such."""
    power = round(np.log10(value))
    if 1e-3 <= value < 1e5 or not np.isclose(value, 10.0**power):
        return f"{value:,.3g}" if value < 1e3 else f"{value:,.0f}"
    return f"10{superscript(power)}"
