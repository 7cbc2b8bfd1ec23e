"""FOBOS under three schedules, in rounds and in mini-batches, beside RDA: weights kept in time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from algorithms import Trace
from charts.palette import colour
from charts.picture import Picture
from charts.playground.sparsity import sparsity
from charts.run import Run

NAMES = {
    "η": ("FOBOS, steps η", "solid"),
    "η/√t": ("FOBOS, steps η/√t", "dash"),
    "η/t": ("FOBOS, steps η/t", "dot"),
    "½": ("FOBOS, ½λ at first", "dot"),
    "m": ("FOBOS, mini-batches", "solid"),
    "R": ("RDA", "solid"),
}


def fobos_variants(runs: Mapping[str, Trace]) -> Picture:
    """Nonzero weights of ``runs``, which go by the letters of ``NAMES``."""
    drawn = []
    for letter, trace in runs.items():
        name, dash = NAMES[letter]
        key = trace.algorithm.key
        hue = colour(key, int(letter in "½m"))
        drawn.append(Run(letter, name, hue, dash, trace.algorithm, trace))
    caption = "FOBOS with steps η, η/√t, η/t; ½: λ/2 at first; m: mini-batches. R: RDA."
    return replace(sparsity(drawn), caption=caption)
