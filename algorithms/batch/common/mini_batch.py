"""Sub-gradient steps on a few examples each, taken in the order of the run.

Idea and source: Dhingra et al., Algorithm 3. After the end of the order it starts again. The mean
gradient of m examples estimates that of all: example i counts n c_i times.
"""

from __future__ import annotations

import numpy as np

from algorithms.batch.base import BatchState
from algorithms.batch.common.full_gradient import reach
from algorithms.batch.problem import Problem
from algorithms.kernel import entries, kernel, read_only
from algorithms.losses import slope
from algorithms.orders import random_order
from algorithms.schedules import step_size


@kernel
def add_gradients(w, gradient, indptr, indices, data, y, weight, loss, rows, first, m):
    """Add the gradients of ``m`` examples from place ``first`` of ``rows``; the entries read."""
    read = 0
    for i in range(first, first + m):
        row = rows[i % rows.size]
        p = 0.0
        for k in entries(indptr, row):
            p += w[np.uint32(indices[k])] * data[k]
        s = weight[row] * slope(loss, p, y[row])
        for k in entries(indptr, row):
            gradient[np.uint32(indices[k])] += s * data[k]
        read += indptr[row + 1] - indptr[row]
    return read


@kernel
def descend(
    w, count, diverged, indptr, indices, data, y, weight, loss, rows, m, pace, penalty, reach, until
):
    """Steps until ``until`` entries are read; False where one would overflow."""
    after = np.empty(w.size)
    while count[1] < until:
        after[:] = 0.0
        first = count[0] * m
        read = add_gradients(w, after, indptr, indices, data, y, weight, loss, rows, first, m)
        eta_t, norm = step_size(pace, count[0] + 1), 0.0
        for j in range(w.size):
            after[j] = w[j] - eta_t * (after[j] + penalty[j] * np.sign(w[j]))
            norm += abs(after[j])
        diverged[0] = not norm <= reach
        if diverged[0]:
            return False
        w[:] = after
        count[0] += 1
        count[1] += read
        count[2] += m
    return True


class MiniBatches:
    """The examples of a problem, ``m`` at a time, no more than there are."""

    def __init__(self, problem: Problem, m: int) -> None:
        n = len(problem.y)
        X, self.m, self.reach = problem.X, min(m, n), reach(problem)
        drawn = problem.order if len(problem.order) else random_order(n, 1, problem.seed)
        self.examples = read_only(X.indptr, X.indices, X.data, problem.y, n / self.m * problem.c)
        self.loss, self.rows = int(problem.loss), drawn
        self.empty = not np.diff(X.indptr)[drawn].any()

    def advance(self, state: BatchState, pace, penalty: np.ndarray, accesses: int) -> bool:
        """Take steps in place until ``accesses`` entries are read; False if none can be taken."""
        if self.empty or state.diverged[0]:
            return False
        moving = state.w, state.count, state.diverged
        batch = self.loss, self.rows, self.m
        return descend(*moving, *self.examples, *batch, pace, penalty, self.reach, accesses)
