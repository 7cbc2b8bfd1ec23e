"""The exact minimum over one block of weights: of g·δ + ½ δᵀHδ + λ‖w + δ‖₂.

In the eigenvectors of H, with q = Hw − g, the minimum is (Hr + λ)⁻¹ q r, or 0 where ‖q‖ ≤ λ. Its
length r solves N(r) = ‖(Hr + λ)⁻¹ q‖ = 1. 1/N is concave and grows with r, so that Newton's method
on it climbs to the root from below and never past it. A block of one needs none of this: there it
is the soft threshold.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from algorithms.budget.scheduler import SCHEDULER
from algorithms.kernel import kernel
from algorithms.optimum.matrix import Matrix, products
from algorithms.optimum.penalty import BlockPenalty

FLAT = 1e-300
"""A block that bends less than this is left alone, like a column of zeros."""
SINGULAR = 1e-13
"""Relative to the steepest, what is no bend but rounding."""
NEWTON_STEPS = 50


class Bases(NamedTuple):
    """H over each block by eigenvalues and eigenvectors.

    ``bends`` (m,) the eigenvalues of each block, rising; ``vectors`` the (k, k) eigenvector
    matrices, flat, one after the other, block b from ``at[b]`` on.
    """

    bends: np.ndarray
    vectors: np.ndarray
    at: np.ndarray


def bases(rows: Matrix, penalty: BlockPenalty) -> Bases:
    """Of H = the products of ``rows`` (m, n) within each block."""
    sizes, starts = penalty.sizes, penalty.starts
    at = np.r_[0, np.cumsum(sizes**2)]
    bends, vectors = np.empty(starts[-1]), np.ones(at[-1])
    for size in np.unique(sizes):
        alike = np.flatnonzero(sizes == size)
        inside = starts[alike][:, None] + np.arange(size)
        if size == 1:
            bends[inside[:, 0]] = squares(rows, inside[:, 0])
            continue
        H = np.array([_products(rows[k : k + size]) for k in starts[alike]])
        values, columns = np.linalg.eigh(H)
        # A column of zeros has no part in any direction that bends, not even a rounding error.
        columns[np.einsum("gii->gi", H) == 0.0] = 0.0
        bends[inside] = np.maximum(values, 0.0)
        vectors[at[alike][:, None] + np.arange(size**2)] = columns.reshape(len(alike), -1)
    return Bases(bends, vectors, at)


def _products(rows: Matrix) -> np.ndarray:
    # Of hundreds of thousands of groups these take minutes.
    SCHEDULER.pause()
    return products(rows, rows)


def squares(rows: Matrix, which: np.ndarray) -> np.ndarray:
    """The sum of squares of each of the rows ``which``."""
    some = rows if len(which) == rows.shape[0] else rows[which]
    if isinstance(some, np.ndarray):
        return np.einsum("ij,ij->i", some, some)
    return np.asarray(some.multiply(some).sum(axis=1)).ravel()


def join_blocks(a: Bases, b: Bases) -> Bases:
    """The blocks of ``a``, then those of ``b``."""
    at = np.r_[a.at[:-1], a.at[-1] + b.at]
    return Bases(np.r_[a.bends, b.bends], np.r_[a.vectors, b.vectors], at)


def take_blocks(a: Bases, penalty: BlockPenalty, blocks: np.ndarray) -> Bases:
    """``blocks`` alone."""
    squared = BlockPenalty(a.at, penalty.weights)
    at = np.r_[0, np.cumsum(penalty.sizes[blocks] ** 2)]
    return Bases(a.bends[penalty.columns(blocks)], a.vectors[squared.columns(blocks)], at)


@kernel
def norm(v, lo, hi):
    """‖v[lo:hi]‖₂, scalar, safe from overflow."""
    if hi - lo == 1:
        return abs(v[lo])
    largest, total = 0.0, 0.0
    for k in range(lo, hi):
        largest = max(largest, abs(v[k]))
    if largest == 0.0:
        return 0.0
    for k in range(lo, hi):
        total += (v[k] / largest) ** 2
    return largest * math.sqrt(total)


@kernel
def radius(q, bends, lo, hi, weight, s):
    """The root r of N(r) = ‖q / (bends r + λ)‖ = 1, for ‖q‖ > λ > 0; ``s`` is room to work."""
    # Where all bends are the largest, this is the root; else it is below.
    r = (norm(q, lo, hi) - weight) / bends[hi - 1]
    for _ in range(NEWTON_STEPS):
        fall = 0.0
        for k in range(lo, hi):
            s[k] = q[k] / (bends[k] * r + weight)
        size = norm(s, lo, hi)
        for k in range(lo, hi):
            fall += (s[k] / size) ** 2 * (bends[k] / (bends[k] * r + weight))
        step = (size - 1.0) / fall if fall > 0.0 else 0.0
        r += step
        if not step > 1e-15 * r:
            break
    return r


@kernel
def block_minimum(w, g, lo, hi, weight, bends, vectors, first, q, out):
    """The minimum over the block ``lo:hi`` into ``out[lo:hi]``; False where it cannot bend.

    Its eigenvectors start at ``vectors[first]``; ``q`` (m,) is room to work.
    """
    size, steepest = hi - lo, bends[hi - 1]
    if not steepest > FLAT:
        return False
    if size == 1:
        v = steepest * w[lo] - g[lo]
        out[lo] = (max(v - weight, 0.0) + min(v + weight, 0.0)) / steepest
        return True
    for i in range(size):
        along, slope = 0.0, 0.0
        for j in range(size):
            along += vectors[first + j * size + i] * w[lo + j]
            slope += vectors[first + j * size + i] * g[lo + j]
        # In exact numbers q has no part where H is flat.
        bent = bends[lo + i] > SINGULAR * steepest
        q[lo + i] = bends[lo + i] * along - slope if bent else 0.0
    if norm(q, lo, hi) <= weight:
        for i in range(lo, hi):
            out[i] = 0.0
        return True
    r = radius(q, bends, lo, hi, weight, out) if weight > 0.0 else 1.0
    for i in range(lo, hi):
        if q[i] != 0.0:
            q[i] *= r / (bends[i] * r + weight)
    for j in range(size):
        out[lo + j] = 0.0
        for i in range(size):
            out[lo + j] += vectors[first + j * size + i] * q[lo + i]
    return True


@kernel
def violation(starts, weights, units, w, g):
    """The largest distance of slopes from what optimality allows, in ``units`` of the blocks."""
    worst, slope = 0.0, np.empty(w.size)
    for b in range(weights.size):
        lo, hi = starts[b], starts[b + 1]
        size = norm(w, lo, hi)
        for k in range(lo, hi):
            slope[k] = g[k] + (weights[b] * (w[k] / size) if size > 0.0 else 0.0)
        far = norm(slope, lo, hi)
        if size == 0.0:
            far = max(far - weights[b], 0.0)
        worst = max(worst, far / units[b])
    return worst
