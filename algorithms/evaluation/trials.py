"""Trials of settings on one stream of examples: the features and the loss of each."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from algorithms.evaluation.grids import Algorithm
from algorithms.losses import Loss, loss_values
from algorithms.sweep import sweep
from algorithms.trace import LATE, LATELY, Trace, median_used
from datasets import Dataset
from knobs import knobs_of

LONG, COARSE = 4e6, 1.5e6
"""A stream of more entries than the first is gone through for the last values of a knob only; the
others are tried on the beginning of it, with about as many entries as the second."""
CLASS_WORK, ENTRY_WORK = 100, 5
"""A step of one of several classes takes as long as so many entries of two-class runs side by side,
and each entry in it as long as so many."""
MOST_LOOKS, FEWEST_LOOKS, SHARE_OF_LOOKS = 200, 40, 5.0
"""Checkpoints of a whole run: as many as in the pictures, in long rows of weights fewer, so many at
least; in between all together would look at so many weights for each entry that is read."""


@dataclass(frozen=True)
class Trial:
    """One setting and its result.

    Parameters
    ----------
    algorithm : the setting.
    features : features with a weight that is not 0, each once for all classes: as many as the run
        mostly kept in its last quarter.
    lately : the same of its last sixteenth, where the running median of a picture ends.
    at_end : the same after the last example.
    loss : progressive loss per example, of a batch run the mean loss of its weights over all
        examples; in ``Validation`` the mean of ``row_losses``; inf where the run diverged.
    row_losses : float64 (rows,), the loss of the final weights on each row that the run did not
        learn from; None where it was not judged on any.
    norm, largest : Σ|w| and the largest \\|w\\| at the end.
    """

    algorithm: Algorithm
    features: int
    lately: int
    at_end: int
    loss: float
    norm: float
    largest: float
    row_losses: np.ndarray | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of(cls, trace: Trace) -> Trial:
        """Return the trial of the run that left ``trace``."""
        suffered = trace.fit[-1] if trace.loss is None else trace.loss[-1] / trace.steps[-1]
        fine = trace.final.diverged_at is None and math.isfinite(suffered)
        largest = float(np.abs(trace.final.weights).max(initial=0.0))
        return cls(
            trace.algorithm,
            trace.median_used,
            median_used(trace.used, trace.steps, trace.algorithm.stride, LATELY),
            int(trace.used[-1]),
            float(suffered) if fine else math.inf,
            float(trace.sparsity.l1_norm[-1]),
            largest,
        )


class Trials:
    """All settings tried on one stream; none is run twice.

    Parameters
    ----------
    dataset, loss, intercept : as in ``record``.
    order : int64 (steps,), the rows in the order in which they are learned from.
    """

    def __init__(self, dataset: Dataset, loss: Loss, order: np.ndarray, intercept: bool) -> None:
        self.dataset, self.loss, self.order, self.intercept = dataset, loss, order, intercept
        self._made: dict[Algorithm, Trial] = {}
        self._shorter: dict[int, Trials] = {}

    def of(self, algorithms: Iterable[Algorithm]) -> list[Trial]:
        """Return the trial of each setting, in their order; those that are new are run together."""
        requested = list(algorithms)
        new = [each for each in dict.fromkeys(requested) if each not in self._made]
        self._made |= dict(zip(new, self.run(new), strict=True))
        return [self._made[each] for each in requested]

    def run(self, algorithms: Sequence[Algorithm]) -> list[Trial]:
        """Return the trial of each of several different settings, run together."""
        return [Trial.of(trace) for trace in self.traces(algorithms, self.dataset, self.order)]

    def traces(
        self, algorithms: Sequence[Algorithm], dataset: Dataset, order: np.ndarray
    ) -> list[Trace]:
        """Return the traces of settings over the rows of ``dataset`` in an order."""
        return sweep(
            algorithms,
            dataset,
            self.loss,
            order,
            checkpoints=self.n_checkpoints(algorithms),
            intercept=self.intercept,
            since=LATE,
        )

    def n_checkpoints(self, algorithms: Sequence[Algorithm]) -> int:
        """Return the checkpoints of a whole run, of which those in its last quarter are looked at.

        They are as many as in the pictures, fewer where looking would take longer than learning. A
        batch run arrives, so its end says all.
        """
        if any(each.kind == "batch" for each in algorithms):
            return 1
        weights = self.dataset.X.shape[1] * max(len(self.dataset.classes), 1)
        affordable = int(SHARE_OF_LOOKS * self.reads / weights)
        return max(FEWEST_LOOKS, min(affordable, MOST_LOOKS))

    def one(self, algorithm: Algorithm) -> Trial:
        """Return the trial of one setting."""
        return self.of([algorithm])[0]

    def trials_with(self, base: Algorithm, name: str) -> list[Trial]:
        """Return all trials of ``base`` so far, with any value of the knob ``name``."""
        own = getattr(base, name)
        return [
            trial
            for each, trial in self._made.items()
            if type(each) is type(base) and dataclasses.replace(each, **{name: own}) == base
        ]

    @property
    def reads(self) -> float:
        """The work of one run, in entries that runs side by side read."""
        X, n_classes = self.dataset.X, len(self.dataset.classes)
        per_example = X.nnz / X.shape[0]
        if n_classes:
            per_example = n_classes * (CLASS_WORK + ENTRY_WORK * per_example)
        return len(self.order) * per_example

    def coarse(self, most_steps: int | None = None) -> Trials:
        """Return trials on the beginning of the stream, where the whole is long."""
        steps = math.ceil(len(self.order) * COARSE / max(self.reads, COARSE))
        steps = min(steps, most_steps or steps)
        if steps == len(self.order):
            return self
        if steps not in self._shorter:
            self._shorter[steps] = self.beginning(steps)
        return self._shorter[steps]

    def beginning(self, steps: int) -> Trials:
        """Return trials on the first ``steps`` of the stream."""
        return Trials(self.dataset, self.loss, self.order[:steps], self.intercept)

    def stages(self) -> tuple[Trials, Trials, Trials]:
        """Return the streams on which values are tried, three times ever closer to the best."""
        coarse = self.coarse()
        return coarse, coarse if self.reads > LONG else self, self

    def n_occurring(self) -> int:
        """Return the number of features that some example of the stream has."""
        X = self.dataset.X
        rows = np.zeros(X.shape[0], dtype=bool)
        rows[self.order] = True
        columns = X.indices if rows.all() else X[rows].indices
        return np.count_nonzero(np.bincount(columns, minlength=X.shape[1]))

    def idle(self) -> float:
        """Return the loss per example of weights that stay 0, at the best intercept if any."""
        y = self.dataset.y[self.order]
        return float(self.idle_losses(y, y).mean())

    def idle_losses(self, y: np.ndarray, judged: np.ndarray) -> np.ndarray:
        """Return the loss of weights 0 for each of some targets, the intercept learned from ``y``.

        Parameters
        ----------
        y : float64 (n,), the targets that are learned from.
        judged : float64 (rows,), the targets that are predicted.
        """
        n_classes = len(self.dataset.classes)
        shapes = [(len(each), n_classes) if n_classes else len(each) for each in (y, judged)]
        constant = best_constant(self.loss, y, shapes[0]) if self.intercept else 0.0
        return loss_values(self.loss, np.zeros(shapes[1]) + constant, judged)


def best_constant(loss: Loss, y: np.ndarray, shape: Any) -> Any:
    """Return the constant prediction of least loss, (), of several classes (k,)."""
    if loss == Loss.softmax:
        counts = np.bincount(y.astype(np.int64), minlength=shape[1])
        return np.log(np.maximum(counts, 1e-3) / len(y))
    if loss == Loss.hinge:
        return np.sign(y.mean())
    if loss == Loss.logistic:
        share = np.clip((y > 0).mean(), 1e-9, 1 - 1e-9)
        return math.log(share / (1 - share))
    return y.mean()


def settings_of(base: Algorithm, name: str, values: Sequence[float]) -> list[Algorithm]:
    """Return ``base`` with each of ``values`` of one knob that two digits and the knob can hold."""
    held = dict.fromkeys(slider_value(base, name, value) for value in values)
    return [dataclasses.replace(base, **{name: value}) for value in held]


def slider_value(base: Any, name: str, value: float) -> float:
    """Return ``value`` rounded to two digits, within the range of the knob's slider."""
    declared = knobs_of(base)[name]
    return declared.clamp(round(value) if declared.integer else float(f"{value:.1e}"))
