"""The base of the algorithms that step down a gradient: they share η_t."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from algorithms.online.base import OnlineAlgorithm, RunSetting
from algorithms.presets import eta_knob, schedule_knob
from algorithms.schedules import pace, step_size
from knobs import knob, linear


@dataclass(frozen=True)
class Descent(OnlineAlgorithm):
    """Base of the online algorithms with a step size η_t; see ``algorithms.schedules``."""

    eta: float = eta_knob(about="How far one example moves the weights.")
    schedule: str = schedule_knob()
    decay: float = knob(
        1.0,
        "ηₚ",
        "decay per pass",
        linear(0.5, 1.0),
        "After each pass over the data the step size is multiplied by this.",
        rare=True,
        kw_only=True,
    )

    def step_size(self, t: int) -> float:
        """η_t of update ``t`` = 1, 2, … of the first pass."""
        return float(step_size(pace(self.schedule, self.eta), t))

    def _pace(self, setting: RunSetting, batch_size: int = 1) -> np.ndarray:
        """The numbers from which a loop computes η_t, t counting updates of ``batch_size``."""
        per_pass = setting.per_pass or math.inf
        return pace(self.schedule, self.eta, self.decay, per_pass, batch_size)
