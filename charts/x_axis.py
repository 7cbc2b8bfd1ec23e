"""The x axis of a run: steps, entries read, operations, gradients, or seconds.

Online and batch runs have no step in common; what they read, evaluate and take they have.
"""

from __future__ import annotations

from operator import attrgetter

import numpy as np

from charts.run import Run

LABELS = {
    "steps": "examples seen",
    "data accesses": "entries of the data read",
    "operations": "floating-point operations",
    "gradient evaluations": "gradients evaluated",
    "seconds": "seconds of learning",
}
COLUMNS = {
    "steps": "steps",
    "data accesses": "costs.accesses",
    "operations": "operations",
    "gradient evaluations": "costs.evaluations",
    "seconds": "costs.seconds",
}
"""The column of a trace by what curves are plotted against."""


def label(against: str, runs: list[Run]) -> str:
    """Return the axis title; the step of a batch run is no example."""
    kinds = {run.algorithm.kind for run in runs}
    if against == "steps" and "batch" in kinds:
        return "steps: examples seen, or steps of a batch run" if "online" in kinds else "steps"
    return LABELS[against]


def abscissa(run: Run, against: str) -> np.ndarray:
    """Return the places of the checkpoints of ``run`` on the axis."""
    return attrgetter(COLUMNS[against])(run.trace)


def end_of(runs: list[Run], against: str) -> float:
    """Return the place on the axis at which the last of the runs ends."""
    return max(float(abscissa(run, against)[-1]) for run in runs)


def extent(runs: list[Run], against: str, log: bool = False) -> list[float]:
    """Return the range of the axis, with room for the letters at the curves' ends."""
    last = end_of(runs, against)
    if not log:
        return [0.0, 1.05 * last]
    positive = [x[x > 0][0] for x in (abscissa(run, against) for run in runs) if (x > 0).any()]
    low = float(np.log10(min(positive, default=1.0)))
    return [low, low + 1.05 * max(float(np.log10(max(last, 1e-12))) - low, 0.3)]
