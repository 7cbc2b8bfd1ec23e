"""Steps of the adaptive algorithms: each coordinate has a step size, by the gradients it met.

They keep √G, G = Σ g², and let it grow by ``hypot``: g² alone would overflow for \\|g\\| > 10¹⁵⁴
and vanish for \\|g\\| < 10⁻¹⁶².
"""

from __future__ import annotations

import math

import numpy as np

from algorithms.kernel import kernel
from algorithms.shrinkage import soft_threshold


@kernel
def grow_root(root, g):
    """√(root² + g²), scalar; by way of squares where these neither overflow nor vanish."""
    square = root * root + g * g
    return math.sqrt(square) if 1e-280 < square < 1e300 else math.hypot(root, g)


@kernel
def shrink_over(v, edge, height, residue=0.0):
    """S(v, edge)/height, scalar; 0 where \\|v\\| ≤ edge + residue, whatever the height."""
    return (v - math.copysign(edge, v)) / height if abs(v) > edge + residue else 0.0


def shrink_over_all(
    v: np.ndarray, edge: float, height: np.ndarray, residue: float = 0.0
) -> np.ndarray:
    """``shrink_over`` on arrays of one shape (d,)."""
    kept = np.abs(v) > edge + residue
    return np.divide(soft_threshold(v, edge), height, out=np.zeros(len(v)), where=kept)


@kernel
def free_step(bias, root, s, rate, base):
    """Step the intercept by rate·ℓ′/(base + √Σℓ′²): its feature is 1, and nothing shrinks it."""
    root[0] = grow_root(root[0], s)
    bias[0] -= bias[1] * rate * shrink_over(s, 0.0, base + root[0])
