"""Every algorithm again: dense, eager, plain Python, written from the papers.

Nothing of the package's kernels, losses, schedules or maps is used. ``run`` returns what a run
predicted and the weights after each of its steps. A twin takes the run and, by name, the knobs
that are not about the step size, which the run knows, nor about where weights are kept. A batch
twin takes a ``Plain`` problem and all knobs: see ``steps``.
"""

from __future__ import annotations

import numpy as np

from algorithms import CATALOGUE
from datasets import Dataset
from knobs import knobs_of, words_of
from tests.naive import (
    adaptive,
    coordinate_descent,
    descent,
    dual_averaging,
    gradient_descent,
    groups,
    interior_point,
    mirror_descent,
    projected_gradient,
    proximal_gradient,
    rules,
)
from tests.naive.base import T0, T1, Run, dataset, rate, sign, slope, value

__all__ = ["T0", "T1", "TWINS", "Run", "dataset", "rate", "run", "sign", "slope", "steps", "value"]

ONLINE = (descent, projected_gradient, mirror_descent, dual_averaging, adaptive, groups, rules)
BATCH = (coordinate_descent, gradient_descent, proximal_gradient, interior_point)
NOT_ASKED = ("eta", "schedule", "decay", "memory")
TWINS = {
    key: getattr(file, key) for file in (*ONLINE, *BATCH) for key in CATALOGUE if hasattr(file, key)
}


def run(algorithm, data: Dataset, order, loss: str, intercept: bool = False, groups=None) -> Run:
    """The twin of ``algorithm``, run over ``order``; ``groups`` as lists of features."""
    names = (*knobs_of(algorithm), *words_of(algorithm))
    knobs = {name: getattr(algorithm, name) for name in names}
    walk = Run(data.X.toarray(), data.y, np.asarray(order), loss, knobs, intercept, groups)
    TWINS[algorithm.key](walk, **{name: knobs[name] for name in knobs if name not in NOT_ASKED})
    return walk


def steps(algorithm, plain):
    """The twin of a batch ``algorithm``: what it yields after each step on a ``Plain`` problem."""
    knobs = {name: getattr(algorithm, name) for name in knobs_of(algorithm)}
    return TWINS[algorithm.key](plain, **knobs)
