"""Stochastic coordinate descent (Shalev-Shwartz & Tewari 2009, Theorem 1).

After T steps from 0, in expectation over the coordinates drawn, for every u

    F(w) − F(u) ≤ 2d (½ Σ_j β_j u_j² + F(0))/(T + 1)

F is the mean loss + λ‖·‖₁ and 2d the number of halves a coordinate is drawn from. The potential
½ Σ β_j (u_j − w_j)² + F(w) falls at each step by (F(w) − F(u))/2d on average.
"""

from __future__ import annotations

import numpy as np

from algorithms.bounds.form import Bound


def scd_bound(
    steps: np.ndarray,
    objective: np.ndarray,
    curvatures: np.ndarray,
    u: np.ndarray,
    objective_of_u: float,
    objective_of_zero: float,
) -> Bound:
    """Both sides at ``steps``, (c,), of a run of ``SCD`` without an intercept.

    ``objective`` is F(w) there, (c,); ``curvatures`` the β_j, (d,). The theorem is about the mean
    of ``measured`` over the draws; the mean over several seeds estimates it.
    """
    potential = 0.5 * float(curvatures @ u**2) + objective_of_zero
    bound = 2.0 * len(u) * potential / (steps + 1.0)
    return Bound(steps, objective - objective_of_u, bound)
