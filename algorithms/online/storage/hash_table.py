"""A hash table of features in flat arrays, for kernels to look things up in.

Open addressing, linear probing, a multiplicative hash (Knuth, The Art of Computer Programming,
vol. 3, §6.4). ``ids`` holds the feature at each place, its length a power of two; whoever keeps a
number per feature keeps it at the same place of an array of the same length. At most half full.
"""

from __future__ import annotations

import numpy as np

from algorithms.kernel import kernel

EMPTY = -1
# 2⁶⁴ / golden ratio: neighbouring ids land far apart.
SPREAD = np.uint64(0x9E3779B97F4A7C15)


@kernel
def slot(ids, feature):
    """Return the slot of ``feature``, or the empty slot where it would be inserted."""
    last = ids.size - 1
    s = np.int64((np.uint64(feature) * SPREAD) >> np.uint64(20)) & last
    while ids[s] != feature and ids[s] != EMPTY:
        s = (s + 1) & last
    return s


@kernel
def longest(indptr, order):
    """The most nonzeros an example of ``order`` has."""
    most = 0
    for row in order:
        most = max(most, indptr[row + 1] - indptr[row])
    return most


@kernel
def place(ids, count, s, feature):
    """Return the place of ``feature``, inserted if it has none; an empty place holds zeros.

    ``s`` is where it stood, or would have, when the example was read; what was inserted since
    stands where it did, but an empty place may have been taken.
    """
    if ids[s] != feature:
        s = slot(ids, feature)
    if ids[s] == EMPTY:
        ids[s] = feature
        count[0] += 1
    return s


@kernel
def rehash(ids, table, keep, new_ids, new_table):
    """Carry the kept places over into an empty table; returns how many they are."""
    count = 0
    for s in range(ids.size):
        if keep[s]:
            free = slot(new_ids, ids[s])
            new_ids[free] = ids[s]
            new_table[free] = table[s]
            count += 1
    return count
