"""SMIDAS (Shalev-Shwartz & Tewari 2009, Theorem 2), with the constants written out.

The update is composite mirror descent with ½‖w‖_q², 1/p + 1/q = 1, which is (q − 1)-strongly
convex in ‖·‖_q; gradients are measured in ‖·‖_p, and Ω(w) = λ‖w‖₁ is inside the regret:

    price_T = ‖u‖_q²/(2η),   a_t = (p − 1) η

With p = 2 ln d, ‖u‖_q ≤ ‖u‖₁ and ‖x‖_p ≤ √e ‖x‖_∞: the best η gives ‖u‖₁ √(e(2 ln d − 1)/T).
"""

from __future__ import annotations

import math

import numpy as np

from algorithms.bounds.constants import Constants
from algorithms.bounds.form import Bound, before, sides


def effective_p(algorithm, n_features: int) -> float:
    """The p of a run: the knob, where 0 stands for 2 ln d, and never below 2."""
    return algorithm.p or max(2.0, 2.0 * math.log(n_features))


def smidas_bound(
    algorithm,
    constants: Constants,
    losses: np.ndarray,
    weights_after: np.ndarray,
    u: np.ndarray,
    losses_of_u: np.ndarray,
) -> Bound:
    """Both sides along a run of ``Smidas``; arguments as in Theorem 3.1's bound.

    ``constants`` are those of the norm p: ``gradient_constants(loss, rows, effective_p(…))``.

    Raises ValueError for a step size that is not constant, and one too large for A.
    """
    if algorithm.schedule != "constant" or algorithm.decay != 1.0:
        raise ValueError("schedule, decay: the bound needs a constant step size")
    T, p = len(losses), effective_p(algorithm, len(u))
    price = np.full(T, np.linalg.norm(u, p / (p - 1.0)) ** 2 / (2.0 * algorithm.eta))
    moves = np.full(T, (p - 1.0) * algorithm.eta)
    of_w = algorithm.l1 * np.abs(before(weights_after)).sum(axis=1)
    of_u = algorithm.l1 * float(np.abs(u).sum())
    return sides(constants, moves, price, losses, of_w, losses_of_u, of_u)
