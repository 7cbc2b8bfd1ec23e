"""Every algorithm again: dense, eager, plain Python, written from the papers.

Nothing of the package's kernels, losses, schedules or maps is used. ``run`` returns what a run
predicted and the weights after each of its steps. A twin takes the run and, by name, the knobs
that are not about the step size, which the run knows, nor about where weights are kept.
"""

from __future__ import annotations

import numpy as np

from datasets import Dataset
from knobs import knobs_of
from tests.naive import (
    adaptive,
    descent,
    dual_averaging,
    groups,
    mirror_descent,
    projected_gradient,
)
from tests.naive.ground import T0, T1, Run, dataset, rate, sign, slope, value

__all__ = ["T0", "T1", "TWINS", "Run", "dataset", "rate", "run", "sign", "slope", "value"]

FILES = (descent, projected_gradient, mirror_descent, dual_averaging, adaptive, groups)
NOT_ASKED = ("eta", "schedule", "decay", "memory")


def twins(file) -> dict:
    """The functions a file defines itself, by the key of their algorithm."""
    own = {
        name: f for name, f in vars(file).items() if getattr(f, "__module__", "") == file.__name__
    }
    return {name: f for name, f in own.items() if not name.startswith("_") and callable(f)}


TWINS = {key: twin for file in FILES for key, twin in twins(file).items()}


def run(algorithm, data: Dataset, order, loss: str, intercept: bool = False, groups=None) -> Run:
    """The twin of ``algorithm``, run over ``order``; ``groups`` as lists of features."""
    knobs = {name: getattr(algorithm, name) for name in knobs_of(algorithm)}
    walk = Run(data.X.toarray(), data.y, np.asarray(order), loss, knobs, intercept, groups)
    TWINS[algorithm.key](walk, **{name: knobs[name] for name in knobs if name not in NOT_ASKED})
    return walk
