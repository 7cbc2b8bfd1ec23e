"""Lazy group shrinkage, applied when a group is next read.

Without an L1 part the missed shrinks of a group add up: each takes its share of the length and
leaves the direction, [1 − a/‖w‖]₊ w and then b are [1 − (a + b)/‖w‖]₊ w. As in ``settle`` what is
owed is the difference of two rounded totals, and what it leaves within their rounding is made 0.

With an L1 part they do not add up, for a soft threshold turns the direction: they are replayed
one by one, and that is exact, until nothing is left.
"""

from __future__ import annotations

import math

import numpy as np

from algorithms.kernel import kernel
from algorithms.online.lazy.truncation import RESIDUE
from algorithms.online.storage.group_layout import UNIT, soft
from algorithms.schedules import step_size


@kernel
def settle_groups(w, paid, layout, indices, begin, end, total):
    """Groups of the features ``indices[begin:end]`` pay (total − paid[g])√d_g of their length."""
    rows, starts = layout
    for k in range(begin, end):
        m, more = np.uint32(indices[k]), True
        while more:
            g = rows[m, 1]
            if paid[g] != total:
                start, stop = starts[g], starts[g + 1]
                root, squares = math.sqrt(stop - start), 0.0
                for c in range(start, stop):
                    v = w[c] / UNIT
                    squares += v * v
                norm, owed = math.sqrt(squares) * UNIT, (total - paid[g]) * root
                kept = norm > owed + min(RESIDUE * total * root, owed)
                for c in range(start, stop):
                    # w/‖w‖ is exactly ±1 in a group of one: the soft threshold to the last bit.
                    w[c] = w[c] - owed * (w[c] / norm) if kept else 0.0
                paid[g] = total
            m = rows[m, 2]
            more = m > 0


@kernel
def replay_groups(w, paid, layout, indices, begin, end, t, pace, l1, group_l1):
    """Groups of the features ``indices[begin:end]`` are shrunk by the steps paid[g] + 1, …, t."""
    rows, starts = layout
    for k in range(begin, end):
        m, more = np.uint32(indices[k]), True
        while more:
            g = rows[m, 1]
            start, stop, s = starts[g], starts[g + 1], paid[g]
            root = math.sqrt(stop - start)
            while s < t:
                s += 1.0
                pull = step_size(pace, s) * l1
                squares = 0.0
                for c in range(start, stop):
                    v = soft(w[c], pull * group_l1) / UNIT
                    squares += v * v
                norm, owed = math.sqrt(squares) * UNIT, pull * root
                share = 1.0 - owed / norm if norm > owed else 0.0
                for c in range(start, stop):
                    w[c] = share * soft(w[c], pull * group_l1)
                s = s if share > 0.0 else t
            paid[g] = t
            m = rows[m, 2]
            more = m > 0
