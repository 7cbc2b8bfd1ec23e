"""The bound in five lines of NumPy, the twin of ``truncated_gradient_terms``."""

from __future__ import annotations

import numpy as np


def cost_and_bound(
    losses: np.ndarray,
    sizes: np.ndarray,
    u: np.ndarray,
    losses_of_u: np.ndarray,
    eta: float,
    gravity: float,
    longest: float,
) -> tuple[np.ndarray, np.ndarray]:
    """Return the learner's cost per example and the bound on it, after 1, …, T steps, each [T].

    For the logistic loss, with a pull at every step on every weight: Langford, Li and Zhang (2009),
    Theorem 3.1 with θ = ∞, K = 1, A = 0 and B = ``longest``².

    Parameters
    ----------
    losses, losses_of_u : the learner's and the rival's loss at each step, [T].
    sizes : the sum of the sizes of the learner's weights after each step, [T].
    u : the rival's weights, [d].
    eta, gravity : the step size, and the strength of the pull.
    longest : the largest length ‖x‖ of an example.
    """
    t = np.arange(1, len(losses) + 1)
    cost = np.cumsum(losses + gravity * sizes) / t
    cost_of_u = np.cumsum(losses_of_u) / t + gravity * np.abs(u).sum()
    large_steps, way = eta * longest**2 / 2, u @ u / (2 * eta * t)
    return cost, cost_of_u + large_steps + way
