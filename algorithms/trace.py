"""What a run leaves behind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, eq=False)
class Trace:
    """One run, looked at ``c`` times.

    All arrays are read-only. Sums run over the steps 1, …, ``steps[c]``.

    Attributes
    ----------
    algorithm : the algorithm that ran.
    loss_name : the loss it suffered and learned from.
    steps : int64 (c,), increasing, the last one the length of the run.
    loss : float64 (c,), the progressive loss Σ ℓ(w_t·x_t, y_t), each before its update.
    mistakes : int64 (c,), predictions of the wrong sign (0 counts as wrong); −1 for regression.
    nonzeros : int64 (c,), weights that are not 0.0.
    l1_norm : float64 (c,), ‖w‖₁.
    seen : int64 (c,), features with a nonzero entry in the examples so far.
    accesses : int64 (c,), entries x_ij read.
    seconds : float64 (c,), time spent learning, without the looking.
    weights : float64 (c, len(tracked)).
    tracked : int64, the features whose weights were kept, increasing.
    final_weights : float64 (d,).
    diverged_at : the step whose prediction passed 1e100 (the run ends before it), or None.
    """

    algorithm: Any
    loss_name: str
    steps: np.ndarray
    loss: np.ndarray
    mistakes: np.ndarray
    nonzeros: np.ndarray
    l1_norm: np.ndarray
    seen: np.ndarray
    accesses: np.ndarray
    seconds: np.ndarray
    weights: np.ndarray
    tracked: np.ndarray
    final_weights: np.ndarray
    diverged_at: int | None

    def __post_init__(self) -> None:
        for value in vars(self).values():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False
