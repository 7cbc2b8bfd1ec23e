"""Minimise g·δ + ½ δᵀHδ + Σ_b λ_b ‖w_b + δ_b‖₂ over δ, H a Gram matrix in memory.

Block coordinate descent on H finds which blocks are zero: a weight costs one operation for each
column, not for each example. Where the zeros have stopped changing, what is left is smooth, and a
Newton step on the other blocks goes to its minimum at once; a block it turns around is made zero.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import lapack

from algorithms.kernel import kernel
from algorithms.optimum.block import Bases, block_minimum, violation
from algorithms.optimum.penalty import BlockPenalty

PASSES = 5
"""Of coordinate descent, between two looks at the zeros."""
WORTH = 200
"""A Newton step on so many weights costs about what ``PASSES`` passes do, and on twice as many
twice as many passes: with that often spent it is tried, whatever the zeros do."""
MOST_CHECKS = 50
SHORTER = 0.25 ** np.arange(20)
SHORTEST = 1e-100
RIDGE = 1e-12
"""What the diagonal gains, relatively, so that equal columns can be factorised."""


@kernel
def descend(H, starts, weights, bends, vectors, at, w, g):
    """A pass over the blocks, each moved to its minimum; ``w`` and its slope ``g`` in place."""
    q, new = np.empty(w.size), np.empty(w.size)
    for b in range(weights.size):
        lo, hi = starts[b], starts[b + 1]
        if block_minimum(w, g, lo, hi, weights[b], bends, vectors, at[b], q, new):
            for k in range(lo, hi):
                change = new[k] - w[k]
                if change != 0.0:
                    w[k] = new[k]
                    for j in range(w.size):
                        g[j] += change * H[k, j]


@kernel
def gather(H, on):
    """The lower triangle of H over the columns ``on``, the rest undefined: (m, m)."""
    face = np.empty((on.size, on.size))
    for i in range(on.size):
        for k in range(i + 1):
            face[i, k] = H[on[i], on[k]]
    return face


@kernel
def add_products(H, on, d, out):
    """out += H[:, on] d, in place, over the first ``out.size`` rows of a symmetric H."""
    for i in range(on.size):
        if d[i] != 0.0:
            for k in range(out.size):
                out[k] += d[i] * H[on[i], k]


def minimise(
    H: np.ndarray,
    penalty: BlockPenalty,
    units: np.ndarray,
    basis: Bases,
    w: np.ndarray,
    g: np.ndarray,
    target: float,
) -> None:
    """Move ``w`` (m,) and its slope ``g`` until no violation is above ``target``, in place.

    ``H`` (≥ m, ≥ m) C-contiguous, of which the first m rows and columns are meant; ``basis`` is
    that of its blocks.
    """
    blocks = penalty.starts, penalty.weights
    zeros, waited, patience = None, 0, 1
    for _ in range(MOST_CHECKS):
        for _ in range(PASSES):
            descend(H, *blocks, *basis, w, g)
        if violation(*blocks, units, w, g) <= target:
            return
        waited += 1
        before, zeros = zeros, w == 0.0
        due = patience * (1 + np.count_nonzero(w) // WORTH)
        if waited >= due or (before is not None and np.array_equal(before, zeros)):
            if not newton_step(H, penalty, w, g):
                patience *= 2
            elif violation(*blocks, units, w, g) <= target:
                return
            zeros, waited = None, 0


def newton_step(H: np.ndarray, penalty: BlockPenalty, w: np.ndarray, g: np.ndarray) -> bool:
    """A Newton step on the nonzero blocks, in place; False where that is no way down."""
    # A block on its way to zero would bend without end.
    active = np.flatnonzero(penalty.norms(w) > SHORTEST)
    on, face = penalty.columns(active), penalty.subset(active)
    old = w[on]
    sizes = face.norms(old)
    slope = g[on] + np.repeat(face.weights / sizes, face.sizes) * old
    hessian = gather(H, on)
    add_roundness(hessian, face, old, sizes)
    hessian[np.diag_indices_from(hessian)] *= 1.0 + RIDGE
    # LAPACK reads the transpose, whose upper triangle is the lower one here.
    _, step, failed = lapack.dposv(hessian.T, -slope, lower=0, overwrite_a=True)
    for t in () if failed else SHORTER:
        new = old + t * step
        turned = (face.sums(new * old) <= 0.0) & (face.weights > 0.0)
        new[np.repeat(turned, face.sizes)] = 0.0
        d, change = new - old, np.zeros(len(w))
        add_products(H, on, d, change)
        # ‖new‖ − ‖old‖, without the cancellation.
        longer = face.sums(d * (new + old)) / (face.norms(new) + sizes)
        gain = d @ (g[on] + 0.5 * change[on]) + face.weights @ longer
        if gain < 0.0:
            w[on] = new
            g += change
            return True
    return False


def add_roundness(hessian: np.ndarray, penalty: BlockPenalty, w: np.ndarray, sizes) -> None:
    """Add the second derivatives of the penalty at nonzero blocks: λ_b/‖w_b‖ (I − ŵŵᵀ)."""
    for b in np.flatnonzero((penalty.sizes > 1) & (penalty.weights > 0.0)):
        at = slice(penalty.starts[b], penalty.starts[b + 1])
        along = w[at] / sizes[b]
        flat = np.eye(len(along)) - np.outer(along, along)
        hessian[at, at] += penalty.weights[b] / sizes[b] * flat
