"""Projections in rational numbers: nothing is rounded but the result."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np


def exact_weighted(v: list, a: list, z: float) -> np.ndarray:
    """The point of {Σ a_i |w_i| ≤ z} nearest to ``v``: ratios |v_i|/a_i sorted down, while they
    are above θ."""
    size, a, z = [abs(Fraction(x)) for x in v], [Fraction(x) for x in a], Fraction(z)
    if sum(x * b for x, b in zip(size, a, strict=True)) <= z:
        return np.array(v, dtype=np.float64)
    mass, squares = Fraction(0), Fraction(0)
    for i in sorted(range(len(v)), key=lambda i: size[i] / a[i], reverse=True):
        mass, squares = mass + a[i] * size[i], squares + a[i] * a[i]
        if size[i] / a[i] <= (mass - z) / squares:
            break
        theta = (mass - z) / squares
    w = [float(max(x - theta * b, 0)) for x, b in zip(size, a, strict=True)]
    return np.array([math.copysign(part, x) for part, x in zip(w, v, strict=True)])


def exact_ball(v: list, z: float) -> np.ndarray:
    """The point of {‖w‖₁ ≤ z} nearest to ``v``."""
    return exact_weighted(v, [1.0] * len(v), z)


def exact_simplex(v: list, z: float) -> np.ndarray:
    """The point of {w ≥ 0, Σ w = z} nearest to ``v``. Duchi et al., Lemma 2."""
    total, z = Fraction(0), Fraction(z)
    for j, entry in enumerate(sorted(map(Fraction, v), reverse=True), 1):
        total += entry
        if entry > (total - z) / j:
            theta = (total - z) / j
    return np.array([float(max(Fraction(x) - theta, 0)) for x in v])
