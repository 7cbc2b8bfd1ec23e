"""What dual averaging keeps of groups that have a cut of their own, or a cap.

As in ``group_share``, but where r grows with the group each has a cut of its own, and where the
size of a group is its largest weight, ‖w_g‖_∞, no weight takes a share: all that is beyond a cap is
cut off, and what is cut off adds up to λ d_g. Sums of gradients stand for their means here, too.

``shares[g]`` = (the share, after which step it was so, what S takes off each c, the cap).
"""

from __future__ import annotations

import math

import numpy as np

from algorithms.kernel import kernel
from algorithms.online.common.group_share import thresholds
from algorithms.online.storage.group_layout import UNIT, soft


@kernel
def find_caps(descent, shares, layout, indices, begin, end, t, strengths, by_size, by_largest):
    """Bring up to date the shares and caps of all groups of ``indices[begin:end]``."""
    rows, starts = layout
    gamma, l1, group_l1, rho = strengths
    for k in range(begin, end):
        m, more = np.uint32(indices[k]), True
        while more:
            g = rows[m, 1]
            if shares[g, 1] != t:
                start, stop = starts[g], starts[g + 1]
                root = math.sqrt(stop - start)
                r = group_l1 * root if by_size else group_l1
                cut, edge = thresholds(t, gamma, l1, r, rho)
                shares[g, 0], shares[g, 1], shares[g, 2], shares[g, 3] = 1.0, t, cut, np.inf
                if by_largest and edge > 0.0:
                    shares[g, 3] = find_cap(descent, start, stop, cut, edge * (stop - start))
                elif edge > 0.0:
                    shares[g, 0] = find_share(descent, start, stop, cut, edge * root)
            m = rows[m, 2]
            more = m > 0


@kernel
def find_share(descent, start, stop, cut, owed):
    """[1 − owed/‖c‖₂]₊ of one group, scalar."""
    squares = 0.0
    for c in range(start, stop):
        v = soft(descent[c], cut) / UNIT
        squares += v * v
    norm = math.sqrt(squares) * UNIT
    return 1.0 - owed / norm if norm > owed else 0.0


@kernel
def find_cap(descent, start, stop, cut, owed):
    """The τ ≥ 0 with Σ (|c| − τ)₊ = ``owed`` over a group, 0 where even Σ |c| is no more.

    τ rises to its place: who is below what the cut of those above leaves them, on the average, is
    not cut (Michelot 1986).
    """
    tau, above, before = -1.0, 0, -1
    while above != before:
        before, above, total = above, 0, 0.0
        for c in range(start, stop):
            v = abs(soft(descent[c], cut))
            if v > tau:
                total += v
                above += 1
        if above == 0 or total <= owed:
            return max(tau, 0.0)
        tau = (total - owed) / above
    return tau


@kernel
def predict_capped(descent, shares, rows, indices, data, begin, end):
    """γ√t w·x, scalar: what the copies of each feature keep of their gradients, added up."""
    p = 0.0
    for k in range(begin, end):
        m, v, more = np.uint32(indices[k]), 0.0, True
        while more:
            g = rows[m, 1]
            kept = soft(descent[rows[m, 0]], shares[g, 2]) * shares[g, 0]
            v += min(max(kept, -shares[g, 3]), shares[g, 3])
            m = rows[m, 2]
            more = m > 0
        p += v * data[k]
    return p
