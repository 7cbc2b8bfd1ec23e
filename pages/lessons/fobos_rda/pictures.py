"""Draw FOBOS, which is truncated gradient, and RDA: on one feature, against λ, and in time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

import charts
from charts import Picture
from charts.film import Curves, Film, Track
from charts.palette import colour
from charts.playground.sparsity import sparsity
from charts.run import Run
from pages.lessons.fobos_rda.evidence import PENALTIES, Evidence

LETTERS = {"fobos": "F", "truncated_gradient": "", "rda": "R"}
DASHES = {"fobos": "solid", "truncated_gradient": "dot", "rda": "solid"}
SWEPT = {
    "fobos": ("FOBOS", colour("fobos", 0)),
    "m": ("mini-batch", colour("fobos", 1)),
    "rda": ("RDA", colour("rda", 0)),
}
VARIANTS = {
    "η": ("FOBOS, steps η", "solid", 0),
    "η/√t": ("FOBOS, steps η/√t", "dash", 0),
    "η/t": ("FOBOS, steps η/t", "dot", 0),
    "½": ("FOBOS, ½λ at first", "dot", 1),
    "m": ("FOBOS, mini-batches", "solid", 1),
    "R": ("RDA", "solid", 0),
}
"""Name, dash and shade of each run that is drawn in time, by its letter."""


def stage(evidence: Evidence) -> list[Film | list[Picture]]:
    """Return one weight and its gradients as a film, then all weights against λ and time."""
    return [film(evidence), [kept_by_penalty(evidence), kept_in_time(evidence)]]


def film(evidence: Evidence) -> Film:
    """Return the film of one feature in the three runs, example by example."""
    runs, name = evidence.each, evidence.data.feature_names[evidence.feature]
    at = np.arange(len(evidence.single) + 1)
    place = int(np.searchsorted(runs["rda"].tracked, evidence.feature))
    paths = {key: np.append(0.0, run.weights[:, place]) for key, run in runs.items()}
    counts = {key: np.append(0, run.nonzeros).astype(float) for key, run in runs.items()}
    ends = ", ".join(f"{run.algorithm.title} {run.nonzeros[-1]}" for run in runs.values())
    return Film(
        "shrink_or_average",
        at,
        [
            Curves(f"The weight of {name}", at, tracks(evidence, paths), "examples seen", "w"),
            Curves(
                "Its gradient: g of one example, ū their mean",
                at,
                gradient_tracks(evidence),
                "examples seen",
                "size",
                levels=[("λ", evidence.knobs.l1)],
                log=True,
            ),
            Curves("All weights that are not 0", at, tracks(evidence, counts), "examples seen", ""),
        ],
        alt=f"One weight, its gradients against λ, and all nonzero weights; at the end: {ends}.",
        caption="F: FOBOS; dotted over it: truncated gradient with θ = ∞, K = 1, g = λ. R: RDA.",
        unit="example",
    )


def tracks(evidence: Evidence, paths: Mapping[str, np.ndarray]) -> list[Track]:
    """Return a curve per run; truncated gradient is dotted over FOBOS, without a letter."""
    return [
        Track(run.algorithm.title, paths[key], colour(key, 0), DASHES[key], LETTERS[key])
        for key, run in evidence.each.items()
    ]


def gradient_tracks(evidence: Evidence) -> list[Track]:
    """Return the sizes of the feature's gradients: one by one in FOBOS, their mean in RDA."""
    return [
        Track("|g|", sizes(evidence.single), colour("fobos", 0), letter="g", faint=True),
        Track("|ū|", sizes(evidence.mean), colour("rda", 0), letter="ū", faint=False),
    ]


def sizes(values: np.ndarray) -> np.ndarray:
    """Return |values| after a first frame; the size of nothing has no logarithm and is NaN."""
    size = np.append(np.nan, np.abs(values))
    return np.where(size > 0.0, size, np.nan)


def kept_by_penalty(evidence: Evidence) -> Picture:
    """Return the real and random features kept against λ, curves per method."""
    counts = {
        SWEPT[key][0]: (SWEPT[key][1], [k.real for k in kept], [k.random for k in kept])
        for key, kept in evidence.swept.items()
    }
    return charts.counts_against("kept", "penalty λ", PENALTIES, counts, evidence.knobs.l1)


def kept_in_time(evidence: Evidence) -> Picture:
    """Return the weights kept by FOBOS under three schedules, in rounds and in mini-batches, and
    by RDA."""
    runs = []
    for letter, trace in {**evidence.more, "R": evidence.each["rda"]}.items():
        name, dash, shade = VARIANTS[letter]
        algorithm = trace.algorithm
        runs.append(Run(letter, name, colour(algorithm.key, shade), dash, algorithm, trace))
    caption = "FOBOS with steps η, η/√t, η/t; ½: λ/2 at first; m: mini-batches. R: RDA."
    return replace(sparsity(runs), caption=caption)
