"""Gaussian-kernel features: how near a row is to each of some training rows, the support examples.

Duchi et al. (2008), §7, learn weights of these features, (12).
"""

from __future__ import annotations

import dataclasses

import numpy as np
import scipy.sparse as sp

from datasets.arrays import canonical_csr
from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.preparation.expansion import MOST_NONZEROS
from datasets.preparation.options import Preparation
from datasets.preparation.scaling import SMALLEST
from datasets.report import steps
from datasets.wording import pluralize

STREAM = 3  # apart from what the split, the noise and random pairs draw
CHUNK = 4_000_000
"""The cells that are computed at a time."""


def compare_with_support(
    dataset: Dataset, X: sp.csr_array, train: np.ndarray, preparation: Preparation
) -> Dataset:
    """Return the dataset with K(x_i, x) = exp(−‖x_i − x‖²/width) in place of its features.

    The support examples x_i are training rows, drawn by the seed; more of them keep the first ones.
    Each class has at least one. They are in the order of the rows, and a feature is named by the
    number of its row among the training rows, from 1. Where the target is a class the group of a
    feature is the number of the class of its support example, of two classes 0 for −1. True weights
    are known no more, and noise features that came with the data are part of the rows that are
    compared.

    Parameters
    ----------
    dataset : all rows, those for training and those held out.
    X : its rows as they are compared, scaled, [n_rows, n_features].
    train : the numbers of the training rows.

    Raises DatasetError, before anything is computed, for more than 2·10⁸ cells.
    """
    asked, width = int(preparation.support_examples), float(preparation.kernel_width)
    at = draw_support(dataset, train, asked, int(preparation.seed))
    if dataset.n_rows * len(at) > MOST_NONZEROS:
        raise DatasetError(
            f"support_examples = {asked:,} would make {dataset.n_rows * len(at):,} cells, one for "
            f"each of {dataset.n_rows:,} rows and each support example, and at most "
            f"{MOST_NONZEROS:,} are allowed: take at most {MOST_NONZEROS // dataset.n_rows:,}."
        )
    support = train[at]
    groups = classes_of(dataset, support)
    said = steps("compared", kernel_notes(dataset, len(at), len(train), width, groups is not None))
    columns = tuple(dataclasses.replace(each, first=0, last=0) for each in dataset.columns)
    return dataclasses.replace(
        dataset,
        X=gaussian_kernel(X, support, width),
        feature_names=tuple(f"near row {i}" for i in at + 1),
        groups=groups,
        true_weights=None,
        n_noise=0,
        report=dataset.report + said,
        provenance=dataclasses.replace(dataset.provenance, columns=columns),
    )


def draw_support(dataset: Dataset, train: np.ndarray, count: int, seed: int) -> np.ndarray:
    """Return places in ``train``, rising: ``count`` of them, or all, and one of each class."""
    drawn = np.random.default_rng([STREAM, seed]).permutation(len(train))
    if dataset.task != "regression":
        firsts = np.unique(dataset.y[train[drawn]], return_index=True)[1]
        drawn = np.concatenate([drawn[np.sort(firsts)], np.delete(drawn, firsts)])
        count = max(count, len(firsts))
    return np.sort(drawn[:count])


def gaussian_kernel(X: sp.csr_array, support: np.ndarray, width: float) -> sp.csr_array:
    """Return K of all rows of ``X`` and its rows ``support``, [n_rows, len(support)].

    A K below 1e-100 is 0.
    """
    # In units of the root of the width, so that no square of a row overflows.
    with np.errstate(over="ignore", under="ignore"):
        unit = sp.csr_array((X.data / np.sqrt(width), X.indices, X.indptr), shape=X.shape)
        squares = np.asarray(unit.multiply(unit).sum(axis=1)).ravel()
    columns, parts = unit[support].T.tocsc(), []
    for first in range(0, X.shape[0], step := max(CHUNK // max(len(support), 1), 1)):
        rows = slice(first, first + step)
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            away = squares[rows, None] + squares[None, support]
            away -= 2.0 * (unit[rows] @ columns).toarray()
            near = np.exp(-np.maximum(away, 0.0))
        near[~(near >= SMALLEST)] = 0.0
        own = np.flatnonzero((support >= first) & (support < first + step))
        near[support[own] - first, own] = 1.0  # rounding would leave a distance to itself
        parts.append(sp.csr_array(near))
    return canonical_csr(sp.vstack(parts, format="csr"))


def classes_of(dataset: Dataset, support: np.ndarray) -> np.ndarray | None:
    """Return the numbers of the classes of some rows, from 0; None for amounts.

    None, too, where a class is among the test rows alone: groups have no gaps.
    """
    if dataset.task == "regression":
        return None
    numbers = dataset.y[support] if dataset.classes else dataset.y[support] > 0
    groups = numbers.astype(np.int64)
    return groups if len(np.unique(groups)) == (len(dataset.classes) or 2) else None


def kernel_notes(
    dataset: Dataset, n_support: int, n_train: int, width: float, grouped: bool
) -> tuple[str, ...]:
    """Return sentences on what took the place of the features."""
    drawn = f"{pluralize(n_support, 'support example')} drawn from {n_train:,} training rows."
    also = ", and so is every row held out" if n_train < dataset.n_rows else ""
    return (
        drawn if n_support < n_train else f"All {n_train:,} training rows are support examples.",
        f"Each row is compared with them{also}: exp(−‖x − x′‖²/{width:g}), which is 1 for the same "
        f"row and near 0 for one far away, takes the place of "
        f"{pluralize(dataset.n_features, 'feature')}.",
        *(("Support examples of one class are a group of features.",) if grouped else ()),
    )
