"""Minimise ½‖e‖² + Σ_b λ_b ‖w_b‖₂, e = Σ_j w_j x_j − target, keeping the residual e up to date.

For more columns than examples, where a Gram matrix would be larger than the columns themselves.
Every five passes the weights are extrapolated.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

from algorithms.kernel import entries, kernel
from algorithms.optimum.anderson import shares
from algorithms.optimum.block import Bases, block_minimum, violation
from algorithms.optimum.matrix import Matrix
from algorithms.optimum.penalty import BlockPenalty

PASSES = 5
MOST_CHECKS = 40


@kernel
def descend_dense(rows, starts, weights, bends, vectors, at, w, e):
    """One pass over the blocks of dense ``rows`` (m, n); ``w`` and ``e`` in place."""
    q, new, g = np.empty(w.size), np.empty(w.size), np.empty(w.size)
    for b in range(weights.size):
        lo, hi = starts[b], starts[b + 1]
        for k in range(lo, hi):
            g[k] = np.dot(rows[k], e)
        if block_minimum(w, g, lo, hi, weights[b], bends, vectors, at[b], q, new):
            for k in range(lo, hi):
                change = new[k] - w[k]
                if change != 0.0:
                    w[k] = new[k]
                    for i in range(e.size):
                        e[i] += change * rows[k, i]


@kernel
def descend_sparse(indptr, indices, data, starts, weights, bends, vectors, at, w, e):
    """One pass over the blocks of sparse rows; ``w`` and ``e`` in place."""
    q, new, g = np.empty(w.size), np.empty(w.size), np.empty(w.size)
    for b in range(weights.size):
        lo, hi = starts[b], starts[b + 1]
        for k in range(lo, hi):
            g[k] = 0.0
            for i in entries(indptr, k):
                g[k] += data[i] * e[indices[i]]
        if block_minimum(w, g, lo, hi, weights[b], bends, vectors, at[b], q, new):
            for k in range(lo, hi):
                change = new[k] - w[k]
                if change != 0.0:
                    w[k] = new[k]
                    for i in entries(indptr, k):
                        e[indices[i]] += change * data[i]


def one_pass(rows: Matrix, penalty: BlockPenalty, basis: Bases, w, e) -> None:
    """Move each block to its minimum, one after the other; ``w`` and ``e`` in place."""
    settings = penalty.starts, penalty.weights, *basis, w, e
    if sparse.issparse(rows):
        descend_sparse(rows.indptr, rows.indices, rows.data, *settings)
    else:
        descend_dense(rows, *settings)


def minimise(
    rows: Matrix,
    penalty: BlockPenalty,
    units: np.ndarray,
    basis: Bases,
    w: np.ndarray,
    e: np.ndarray,
    target: float,
) -> bool:
    """Move ``w`` (m,) and its residual ``e`` (n,) until no violation is above ``target``, in place.

    ``rows`` (m, n) are the columns x_j, ``basis`` is that of their products. False where it took
    too long.
    """
    for _ in range(MOST_CHECKS):
        history, residuals = [w.copy()], []
        for _ in range(PASSES):
            one_pass(rows, penalty, basis, w, e)
            history.append(w.copy())
            residuals.append(e.copy())
        extrapolate(penalty, np.array(history), np.array(residuals), w, e)
        slopes = rows @ e
        if violation(penalty.starts, penalty.weights, units, w, slopes) <= target:
            return True
    return False


def extrapolate(penalty: BlockPenalty, history: np.ndarray, residuals: np.ndarray, w, e) -> None:
    """Go where the passes of ``history`` (K + 1, m) lead to, in place, if that is better."""
    share = shares(history)
    if share is not None:
        # Residuals are affine in the weights: the same shares combine them.
        new, residual = share @ history[1:], share @ residuals
        gain = 0.5 * (residual - e) @ (residual + e)
        if gain + penalty.weights @ (penalty.norms(new) - penalty.norms(w)) < 0.0:
            w[:], e[:] = new, residual
