"""The L1-regularised objective and its duality gap.

F(w) = Σ_i c_i ℓ(w·x_i, y_i) + λ‖w‖₁, the c_i ≥ 0 adding up to 1. For any numbers u_i with
|Σ_i c_i u_i x_ij| ≤ λ for every j, F(w) + Σ_i c_i ℓ*(u_i, y_i) is at least how far F(w) is above
the optimum (Fenchel). Near the optimum the slopes u_i = ℓ′(w·x_i, y_i), scaled until they are
feasible, make this small.
"""

from __future__ import annotations

import numpy as np
from scipy.special import xlogy

from algorithms.losses import Loss, loss_slopes, loss_values


class Objective:
    """F for fixed data. ``X`` (n, d) CSR, ``y`` (n,), ``c`` (n,) ≥ 0 adding up to 1, λ > 0."""

    def __init__(self, X, y: np.ndarray, c: np.ndarray, loss: Loss, l1: float) -> None:
        self.X, self.XT, self.y, self.c, self.loss, self.l1 = X, X.T.tocsr(), y, c, loss, l1

    def slopes(self, p: np.ndarray, mu: float = 0.0) -> np.ndarray:
        """ℓ′(p, y); with ``mu`` > 0 the slopes of the smoothed hinge, which differs by ≤ μ/2."""
        if self.loss == Loss.hinge and mu > 0.0:
            return -self.y * np.clip((1.0 - self.y * p) / mu, 0.0, 1.0)
        return loss_slopes(self.loss, p, self.y)

    def gradient(self, w: np.ndarray, mu: float = 0.0) -> np.ndarray:
        """The gradient of F without its penalty."""
        return self.XT @ (self.c * self.slopes(self.X @ w, mu))

    def value(self, w: np.ndarray) -> float:
        """F(w)."""
        fit = self.c @ loss_values(self.loss, self.X @ w, self.y)
        return float(fit + self.l1 * np.abs(w).sum())

    def gap(self, w: np.ndarray, u: np.ndarray) -> float:
        """How far F(w) may be above the optimum, by the dual point ``u`` made feasible."""
        steepest = np.abs(self.XT @ (self.c * u)).max(initial=0.0)
        u = u * min(1.0, self.l1 / steepest) if steepest > 0.0 else u
        # Rounding may leave −1e-17; a bound on a distance is never below 0.
        return max(self.value(w) + float(self.c @ conjugate(self.loss, u, self.y)), 0.0)


def conjugate(loss: Loss, u: np.ndarray, y: np.ndarray) -> np.ndarray:
    """ℓ*(u) = sup_p u p − ℓ(p, y), elementwise, for u in the range of ℓ′(·, y)."""
    if loss == Loss.squared:
        return 0.5 * u**2 + u * y
    a = np.clip(-u * y, 0.0, 1.0)
    return xlogy(a, a) + xlogy(1.0 - a, 1.0 - a) if loss == Loss.logistic else -a
