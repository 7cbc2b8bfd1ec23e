"""Counting against shrinking as the examples pass: how many features, which ones, at what loss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from algorithms import Trace
from charts.film import Curves, Film, Tiles, Track
from charts.palette import colour

PLACES = 20
"""So many features are shown, those that held a place longest."""


def kept_places(runs: Mapping[str, Trace], names: Sequence[str], useful: np.ndarray) -> Film:
    """The film of runs by name, the first of them keep-k.

    names, useful : of all features, (d,); a useless one is marked with ×.
    """
    first, counted = next(iter(runs.items()))
    k, at = counted.algorithm.n_nonzeros, np.append(0, counted.steps)
    letters = {name: "k" if name == first else name[0].upper() for name in runs}
    inks = {name: colour(run.algorithm.key, 0) for name, run in runs.items()}
    held = np.abs(np.vstack([np.zeros(len(counted.tracked)), counted.weights]))
    times = np.count_nonzero(held, axis=0)
    longest = np.argsort(-times, kind="stable")[: min(PLACES, max(np.count_nonzero(times), 1))]
    longest = longest[np.argsort(-held[-1, longest], kind="stable")]
    features = counted.tracked[longest]
    now = ", ".join(f"{name} {run.nonzeros[-1]:,}" for name, run in runs.items())

    def tracks(values) -> list[Track]:
        return [Track(n, values(run), inks[n], letter=letters[n]) for n, run in runs.items()]

    whole = held[:, longest] / max(float(held.max()), 1e-300)
    return Film(
        "kept_places",
        at,
        [
            Curves(
                "Nonzero weights: " + ", ".join(f"{letters[n]} {n}" for n in runs),
                at,
                tracks(lambda run: _at(at, run, run.nonzeros)),
                "example t",
                "features",
                log=True,
                levels=[("k", k)],
            ),
            Tiles(
                f"Who has a place in {first}" + "; × useless" * bool((~useful).any()),
                [f"{'' if useful[j] else '×'}{j}" for j in features],
                whole**0.5,
                inks[first],
                "time: quick at first, slow later",
            ),
            Curves(
                "Loss so far",
                at,
                tracks(lambda run: _at(at, run, run.loss / run.steps)),
                "example t",
                "mean loss an example",
            ),
        ],
        alt=f"Nonzero weights, places and loss over {at[-1]:,} examples. Features at the end: "
        f"{now}; k = {k}.",
        caption="Rows: the numbers of the features that held a place longest; "
        "darker where the weight is larger. "
        + "; ".join(f"{j} {names[j]}" for j in features[:3])
        + " …",
        unit="example",
    )


def _at(steps: np.ndarray, run: Trace, values: np.ndarray) -> np.ndarray:
    """What ``values`` at the looks of ``run`` were at other ``steps``; NaN before the first."""
    last = np.searchsorted(run.steps, steps, side="right")
    return np.append(np.nan, values)[last]
