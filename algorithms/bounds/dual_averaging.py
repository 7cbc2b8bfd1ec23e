"""Yang et al. 2010, Theorem 2, for dual averaging with and without groups.

With Ω(w) = λ Σ_g (√d_g ‖w_g‖₂ + r_g ‖w_g‖₁), or d_g ‖w_g‖_∞ for the length (groups of one and
r = 0: λ‖w‖₁), inside the regret, h(w) = ½‖w‖² + ρ‖w‖₁ and β_t = γ√t,

    price_T = γ √T h(u),   a_t = 1/β_{t−1}, β_0 = γ

is part a. Part b, (16), is what the proof of part a throws away: w_{T+1} minimises a function that
bends by β_T, so that the distance of u to it is bounded by what is left of the bound:

    ½‖w_{T+1} − u‖² ≤ (T/β_T) (right side − left side of part a)

The paper prints Σ_{t≤T} 1/√t where the proof it refers to (Xiao 2010, Theorem 1) has
1 + Σ_{t<T} 1/√t: the step that loses ⟨g_t, w_t⟩ is regularised by β_{t−1}. With the printed sum
two examples cross the bound, see the tests; the closing (γD² + L²/γ)/√T holds for both.
"""

from __future__ import annotations

import numpy as np

from algorithms.bounds.constants import Constants
from algorithms.bounds.form import Bound, before, sides
from algorithms.groups import Groups
from algorithms.online.group_rda import LARGEST


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


def distance_bound(
    algorithm,
    constants: Constants,
    losses: np.ndarray,
    weights_after: np.ndarray,
    u: np.ndarray,
    losses_of_u: np.ndarray,
    groups: Groups | None = None,
) -> Bound:
    """Both sides of Theorem 2 b, (16): ½‖w_{T+1} − u‖² after T = 1, 2, … steps and its bound.

    Arguments, and what is raised, as for ``dual_averaging_bound``. With D² ≥ h(u), L² ≥ B and A = 0
    the bound is at most the printed D² + L²/γ² − (√T/γ) R̄_T.
    """
    regret = dual_averaging_bound(
        algorithm, constants, losses, weights_after, u, losses_of_u, groups
    )
    distance = 0.5 * ((weights_after - u) ** 2).sum(axis=1)
    left = regret.bound - regret.measured
    return Bound(regret.steps, distance, np.sqrt(regret.steps) / algorithm.gamma * left)


def penalty(algorithm, w: np.ndarray, groups: Groups | None) -> np.ndarray:
    """Ω of each row of ``w``, (n, d)."""
    if not hasattr(algorithm, "effective_groups"):
        return algorithm.l1 * np.abs(w).sum(axis=1)
    used = algorithm.effective_groups(w.shape[1], groups)
    if used.overlap:
        raise ValueError("groups: they overlap, and the bound is about groups that do not")
    sizes, starts = np.abs(w[:, used.features]), used.starts[:-1]
    if algorithm.norm == LARGEST:
        between = np.maximum.reduceat(sizes, starts, axis=1) @ used.sizes
    else:
        between = np.sqrt(np.add.reduceat(sizes**2, starts, axis=1)) @ np.sqrt(used.sizes)
    r = algorithm.group_l1 * (np.sqrt(used.sizes) if algorithm.by_size else 1.0)
    within = (np.add.reduceat(sizes, starts, axis=1) * r).sum(axis=1)
    return algorithm.l1 * (between + within)
