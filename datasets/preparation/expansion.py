"""Feature expansion: powers of each feature, or products of several."""

from __future__ import annotations

import dataclasses

import numpy as np
import scipy.sparse as sp

from datasets.arrays import canonical_csr, check_values
from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.preparation.products import Nonzeros, Variables
from datasets.report import steps
from datasets.wording import pluralize

RANDOM_PAIRS = "random pairs"
EXPANSIONS = ("none", "squares", "squares and cubes", "pairs", "triples", RANDOM_PAIRS)
PAIRS_STREAM = 2  # apart from what the split and the noise draw
MOST_FEATURES = 200_000
MOST_NONZEROS = 200_000_000


def expand(dataset: Dataset, how: str, n_pairs: int = 0, seed: int = 0) -> Dataset:
    """The dataset with the new features behind its own, and in front of its noise features.

    Powers join the group of their feature. Products are of features of different groups (of
    different features, where there are no groups), one group for each set of groups multiplied,
    as in Meier, van de Geer and Bühlmann (2008) and Yang et al. (2010), §6.2. Either way the
    result has groups. True weights of new features are 0.

    Of random pairs, ``n_pairs`` products of two different features are made, drawn with ``seed``,
    as in Gisette (Guyon et al. 2004); more pairs keep the first ones. Each is a group of its own
    where there are groups, and without them there are none.

    Raises DatasetError, before anything is computed, when there would be more than 200,000
    features or 2·10⁸ nonzeros; and for a value beyond 1e100.
    """
    if how == "none":
        return dataset
    n_own = dataset.n_features - dataset.n_noise
    own, noise = dataset.X[:, :n_own], dataset.X[:, n_own:]
    groups = np.arange(dataset.n_features) if dataset.groups is None else dataset.groups
    names = dataset.feature_names[:n_own]
    more = (n_pairs, seed) if how == RANDOM_PAIRS else (how,)
    X, new_names, new_groups, what = MAKERS.get(how, products)(own, names, groups, *more)
    said = steps("expanded", (what,))
    if not new_names:
        return dataclasses.replace(dataset, report=dataset.report + said)
    X = canonical_csr(sp.hstack([own, X, noise], format="csr"))
    names += tuple(new_names) + dataset.feature_names[n_own:]
    check_values(X, names)
    groups = np.concatenate([groups[:n_own], new_groups, groups[n_own:]])
    groups = np.unique(groups, return_inverse=True)[1].astype(np.int64)
    weights = dataset.true_weights
    return dataclasses.replace(
        dataset,
        X=X,
        feature_names=names,
        groups=None if how == RANDOM_PAIRS and dataset.groups is None else groups,
        true_weights=None if weights is None else np.insert(weights, n_own, [0.0] * len(new_names)),
        report=dataset.report + said,
    )


def count_nonzeros(dataset: Dataset, how: str, n_pairs: int = 0) -> int:
    """Return the number of nonzeros that the dataset has once it is expanded.

    Nothing is made for it. Of products it is the sum over the rows of an elementary symmetric
    polynomial of the numbers of nonzeros in each group.
    """
    X = dataset.X[:, : dataset.n_features - dataset.n_noise] if dataset.n_noise else dataset.X
    if how == "none":
        return dataset.X.nnz
    if how == RANDOM_PAIRS:  # at most, about: a product has no more nonzeros than its factors
        return dataset.X.nnz + int(n_pairs * X.nnz / max(X.shape[1], 1))
    if how in ("squares", "squares and cubes"):
        times, filled = (1 if how == "squares" else 2), np.bincount(X.indices, minlength=X.shape[1])
        return dataset.X.nnz + times * int(filled[with_powers(X)].sum())
    if dataset.groups is None:
        sums = [np.diff(X.indptr).astype(float)] * 3
    else:
        groups = dataset.groups[: X.shape[1]]
        ones = sp.csr_array((np.ones(X.nnz), X.indices, X.indptr), shape=X.shape)
        places = (np.ones(len(groups)), (np.arange(len(groups)), groups))
        counts = ones @ sp.csr_array(places, shape=(len(groups), groups.max() + 1))
        sums = [counts.power(k).sum(axis=1) for k in (1, 2, 3)]
    one, two, three = sums
    new = (one**2 - two) / 2
    if how == "triples":
        new = new + (one**3 - 3 * one * two + 2 * three) / 6
    return dataset.X.nnz + int(new.sum())


def with_powers(X: sp.csr_array) -> np.ndarray:
    """Return the columns that are not of 0 and 1 alone; of the others each power is the same."""
    return np.flatnonzero(np.bincount(X.indices, weights=X.data != 1, minlength=X.shape[1]))


