"""Projection by pivoting.

Idea
    Quickselect that also adds up: a random entry splits the others, and one sum tells on which
    side θ lies. What lies on the other side is counted or dropped, never looked at again.
Threshold
    u is a random entry, s and ρ sum and number of those known to stay.
    Σ_{x≥u} (x − u) over all < z: all x ≥ u stay, go on below u; otherwise go on above u.
    θ = (s − z)/ρ
Cost
    O(n) expected, for any data: ties of u leave together with u
Memory
    one copy of the entries
Source
    Duchi, Shalev-Shwartz, Singer & Chandra 2008, (9), (10) and Fig. 2
"""

from __future__ import annotations

import numpy as np

from algorithms.kernel import kernel
from algorithms.projection.vector_ops import LANES, mass_above, read

# The middle one of some random entries halves the rest more evenly than a single one.
RANDOM = 9


@kernel
def next_random(seed):
    """The next state of a 31-bit linear congruential generator; its high bits are the good ones."""
    return (seed * 1103515245 + 12345) % 2147483648


@kernel
def middle(x, few, seed):
    """The middle one of ``few.size`` random entries of x, and the next seed."""
    for k in range(few.size):
        seed = next_random(seed)
        u = x[seed * x.size >> 31]
        while k > 0 and few[k - 1] > u:
            few[k] = few[k - 1]
            k -= 1
        few[k] = u
    return few[few.size // 2], seed


@kernel
def keep(x, u, above):
    """Move the entries > u, or those < u, to the front, and count them."""
    kept = 0
    for i in range(x.size):
        # Written always and kept by count: no branch to mispredict.
        x[kept] = x[i]
        kept += x[i] > u if above else x[i] < u
    return kept


@kernel
def threshold(v, absolute, z, scratch):
    """θ and ρ of the simplex Σ x = z for x = \\|v\\| or v; ``scratch`` has v's size or more."""
    read(v, absolute, scratch)
    lanes, few = np.empty((2, LANES)), np.empty(RANDOM)
    s, rho, left, seed = 0.0, 0.0, v.size, v.size
    while left > 0:
        x = scratch[:left]
        u, seed = middle(x, few, seed)
        above, count = mass_above(x, u, lanes)
        stays = (s - rho * u) + (above - count * u) < z
        left = keep(x, u, not stays)
        if stays:
            s += above + (x.size - count - left) * u
            rho += x.size - left
    return (s - z) / rho, rho
