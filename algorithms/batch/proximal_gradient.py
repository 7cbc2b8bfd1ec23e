"""Proximal gradient, plain (ISTA) and accelerated (FISTA), to a stated duality gap.

Idea
    Step down the full gradient, then soft-threshold; with momentum, restarted when it points up.
Update
    w ← S(u − ∇f(u)/L, λ/L),  u = w + β_k (w − w_before)
Losses
    squared, logistic; hinge as a linear program, or smoothed (μ ↓ 0) where that would be too large
Where its zeros come from
    the soft threshold
Knobs
    λ, with or without momentum, the gap to stop at, the most iterations
Cost per iteration
    two products with X
Memory
    X and its transpose
Source
    Beck & Teboulle 2009; restart: O'Donoghue & Candès 2015; smoothing: Nesterov 2005
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from algorithms.batch.duality import Objective
from algorithms.batch.hinge_program import LARGEST, solve_hinge
from algorithms.losses import Loss, fitting_loss
from algorithms.maps import soft_threshold
from datasets import Dataset
from knobs import check_knobs, knob

CHECK_EVERY = 10
SMOOTHINGS = tuple(10.0 ** np.arange(0.0, -6.0, -0.5))


@dataclass(frozen=True)
class Solution:
    """``weights`` (d,), their ``objective``, and a proof of how good they are.

    No weights have an objective lower by more than ``gap``; ``converged`` if that is the tolerance.
    """

    weights: np.ndarray
    objective: float
    gap: float
    iterations: int
    converged: bool


@dataclass(frozen=True)
class ProximalGradient:
    """Beck & Teboulle 2009."""

    l1: float = knob(
        0.01,
        "λ",
        "Weight of the L1 penalty in the objective; at 0 no gap can be promised.",
        label="penalty",
        low=1e-4,
        high=1.0,
        scale="log",
        maximum=1e100,
    )
    accelerated: bool = knob(
        True, "β", "With momentum (FISTA) or without (ISTA).", label="momentum", flag=True
    )
    tolerance: float = knob(
        1e-6,
        "ε",
        "Stop when the duality gap is below this.",
        label="gap",
        low=1e-10,
        high=1e-2,
        scale="log",
        above=True,
    )
    max_iterations: int = knob(
        20_000,
        "N",
        "Stop after this many iterations, whatever the gap.",
        label="iterations",
        low=10,
        high=100_000,
        scale="log",
        integer=True,
        minimum=1,
        maximum=10**9,
    )

    key = "proximal_gradient"
    title = "Proximal gradient"
    source = "Beck & Teboulle 2009"
    idea = "Step down the full gradient, then shrink; with momentum."
    formula = r"w \leftarrow S(u - \nabla f(u)/L,\ \lambda/L)"
    kind = "batch"

    def __post_init__(self) -> None:
        check_knobs(self)

    def solve(
        self,
        dataset: Dataset,
        loss: str | Loss = "logistic",
        row_weights: np.ndarray | None = None,
        start: np.ndarray | None = None,
    ) -> Solution:
        """Minimise Σ c_i ℓ(w·x_i, y_i) + λ‖w‖₁ over ``dataset``.

        Parameters
        ----------
        row_weights : the c_i, shape (n,), ≥ 0; scaled to add up to 1. All alike unless given.
        start : weights to start from, shape (d,).

        Raises
        ------
        ValueError
            for a margin loss on a regression task, and for row weights that are no weights.
        """
        code = fitting_loss(loss, dataset.task)
        n, d = dataset.X.shape
        c = np.ones(n) if row_weights is None else np.asarray(row_weights, dtype=np.float64)
        if c.shape != (n,) or not np.isfinite(c).all() or c.min() < 0.0 or c.sum() <= 0.0:
            raise ValueError(f"row_weights: it must be {n} numbers ≥ 0, not all of them 0")
        objective = Objective(dataset.X, dataset.y, c / c.sum(), code, self.l1)
        w = np.zeros(d) if start is None else np.array(start, dtype=np.float64)
        if code != Loss.hinge:
            return self._descend(objective, w, 0.0, self.max_iterations)
        if dataset.X.nnz <= LARGEST:
            found = solve_hinge(objective)
            if found is not None:
                w, u = found
                gap = objective.gap(w, u)
                return Solution(w, objective.value(w), gap, 1, gap <= self.tolerance)
        return self._descend_smoothed(objective, w)

    def _descend_smoothed(self, objective: Objective, w: np.ndarray) -> Solution:
        """Ever less smoothing, each from where the last one ended; the best by its gap."""
        best, used = None, 0
        for mu in SMOOTHINGS:
            allowed = min(1000, self.max_iterations - used)
            if allowed == 0 or (best is not None and best.converged):
                break
            found = self._descend(objective, w, mu, allowed)
            w, used = found.weights, used + found.iterations
            best = found if best is None or found.gap < best.gap else best
        return replace(best, iterations=used)

    def _descend(self, objective: Objective, w, mu: float, allowed: int) -> Solution:
        """Iterate at one smoothing ``mu``, as far as that smoothing can bring the gap down."""
        enough = max(self.tolerance, mu / 4.0)
        curvature = 0.25 if objective.loss == Loss.logistic else 1.0 / (mu or 1.0)
        # All-zero data: every step is as good as any other.
        step = 1.0 / (curvature * largest_eigenvalue(objective) or 1.0)
        u, momentum, k = w, 1.0, 0
        gap = objective.gap(w, objective.slopes(objective.X @ w, mu))
        while gap > enough and k < allowed:
            k += 1
            after = soft_threshold(u - step * objective.gradient(u, mu), step * self.l1)
            if not self.accelerated or (u - after) @ (after - w) > 0.0:
                u, momentum = after, 1.0
            else:
                grown = 0.5 * (1.0 + math.sqrt(1.0 + 4.0 * momentum**2))
                u = after + (momentum - 1.0) / grown * (after - w)
                momentum = grown
            w = after
            if k % CHECK_EVERY == 0 or k == allowed:
                gap = objective.gap(w, objective.slopes(objective.X @ w, mu))
        return Solution(w, objective.value(w), gap, k, gap <= self.tolerance)


def largest_eigenvalue(objective: Objective) -> float:
    """The largest eigenvalue of Xᵀ diag(c) X by Lanczos, with 1 % for what that leaves open."""
    X, XT, c = objective.X, objective.XT, objective.c
    d = X.shape[1]
    if d < 3 or X.nnz == 0:
        small = (XT @ sparse.diags_array(c) @ X).toarray() if X.nnz else np.zeros((1, 1))
        return float(np.linalg.eigvalsh(small)[-1])
    from scipy.sparse.linalg import LinearOperator, eigsh

    product = LinearOperator((d, d), matvec=lambda v: XT @ (c * (X @ v)), dtype=np.float64)
    begin = np.random.default_rng(0).standard_normal(d)
    return 1.01 * float(eigsh(product, k=1, which="LA", tol=1e-3, v0=begin)[0][0])