def powers(
    X: sp.csr_array, names: tuple[str, ...], groups: np.ndarray, how: str
) -> tuple[sp.csr_array, list[str], np.ndarray, str]:
    """``(columns, their names, their groups, what was done)`` for squares, or squares and cubes."""
    chosen = with_powers(X)
    exponents = {2: "²"} if how == "squares" else {2: "²", 3: "³"}
    base = X[:, chosen]
    check_size(how, X.shape[1] + len(exponents) * len(chosen), X.nnz + len(exponents) * base.nnz)
    with np.errstate(over="ignore", under="ignore"):  # what overflows is refused by name
        made = [base.power(exponent) for exponent in exponents]
    new_names = [names[j] + sign for sign in exponents.values() for j in chosen]
    n_left = X.shape[1] - len(chosen)
    left = (
        f"; {n_left:,} of 0 and 1 alone {'has' if n_left == 1 else 'have'} none" if n_left else ""
    )
    what = (
        f"{how[0].upper()}{how[1:]} of {pluralize(len(chosen), 'feature')} added, each in the "
        f"group of its feature{left}."
    )
    return sp.hstack(made, format="csr"), new_names, np.tile(groups[chosen], len(made)), what


def products(
    X: sp.csr_array, names: tuple[str, ...], groups: np.ndarray, how: str
) -> tuple[sp.csr_array | None, list[str], np.ndarray, str]:
    """``(columns, their names, their groups, what was done)`` for pairs, or pairs and triples."""
    variables = Variables.of(np.unique(groups[: X.shape[1]], return_inverse=True)[1])
    degrees = range(2, 3) if how == "pairs" else range(2, 4)
    n_new = sum(variables.n_products(degree) for degree in degrees)
    check_size(how, X.shape[1] + n_new, 0)
    if not n_new:
        what = f"No {how}: there is one group of features only, and products are of different ones."
        return None, [], groups[:0], what
    nonzeros = Nonzeros(X, variables)
    check_size(how, 0, X.nnz + sum(int(nonzeros.counts(degree).sum()) for degree in degrees))
    new_names = [name for degree in degrees for name in variables.names(names, degree)]
    widths = np.concatenate([variables.widths(degree) for degree in degrees])
    new_groups = groups.max() + 1 + np.repeat(np.arange(len(widths)), widths)
    few, alone = "two" if how == "pairs" else "two or three", len(variables.sizes) == X.shape[1]
    what = (
        f"{pluralize(n_new, 'product')} of {few} {'' if alone else 'features of '}different "
        f"{'features' if alone else 'groups'} added, in {pluralize(len(widths), 'group')}: one for "
        f"each set of {'features' if alone else 'groups'}."
    )
    return nonzeros.products(degrees), new_names, new_groups, what


def random_products(
    X: sp.csr_array, names: tuple[str, ...], groups: np.ndarray, n_pairs: int, seed: int
) -> tuple[sp.csr_array | None, list[str], np.ndarray, str]:
    """``(columns, their names, their groups, what was done)`` for random pairs of features.

    Features that are 0 in every row are in no pair.
    """
    filled = np.flatnonzero(np.bincount(X.indices, minlength=X.shape[1]))
    first, second = draw_pairs(len(filled), n_pairs, seed)
    if not len(first):
        return None, [], groups[:0], "No random pairs: there are fewer than two features."
    check_size(RANDOM_PAIRS, X.shape[1] + len(first), n_pairs * X.nnz // X.shape[1])
    first, second, columns = filled[first], filled[second], X.tocsc()
    with np.errstate(over="ignore", under="ignore"):  # what overflows is refused by name
        made = columns[:, first].multiply(columns[:, second]).tocsr()
    new_names = [f"{names[a]}×{names[b]}" for a, b in zip(first, second, strict=True)]
    what = f"{pluralize(len(first), 'product')} of two different features added, drawn at random."
    return made, new_names, groups.max() + 1 + np.arange(len(first)), what


def draw_pairs(n: int, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """``count`` different pairs i < j of n things, or all there are; more keep the first ones."""
    there, rng = n * (n - 1) // 2, np.random.default_rng([PAIRS_STREAM, seed])
    if there <= 2**20:
        codes = rng.permutation(there)[:count]
    else:
        codes = np.empty(0, np.int64)
        while len(codes) < min(count, there):
            codes = np.append(codes, rng.integers(there, size=1000))
            codes = codes[np.sort(np.unique(codes, return_index=True)[1])]
        codes = codes[:count]
    second = ((1 + np.sqrt(1 + 8 * codes.astype(np.float64))) / 2).astype(np.int64)
    return codes - second * (second - 1) // 2, second


MAKERS = {"squares": powers, "squares and cubes": powers, RANDOM_PAIRS: random_products}


def check_size(how: str, n_features: int, n_nonzeros: int) -> None:
    """Raise DatasetError for more than can be learned from."""
    for count, most, what in (
        (n_features, MOST_FEATURES, "features"),
        (n_nonzeros, MOST_NONZEROS, "nonzeros"),
    ):
        if count > most:
            raise DatasetError(
                f"expansion = {how!r} would make {count:,} {what}, and at most {most:,} are "
                "allowed: choose a smaller expansion, or leave columns out."
            )
