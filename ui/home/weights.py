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
DASHES = {"rounding": "solid", "truncated_gradient": "dash"}
"""The latter is drawn last, so that both are seen where they coincide."""


@dataclass(frozen=True)
class Knobs:
    """The one knob."""

    period: int = knob(
        10,
        "K",
        "examples before the rules act",
        log(1, 20, integer=True),
        "After so many examples both rules change the weights that are not above the threshold.",
    )


class Evidence(NamedTuple):
    """The runs by the algorithm's key, each with the weights [T, 2] of both features."""

    knobs: Knobs
    runs: dict[str, Trace]

    def lives(self, key: str) -> bool:
        """Return whether the useful weight is beyond the threshold at the end."""
        return bool(self.runs[key].weights[-1, 0] > THRESHOLD)

    @property
    def alike(self) -> bool:
        """Whether both rules do the same, at every example."""
        rounded, pulled = (run.weights for run in self.runs.values())
        return bool(np.array_equal(rounded, pulled))


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


def agreements(examples: Dataset) -> list[int]:
    """Return with how many of the labels each feature agrees."""
    return [int(n) for n in (examples.X.toarray() * examples.y[:, None] > 0).sum(axis=0)]


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
                Track(name, paths[key][:, j], colour(key, 0), DASHES[key])
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
    """Return what the film comes to, in some sentences."""
    period = evidence.knobs.period
    every = "every example" if period == 1 else f"every {period} examples"
    rules = (
        f"After {every} **rounding** sets each weight up to the threshold, the dotted line, to 0; "
        "**truncated gradient** moves it only a little toward 0. "
    )
    if evidence.alike:
        return (
            f"{rules}With a K like this both do the same, and their curves lie on each other: the "
            "useful weight is past the threshold by then and stays, the useless one is set to 0. "
            "**Turn K down: what happens to rounding?**"
        )
    if evidence.lives("rounding"):
        return (
            f"{rules}By then the useful weight is past the threshold, and stays under both rules. "
            "The useless one does not. **Turn K down: what happens to rounding?**"
        )
    first, second = agreements(two_features())
    return (
        f"{rules}Neither rule knows which feature is useful: both look at the size of a weight "
        f"alone. The first feature agrees with the answer in {first} of {T} examples, the second, "
        f"a coin, in {second}. **Turn K up: what happens to rounding?**"
    )
