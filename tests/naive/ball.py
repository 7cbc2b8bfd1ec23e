"""The projection on the L1 ball, from its definition."""

from __future__ import annotations

import math


def project(v: list, z: float) -> list:
    """Duchi et al., Fig. 1, on magnitudes, each as its distance to the largest."""
    if math.fsum(map(abs, v)) <= z:
        return v
    top = max(map(abs, v))
    down = sorted((abs(vj) - top for vj in v), reverse=True)
    for rho in range(1, len(v) + 1):
        theta = (math.fsum(down[:rho]) - z) / rho
        if down[rho - 1] > theta:
            cut = theta
    return [math.copysign(max(abs(vj) - top - cut, 0.0), vj) for vj in v]
