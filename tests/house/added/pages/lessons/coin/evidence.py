"""Run FOBOS over flips of a coin, once for each penalty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms import CATALOGUE, Trace
from algorithms.online.fobos import Fobos
from datasets import Dataset
from knobs import like, log
from ui.lessons.evidence import remembered_each, runs_or_say

PENALTIES = tuple(np.geomspace(0.01, 1.0, 9).tolist())


@dataclass(frozen=True)
class Knobs:
    """The penalty."""

    l1: float = like(Fobos, "l1", 0.1, log(0.01, 1.0))


class Evidence(NamedTuple):
    """A run for each of PENALTIES, and the one for the penalty of the knobs."""

    knobs: Knobs
    sweep: list[Trace]
    now: Trace


def gather(knobs: Knobs, data: Dataset) -> Evidence:
    """Return the runs; those of the sweep wait for no knob."""
    *sweep, now = runs([*PENALTIES, knobs.l1], data)
    return Evidence(knobs, sweep, now)


@remembered_each(most=32)
def runs(penalties: list[float], data: Dataset) -> list[Trace]:
    """Return one pass of FOBOS for each penalty; those that nobody remembers, in one sweep."""
    learners = [CATALOGUE["fobos"](l1=l1) for l1 in penalties]
    return runs_or_say(learners, data, order=np.arange(data.n_rows), checkpoints=1)
