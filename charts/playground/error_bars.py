"""Dots off their error bars, which people read of as crosses: how an order differs from most."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from algorithms import MEASURES
from charts.playground.score import join_names
from charts.run import Run

WORDS = {"loss": ("lose more", "lose less"), "held out": ("predict worse", "predict better")}
"""To do worse, and better, by what is measured."""


def off_their_error_bars(
    runs: Sequence[Run],
    measure: str,
    dots: Sequence[tuple[float, float]],
    widths: np.ndarray,
    heights: np.ndarray,
    splits: bool = False,
) -> str:
    """Return a sentence on the runs that end in this order otherwise than in most; "" for none.

    Parameters
    ----------
    runs : the runs.
    measure : one of ``MEASURES``.
    dots : the features and the measure of each in this order.
    widths, heights : the quartiles of both over several orders: (3, runs).
    splits : each order has other held-out rows.
    """
    worse, better = WORDS["loss" if measure == "loss" else "held out"]
    high, low = (better, worse) if MEASURES[measure] else (worse, better)
    ways: dict[str, list[str]] = {}
    off = []
    for i, (run, (x, y)) in enumerate(zip(runs, dots, strict=True)):
        own = _way(y, heights[:, i], high, low)
        own += _way(x, widths[:, i], "keep more features", "keep fewer features")
        off += [run.letter] if own else []
        for way in own:
            ways.setdefault(way, []).append(run.letter)
    if not off:
        return ""
    parts = ", and ".join(_does(letters, way) for way, letters in ways.items())
    lie = f"The dots of {join_names(off)} are off their crosses"
    if len(off) == 1:
        lie = f"{off[0]}’s dot is off its cross"
    here = "in this order, on these rows," if splits else "in this order"
    return f"{lie}: {here} {parts}{',' if len(ways) > 1 else ''} than in most."


def _way(value: float, quartiles: np.ndarray, above: str, below: str) -> list[str]:
    """Words for a value outside the middle half; none for one within."""
    if value > quartiles[2]:
        return [above]
    return [below] if value < quartiles[0] else []


def _does(letters: Sequence[str], way: str) -> str:
    """Say that one run, or several, do something: "A predicts worse", "A and B predict worse"."""
    verb, rest = way.split(" ", 1)
    return f"{join_names(letters)} {verb}{'s' if len(letters) == 1 else ''} {rest}"
