"""Proximal gradient, plain (ISTA) and accelerated (FISTA), to a stated duality gap.

Idea
    Step down the full gradient, then soft-threshold; with momentum, restarted when it points up.
Update
    w ← S(u − ∇f(u)/L, λ/L),  u = w + β_k (w − w_before)
Objective
    F(w) = Σ_i c_i ℓ(w·x_i, y_i) + λ‖w‖₁, the c_i ≥ 0 adding up to 1 (1/n unless given)
Losses
    squared, logistic; hinge by Nesterov smoothing, the gap measured on the hinge itself
Where its zeros come from
    the soft threshold
Cost per iteration
    two products with X
Source
    Beck & Teboulle 2009; restart: O'Donoghue & Candès 2015; smoothing: Nesterov 2005

Duality gap: with u_i = ℓ′(w·x_i, y_i) scaled until \\|Σ c_i u_i x_ij\\| ≤ λ for every j,
F(w) + Σ c_i ℓ*(u_i) bounds how far F(w) is above the optimum.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from scipy.special import xlogy

from algorithms.losses import MARGIN_LOSSES, Loss, loss_code, loss_slopes, loss_values
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
        0.01, "λ", "Weight of the L1 penalty in the objective.", low=1e-4, high=1.0, scale="log"
    )
    accelerated: bool = knob(True, "FISTA", "With momentum (FISTA) or without (ISTA).", flag=True)
    tolerance: float = knob(
        1e-6,
        "ε",
        "Stop when the duality gap is below this.",
        low=1e-10,
        high=1e-2,
        scale="log",
        above=True,
    )
    max_iterations: int = knob(
        20_000,
        "N",
        "Stop after this many iterations, whatever the gap.",
        low=10,
        high=100_000,
        scale="log",
        integer=True,
        minimum=1,
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
        """Minimise F over ``dataset``.

        Parameters
        ----------
        row_weights : the c_i, shape (n,), ≥ 0; scaled to add up to 1.
        start : weights to start from, shape (d,).

        Raises
        ------
        ValueError
            for a margin loss on a regression task.
        """
        code = loss_code(loss)
        if code in MARGIN_LOSSES and dataset.task != "classification":
            raise ValueError(f"loss = {code.name!r}: it needs labels −1/+1, and y here is real")
        n, d = dataset.X.shape
        c = np.full(n, 1.0 / n) if row_weights is None else row_weights / row_weights.sum()
        problem = _Problem(dataset.X, dataset.y, c, code, self.l1)
        w = np.zeros(d) if start is None else np.array(start, dtype=np.float64)
        best, used = Solution(w, *problem.objective_and_gap(w, mu=1.0), 0, False), 0
        for mu in SMOOTHINGS if code == Loss.hinge else (0.0,):
            if used == self.max_iterations or best.gap <= self.tolerance:
                break
            found = self._descend(problem, best.weights, mu, self.max_iterations - used)
            used += found.iterations
            best = min(best, found, key=lambda solution: solution.gap)
        return replace(best, iterations=used, converged=best.gap <= self.tolerance)

    def _descend(self, problem, w, mu, allowed) -> Solution:
        """Iterate at one smoothing ``mu``, as far as that smoothing can bring the gap down."""
        enough = max(self.tolerance, mu / 4.0)
        allowed = min(allowed, 1000) if mu else allowed
        step = (mu or 1.0) / problem.smoothness
        u, momentum = w, 1.0
        for k in range(1, allowed + 1):
            after = soft_threshold(u - step * problem.gradient(u, mu), step * self.l1)
            if not self.accelerated or (u - after) @ (after - w) > 0.0:
                u, momentum = after, 1.0
            else:
                grown = 0.5 * (1.0 + math.sqrt(1.0 + 4.0 * momentum**2))
                u = after + (momentum - 1.0) / grown * (after - w)
                momentum = grown
            w = after
            if k % CHECK_EVERY == 0 or k == allowed:
                objective, gap = problem.objective_and_gap(w, mu)
                if gap <= enough:
                    break
        return Solution(w, objective, gap, k, False)


class _Problem:
    """f, its gradient, and the duality gap of F, for fixed data."""

    def __init__(self, X, y, c, code, l1) -> None:
        self.X, self.XT, self.y, self.c, self.code, self.l1 = X, X.T.tocsr(), y, c, code, l1
        curvature = 0.25 if code == Loss.logistic else 1.0
        # All-zero data: every step is as good as any other.
        self.smoothness = curvature * largest_eigenvalue(self.X, self.XT, c) or 1.0

    def slopes(self, p, mu):
        if self.code == Loss.hinge:
            return -self.y * np.clip((1.0 - self.y * p) / (mu or 1e-300), 0.0, 1.0)
        return loss_slopes(self.code, p, self.y)

    def gradient(self, w, mu):
        return self.XT @ (self.c * self.slopes(self.X @ w, mu))

    def objective_and_gap(self, w, mu):
        p = self.X @ w
        objective = self.c @ loss_values(self.code, p, self.y) + self.l1 * np.abs(w).sum()
        u = self.slopes(p, mu)
        steepest = np.abs(self.XT @ (self.c * u)).max(initial=0.0)
        u = u * min(1.0, self.l1 / steepest) if steepest > 0.0 else u
        gap = objective + self.c @ conjugate(self.code, u, self.y)
        # Rounding may leave a gap of −1e-17; a gap is a bound and never below 0.
        return float(objective), max(float(gap), 0.0)


def conjugate(code: Loss, u: np.ndarray, y: np.ndarray) -> np.ndarray:
    """ℓ*(u) = sup_p u p − ℓ(p, y), elementwise, for u in the range of ℓ′(·, y)."""
    if code == Loss.squared:
        return 0.5 * u**2 + u * y
    a = np.clip(-u * y, 0.0, 1.0)
    return xlogy(a, a) + xlogy(1.0 - a, 1.0 - a) if code == Loss.logistic else -a


def largest_eigenvalue(X, XT, c: np.ndarray) -> float:
    """The largest eigenvalue of Xᵀ diag(c) X by power iteration, 2 % added for what it lacks."""
    v = np.random.default_rng(0).standard_normal(X.shape[1])
    value = 0.0
    for _ in range(500):
        norm = np.linalg.norm(v)
        if norm == 0.0:
            return 0.0
        v = XT @ (c * (X @ (v / norm)))
        before, value = value, np.linalg.norm(v)
        if value - before <= 1e-5 * value:
            break
    return 1.02 * float(value)
