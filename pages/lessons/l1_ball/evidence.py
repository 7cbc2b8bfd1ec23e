"""Evidence of the lesson: three searches for one threshold, and two learners in one ball."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from algorithms import CATALOGUE, OnlineAlgorithm, Trace, order_of
from algorithms.online.projected_gradient import ProjectedGradient
from datasets import Dataset
from knobs import knob, like, linear, log
from pages.lessons.l1_ball.search_steps import Step, by_pivot, by_sort, by_tree
from ui.lessons.evidence import affordable, remember, remembered_each, runs_or_say

KEY = "l1_ball"
"""The key of the lesson."""
ENTRIES = 15
"""Entries of the vector that is searched."""
MOST_STEPS = 1000
MOST_WORK = 2 * 10**7
"""Steps × features of a run: of wide data fewer examples are learned from."""
CHECKPOINTS = 60
DIMENSIONS = tuple(range(2, 11))
MANY = 300
"""Weights of the longest vector that is walked to the ball step by step."""
NAMES = {"projected_gradient": "projected gradient", "exponentiated_gradient": "EG"}


PLACE = linear(-2.0, 2.0, least=-2.0)
"""Where a weight of the point under the hand may stand."""


def weight_knob(default: float, which: str) -> Any:
    """Return a field for a weight of the point that a hand drags in the story."""
    about = f"The {which} weight before the walk."
    return knob(default, "", f"{which} weight", PLACE, about, by_hand=True)


@dataclass(frozen=True)
class Knobs:
    """One radius for all of the page, and the point of the story."""

    radius: float = like(
        ProjectedGradient,
        "radius",
        1.0,
        linear(0.2, 2.2, most=2.5),
        "The radius of the ball: ‖w‖₁ ≤ z.",
    )
    vector: int = knob(
        1,
        "v",
        "vector",
        linear(1, 12, integer=True, most=12),
        "Which vector the three searches work on.",
    )
    eta: float = like(
        ProjectedGradient, "eta", 0.1, log(0.005, 2.0), "Step size of projected gradient, η/√t."
    )
    eta_eg: float = knob(1.0, "η_EG", "step of EG", log(0.02, 10.0), "Step size of EG, η/√t.")
    first: float = weight_knob(1.6, "first")
    second: float = weight_knob(0.5, "second")
    third: float = weight_knob(0.4, "third")
    line: float = knob(
        0.7,
        "",
        "height of the line",
        linear(0.0, 1.0),
        "The same amount off all sizes.",
        by_hand=True,
    )

    @property
    def point(self) -> np.ndarray:
        """The point in space, (3,); its first two weights are the point in the plane."""
        return np.array([self.first, self.second, self.third])


class Evidence(NamedTuple):
    """All the page shows.

    Parameters
    ----------
    x : (ENTRIES,), the magnitudes that are searched.
    theta : the amount that each loses for the radius of the knobs.
    searches : the steps of the sort, the pivot search and the tree, by these names.
    runs : projected gradient and EG on one stream, by key.
    """

    knobs: Knobs
    data: Dataset
    x: np.ndarray
    theta: float
    searches: dict[str, list[Step]]
    runs: dict[str, Trace]

    @property
    def rho(self) -> int:
        """The number of entries that stay."""
        return self.searches["sort"][-1].rho


def gather(knobs: Knobs, data: Dataset) -> Evidence:
    """Return the three searches step by step, and both learners on the examples of ``data``."""
    x = magnitudes(knobs.vector)
    searches = {
        "sort": by_sort(x, knobs.radius),
        "pivot": by_pivot(x, knobs.radius, knobs.vector),
        "tree": by_tree(x, knobs.radius),
    }
    steps = {"projected_gradient": knobs.eta, "exponentiated_gradient": knobs.eta_eg}
    learners = [
        CATALOGUE[key](radius=knobs.radius, eta=eta, schedule="inv_sqrt")
        for key, eta in steps.items()
    ]
    runs = dict(zip(steps, train(learners, data), strict=True))
    return Evidence(knobs, data, x, searches["sort"][-1].theta(knobs.radius), searches, runs)


@remembered_each(most=8)
def train(algorithms: list[OnlineAlgorithm], data: Dataset) -> list[Trace]:
    """Return the run of each algorithm.

    The step size of the other one, and the vector that is searched, move nothing here. A run holds
    up to 1 MB: 60 checkpoints of 2048 weights; and its weights at the end, 8 bytes a feature.
    """
    steps = affordable(MOST_WORK, data.n_features, least=50, most=MOST_STEPS)
    order = order_of(data)[:steps]
    return runs_or_say(algorithms, data, order=order, checkpoints=CHECKPOINTS)


def magnitudes(number: int) -> np.ndarray:
    """Return the vector of that number, (ENTRIES,), outside every ball of the page, rounded."""
    return np.abs(np.random.default_rng(number).normal(0.0, 0.6, ENTRIES)).round(2) + 0.02


@remember(most=len(DIMENSIONS))
def sharp_share(n: int) -> float:
    """Return the share of directions in n dimensions that end where a weight is 0, from 2z away."""
    v = np.random.default_rng(0).standard_normal((4000, n))
    x = np.abs(v) * (2.0 / np.linalg.norm(v, axis=1, keepdims=True))
    # No weight is 0 if the smallest magnitude is above the θ of all n.
    return float(np.mean(x.min(axis=1) <= (x.sum(axis=1) - 1.0) / n))


def many_weights() -> np.ndarray:
    """Return MANY falling magnitudes, a point 2 away from the centre in a random direction."""
    x = np.sort(np.abs(np.random.default_rng(0).standard_normal(MANY)))[::-1]
    return 2.0 * x / np.linalg.norm(x)
