"""Statistics of a dataset that no knob changes, computed once and shared by all runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from scipy import sparse

from algorithms.kernel import entries, kernel
from algorithms.losses import Loss, check_target, fitting_rows
from algorithms.snapshots import tracked_classes, tracked_features
from algorithms.truth import CountedFeatures, counted_features
from datasets import Dataset

ORDERS, LONG_ORDERS, SHORT = 12, 2, 100_000
"""The numbers of orders of a dataset whose statistics are cached: of at most ``SHORT`` steps, and
of longer ones. A run is spread over ten orders at each movement of a knob."""


class DatasetStats:
    """The statistics that all runs on one dataset share.

    Attributes
    ----------
    known_work : by kind of algorithm, the work of a chunk, see ``budget.chunks.ChunkSizer``.
    """

    def __init__(self, dataset: Dataset) -> None:
        # Not the dataset itself: a strong reference would keep it in the weak dictionary.
        self._X = dataset.X
        self._values: dict[str, Any] = {}
        self._orders: list[OrderStats] = []
        self.known_work: dict[Any, float] = {}

    @staticmethod
    def of(dataset: Dataset) -> DatasetStats:
        """Return the statistics of ``dataset``, cached as long as it lives."""
        stats = _cache.get(dataset)
        if stats is None:
            stats = _cache[dataset] = DatasetStats(dataset)
        return stats

    def rows(self, code: Loss) -> sparse.csr_array:
        """The examples, normalised where the loss asks for it."""
        if code != Loss.clipped:
            return self._X
        return self._once("clipped", lambda: fitting_rows(code, self._X))

    def check_labels(self, dataset: Dataset, code: Loss) -> None:
        """Raise ValueError for labels of no meaning to the loss, see ``losses.check_target``."""
        given = dataset.y, len(dataset.classes)
        self._once(f"labels for {code.name}", lambda: check_target(code, *given))

    def tracked_weights(self, dataset: Dataset, code: Loss) -> np.ndarray:
        """The positions of the weights that a trace keeps, int64."""
        if code == Loss.softmax:
            return self._once("classes", lambda: tracked_classes(dataset))
        return self._once("features", lambda: tracked_features(dataset))

    def counted_features(self, dataset: Dataset) -> CountedFeatures:
        """The features whose nonzero weights are counted separately, where a truth is known."""
        return self._once("marked", lambda: counted_features(dataset))

    @property
    def occurring(self) -> np.ndarray:
        """True for the features that some example has, bool (d,); other weights never move."""
        X = self._X
        return self._once("occurring", lambda: np.bincount(X.indices, minlength=X.shape[1]) > 0)

    def order_stats(self, order: np.ndarray) -> OrderStats:
        """Return the statistics of going through the examples in ``order``."""
        orders = self._orders
        begins = order[:1].tobytes()
        for known in orders:
            if known.order is order:
                return known
            if known.begins == begins and np.array_equal(known.order, order):
                return known
        read = OrderStats(self._X, order)
        most = ORDERS if order.size <= SHORT else LONG_ORDERS
        self._orders = [read, *orders[: most - 1]]
        return read

    def checked_order(self, order: np.ndarray, checked: Callable[[], np.ndarray]) -> np.ndarray:
        """Return the cached copy of an order; ``checked`` validates it and returns it as int64.

        An array that is read-only and was checked before is not checked again: a spread asks for
        ten at each movement of a knob.
        """
        for known in self._orders:
            if known.given is order:
                return known.order
        read = self.order_stats(checked())
        if isinstance(order, np.ndarray) and order.size <= SHORT and _is_fixed(order):
            read.given = order
        return read.order

    def _once(self, name: str, find: Callable[[], Any]) -> Any:
        if name not in self._values:
            self._values[name] = find()
        return self._values[name]


def _is_fixed(array: np.ndarray) -> bool:
    return array.flags.owndata and not array.flags.writeable


class OrderStats:
    """Entries read and features met by going through the rows of ``X`` in ``order``.

    Attributes
    ----------
    given : the array that ``order`` was copied from, where it is read-only.
    begins : the first row, which differs in most other orders: a quick test before comparing.
    entries : int64 (steps,), the entries of ``X`` read up to each step.
    """

    def __init__(self, X: sparse.csr_array, order: np.ndarray) -> None:
        # A copy where the owner of the array may change it.
        self.order = order.copy() if order.flags.writeable else order
        self.given: np.ndarray | None = None
        self.begins = order[:1].tobytes()
        self.entries = np.cumsum(np.diff(X.indptr)[order].astype(np.int64))
        first = first_met(X.indptr, X.indices, order, X.shape[1])
        self._first = np.sort(first[first < order.size])

    def distinct_features(self, steps: np.ndarray) -> np.ndarray:
        """The number of distinct features that the first ``steps`` hold, int64 (c,)."""
        return np.searchsorted(self._first, steps)


@kernel
def first_met(indptr, indices, order, d):
    """The step before which each feature is met for the first time, (d,); len(order) for never."""
    first = np.full(d, order.size)
    count, i = 0, 0
    while i < order.size and count < d:
        for k in entries(indptr, order[i]):
            if first[indices[k]] > i:
                first[indices[k]] = i
                count += 1
        i += 1
    return first


_cache: WeakKeyDictionary[Dataset, DatasetStats] = WeakKeyDictionary()
