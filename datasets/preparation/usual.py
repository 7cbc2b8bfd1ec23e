"""Default preparation of a dataset, chosen by its rows and columns alone.

The choices were measured on 26 datasets (``python -m benchmarks.openings``). Columns of one size
let one step size serve all of them: divided by their standard deviation they do so for columns of
any units, and centring helps a model without an intercept. Sparse columns are divided by their
largest value instead: a rare column divided by its small deviation would have one step of it
outweigh all others, and truncation could not let go of it.
"""

from __future__ import annotations

import math

import numpy as np

from datasets.dataset import Dataset
from datasets.preparation.options import Preparation

SPARSE = 0.2
"""Datasets with a smaller share of nonzero cells are sparse."""
LENGTH_TOLERANCE = 1e-3
"""Rows are of one length where all lengths are within this share of the mean length."""
RARE = 0.25
"""An intercept is learned where one of two classes has a smaller share of the rows. Without it
small steps keep all predictions near even, and weights gain next to nothing."""
TEST_SHARE, FEWEST = 0.25, 4
"""The share of the rows that is held out where each class has at least so many rows."""
STEPS, MOST_STEPS, MOST_PASSES = 20_000, 100_000, 10
MOST_ENTRIES, CLASS_ENTRIES = 10_000_000, 2_000_000
"""Cheap runs read no more entries than the first; runs for several classes, which read each entry
once for each class and take long, no more than the second in all."""
CUTS = 10
"""The usual period of cutting and pulling: runs should end where it has just been done."""


def usual_preparation(dataset: Dataset) -> Preparation:
    """Return the scaling that fits the kind of columns, and a test share where rows allow it.

    Parameters
    ----------
    dataset : as its recipe builds it, neither split nor scaled.
    """
    held_out = dataset.test is None and smallest_class_size(dataset) >= FEWEST
    share = TEST_SHARE if held_out else 0.0
    return Preparation(scaling=usual_scaling(dataset), test_fraction=share)


def usual_scaling(dataset: Dataset) -> str:
    """Return the scaling: "none", "max-abs 1" or "unit variance"."""
    X = dataset.X
    if dataset.density >= SPARSE:
        return "unit variance"
    rows = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
    lengths = np.sqrt(np.bincount(rows, weights=np.square(X.data / np.abs(X.data).max(initial=1))))
    lengths = lengths[lengths > 0]
    even = np.ptp(lengths) <= LENGTH_TOLERANCE * lengths.mean() if lengths.size else True
    return "none" if even and np.abs(X.data).max(initial=0) <= 1 else "max-abs 1"


def smallest_class_size(dataset: Dataset) -> int:
    """Return the number of rows of the smallest class, of a regression all rows."""
    if dataset.task == "regression":
        return dataset.n_rows
    return int(np.unique(dataset.y, return_counts=True)[1].min())


def usual_intercept(dataset: Dataset) -> bool:
    """Return whether a run opens with an intercept: for numbers, and where one class is rare."""
    if dataset.task == "regression":
        return True
    return dataset.task == "classification" and minority_share(dataset) < RARE


def minority_share(dataset: Dataset) -> float:
    """Return the share of the rows that are of the rarer of two classes, 0 to 0.5."""
    positive = float((dataset.y > 0).mean())
    return min(positive, 1 - positive)


def usual_passes(dataset: Dataset) -> int:
    """Return the number of passes, 1 to 10, with which a run takes near 20,000 steps.

    Where it costs little, it is one with which the steps are a multiple of ten: a run that ends
    between two cuts holds whatever weights have grown since the last one.

    Parameters
    ----------
    dataset : prepared.
    """
    rows, entries = dataset.n_rows, dataset.X.nnz
    near = min(max(STEPS / rows, 1), MOST_PASSES)
    if dataset.classes:  # nothing is cut at intervals
        return round(min(near, max(CLASS_ENTRIES / max(entries * len(dataset.classes), 1), 1)))
    cheap = [
        passes
        for passes in range(1, MOST_PASSES + 1)
        if passes <= near or (passes * rows <= MOST_STEPS and passes * entries <= MOST_ENTRIES)
    ]
    even = [passes for passes in cheap if passes * rows % CUTS == 0] or cheap
    return min(even, key=lambda passes: abs(math.log(passes / near)))
