"""A run as pictures see it: a letter, a name that tells it from the others, a colour, a dash."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from algorithms import Trace
from algorithms.online.base import OnlineAlgorithm
from charts.palette import DASHES, colour
from knobs import format_value, knobs_of

LETTERS = "ABCD"


@dataclass(frozen=True, eq=False)
class Run:
    """One curve of every picture; ``trace`` is None where only the algorithm is drawn."""

    letter: str
    name: str
    colour: str
    dash: str
    algorithm: OnlineAlgorithm
    trace: Trace | None = None

    @property
    def diverged(self) -> bool:
        """Whether the run broke off because its predictions overflowed."""
        return self.trace is not None and self.trace.diverged_at is not None


def name_runs(algorithms: Sequence[OnlineAlgorithm], traces: Sequence[Trace] = ()) -> list[Run]:
    """Runs A, B, … in order; equal algorithms are told apart by the knobs they differ in."""
    runs = []
    for i, algorithm in enumerate(algorithms):
        twins = [other for other in algorithms if other.key == algorithm.key]
        occurrence = sum(other.key == algorithm.key for other in algorithms[:i])
        differing = [
            f"{knob.symbol} = {show(getattr(algorithm, field))}"
            for field, knob in knobs_of(algorithm).items()
            if len({getattr(twin, field) for twin in twins}) > 1
        ]
        runs.append(
            Run(
                letter=LETTERS[i],
                name=", ".join([algorithm.title, *differing]),
                colour=colour(algorithm.key, occurrence),
                dash=DASHES[occurrence],
                algorithm=algorithm,
                trace=traces[i] if traces else None,
            )
        )
    return runs


def show(value) -> str:
    """A knob's value as people read it."""
    return format_value(value).replace("inf", "∞")
