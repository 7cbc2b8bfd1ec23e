"""Repeats of the runs of a view: orders of the examples, each with held-out rows of its own.

One split into training and held-out rows is chance as one order is. Where the split is drawn here,
each repeat has another one, scaled anew by its own training rows.
"""

from __future__ import annotations

import numpy as np

from algorithms import order_of
from datasets import Dataset, Preparation, prepare_splits
from ui.engine.loading import dataset
from ui.engine.material import ORDER_BYTES, Material
from ui.memo import Memo

ORDERS_TRIED = 10
"""Orders of the examples over which runs are spread."""

SPLIT_WORK = 5e6
"""Nonzeros of all repeats together that are prepared anew: half a second. Where there would be more
all of them have the split of the view."""

SPLIT_BYTES = 2e8
"""The bytes of the datasets of all repeats that are remembered."""

SPLITS = Memo(2, in_keys=False, most_bytes=SPLIT_BYTES)
OTHER_ORDERS = Memo(2, in_keys=False, most_bytes=ORDER_BYTES)


def split_varies(material: Material) -> bool:
    """Return whether each repeat has held-out rows of its own.

    Not where there are none, where a file has brought them, where rows stand in time, and where
    that would take long.
    """
    data = material.data
    if data.test is None or data.test_name or data.in_time:
        return False
    return (data.X.nnz + data.test.X.nnz) * ORDERS_TRIED <= SPLIT_WORK


def datasets_of(material: Material) -> list[Dataset]:
    """Return the dataset of each repeat, the view's own the first."""
    if not split_varies(material):
        return [material.data] * ORDERS_TRIED
    recipe, preparation, _ = material.key

    def split() -> list[Dataset]:
        seeds = [preparation.seed + k for k in range(1, ORDERS_TRIED)]
        return prepare_splits(dataset(recipe, Preparation()), preparation, seeds)

    return [material.data, *SPLITS.get(material.key, split)]


def orders_of(material: Material) -> list[np.ndarray]:
    """Return the order of each repeat, the view's own the first."""

    def draw() -> list[np.ndarray]:
        stream = material.stream
        seeds = range(stream.order, stream.order + ORDERS_TRIED)
        orders = [order_of(material.data, stream.passes, seed) for seed in seeds]
        for rows in orders:
            rows.flags.writeable = False
        return orders

    return OTHER_ORDERS.get(material.order_key, draw)
