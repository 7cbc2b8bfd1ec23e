"""Groups as loops read them: from a feature to its copies, from a copy to its group.

The copies of a group stand together, so that its norm is read in one go; what leads from a feature
to a copy stands in one row, so that a step waits for as few places as can be.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from algorithms.groups import Groups
from algorithms.kernel import entries, kernel, prefetch

# Lengths are measured in this unit: no square overflows below 1e210, none is lost above 1e-90.
# A power of two, so that nothing is rounded.
UNIT = 2.0**200


class Layout(NamedTuple):
    """The copies of the features, and the groups they stand in.

    Attributes
    ----------
    rows : uint32 (c, 4), one copy each = (copy, its group, row of its feature's next copy or 0,
        its feature). The first copy of feature j is in row j; further ones are below all of these.
    starts : uint32 (G + 1,), group g has the copies starts[g], …, starts[g + 1] − 1.
    """

    rows: np.ndarray
    starts: np.ndarray

    @classmethod
    def of(cls, groups: Groups) -> Layout:
        """The layout of ``groups``."""
        c = len(groups.copies)
        # In the order of their features: the first copies, then all others.
        first = np.zeros(c, np.bool_)
        first[groups.first[:-1]] = True
        order = np.r_[np.flatnonzero(first), np.flatnonzero(~first)]
        row = np.empty(c, np.int64)
        row[order] = np.arange(c)
        following = np.r_[row[1:], 0]
        following[groups.first[1:] - 1] = 0
        copies = groups.copies[order]
        columns = copies, groups.group[copies], following[order], groups.features[copies]
        return cls(np.stack(columns, axis=1).astype(np.uint32), groups.starts.astype(np.uint32))

    def features(self) -> np.ndarray:
        """All features, (d,), in the type of the indices of examples."""
        return np.arange(self.rows[:, 3].max() + 1, dtype=np.int32)

    def fold(self, weights: np.ndarray) -> np.ndarray:
        """The weights of the features, (d,), from those of the rows, (c,)."""
        return np.bincount(self.rows[:, 3], weights)


@kernel
def soft(v, alpha):
    """S(v, α) of a scalar, free of branches."""
    return max(v - alpha, 0.0) + min(v + alpha, 0.0)


@kernel
def predict(p, w, rows, indices, data, begin, end):
    """p + w·x, scalar; the weight of a feature is the sum over its copies."""
    for k in range(begin, end):
        m, v, more = np.uint32(indices[k]), 0.0, True
        while more:
            v += w[rows[m, 0]]
            m = rows[m, 2]
            more = m > 0
        p += v * data[k]
    return p


@kernel
def descend(x, rows, indices, data, begin, end, move):
    """Take ``move`` times an example from the numbers ``x`` of all copies of its features."""
    for k in range(begin, end):
        m, more = np.uint32(indices[k]), True
        while more:
            x[rows[m, 0]] -= move * data[k]
            m = rows[m, 2]
            more = m > 0


@kernel
def look_ahead_groups(x, table, layout, indptr, indices, order, i):
    """Prefetch the rows of the examples after ``order[i]``; ``x`` are the numbers of copies.

    Of the next but one the rows, so that for the next they can be read.
    """
    rows, starts = layout
    if i + 2 < order.size:
        row = order[i + 2]
        for k in entries(indptr, row):
            prefetch(rows, np.uint32(indices[k]))
        row = order[i + 1]
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            prefetch(x, rows[j, 0])
            prefetch(table, rows[j, 1])
            prefetch(starts, rows[j, 1])
