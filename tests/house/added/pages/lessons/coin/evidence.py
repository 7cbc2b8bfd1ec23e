"""Run FOBOS over flips of a coin, once for each penalty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms import CATALOGUE, Trace
from algorithms.online.fobos import Fobos
from datasets import Dataset
from knobs import like, log
from ui.lessons.evidence import remembered, run_or_say

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
    return Evidence(knobs, [run(l1, data) for l1 in PENALTIES], run(knobs.l1, data))


@remembered(most=32)
def run(l1: float, data: Dataset) -> Trace:
    """Return one pass of FOBOS."""
    order = np.arange(data.n_rows)
    return run_or_say(CATALOGUE["fobos"](l1=l1), data, order=order, checkpoints=1)
