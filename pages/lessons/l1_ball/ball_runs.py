"""Two learners in one ball on one stream: the loss they suffer, and the weights that are not 0."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from algorithms import Trace
from charts.against import Line, against
from charts.palette import colour, dashes
from charts.picture import Picture


def ball_runs(runs: Mapping[str, Trace]) -> list[Picture]:
    """Mean loss so far and share of nonzeros against the step, of runs by name, in one order."""
    steps = max((run.steps for run in runs.values()), key=len)

    def lines(of) -> list[Line]:
        return [
            Line(name, colour(key, 0), dashes(key, 0)[0], _padded(of(run), len(steps)))
            for name, run in runs.items()
            for key in (run.algorithm.key,)
        ]

    return [
        against(
            "loss", ("step t", "mean loss so far"), steps, lines(lambda run: run.loss / run.steps)
        ),
        against(
            "nonzeros",
            ("step t", "share of weights ≠ 0"),
            steps,
            lines(lambda run: run.nonzeros / run.final_weights.size),
            caption="Of all d weights; one whose feature has not been seen is 0 for both.",
        ),
    ]


def _padded(y: np.ndarray, n: int) -> np.ndarray:
    """A run that diverged has no numbers after that."""
    return np.append(y, np.full(n - len(y), np.nan))
