"""Send six weights through six maps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms import shrinkage
from algorithms.online.parts.pnorm import linked
from datasets import Dataset
from knobs import knob, linear, log

WEIGHTS = (1.3, 0.55, -0.25, 0.3, -0.2, 0.1)
"""The weights that the page opens with: two groups of ``SIZE``."""
SIZE = 3


@dataclass(frozen=True)
class Knobs:
    """The knobs of the six maps; each uses its own."""

    theta: float = knob(
        0.6, "θ", "threshold", linear(0.05, 1.5), "T₀ cuts weights up to θ; T₁ pulls them."
    )
    alpha: float = knob(
        0.4,
        "α",
        "pull",
        linear(0.0, 1.5),
        "What a pull takes: of a weight in T₁ and S, of a group's norm in G.",
    )
    k: int = knob(3, "k", "kept", linear(1, 6, integer=True), "How many weights H keeps.")
    p: float = knob(
        4.0,
        "p",
        "norm",
        log(2.0, 20.0, least=2.0),
        "Norm of the link: 2 changes nothing, more favours the largest.",
    )


class Evidence(NamedTuple):
    """The weights, and by a map's key where it sends them, ``sent``."""

    knobs: Knobs
    weights: np.ndarray
    sent: dict[str, np.ndarray]

    def kept(self, key: str) -> int:
        """Return how many of the weights a map leaves nonzero."""
        return int(np.count_nonzero(self.sent[key]))


def gather(knobs: Knobs, data: Dataset | None) -> Evidence:
    """Return the places to which the weights that the page opens with go."""
    v = np.array(WEIGHTS)
    return Evidence(knobs, v, all_maps(v, knobs))


def all_maps(v: np.ndarray, knobs: Knobs) -> dict[str, np.ndarray]:
    """Return the six maps of ``v`` (d,), d a multiple of ``SIZE``."""
    most = np.abs(v).max()
    below = np.sum((np.abs(v) / most) ** knobs.p) ** (1.0 - 2.0 / knobs.p) if most else 1.0
    groups = [shrinkage.group_shrink(group, knobs.alpha) for group in v.reshape(-1, SIZE)]
    return {
        "rounding": shrinkage.rounding(v, knobs.theta),
        "truncation": shrinkage.truncation(v, knobs.alpha, knobs.theta),
        "soft_threshold": shrinkage.soft_threshold(v, knobs.alpha),
        "keep_largest": shrinkage.keep_largest(v, knobs.k),
        "group_shrink": np.concatenate(groups),
        "link": linked(v, (knobs.p, most, below)),
    }
