"""The smooth part of a batch objective, f(p) = Σ_i c_i ℓ(p_i, y_i), as second-order solvers see it.

The squared loss is seen through rows times √c_i: there f(p) = ½‖p − √c y‖² is the same parabola
everywhere. ``scale`` says by what the rows of X have to be multiplied, if by anything.
"""

from __future__ import annotations

import numpy as np

from algorithms.losses import Loss, loss_slopes, loss_values
from algorithms.optimum.duality import balanced_signs, conjugate

FLATTEST = 1e-6
"""A logistic curvature below so much of c_i/4 is taken for that: the model then bends at all."""


class SquaredFit:
    """½‖p − √c y‖², p = (√c X) w."""

    def __init__(self, y: np.ndarray, c: np.ndarray) -> None:
        self.scale = np.sqrt(c)
        self.target = self.scale * y

    def value(self, p: np.ndarray) -> float:
        """f(p)."""
        return float(0.5 * self.slopes(p) @ self.slopes(p))

    def slopes(self, p: np.ndarray) -> np.ndarray:
        """∇f(p), (n,)."""
        return p - self.target

    def bend(self, p: np.ndarray) -> None:
        """√f″(p_i), (n,); None says: 1 everywhere."""
        return None

    def young(self, p: np.ndarray, u: np.ndarray) -> float:
        """f(p) + f*(u) − p·u ≥ 0, without the cancellation of the three."""
        difference = self.slopes(p) - u
        return float(0.5 * difference @ difference)

    def balance(self, u: np.ndarray) -> np.ndarray:
        """The dual point nearest to ``u`` that a constant column allows: Σ √c_i u_i = 0."""
        return u - self.scale * (self.scale @ u)


class LogisticFit:
    """Σ c_i ln(1 + e^(−y_i p_i)), p = Xw."""

    def __init__(self, y: np.ndarray, c: np.ndarray) -> None:
        self.scale, self.y, self.c = None, y, c

    def value(self, p: np.ndarray) -> float:
        """f(p)."""
        return float(self.c @ loss_values(Loss.logistic, p, self.y))

    def slopes(self, p: np.ndarray) -> np.ndarray:
        """∇f(p), (n,)."""
        return self.c * loss_slopes(Loss.logistic, p, self.y)

    def bend(self, p: np.ndarray) -> np.ndarray:
        """√f″(p_i), (n,)."""
        a = np.abs(loss_slopes(Loss.logistic, p, self.y))
        return np.sqrt(self.c * np.maximum(a * (1.0 - a), 0.25 * FLATTEST))

    def young(self, p: np.ndarray, u: np.ndarray) -> float:
        """f(p) + f*(u) − p·u ≥ 0."""
        u = np.divide(u, self.c, out=np.zeros_like(u), where=self.c > 0.0)
        each = loss_values(Loss.logistic, p, self.y) + conjugate(Loss.logistic, u, self.y) - u * p
        return float(self.c @ each)

    def balance(self, u: np.ndarray) -> np.ndarray:
        """A dual point near ``u`` with Σ u_i = 0."""
        return balanced_signs(u, np.ones(len(u)))


FITS = {Loss.squared: SquaredFit, Loss.logistic: LogisticFit}
