"""Send six weights through six rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms import shrinkage
from algorithms.online.common.pnorm import link_all
from datasets import Dataset
from knobs import knob, linear, log

WEIGHTS = (1.3, 0.55, -0.25, 0.3, -0.2, 0.1)
"""The weights that the page opens with: two groups of ``SIZE``."""
SIZE = 3
PLACE = linear(-0.7, 1.5, least=-0.7)
"""Where a weight that the server hears of may stand."""


@dataclass(frozen=True)
class Knobs:
    """The knobs of the six rules; each uses its own."""

    theta: float = knob(
        0.6,
        "θ",
        "threshold",
        linear(0.05, 1.5),
        "Rounding cuts weights up to θ; truncated gradient pulls them.",
    )
    alpha: float = knob(
        0.4,
        "α",
        "pull",
        linear(0.0, 1.5),
        "How much a pull takes off a weight, or off the length of a group.",
    )
    k: int = knob(3, "k", "kept", linear(1, 6, integer=True), "How many weights keep-k keeps.")
    second: float = knob(
        WEIGHTS[1], "", "weight 2", PLACE, "Weight 2 before the rules.", by_hand=True
    )
    fourth: float = knob(
        WEIGHTS[3], "", "weight 4", PLACE, "Weight 4 before the rules.", by_hand=True
    )
    p: float = knob(
        4.0,
        "p",
        "norm",
        log(2.0, 20.0, least=2.0),
        "Norm of the link: 2 changes nothing, more favours the largest.",
    )

    @property
    def weights(self) -> np.ndarray:
        """The weights before the rules, (6,)."""
        return np.array([WEIGHTS[0], self.second, WEIGHTS[2], self.fourth, *WEIGHTS[4:]])


class Evidence(NamedTuple):
    """The weights, and the places ``sent`` to which the rules send them, by the rule's key."""

    knobs: Knobs
    weights: np.ndarray
    sent: dict[str, np.ndarray]

    def n_kept(self, key: str) -> int:
        """Return how many of the weights a rule leaves nonzero."""
        return int(np.count_nonzero(self.sent[key]))


def gather(knobs: Knobs, data: Dataset | None) -> Evidence:
    """Return the places to which the weights go."""
    v = knobs.weights
    return Evidence(knobs, v, all_maps(v, knobs))


def all_maps(v: np.ndarray, knobs: Knobs) -> dict[str, np.ndarray]:
    """Return where the six rules send ``v`` (d,), d a multiple of ``SIZE``."""
    most = np.abs(v).max()
    below = np.sum((np.abs(v) / most) ** knobs.p) ** (1.0 - 2.0 / knobs.p) if most else 1.0
    groups = [shrinkage.group_shrink(group, knobs.alpha) for group in v.reshape(-1, SIZE)]
    return {
        "rounding": shrinkage.rounding(v, knobs.theta),
        "truncation": shrinkage.truncation(v, knobs.alpha, knobs.theta),
        "soft_threshold": shrinkage.soft_threshold(v, knobs.alpha),
        "keep_largest": shrinkage.keep_largest(v, knobs.k),
        "group_shrink": np.concatenate(groups),
        "link": link_all(v, (knobs.p, most, below)),
    }
