"""The barrier of the interior-point method, and Newton's equations for it.

φ(w, u) = f(w) + Σ_j λ_j u_j − τ Σ_j ln(u_j² − w_j²),  τ = 1/t,

with f the mean loss and a bound u_j for every weight but the intercept; Kim et al. 2007 and Koh,
Kim & Boyd 2007 write it times t. Solved for Δu, the equations leave for Δw

(∇²f + D) Δw = −∇f − 2 w (λ u − τ)/(u² + w²),  D = diag(2τ/(u² + w²)),

in which nothing cancels, however near a weight is to its bound.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from algorithms.batch.base import BatchState
from algorithms.losses import loss_values
from algorithms.optimum.duality import Objective

Pair = tuple[np.ndarray, np.ndarray]
Product = Callable[[np.ndarray], np.ndarray]

RESIDUAL = 0.1
MOST = 5000


@dataclass(eq=False, kw_only=True)
class BarrierState(BatchState):
    """An interior-point run under way.

    Attributes
    ----------
    squares : the x_ij², transposed.
    u : float64 (d,), the bounds.
    p : float64 (n,), the predictions of ``w``.
    t : the barrier's weight is 1/t.
    length : s of the last step.
    gap : the duality gap before the last step, or of ``w`` where there was none left to take.
    """

    objective: Objective
    squares: sparse.csr_array
    u: np.ndarray
    p: np.ndarray
    t: float
    length: float = 0.0
    gap: float = math.inf

    def read(self, evaluations: int = 0) -> None:
        """Count one reading of X, as X v and then Xᵀ of that need it."""
        self.count[1] += self.problem.X.nnz
        self.count[2] += evaluations


def value(f: Objective, w: np.ndarray, u: np.ndarray, p: np.ndarray, tau: float) -> float:
    """φ, the predictions ``p`` of ``w`` being at hand; ∞ where a weight is beyond its bound."""
    w, l1 = w[: len(u)], f.l1[: len(u)]
    if not (np.abs(w) < u).all():
        return np.inf
    barrier = np.log(u - w).sum() + np.log(u + w).sum()
    return float(f.c @ loss_values(f.loss, p, f.y) + l1 @ u - tau * barrier)


def gradient(f: Objective, w: np.ndarray, u: np.ndarray, mean: np.ndarray, tau: float) -> Pair:
    """∂φ/∂w and ∂φ/∂u; ``mean`` is ∇f."""
    v, in_w = w[: len(u)], mean.copy()
    room = (u - v) * (u + v)
    in_w[: len(u)] += 2.0 * tau * v / room
    return in_w, f.l1[: len(u)] - 2.0 * tau * u / room


def newton(
    f: Objective, w: np.ndarray, u: np.ndarray, mean: np.ndarray, tau: float,
    product: Product, diagonal: np.ndarray, gap: float,
) -> Pair:  # fmt: skip
    """Δw and Δu; ``product`` multiplies by ∇²f, ``diagonal`` is its diagonal.

    The smaller the duality ``gap``, the more exact they are.
    """
    d, v, l1 = len(u), w[: len(u)], f.l1[: len(u)]
    both, room = u**2 + v**2, (u - v) * (u + v)
    right, D = -mean, np.zeros(len(w))
    right[:d] -= 2.0 * v * (l1 * u - tau) / both
    D[:d] = 2.0 * tau / both
    # A norm of the preconditioner is in units of √F.
    enough = gap / math.sqrt(f.problem.scale)
    dw = conjugate_gradients(lambda x: product(x) + D * x, right, diagonal + D, enough)
    return dw, (room * (u - 0.5 * l1 * room / tau) + 2.0 * u * v * dw[:d]) / both


def conjugate_gradients(
    product: Product, right: np.ndarray, diagonal: np.ndarray, gap: float
) -> np.ndarray:
    """x with ``product(x)`` ≈ ``right``, preconditioned by the ``diagonal``.

    Ends when the residual is 0.1 min(‖right‖, gap), the papers' rule, but with both norms those of
    the preconditioner, and the gap in their unit: what features and targets are measured in then
    makes no difference.
    """
    scale = 1.0 / np.where(diagonal > 0.0, diagonal, 1.0)
    x, r = np.zeros_like(right), right
    along = scale * r
    rho = r @ along
    enough = RESIDUAL * min(math.sqrt(rho), gap)
    for _ in range(MOST):
        if not rho > enough**2:
            break
        q = product(along)
        bend = along @ q
        # Where rounding has eaten the curvature, what has been found is still a way down.
        if not bend > 0.0:
            break
        x, r = x + rho / bend * along, r - rho / bend * q
        before, rho = rho, r @ (scale * r)
        along = scale * r + rho / before * along
    return x
