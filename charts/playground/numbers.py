"""A table of numbers, one row per run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from algorithms import Trace, evaluate
from algorithms.dataset_stats import DatasetStats
from algorithms.truth import truth_of
from charts.run import Run
from datasets import Dataset

if TYPE_CHECKING:
    import pandas as pd


def numbers(runs: list[Run], dataset: Dataset) -> pd.DataFrame:
    """Return errors, sparsity and speed of each run.

    Test columns stand for the rows kept back and are left out when there are none. Features are
    *false* when kept though known to be useless (true weight 0, or random by construction), and
    *missed* when 0 though some example has them and their true weight is not 0; the columns stand
    where that is known.
    """
    import pandas as pd

    return pd.DataFrame(
        [_row(run, dataset) for run in runs],
        index=pd.Index([f"{run.letter} · {run.name}" for run in runs], name="run"),
    )


def _row(run: Run, dataset: Dataset) -> dict:
    trace = run.trace
    w = trace.final.weights
    row: dict = {}
    if trace.loss is not None:
        row |= _progressive(trace, dataset.task == "regression")
    if trace.fit is not None:
        row["training loss"] = trace.fit[-1]
    row |= evaluate(w, dataset, trace.loss_name, trace.final.intercept)
    row["nonzero weights"] = int(trace.sparsity.nonzeros[-1])
    useful = truth_of(dataset).useful
    right, false = truth_of(dataset).count_nonzeros(np.atleast_2d(w != 0.0).any(axis=0))
    if dataset.true_weights is not None:
        occurring = DatasetStats.of(dataset).occurring
        row["missed features"] = int((useful & occurring).sum()) - right
        if not occurring[useful].all():
            row["useful features that never occur"] = int((useful & ~occurring).sum())
    if not useful.all():
        row["false features"] = false
    row["milliseconds"] = 1e3 * trace.costs.seconds[-1]
    row["M nonzeros/s"] = trace.costs.accesses[-1] / max(trace.costs.seconds[-1], 1e-9) / 1e6
    return row


def _progressive(trace: Trace, regression: bool) -> dict[str, float]:
    """The loss and the errors of the first pass, and those of all passes where there are more."""
    first, T = trace.costs.first_pass, trace.steps[-1]
    row = {"first-pass loss": first.mean_loss}
    if not regression:
        row["first-pass error"] = first.mistakes / first.steps if first.steps else np.nan
    if trace.later_loss is not None:
        row["mean loss"] = trace.loss[-1] / T
        if not regression:
            row["progressive error"] = trace.mistakes[-1] / T
    return row
