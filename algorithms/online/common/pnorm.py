"""The p-norm link w = f⁻¹(θ) of mirror descent: w_j = sign(θ_j) \\|θ_j\\|^(p−1) / ‖θ‖_p^(p−2).

Everything is measured against M = max \\|θ_j\\|, so that no power over- or underflows that matters:
w_j = ±M τ^(p−1) / ‖θ/M‖_p^(p−2), τ = \\|θ_j\\|/M. ``norm`` = (p, M, ‖θ/M‖_p^(p−2)).
"""

from __future__ import annotations

import math

import numpy as np

from algorithms.kernel import kernel


@kernel
def link(theta, norm):
    """The weight of a feature, scalar, of its θ_j."""
    if theta == 0.0:
        return 0.0
    return math.copysign(norm[1] * (abs(theta) / norm[1]) ** (norm[0] - 1.0) / norm[2], theta)


def link_all(theta: np.ndarray, norm: np.ndarray) -> np.ndarray:
    """All weights, (d,), of ``theta`` (d,)."""
    p, largest, below = norm
    w, live = np.zeros_like(theta), np.flatnonzero(theta)
    size = largest * (np.abs(theta[live]) / largest) ** (p - 1.0) / below
    w[live] = np.copysign(size, theta[live])
    return w


@kernel
def shrink_live(theta, live, n, pull, norm):
    """Soft-threshold the θ_j of ``live[:n]`` by ``pull`` and measure them anew.

    Those that become 0 leave the list; returns how many stay.
    """
    kept, norm[1] = 0, 0.0
    for i in range(n):
        j = live[i]
        left = max(abs(theta[j]) - pull, 0.0)
        theta[j] = math.copysign(left, theta[j]) if left > 0.0 else 0.0
        live[kept] = j
        kept += left > 0.0
        norm[1] = max(norm[1], left)
    total = 0.0
    for i in range(kept):
        total += (abs(theta[live[i]]) / norm[1]) ** norm[0]
    norm[2] = total ** ((norm[0] - 2.0) / norm[0])
    return kept
