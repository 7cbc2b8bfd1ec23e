"""A run with gravity beside one without: weights, features kept and regret, step by step."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from algorithms import Trace
from algorithms.truth import Truth
from charts.film import Bars, Curves, Film, Track
from charts.palette import REFERENCE, colour

MOST = 40
"""So many weights of each kind are drawn as bars."""


def gravity_run(
    pulled: Trace, free: Trace, suffered: np.ndarray, truth: Truth, names: Sequence[str]
) -> Film:
    """The film of ``pulled`` beside ``free``, both looked at at the same steps.

    suffered : what the comparator suffered up to each look. names : of the features, (d,).
    """
    at, hue = np.append(0, pulled.steps), colour(pulled.algorithm.key, 0)
    kinds = f"R {truth.good}" + f", N {truth.useless}" * bool(truth.useless)
    regret = [
        Track(name, np.append(0.0, run.loss - suffered), ink, dash, letter)
        for name, run, ink, dash, letter in (
            ("without gravity", free, REFERENCE, "dot", "0"),
            ("with g", pulled, hue, "solid", "g"),
        )
    ]
    kept = [
        Track(f"{letter}{name}", np.append(0, counts), ink, dash, "" if name else letter)
        for run, dash, name in ((free, "dot", ", g = 0"), (pulled, "solid", ""))
        for letter, ink, counts in _kept(run, truth, hue)
    ]
    return Film(
        "gravity_run",
        at,
        [
            _bars(pulled, free, truth, names, hue),
            Curves(f"Kept: {kinds}", at, kept, "example t", "features", log=True),
            Curves("Regret: with g, and 0 without", at, regret, "example t", "regret"),
        ],
        alt=f"Truncated gradient over {at[-1]:,} examples. At the end {pulled.nonzeros[-1]:,} "
        f"weights are nonzero and the regret is {regret[1].y[-1]:.3g}; without gravity "
        f"{free.nonzeros[-1]:,} and {regret[0].y[-1]:.3g}.",
        caption="Looked at just after each pull; a gap says 0. Dots and ticks: without gravity.",
        unit="example",
    )


def _kept(run: Trace, truth: Truth, hue: str) -> list[tuple[str, str, np.ndarray]]:
    """(letter, colour, counts at the looks) by kind; of all together where not all are tracked."""
    if not truth.useless or len(run.tracked) < len(truth.useful):
        return [("R", hue, run.nonzeros)]
    kinds = (("R", hue, truth.useful), ("N", REFERENCE, ~truth.useful))
    return [(a, ink, np.count_nonzero(run.weights[:, mask], axis=1)) for a, ink, mask in kinds]


def _bars(pulled: Trace, free: Trace, truth: Truth, names: Sequence[str], hue: str) -> Bars:
    """Some weights of each kind, the useful ones first."""
    useful = truth.useful[pulled.tracked]
    shown = np.concatenate([_some(np.flatnonzero(kind)) for kind in (useful, ~useful)])
    return Bars(
        f"{len(shown)} of {len(truth.useful):,} weights",
        [names[j] for j in pulled.tracked[shown]],
        np.vstack([np.zeros(len(shown)), pulled.weights[:, shown]]),
        "weight w",
        [hue if useful[j] else REFERENCE for j in shown],
        marks=free.weights[-1, shown],
        x_label=f"{truth.good} | {truth.useless}" if truth.useless else truth.good,
    )


def _some(places: np.ndarray) -> np.ndarray:
    """At most MOST of them, evenly spaced."""
    evenly = np.linspace(0, len(places) - 1, min(MOST, len(places)))
    return places[evenly.astype(np.int64)]
