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
    def in_a_sentence(self) -> str:
        """Its name within a sentence: "rounding, K = 1", but "RDA" and "AdaGrad-RDA"."""
        first = self.name.split(",")[0].split(" ")[0]
        return self.name[0].lower() + self.name[1:] if _is_plain(first) else self.name

    @property
    def separable(self) -> bool:
        """True where its update makes zeros weight by weight: there is a function to draw."""
        return self.algorithm.shrink(np.zeros(1), 1) is not None

    @property
    def diverged(self) -> bool:
        """True where the run broke off because its predictions overflowed."""
        return self.trace is not None and self.trace.diverged_at is not None


def _is_plain(word: str) -> bool:
    """Return whether a word is no abbreviation such as "FOBOS", "L0" or "AdaGrad"."""
    return word[1:2].isalpha() and word[1:].islower()


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
