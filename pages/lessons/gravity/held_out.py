"""Errors on rows held out, of runs under every gravity on the other examples.

Nothing else of the lesson needs it, so it is made where it is asked for.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from algorithms import Trace, order_of
from algorithms.losses import Loss, mistakes_of
from datasets import Dataset
from datasets.preparation.split import split_rows
from pages.lessons.gravity.evidence import GRAVITIES, Knobs, learner
from ui.lessons.evidence import remember, runs_or_say

SHARE = 0.3
"""The share of the examples that is held out."""


class HeldOutRun(NamedTuple):
    """A run on the examples that are not held out, judged on the rows that are.

    Parameters
    ----------
    knob : its gravity.
    kept : the features in use at the end.
    errors : the errors per 100 held-out rows.
    """

    knob: float
    kept: int
    errors: float


class HeldOutSweep(NamedTuple):
    """The runs of every gravity.

    Parameters
    ----------
    learned, rows : the number of examples learned from, and of held-out rows.
    path : the run without gravity, then one with each of GRAVITIES.
    now : the run with the gravity of the knobs.
    """

    learned: int
    rows: int
    path: list[HeldOutRun]
    now: HeldOutRun

    @property
    def free(self) -> HeldOutRun:
        """The run without gravity."""
        return self.path[0]


def held_out(knobs: Knobs, data: Dataset) -> HeldOutSweep:
    """Return the runs of every gravity, and that of the knobs; all else is as in the knobs."""
    learned, rows = parts(data)
    path = with_gravities(replace(knobs, gravity=0.0), (0.0, *GRAVITIES), data)
    (now,) = with_gravities(replace(knobs, gravity=0.0), (knobs.gravity,), data)
    return HeldOutSweep(learned.n_rows, rows.n_rows, path, now)


@remember(most=32)
def with_gravities(knobs: Knobs, gravities: tuple[float, ...], data: Dataset) -> list[HeldOutRun]:
    """Return the runs with some gravities; that of ``knobs`` is not asked."""
    learned, rows = parts(data)
    steps = learned.n_rows // knobs.period * knobs.period or knobs.period
    order = np.resize(order_of(learned, 1), steps)  # it ends with a pull
    learners = [learner(replace(knobs, gravity=gravity)) for gravity in gravities]
    traces = runs_or_say(learners, learned, order=order, checkpoints=1)
    return [judge(*run, rows) for run in zip(gravities, traces, strict=True)]


def judge(gravity: float, trace: Trace, rows: Dataset) -> HeldOutRun:
    """Return what a run keeps, and how many held-out rows its weights misjudge."""
    weights = trace.final.weights
    wrong = mistakes_of(Loss.logistic, rows.X @ weights, rows.y)
    return HeldOutRun(gravity, int(np.count_nonzero(weights)), float(100.0 * wrong.mean()))


@remember(most=4)
def parts(data: Dataset) -> tuple[Dataset, Dataset]:
    """Return the examples to learn from, and the held-out rows, drawn within each class."""
    learned, rows = (
        Dataset.from_arrays(data.X[side], data.y[side]) for side in split_rows(data, SHARE, 0)
    )
    return learned, rows
