"""Two weights under two rules: the evidence of the picture on the first page, and its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms import CATALOGUE, Trace, record
from charts.film import Curves, Film, Track
from charts.palette import colour
from datasets import Dataset
from knobs import knob, log

T, ETA, THRESHOLD, GRAVITY = 120, 0.01, 0.05, 0.3
RULES = {"rounding": "rounding", "truncated_gradient": "truncated gradient"}


@dataclass(frozen=True)
class Knobs:
    """The one knob."""

    period: int = knob(
        10,
        "K",
        "steps between two cuts",
        log(1, 20, integer=True),
        "How long a weight may grow before a rule looks at it.",
    )


class Evidence(NamedTuple):
    """The runs by the algorithm's key, each with the weights [T, 2] of both features."""

    knobs: Knobs
    runs: dict[str, Trace]

    def lives(self, key: str) -> bool:
        """Return whether the useful weight is beyond the threshold at the end."""
        return bool(self.runs[key].weights[-1, 0] > THRESHOLD)


def gather(knobs: Knobs) -> Evidence:
    """Return every step of both rules."""
    steps = {"eta": ETA, "schedule": "constant", "threshold": THRESHOLD, "period": knobs.period}
    rules = {
        "rounding": CATALOGUE["rounding"](**steps),
        "truncated_gradient": CATALOGUE["truncated_gradient"](gravity=GRAVITY, **steps),
    }
    examples = two_features()
    runs = {
        key: record(rule, examples, order=np.arange(T), checkpoints=T)
        for key, rule in rules.items()
    }
    return Evidence(knobs, runs)


def two_features() -> Dataset:
    """Return a feature that agrees with the label nine times in ten, and one that is a coin."""
    draw = np.random.default_rng(3)
    labels = np.where(draw.random(T) < 0.5, 1.0, -1.0)
    useful = labels * np.where(draw.random(T) < 0.9, 1.0, -1.0)
    useless = np.where(draw.random(T) < 0.5, 1.0, -1.0)
    return Dataset.from_arrays(np.column_stack([useful, useless]), labels)


def film(evidence: Evidence) -> Film:
    """Return the film: one pane for each weight, on the same axis."""
    at = np.arange(T + 1)
    paths = {key: np.vstack([np.zeros(2), run.weights]) for key, run in evidence.runs.items()}
    titles = "The weight of a useful feature", "The weight of a useless feature"
    lowest, tallest = (end([end(path) for path in paths.values()]) for end in (np.min, np.max))
    scenes = [
        Curves(
            title,
            at,
            [
                Track(name, paths[key][:, j], colour(key, 0), CATALOGUE[key].dash)
                for key, name in RULES.items()
            ],
            "examples seen",
            "weight",
            levels=[("threshold", THRESHOLD)],
            reach=(lowest, tallest),
        )
        for j, title in enumerate(titles)
    ]
    return Film("two_weights", at, scenes, alt=sentence(evidence).replace("**", ""), unit="example")


def sentence(evidence: Evidence) -> str:
    """Return what the film comes to, in a sentence or two."""
    period = evidence.knobs.period
    every = "after every example" if period == 1 else f"after every {period} examples"
    if evidence.lives("rounding"):
        return (
            f"Rounding looks {every}: by then the useful weight is past the threshold and stays. "
            "Both rules drop the useless one. **Turn K down: what happens to rounding?**"
        )
    return (
        f"Rounding sets every small weight to 0 {every}, so the useful weight **never grows up**. "
        "Truncated gradient only pulls it back a little: the useful weight gets away, and the "
        "useless one is held near 0."
    )
