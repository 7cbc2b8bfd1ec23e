"""Validation: trials are judged on rows of the training set that they did not learn from.

The loss over many passes is mostly training loss: on wide data it is least with far more features
than help on new rows. Here a part of the rows is kept back, and the trial's final weights are
judged on it. None of these rows is a held-out row of the dataset.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

import numpy as np

from algorithms.comparator import row_losses
from algorithms.evaluation.folds import fold
from algorithms.evaluation.grids import Algorithm
from algorithms.evaluation.trials import Trial, Trials
from algorithms.losses import Loss
from algorithms.orders import order_of
from algorithms.trace import Trace
from datasets import Dataset

PARTS, FEWEST_ROWS = 5, 50
"""One row in ``PARTS`` is kept back. Of fewer rows than ``FEWEST_ROWS`` too few would be."""
ENOUGH_ROWS, MOST_READS = 300, 2e6
"""Where one part has fewer rows than ``ENOUGH_ROWS``, others are kept back in turn, up to so many
rows in all, or to so many entries that are read for one setting."""


class Validation(Trials):
    """Settings tried on parts of the rows, each judged on the rows that were kept back from it.

    Parameters
    ----------
    parts : datasets with the rows that are kept back as ``test``, and an order of each.
    loss, intercept : as in ``record``.
    """

    def __init__(
        self, parts: Sequence[tuple[Dataset, np.ndarray]], loss: Loss, intercept: bool
    ) -> None:
        super().__init__(parts[0][0], loss, parts[0][1], intercept)
        self.parts = parts

    def run(self, algorithms: Sequence[Algorithm]) -> list[Trial]:
        """Return the trial of each setting: medians over the parts, and the losses of all rows."""
        several = [
            [self._judge(trace, dataset) for trace in self.traces(algorithms, dataset, order)]
            for dataset, order in self.parts
        ]
        return [_merge(trials) for trials in zip(*several, strict=True)]

    def _judge(self, trace: Trace, dataset: Dataset) -> Trial:
        """The trial of a run, judged on the rows of ``dataset`` that were kept back."""
        trial, final = Trial.of(trace), trace.final
        if not math.isfinite(trial.loss):
            return trial
        losses = row_losses(final.weights, dataset.test, self.loss, final.intercept)
        return dataclasses.replace(trial, loss=float(losses.mean()), row_losses=losses)

    def beginning(self, steps: int) -> Trials:
        """Return trials on the first ``steps`` of the stream of each part.

        Of rows that stand in time it is the last ones: those that are kept back follow them.
        """
        some = slice(-steps, None) if self.dataset.in_time else slice(steps)
        parts = [(dataset, order[some]) for dataset, order in self.parts]
        return Validation(parts, self.loss, self.intercept)

    def idle(self) -> float:
        """Return the loss of weights 0 per row kept back, the intercept learned from the others."""
        losses = [
            self.idle_losses(dataset.y[order], dataset.test.y) for dataset, order in self.parts
        ]
        return float(np.concatenate(losses).mean())


def validation_of(trials: Trials, passes: int, seed: int) -> Trials:
    """Return ``trials`` judged on rows that are kept back from them, where there are enough rows.

    Where there are fewer than ``FEWEST_ROWS``, or a class is too rare for all parts, the trials
    are returned as they are, judged by what they suffer.
    """
    dataset = trials.dataset
    if dataset.n_rows < FEWEST_ROWS:
        return trials
    affordable = int(MOST_READS / max(trials.reads, 1.0))
    several = -(-ENOUGH_ROWS * PARTS // dataset.n_rows)
    # Of rows that stand in time the last ones are kept back: others would be foreseen.
    n_parts = 1 if dataset.in_time else max(min(several, affordable, PARTS), 1)
    try:
        kept_back = [fold(dataset, PARTS - 1 - i, PARTS, seed) for i in range(n_parts)]
    except ValueError:  # a class with fewer rows than there are parts
        return trials
    parts = [(part, order_of(part, passes, seed)) for part in kept_back]
    return Validation(parts, trials.loss, trials.intercept)


def _merge(trials: Sequence[Trial]) -> Trial:
    """One trial of those of the same setting in all parts."""
    if len(trials) == 1 or not all(math.isfinite(trial.loss) for trial in trials):
        return max(trials, key=lambda trial: trial.loss)
    losses = np.concatenate([trial.row_losses for trial in trials])
    counts = {
        name: int(np.median([getattr(trial, name) for trial in trials]))
        for name in ("features", "lately", "at_end")
    }
    sizes = {
        name: float(np.mean([getattr(trial, name) for trial in trials]))
        for name in ("norm", "largest")
    }
    loss = float(losses.mean())
    return Trial(trials[0].algorithm, **counts, loss=loss, **sizes, row_losses=losses)
