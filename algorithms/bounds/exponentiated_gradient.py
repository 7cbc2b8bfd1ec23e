"""Exponentiated gradient on the L1 ball of radius z (Kivinen & Warmuth 1997; Duchi et al. 2008).

w⁺ and w⁻, divided by z, are one probability vector over 2d places whose losses lie within
±z‖∇ℓ‖_∞; the multiplier of these losses is η/z. Hedge with Hoeffding's lemma then gives, for
‖u‖₁ ≤ z and gradients measured in ‖·‖_∞,

    price_T = z ln(2d)/η,   a_t = z η

so that η = √(2 ln(2d)/T)/G makes the mean regret z G √(2 ln(2d)/T).
"""

from __future__ import annotations

import numpy as np

from algorithms.bounds.constants import Constants
from algorithms.bounds.form import Bound, sides
from algorithms.bounds.projected_gradient import check_in_ball, check_single


def exponentiated_gradient_bound(
    algorithm,
    constants: Constants,
    losses: np.ndarray,
    weights_after: np.ndarray,
    u: np.ndarray,
    losses_of_u: np.ndarray,
) -> Bound:
    """Both sides along a run of ``ExponentiatedGradient``; arguments as in Theorem 3.1's bound.

    ``constants`` are those of the norm ∞: ``gradient_constants(loss, rows, inf)``.

    Raises ValueError for ‖u‖₁ > z, signs, mini-batches, a step size that is not constant, and one
    too large for A.
    """
    check_in_ball(algorithm, u)
    check_single(algorithm)
    if algorithm.schedule != "constant" or algorithm.decay != 1.0:
        raise ValueError("schedule, decay: the bound needs a constant step size")
    T, z = len(losses), algorithm.radius
    price = np.full(T, z * np.log(2.0 * len(u)) / algorithm.eta)
    moves = np.full(T, z * algorithm.eta)
    return sides(constants, moves, price, losses, np.zeros(T), losses_of_u, 0.0)
