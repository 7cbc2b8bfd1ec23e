"""Zinkevich 2003, for projection on the L1 ball of radius z (Duchi et al. 2008, (2)).

For every u in the ball, with a_t = η_t not increasing,

    price_T = ‖u‖²/(2η)                 for a constant step size,
    price_T = (‖u‖₂ + z)²/(2η_T)        for a falling one: no w_t is farther from u.
"""

from __future__ import annotations

import numpy as np

from algorithms.bounds.constants import Constants
from algorithms.bounds.form import Bound, sides
from algorithms.schedules import pace, step_sizes


def projected_gradient_bound(
    algorithm,
    constants: Constants,
    losses: np.ndarray,
    weights_after: np.ndarray,
    u: np.ndarray,
    losses_of_u: np.ndarray,
) -> Bound:
    """Both sides along a run of ``ProjectedGradient``; arguments as in Theorem 3.1's bound.

    Raises ValueError for ‖u‖₁ > z, signs, mini-batches, a step size that decays by the pass, and
    steps too large for A.
    """
    check_in_ball(algorithm, u)
    check_single(algorithm)
    if algorithm.decay != 1.0:
        raise ValueError(f"decay = {algorithm.decay:g}: the bound needs 1")
    moves = step_sizes(pace(algorithm.schedule, algorithm.eta), len(losses))
    farthest = (np.linalg.norm(u) + algorithm.radius) ** 2
    reached = u @ u if algorithm.schedule == "constant" else farthest
    nothing = np.zeros(len(losses))
    return sides(constants, moves, reached / (2.0 * moves), losses, nothing, losses_of_u, 0.0)


def check_in_ball(algorithm, u: np.ndarray) -> None:
    """Raise ValueError for a comparator outside the ball, of which the bound does not speak.

    So it does for runs whose weights have one sign each: which ones, only their data say.
    """
    if algorithm.signs != "any":
        raise ValueError(f"signs = {algorithm.signs!r}: the bound needs 'any'")
    size = float(np.abs(u).sum())
    if size > algorithm.radius * (1.0 + 1e-12):
        raise ValueError(f"u: its L1 norm is {size:g}; it must be <= radius = {algorithm.radius:g}")


def check_single(algorithm) -> None:
    """Raise ValueError for mini-batches: the bound is about a step after every example."""
    if algorithm.batch_size != 1:
        raise ValueError(f"batch_size = {algorithm.batch_size}: the bound needs 1")
