"""Yang et al. 2010, Theorem 2, for dual averaging with and without groups.

With Ω(w) = λ Σ_g √d_g ‖w_g‖₂ + λ r‖w‖₁ (groups of one and r = 0: λ‖w‖₁) inside the regret,
h(w) = ½‖w‖² + ρ‖w‖₁ and β_t = γ√t,

    price_T = γ √T h(u),   a_t = 1/β_{t−1}, β_0 = γ

The paper prints Σ_{t≤T} 1/√t where the proof it refers to (Xiao 2010, Theorem 1) has
1 + Σ_{t<T} 1/√t: the step that loses ⟨g_t, w_t⟩ is regularised by β_{t−1}. With the printed sum
two examples cross the bound, see the tests; the closing (γD² + L²/γ)/√T holds for both.
"""

from __future__ import annotations

import numpy as np

from algorithms.bounds.constants import Constants
from algorithms.bounds.form import Bound, before, sides
from algorithms.groups import Groups


def dual_averaging_bound(
    algorithm,
    constants: Constants,
    losses: np.ndarray,
    weights_after: np.ndarray,
    u: np.ndarray,
    losses_of_u: np.ndarray,
    groups: Groups | None = None,
) -> Bound:
    """Both sides along a run of ``RDA`` or ``GroupRDA``; arguments as in Theorem 3.1's bound.

    ``groups`` are those the run was given, or None.

    Raises ValueError for overlapping groups, whose weights have no norm of their own, and where
    γ ≤ A/2.
    """
    T, gamma = np.arange(1, len(losses) + 1), algorithm.gamma
    h = 0.5 * (u @ u) + getattr(algorithm, "rho", 0.0) * np.abs(u).sum()
    moves = 1.0 / (gamma * np.sqrt(np.maximum(T - 1, 1)))
    of_u = float(penalty(algorithm, u[None], groups)[0])
    of_w = penalty(algorithm, before(weights_after), groups)
    return sides(constants, moves, gamma * np.sqrt(T) * h, losses, of_w, losses_of_u, of_u)


def penalty(algorithm, w: np.ndarray, groups: Groups | None) -> np.ndarray:
    """Ω of each row of ``w``, (n, d)."""
    if not hasattr(algorithm, "effective_groups"):
        return algorithm.l1 * np.abs(w).sum(axis=1)
    used = algorithm.effective_groups(w.shape[1], groups)
    if used.overlap:
        raise ValueError("groups: they overlap, and the bound is about groups that do not")
    squares = np.add.reduceat(w[:, used.features] ** 2, used.starts[:-1], axis=1)
    between = np.sqrt(squares) @ np.sqrt(np.diff(used.starts))
    return algorithm.l1 * (between + algorithm.group_l1 * np.abs(w).sum(axis=1))
