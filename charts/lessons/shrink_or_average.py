"""FOBOS, which is truncated gradient, and RDA on one feature, example by example."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from algorithms import Trace
from charts.film import Curves, Film, Track
from charts.palette import colour
from datasets import Dataset

LETTERS = {"fobos": "F", "truncated_gradient": "", "rda": "R"}
DASHES = {"truncated_gradient": "dot"}


def shrink_or_average(
    runs: Mapping[str, Trace], l1: float, feature: int, name: str, single, mean
) -> Film:
    """The film of ``runs`` by key, each looked at after every example.

    Parameters
    ----------
    l1 : the λ that all of them share. feature, name : whose weight is shown; it was tracked.
    single : (T,), its gradient in FOBOS at each example. mean : (T,), RDA's mean so far.
    """
    at = np.arange(len(single) + 1)
    place = int(np.searchsorted(runs["rda"].tracked, feature))
    paths = {key: np.append(0.0, run.weights[:, place]) for key, run in runs.items()}
    counts = {key: np.append(0, run.nonzeros).astype(float) for key, run in runs.items()}
    sizes = [(colour("fobos", 0), "g", single, True), (colour("rda", 0), "ū", mean, False)]
    gradients = [
        # The size of nothing has no logarithm.
        Track(f"|{letter}|", np.append(np.nan, _size(g)), hue, letter=letter, faint=faint)
        for hue, letter, g, faint in sizes
    ]
    ends = ", ".join(f"{run.algorithm.title} {run.nonzeros[-1]}" for run in runs.values())
    return Film(
        "shrink_or_average",
        at,
        [
            Curves(f"The weight of {name}", at, _tracks(runs, paths), "examples seen", "w"),
            Curves(
                "Its gradient: g of one example, ū their mean",
                at,
                gradients,
                "examples seen",
                "size",
                levels=[("λ", l1)],
                log=True,
            ),
            Curves("All weights that are not 0", at, _tracks(runs, counts), "examples seen", ""),
        ],
        alt=f"One weight, its gradients against λ, and all nonzero weights; at the end: {ends}.",
        caption="F: FOBOS; dotted over it: truncated gradient with θ = ∞, K = 1, g = λ. R: RDA.",
        unit="example",
    )


def least_telling(data: Dataset, order: np.ndarray, among: np.ndarray) -> int:
    """The feature that says least of y, of those that are often there; random ones first."""
    noise = among[among >= data.n_features - data.n_noise]
    pool = noise if len(noise) else among
    X = data.X[order][:, pool]
    often = np.bincount(X.indices, minlength=len(pool))
    size = np.sqrt(np.asarray(X.multiply(X).sum(axis=0)).ravel())
    says = np.abs(X.T @ data.y[order]) / np.where(size > 0.0, size, 1.0)
    return int(pool[np.argmin(np.where(2 * often >= often.max(), says, np.inf))])


def _tracks(runs: Mapping[str, Trace], paths: Mapping[str, np.ndarray]) -> list[Track]:
    return [
        Track(
            run.algorithm.title, paths[k], colour(k, 0), DASHES.get(k, "solid"), LETTERS.get(k, "")
        )
        for k, run in runs.items()
    ]


def _size(values: np.ndarray) -> np.ndarray:
    sizes = np.abs(values)
    return np.where(sizes > 0.0, sizes, np.nan)
