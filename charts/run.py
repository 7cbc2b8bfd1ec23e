"""A run as pictures see it: a letter, a name that is no other run's, a colour, a dash."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from algorithms import Algorithm, Trace
from charts.palette import colour, dashes
from knobs import format_value, knobs_of

LETTERS = "ABCD"


@dataclass(frozen=True, eq=False)
class Run:
    """One curve of every picture; ``trace`` is None where only the algorithm is drawn."""

    letter: str
    name: str
    colour: str
    dash: str
    algorithm: Algorithm
    trace: Trace | None = None

    @property
    def separable(self) -> bool:
        """True where its update makes zeros weight by weight: there is a function to draw."""
        return self.algorithm.shrink(np.zeros(1), 1) is not None

    @property
    def diverged(self) -> bool:
        """True where the run broke off because its predictions overflowed."""
        return self.trace is not None and self.trace.diverged_at is not None


def name_runs(algorithms: Sequence[Algorithm], traces: Sequence[Trace] = ()) -> list[Run]:
    """Return runs A, B, … in order; those of one algorithm are named by their differences."""
    runs: list[Run] = []
    for i, algorithm in enumerate(algorithms):
        twins = [other for other in algorithms if other.key == algorithm.key]
        occurrence = sum(other.key == algorithm.key for other in algorithms[:i])
        differing = [
            f"{knob.symbol} = {show(getattr(algorithm, field))}"
            for field, knob in knobs_of(algorithm).items()
            if len({getattr(twin, field) for twin in twins}) > 1
        ]
        hue = colour(algorithm.key, occurrence)
        taken = {run.dash for run in runs if run.colour == hue}
        runs.append(
            Run(
                letter=LETTERS[i],
                name=", ".join([algorithm.title, *differing]),
                colour=hue,
                dash=next(d for d in dashes(algorithm.key, occurrence) if d not in taken),
                algorithm=algorithm,
                trace=traces[i] if traces else None,
            )
        )
    return runs


def show(value) -> str:
    """Return a knob's value as people read it."""
    return format_value(value).replace("inf", "∞")
