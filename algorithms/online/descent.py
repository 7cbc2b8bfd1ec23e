"""What the algorithms that step down a gradient share: η_t."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from algorithms.online.base import OnlineAlgorithm, Setting
from algorithms.schedules import NAMES, pace, step_size
from knobs import knob


@dataclass(frozen=True)
class Descent(OnlineAlgorithm):
    """Base of the online algorithms with a step size η_t; see ``algorithms.schedules``."""

    eta: float = knob(
        0.1,
        "η",
        "How far one example moves the weights.",
        label="step size",
        low=1e-3,
        high=10.0,
        scale="log",
        above=True,
        maximum=1e100,
    )
    schedule: str = knob(
        "constant",
        "ηₜ",
        "How the step size falls with the updates made: η, η/√t or η/t.",
        label="schedule",
        choices=NAMES,
    )
    decay: float = knob(
        1.0,
        "ηₚ",
        "After each pass over the data the step size is multiplied by this.",
        kw_only=True,
        rare=True,
        label="decay a pass",
        low=0.5,
        high=1.0,
        above=True,
        maximum=1.0,
    )

    def step_size(self, t: int) -> float:
        """η_t of update ``t`` = 1, 2, … of the first pass."""
        return float(step_size(pace(self.schedule, self.eta), t))

    def _pace(self, setting: Setting, batch_size: int = 1) -> np.ndarray:
        """What a loop needs to compute η_t, t counting updates of ``batch_size`` examples."""
        per_pass = setting.per_pass or math.inf
        return pace(self.schedule, self.eta, self.decay, per_pass, batch_size)
