"""Successive halving: which candidates go on to more folds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping

import numpy as np

SHARE = 1 / 3
"""The share of candidates that go on."""


def survivors(
    costs: Mapping[Hashable, float], families: Mapping[Hashable, str], share: float, least: int
) -> list[Hashable]:
    """Return the better ``share`` of candidates, and of each family its best ``least`` at least.

    Parameters
    ----------
    costs : by the candidate; nan where it has no result, which is the worst.
    families : by the candidate, the method that it is one of.

    Examples
    --------
    >>> costs = {"a1": 1.0, "a2": 2.0, "a3": 3.0, "b1": 9.0, "b2": 8.0, "b3": 7.0}
    >>> families = {name: name[0] for name in costs}
    >>> survivors(costs, families, share=1 / 3, least=1)
    ['a1', 'a2', 'b3']
    """
    ranked = sorted(costs, key=lambda each: (np.isnan(costs[each]), costs[each]))
    kept = set(ranked[: max(round(share * len(ranked)), 1)])
    counts: dict[str, int] = defaultdict(int)
    for each in ranked:
        if counts[families[each]] < least:
            kept.add(each)
        counts[families[each]] += 1
    return [each for each in ranked if each in kept]


def choices_without_each(costs: np.ndarray) -> np.ndarray:
    """Return for each fold the candidate that the other folds find best, int64 (folds,).

    Parameters
    ----------
    costs : float64 (candidates, folds); a nan is as bad as can be.

    Examples
    --------
    >>> choices_without_each(np.array([[1.0, 1.0, 9.0], [2.0, 2.0, 2.0]]))
    array([1, 1, 0])
    """
    full = np.where(np.isnan(costs), np.inf, costs)
    n = full.shape[1]
    without = [np.delete(full, fold, axis=1).sum(axis=1) for fold in range(n)]
    return np.array([int(np.argmin(sums)) for sums in without], dtype=np.int64)
