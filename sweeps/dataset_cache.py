"""The datasets and folds that blocks of a sweep learn from, remembered by each process.

A sweep has hundreds of blocks, and each says by a recipe what it learns from. The first one builds
it; those after find it here. The memory is small, because a fold is as large as its dataset.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Lock
from weakref import WeakKeyDictionary, WeakValueDictionary

import numpy as np

from algorithms import fold
from datasets import Dataset, DatasetError, Preparation, Recipe, prepare
from datasets.recipes import SHORT_LIVED

DATASETS, FOLDS = 2, 2
"""The most unused datasets, and folds, in the cache."""

LARGE = 2_000_000
"""A dataset of more entries, which take 24 MB, is let go before the next one is made."""


class DatasetCache:
    """The ``most`` datasets last asked for, and any other that somebody still holds."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[Hashable, Dataset] = OrderedDict()
        self._held: WeakValueDictionary[Hashable, Dataset] = WeakValueDictionary()
        self._coming: dict[Hashable, Future[Dataset]] = {}
        self._lock = Lock()

    def get(self, key: Hashable, build: Callable[[], Dataset], keep: bool = True) -> Dataset:
        """Return the cached value of ``key``, or build it; other threads that need it wait.

        keep : whether it stays when nobody holds it any more.
        """
        with self._lock:
            known = self._held.get(key)
            if known is not None:
                if key in self._kept:
                    self._kept.move_to_end(key)
                return known
            coming = self._coming.get(key)
            mine = coming is None
            if mine:
                coming = self._coming[key] = Future()
                self._make_way()
        if not mine:
            return coming.result()
        try:
            built = build()
        except BaseException as error:
            coming.set_exception(error)
            raise
        else:
            self.put(key, built, keep)
            coming.set_result(built)
            return built
        finally:
            with self._lock:
                del self._coming[key]

    def _make_way(self) -> None:
        """Release large datasets."""
        large = [key for key, dataset in self._kept.items() if dataset.X.nnz > LARGE]
        for key in large:
            del self._kept[key]

    def put(self, key: Hashable, dataset: Dataset, keep: bool = True) -> None:
        """Remember ``dataset`` under ``key``."""
        with self._lock:
            self._held[key] = dataset
            if keep:
                self._kept[key] = dataset
                self._kept.move_to_end(key)
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)


WHOLE, PARTS = DatasetCache(DATASETS), DatasetCache(FOLDS)


@dataclass(frozen=True)
class Fingerprint:
    """A few numbers by which two processes see that they learn from the same examples.

    A file may have been written anew since the sweep began, or be another one on another machine.

    Parameters
    ----------
    shape : rows, features and entries of X, and the sum of the entries' columns.
    sums : of the entries, of their sizes, and of the targets, each times the number of its row.
    """

    shape: tuple[int, int, int, int]
    sums: tuple[float, float, float]

    @staticmethod
    def of(dataset: Dataset) -> Fingerprint:
        """Return the likeness of a dataset, computed once."""
        known = _fingerprints.get(dataset)
        if known is None:
            X, y = dataset.X, dataset.y
            shape = (*X.shape, X.nnz, int(X.indices.sum(dtype=np.int64)))
            numbered = float(y @ np.arange(1.0, len(y) + 1.0))
            sums = float(X.data.sum()), float(np.abs(X.data).sum()), numbered
            known = _fingerprints[dataset] = Fingerprint(shape, sums)
        return known

    def fits(self, other: Fingerprint) -> bool:
        """Return whether they are alike, but for the rounding of another processor."""
        return self.shape == other.shape and np.allclose(self.sums, other.sums, rtol=1e-9)


_fingerprints: WeakKeyDictionary[Dataset, Fingerprint] = WeakKeyDictionary()


def dataset_of(recipe: Recipe, preparation: Preparation) -> Dataset:
    """Return the prepared dataset. Raises DatasetError or ValueError, each a sentence.

    An upload ends with its session, a class's file with the class: nothing made of it is kept here
    longer than somebody holds it.
    """
    return WHOLE.get(
        _key(recipe, preparation),
        lambda: prepare(recipe.build(), preparation),
        keep=recipe.family not in SHORT_LIVED,
    )


def fold_of(recipe: Recipe, preparation: Preparation, number: int, folds: int) -> Dataset:
    """Return fold ``number`` of ``folds``; the whole dataset where there are less than two.

    Raises as ``dataset_of`` does, and ValueError for a fold without one class.
    """
    whole = dataset_of(recipe, preparation)
    if folds < 2:
        return whole
    key = (_key(recipe, preparation), number, folds)
    return PARTS.get(key, lambda: fold(whole, number, folds), keep=recipe.family not in SHORT_LIVED)


def lend(recipe: Recipe, preparation: Preparation, dataset: Dataset) -> None:
    """Let sweeps use a dataset that was prepared elsewhere, so that it is not there twice.

    It is not kept: whoever lends it holds it as long as it is wanted.
    """
    WHOLE.put(_key(recipe, preparation), dataset, keep=False)


def _key(recipe: Recipe, preparation: Preparation) -> Hashable:
    """The state of what a dataset is made of."""
    try:
        return recipe, preparation, recipe.stamps()
    except OSError:
        raise DatasetError(
            f"{recipe.title}: the file cannot be read: check that it is there."
        ) from None
