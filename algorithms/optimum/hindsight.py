"""The optimum in hindsight, by proximal gradient; of the hinge, which is not smooth, by detours."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from algorithms.batch.base import Solution
from algorithms.batch.common.fista import begin, check, step
from algorithms.budget.scheduler import SCHEDULER
from algorithms.losses import Loss
from algorithms.optimum.duality import Objective
from algorithms.optimum.hinge import LARGEST, solve_hinge

SMOOTHINGS = tuple(10.0 ** np.arange(0.0, -6.0, -0.5))


@dataclass(frozen=True)
class Search:
    """For the minimiser of ``objective``, with momentum or without.

    It ends when the gap is ≤ ``tolerance`` times the objective of weights 0.
    """

    objective: Objective
    accelerated: bool
    tolerance: float
    max_iterations: int

    @property
    def enough(self) -> float:
        """The gap at which it ends."""
        return self.tolerance * self.objective.problem.scale

    def run(self, w: np.ndarray) -> Solution:
        """The minimiser as far as it is found from ``w``, (columns of X,), of k classes (…, k)."""
        f = self.objective
        if f.loss != Loss.hinge:
            return self._descend(w, 0.0, self.max_iterations)
        program = solve_hinge(f) if f.X.nnz <= LARGEST else None
        if program is None:
            return self._descend_smoothed(w)
        w, u = program
        u = f.balance(u)
        p = f.X @ w
        return self._solution(w, p, f.gap(w, p, u, f.pull(u)), 1)

    def _descend_smoothed(self, w: np.ndarray) -> Solution:
        """Ever less smoothing, each from where the last one ended; the best by its gap."""
        best, last, used = None, w, 0
        for mu in SMOOTHINGS:
            allowed = min(1000, self.max_iterations - used)
            if allowed == 0 or (best is not None and best.converged):
                break
            solution = self._descend(last, mu, allowed)
            used += solution.iterations
            last = np.append(solution.weights, solution.intercept)[: len(w)]
            best = solution if best is None or solution.gap < best.gap else best
        return replace(best, iterations=used)

    def _descend(self, w: np.ndarray, mu: float, allowed: int) -> Solution:
        """Iterate at one smoothing ``mu``, as far as that smoothing can bring the gap down."""
        enough = max(self.enough, mu / 4.0)
        state = begin(self.objective, w, mu)
        while state.count[0] < allowed and step(state, self.accelerated, enough):
            SCHEDULER.pause()
        if state.gap > enough:
            check(state)
        return self._solution(state.w, state.p, state.gap, int(state.count[0]))

    def _solution(self, w: np.ndarray, p: np.ndarray, gap: float, iterations: int) -> Solution:
        d = self.objective.problem.n_features
        intercept = w[d:].ravel() if len(w) > d else np.zeros(w[0].size)
        value, converged = self.objective.value(w, p), gap <= self.enough
        weights = np.ascontiguousarray(w[:d].T)
        return Solution(weights, value, gap, iterations, converged, intercept)
