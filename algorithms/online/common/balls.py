"""k weight vectors, each in an L1 ball: in a tree, or in an array that is read whole.

=====  ========================  =======================
       tree                      any other way
=====  ========================  =======================
w      (k, d), of the trees      (k, d), the weights
nodes  (k, nodes), of the trees  empty
state  (k, 1), of the trees      empty
room   empty                     (2, d), where θ is found
=====  ========================  =======================

The way goes into kernels as the one of ``by_sort``, ``by_pivot``, ``by_condat`` and ``by_tree``
that is not None. The compiler sees None and leaves out what hangs on it: nobody waits for the
compilation of four ways.
"""

from __future__ import annotations

import math

import numpy as np

from algorithms.kernel import kernel
from algorithms.projection import condat, pivot, sort
from algorithms.projection.tree import tree
from algorithms.projection.tree.nodes import clear, start
from algorithms.projection.vector_ops import extent


def zeros(way: str, k: int, d: int) -> tuple[np.ndarray, ...]:
    """``w``, ``nodes``, ``state`` and ``room`` of k weight vectors (d,) that are 0."""
    if way != "tree":
        return np.zeros((k, d)), np.zeros((k, 0)), np.zeros((k, 0)), np.empty((2, d))
    w, nodes, state = (
        np.zeros((k, *array.shape), array.dtype).view(type(array)) for array in start(d)
    )
    for c in range(k):
        clear(nodes[c], state[c])
    return w, nodes, state, np.empty((2, 0))


@kernel
def read(w, state, by_tree, c, j):
    """Weight j of vector c."""
    if by_tree is not None:
        return tree.read(w[c], state[c], j)
    return w[c, j]


@kernel
def keep_sign(w, nodes, state, by_tree, c, j, sign):
    """Weight j of vector c becomes 0 where it has not this sign."""
    wrong = read(w, state, by_tree, c, j)
    if wrong * sign < 0.0:
        if by_tree is not None:
            tree.add(w[c], nodes[c], state[c], j, -wrong)
        else:
            w[c, j] = 0.0


@kernel
def confine(w, room, by_sort, by_pivot, by_condat, z):
    """w ← Π_z(w), (d,), with a look at all of it. Its zeros have no part in θ, and stay zeros."""
    norm, top = extent(w)
    if norm <= z:
        return
    # Told by how far below the largest they are, magnitudes far beyond z lose no digits.
    below, scratch, n = room[0], room[1], 0
    for j in range(w.size):
        # Written always and kept by count: no branch to mispredict.
        below[n] = abs(w[j]) - top
        n += w[j] != 0.0
    below, theta = below[:n], 0.0
    if by_sort is not None:
        theta, _ = sort.threshold(below, False, z, scratch)
    if by_pivot is not None:
        theta, _ = pivot.threshold(below, False, z, scratch)
    if by_condat is not None:
        theta, _ = condat.threshold(below, False, z, scratch)
    # At the surface the norm and θ may be rounded to different sides; θ < 0 would wake zeros.
    theta = max(theta, -top)
    for j in range(w.size):
        x = abs(w[j]) - top
        w[j] = math.copysign(x - theta, w[j]) if x > theta else 0.0
