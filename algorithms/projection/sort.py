"""Projection by sorting.

Idea
    The entries that stay are the largest ones: take them in order, and stop at the first that is
    not above the threshold of those before it. A heap sorts no further than that.
Threshold
    μ sorted down;  ρ = max{j : μ_j > (Σ_{r≤j} μ_r − z)/j};  θ = (Σ_{r≤ρ} μ_r − z)/ρ
Cost
    O(n + ρ log n), at most O(n log n)
Memory
    one copy of the entries
Source
    Duchi, Shalev-Shwartz, Singer & Chandra 2008, Fig. 1 and Lemma 2
"""

from __future__ import annotations

from algorithms.kernel import kernel
from algorithms.projection.vector_ops import read, two_sum


@kernel
def sink(heap, at, size):
    """Let the entry at ``at`` sink below larger ones among the first ``size``."""
    x = heap[at]
    while 2 * at + 1 < size:
        child = 2 * at + 1
        if child + 1 < size and heap[child + 1] > heap[child]:
            child += 1
        if heap[child] <= x:
            break
        heap[at] = heap[child]
        at = child
    heap[at] = x


@kernel
def threshold(v, absolute, z, scratch):
    """θ and ρ of the simplex Σ x = z for x = \\|v\\| or v; ``scratch`` has v's size or more."""
    read(v, absolute, scratch)
    n = v.size
    for at in range(n // 2 - 1, -1, -1):
        sink(scratch, at, n)
    total, rest, theta = scratch[0], 0.0, scratch[0] - z
    for rho in range(1, n):
        scratch[0] = scratch[n - rho]
        sink(scratch, 0, n - rho)
        total, lost = two_sum(total, scratch[0])
        rest += lost
        lower = (total + rest - z) / (rho + 1)
        if not scratch[0] > lower:
            return theta, float(rho)
        theta = lower
    return theta, float(n)
