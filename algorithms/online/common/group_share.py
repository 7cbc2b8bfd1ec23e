"""The share that dual averaging keeps of each group: [1 − λ√d_g/‖c_g‖₂]₊, found when it is read.

Sums of gradients stand for their means: everything is t times what the paper has (Yang et al.
2010, (11)–(14)), and a share is the same.
"""

from __future__ import annotations

import math

import numpy as np

from algorithms.kernel import kernel
from algorithms.online.rda import ROUNDED_UP
from algorithms.online.storage.group_layout import UNIT, soft


@kernel
def thresholds(t, gamma, l1, group_l1, rho):
    """t (λ r + γ ρ/√t) and t λ, scalars."""
    edge = l1 * t * ROUNDED_UP
    return edge * group_l1 + gamma * rho * math.sqrt(t), edge


@kernel
def find_shares(descent, shares, layout, indices, begin, end, t, cut, edge):
    """Bring up to date the shares of all groups of the features ``indices[begin:end]``."""
    rows, starts = layout
    for k in range(begin, end):
        m, more = np.uint32(indices[k]), True
        while more:
            g = rows[m, 1]
            if shares[g, 1] != t:
                start, stop, squares = starts[g], starts[g + 1], 0.0
                for c in range(start, stop):
                    v = soft(descent[c], cut) / UNIT
                    squares += v * v
                norm, owed = math.sqrt(squares) * UNIT, edge * math.sqrt(stop - start)
                # Nothing is taken where λ = 0, even where the norm is too small to differ from 0.
                shares[g, 0] = 1.0 if owed == 0.0 else 0.0
                if norm > owed:
                    shares[g, 0] = 1.0 - owed / norm
                shares[g, 1] = t
            m = rows[m, 2]
            more = m > 0


@kernel
def predict(descent, shares, rows, indices, data, begin, end, cut):
    """γ√t w·x, scalar: what the copies of each feature keep of their gradients, added up."""
    p = 0.0
    for k in range(begin, end):
        m, v, more = np.uint32(indices[k]), 0.0, True
        while more:
            v += soft(descent[rows[m, 0]], cut) * shares[rows[m, 1], 0]
            m = rows[m, 2]
            more = m > 0
        p += v * data[k]
    return p
