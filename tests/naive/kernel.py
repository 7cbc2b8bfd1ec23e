"""The Gaussian kernel, from its definition."""

from __future__ import annotations

import math


def gaussian(x: list, other: list, width: float) -> float:
    """K of Duchi et al. 2008, §7, where the width is 25."""
    return math.exp(-math.fsum((a - b) ** 2 for a, b in zip(x, other, strict=True)) / width)
