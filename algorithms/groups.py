"""Groups of features, overlapping or not: a feature has one *copy* in each group it is in.

Group methods learn weights of copies; the weight of a feature is the sum of its copies' weights
(Yang et al. 2010, Remark 5). Without overlap every feature has one copy and this is the plain
group lasso; with the edges of a graph for groups it is the graph lasso.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

import numpy as np

BEYOND = 2.0**53
"""Beyond this not every whole number is a float of its own."""


@dataclass(frozen=True, eq=False, repr=False)
class Groups:
    """The groups of the features, by copies of them.

    Attributes
    ----------
    features : int64 (c,), the feature of each copy; the copies of a group stand together.
    starts : int64 (G + 1,), group g has the copies starts[g], …, starts[g + 1] − 1.
    group : int64 (c,), the group of each copy.
    first : int64 (d + 1,), feature j has the copies ``copies[first[j]:first[j + 1]]``.
    copies : int64 (c,), the copies in the order of their features.
    """

    features: np.ndarray
    starts: np.ndarray
    group: np.ndarray
    first: np.ndarray
    copies: np.ndarray

    def __repr__(self) -> str:
        d, overlapping = len(self.first) - 1, ", overlapping" if self.overlap else ""
        return f"Groups({len(self.sizes):,} of {d:,} features{overlapping})"

    @classmethod
    def from_lists(cls, lists: Iterable[Sequence[int]], n_features: int) -> Groups:
        """One list of features a group; a feature may be in several, and must be in one.

        Raises ValueError for an empty group, a feature that does not exist, one that is twice in
        a group, and one that is in none.
        """
        if not isinstance(lists, Iterable):
            raise ValueError(f"groups = {lists!r}: it must be lists of feature numbers")
        lists = [np.asarray(members) for members in lists]
        for g, members in enumerate(lists):
            if members.size == 0:
                raise ValueError(f"groups: group {g} is empty; each must hold a feature")
            if members.ndim != 1 or members.dtype.kind not in "iu":
                raise ValueError(f"groups: group {g} must be a list of feature numbers")
        sizes = np.array([members.size for members in lists], dtype=np.int64)
        return cls._from_flat(np.concatenate([np.empty(0, np.int64), *lists]), sizes, n_features)

    @classmethod
    def from_vector(cls, vector: np.ndarray, n_features: int) -> Groups:
        """The group of each feature, numbered 0, …, G − 1; no number may be without a feature.

        Raises ValueError for a vector of the wrong length and for an empty group.
        """
        vector = np.asarray(vector)
        if vector.shape != (n_features,) or vector.dtype.kind not in "iu":
            raise ValueError(
                f"groups: a vector of shape {vector.shape} was given; it must hold one whole "
                f"number for each of the {n_features} features"
            )
        numbers, sizes = np.unique(vector, return_counts=True)
        if numbers[0] < 0:
            raise ValueError(f"groups: the number {numbers[0]} is no group; it must be >= 0")
        missing = np.flatnonzero(numbers != np.arange(len(numbers)))
        if len(missing):
            raise ValueError(f"groups: group {missing[0]} is empty; it must hold a feature")
        return cls._from_flat(np.argsort(vector, kind="stable"), sizes, n_features)

    @classmethod
    def blocks(cls, n_features: int, size: int, shared: int = 0) -> Groups:
        """Consecutive blocks of ``size`` features, each sharing ``shared`` with the next.

        The last block is cut where the features end. Raises ValueError unless
        0 ≤ ``shared`` < ``size``.
        """
        if not isinstance(size, Integral):
            raise ValueError(f"size = {size!r}: it must be a whole number")
        if not 0 <= shared < size:
            raise ValueError(f"shared = {shared}: it must be >= 0 and < size = {size}")
        starts = np.arange(0, max(n_features - shared, 1), size - shared)
        sizes = np.minimum(starts + size, n_features) - starts
        ends = np.cumsum(sizes)
        return cls._from_flat(
            np.arange(ends[-1]) + np.repeat(starts - (ends - sizes), sizes), sizes, n_features
        )

    @classmethod
    def graph(cls, edges: Iterable[tuple[int, int]] | np.ndarray, n_features: int) -> Groups:
        """The graph lasso: a group for each edge, and one for each feature without an edge.

        Raises ValueError for an edge that is no pair of two different features.
        """
        if not isinstance(edges, Iterable):
            raise ValueError(f"edges = {edges!r}: each must be a pair of feature numbers")
        pairs = np.asarray(edges if isinstance(edges, np.ndarray) else list(edges))
        pairs = pairs if pairs.size else np.empty((0, 2), np.int64)
        if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
            raise ValueError("edges: each must be a pair of feature numbers")
        met = np.zeros(n_features, np.bool_)
        met[pairs[(pairs >= 0) & (pairs < n_features)]] = True
        alone = np.flatnonzero(~met)
        sizes = np.repeat([2, 1], [len(pairs), len(alone)])
        return cls._from_flat(np.r_[pairs.ravel(), alone], sizes, n_features)

    @classmethod
    def chain(cls, n_features: int) -> Groups:
        """The graph lasso on a chain: each feature is joined to the next."""
        return cls.graph(np.c_[: n_features - 1, 1:n_features], n_features)

    @classmethod
    def _from_flat(cls, features: np.ndarray, sizes: np.ndarray, n_features: int) -> Groups:
        """Groups from a flat array of ``features`` and the ``sizes`` of the groups, validated."""
        group = np.repeat(np.arange(len(sizes)), sizes)
        outside = np.flatnonzero((features < 0) | (features >= n_features))
        if len(outside):
            raise ValueError(
                f"groups: group {group[outside[0]]} names feature {features[outside[0]]}; "
                f"it must name features 0 to {n_features - 1}"
            )
        features = features.astype(np.int64)
        copies = np.argsort(features, kind="stable")
        ordered = np.c_[features[copies], group[copies]]
        twice = np.flatnonzero((ordered[1:] == ordered[:-1]).all(axis=1))
        if len(twice):
            feature, g = ordered[twice[0]]
            raise ValueError(f"groups: group {g} names feature {feature} twice; once is the rule")
        counts = np.bincount(features, minlength=n_features)
        if not counts.all():
            raise ValueError(
                f"groups: feature {int(np.argmin(counts))} is in no group; it must be in one"
            )
        starts, first = np.r_[0, np.cumsum(sizes)], np.r_[0, np.cumsum(counts)]
        return cls(features, starts, group, first, copies)

    @property
    def overlap(self) -> bool:
        """True where some feature is in more than one group."""
        return len(self.features) > len(self.first) - 1

    @property
    def sizes(self) -> np.ndarray:
        """d_g, the number of features in each group: int64 (G,)."""
        return np.diff(self.starts)

    def fold(self, weights: np.ndarray) -> np.ndarray:
        """The weights of the features, (d,), from those of the copies, (c,)."""
        return np.bincount(self.features, weights, minlength=len(self.first) - 1)


def as_groups(groups: Any, n_features: int) -> Groups:
    """Convert a vector, lists of features, or groups to ``Groups``.

    Raises ValueError for anything else, and for groups that do not fit ``n_features``.

    Parameters
    ----------
    groups : a whole number for each feature, (d,), in any array, Series or list, floats among them;
        or a list of features for each group.
    """
    if isinstance(groups, Groups):
        if len(groups.first) - 1 != n_features:
            raise ValueError(f"groups: made for {len(groups.first) - 1} features, not {n_features}")
        return groups
    if hasattr(groups, "to_numpy"):  # of pandas
        groups = groups.to_numpy()
    if not _is_list(groups):
        known = repr(groups) if np.isscalar(groups) else f"a {type(groups).__name__}"
        raise ValueError(f"groups = {known}: it must be a vector, or lists of features")
    if isinstance(groups, np.ndarray) and groups.ndim > 1:
        raise ValueError(
            f"groups: an array of shape {groups.shape} was given; it must hold one whole number "
            f"for each of the {n_features} features in one dimension, as ravel() gives it, or be "
            "lists of features, one a group, as tolist() gives them"
        )
    if any(map(_is_list, groups)):
        return Groups.from_lists(groups, n_features)
    return Groups.from_vector(_as_whole(groups), n_features)


def _is_list(value: Any) -> bool:
    """Whether something holds others, each at its place."""
    is_array = isinstance(value, np.ndarray) and value.ndim > 0
    return is_array or (isinstance(value, Sequence) and not isinstance(value, str | bytes))


def _as_whole(vector: Sequence[Any]) -> np.ndarray:
    """Whole numbers, however they are held, as integers; ValueError for any other value."""
    array = np.asarray(vector)
    if array.dtype.kind in "iu":
        return array
    for value in vector:
        number = isinstance(value, Real) and not isinstance(value, bool | np.bool_)
        if not number or not float(value).is_integer() or abs(value) >= BEYOND:
            shown = value.item() if isinstance(value, np.generic) else value
            names = "; pandas.factorize numbers names" if isinstance(value, str) else ""
            raise ValueError(f"groups holds {shown!r}; each must be a whole number from 0{names}")
    return array.astype(np.int64)
