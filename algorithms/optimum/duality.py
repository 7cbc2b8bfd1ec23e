"""The L1-regularised objective and its duality gap.

F(w) = Σ_i c_i ℓ(w·x_i, y_i) + Σ_j λ_j |w_j|, the c_i ≥ 0 adding up to 1. For any numbers u_i with
|Σ_i c_i u_i x_ij| ≤ λ_j for every j, F(w) + Σ_i c_i ℓ*(u_i, y_i) is at least how far F(w) is above
the optimum (Fenchel). Near the optimum the slopes u_i = ℓ′(w·x_i, y_i), made to obey, make this
small: first ``balance`` for the sake of an intercept, whose λ_j is 0, then all scaled alike. Both
leave u where ℓ* is finite.

For the softmax loss w and u have a column a class, and λ_j bounds every class by itself.
"""

from __future__ import annotations

import numpy as np
from scipy.special import xlogy

from algorithms.batch.problem import Problem
from algorithms.losses import Loss, loss_slopes, loss_values

CURVATURE = {Loss.squared: 1.0, Loss.logistic: 0.25, Loss.clipped: 1.0, Loss.softmax: 0.5}


class Objective:
    """F of a ``problem`` with the penalty λ ≥ 0 on every weight but the intercept."""

    def __init__(self, problem: Problem, l1: float) -> None:
        self.problem, self.loss, self.y = problem, problem.loss, problem.y
        self.X, self.XT = problem.X, problem.columns.T
        # As columns they apply to all classes at once.
        shape = (-1, 1) if self.loss == Loss.softmax else -1
        self.c, self.l1 = problem.c.reshape(shape), problem.penalties(l1).reshape(shape)

    def slopes(self, p: np.ndarray, mu: float = 0.0) -> np.ndarray:
        """ℓ′(p, y); with ``mu`` > 0 the slopes of the smoothed hinge, which differs by ≤ μ/2."""
        if self.loss == Loss.hinge and mu > 0.0:
            return -self.y * np.clip((1.0 - self.y * p) / mu, 0.0, 1.0)
        return loss_slopes(self.loss, p, self.y)

    def pull(self, u: np.ndarray) -> np.ndarray:
        """Σ_i c_i u_i x_i, shaped as the weights; of the slopes: the gradient of the mean loss."""
        return self.XT @ (self.c * u)

    def value(self, w: np.ndarray, p: np.ndarray) -> float:
        """F(w), the predictions ``p`` = X w being at hand."""
        fit = np.vdot(self.c, loss_values(self.loss, p, self.y))
        return float(fit + (self.l1 * np.abs(w)).sum())

    def balance(self, u: np.ndarray) -> np.ndarray:
        """Dual numbers near ``u`` that an intercept has no pull on; without one, ``u``."""
        if not self.problem.intercept:
            return u
        if self.loss == Loss.softmax:
            return balanced_classes(u, self.y, self.problem.c)
        return balanced_signs(u, self.c)

    def look(self, w: np.ndarray, p: np.ndarray, slopes: np.ndarray) -> tuple[np.ndarray, float]:
        """The ``pull`` of the ``slopes`` at predictions ``p``, and the gap they leave F(w)."""
        pulled, u = self.pull(slopes), self.balance(slopes)
        return pulled, self.gap(w, p, u, pulled if u is slopes else self.pull(u))

    def gap(self, w: np.ndarray, p: np.ndarray, u: np.ndarray, pulled: np.ndarray) -> float:
        """A bound on how far F(w) is above the optimum, by balanced ``u`` and their ``pull``."""
        steep, most = np.abs(pulled), np.broadcast_to(self.l1, pulled.shape)
        over = steep > most
        over[self.problem.n_features :] = False  # balanced: what is left there is rounding
        u = u * (most[over] / steep[over]).min(initial=1.0)
        bound = -float(np.vdot(self.c, conjugate(self.loss, u, self.y)))
        # Rounding may leave −1e-17; a bound on a distance is never below 0.
        return max(self.value(w, p) - bound, 0.0)


def conjugate(loss: Loss, u: np.ndarray, y: np.ndarray) -> np.ndarray:
    """ℓ*(u) = sup_p u·p − ℓ(p, y) of every example, for u in the range of ℓ′(·, y); shape (n,)."""
    if loss in (Loss.squared, Loss.clipped):
        return 0.5 * u**2 + u * y
    if loss == Loss.softmax:
        a = np.clip(u + _own(u, y), 0.0, 1.0)
        return xlogy(a, a).sum(axis=1)
    a = np.clip(-u * y, 0.0, 1.0)
    return xlogy(a, a) + xlogy(1.0 - a, 1.0 - a) if loss == Loss.logistic else -a


def balanced_signs(u: np.ndarray, c: np.ndarray) -> np.ndarray:
    """``u`` with Σ c_i u_i = 0: the heavier of its positive and its negative part is scaled down.

    Every u_i stays between 0 and what it was, where ℓ* of all losses with labels is finite.
    """
    up, down = c @ np.maximum(u, 0.0), c @ np.maximum(-u, 0.0)
    if up == down:
        return u
    heavier = u > 0.0 if up > down else u < 0.0
    return np.where(heavier, min(up, down) / max(up, down) * u, u)


def balanced_classes(u: np.ndarray, y: np.ndarray, c: np.ndarray) -> np.ndarray:
    """``u`` with Σ_i c_i u_i = 0 in every class, the rows of a = u + e_y staying in the simplex.

    The a_i are a transport plan from examples to classes whose columns should add up to the
    classes' own shares: full columns are scaled down, and what the rows then lack goes to the
    columns that lack (the rounding of Altschuler, Weed & Rigollet 2017, Algorithm 2).
    """
    own = _own(u, y)
    a, shares = u + own, c @ own
    held = c @ a
    a *= np.divide(shares, held, out=np.ones_like(held), where=held > shares)
    lacking = np.maximum(shares - c @ a, 0.0)
    missing = np.maximum(1.0 - a.sum(axis=1), 0.0)
    # Rows without weight may miss something where no column lacks anything.
    spread = lacking / lacking.sum() if lacking.any() else shares
    return a + np.outer(missing, spread) - own


def _own(u: np.ndarray, y: np.ndarray) -> np.ndarray:
    """e_y: 1 in the class of each example, else 0; shaped as ``u``."""
    return (y[:, None] == np.arange(u.shape[1])).astype(np.float64)
