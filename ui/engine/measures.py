"""Numbers on a dataset and on a run: its columns, the rows kept back, weights that stay 0."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from algorithms import Trace, evaluate
from algorithms.evaluation.frontier import usual_measure
from algorithms.losses import loss_values
from datasets import Dataset, describe
from ui.engine.material import Material
from ui.memo import Memo

if TYPE_CHECKING:
    import pandas as pd

DESCRIBED, IDLE = Memo(8, in_keys=False), Memo(64, in_keys=False)
HELD_OUT: WeakKeyDictionary[Trace, float] = WeakKeyDictionary()


def describe_features(material: Material) -> tuple[pd.DataFrame, str]:
    """Return a row per feature, and the name of the column on how it goes with the target."""
    table = DESCRIBED.get(material.key, lambda: describe(material.data))
    return table, next(name for name in table if name.startswith("correlation"))


def held_out(trace: Trace, data: Dataset) -> float:
    """Return the measure of a run of ``data`` on the rows kept back, by ``usual_measure``.

    Of several runs a hand moves one: the others are not tried on those rows again.
    """
    known = HELD_OUT.get(trace)
    if known is None:
        name = usual_measure(data)
        learned = trace.final.weights, data, trace.loss_name, trace.final.intercept
        known = HELD_OUT[trace] = evaluate(*learned, names=[name])[name]
    return known


def idle_loss(material: Material) -> float:
    """Return the loss per example of weights that stay 0."""
    data, loss = material.data, material.stream.loss

    def sum_losses() -> float:
        shape = (data.n_rows, len(data.classes)) if data.classes else data.n_rows
        return float(loss_values(loss, np.zeros(shape), data.y).mean())

    return IDLE.get((material.key, loss), sum_losses)
