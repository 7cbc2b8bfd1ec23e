"""The knobs that several algorithms have, declared once: g, θ, K, η, its schedule, λ, m and others.

A preset is a dataclass field. What differs from one algorithm to another, the default and the
sentence about the knob, is its arguments.
"""

from __future__ import annotations

from typing import Any

from algorithms.schedules import NAMES
from knobs import Values, knob, log, one_of

ODD = (1e-12, 1e9)
"""Data of odd scales, such as a target in millions, need numbers far beyond the usual sliders."""
STEP_SIZES = log(1e-3, 10.0, reach=ODD)
PENALTIES = log(1e-5, 1.0, zero=True, reach=ODD)
COUNTS = log(1, 100, integer=True)


def eta_knob(default: float = 0.1, about: str = "How far one step moves the weights.") -> Any:
    """The step size η."""
    return knob(default, "η", "step size", STEP_SIZES, about)


def schedule_knob(default: str = "constant", of: str = "updates") -> Any:
    """The schedule η_t, whose t counts the updates or the steps ``of`` a run."""
    about = f"How the step size falls with the {of} made: η, η/√t or η/t."
    return knob(default, "ηₜ", "schedule", one_of(*NAMES), about)


def penalty_knob(about: str, values: Values = PENALTIES) -> Any:
    """The weight λ of a penalty."""
    return knob(0.01, "λ", "penalty", values, about)


def gravity_knob() -> Any:
    """The gravity g of truncated gradient."""
    return knob(0.01, "g", "gravity", PENALTIES, "How hard small weights are pulled to zero.")


def threshold_knob(default: float, about: str, label: str = "threshold") -> Any:
    """The threshold θ, which may be infinite."""
    return knob(default, "θ", label, log(1e-3, 10.0, zero=True, infinite=True, reach=ODD), about)


def period_knob(about: str) -> Any:
    """The period K of what is not done after every step."""
    return knob(1, "K", "period", COUNTS, about)


def batch_size_knob(default: int, values: Values, about: str, **field: bool) -> Any:
    """The size m of a mini-batch."""
    return knob(default, "m", "mini-batch", values, about, **field)


def radius_knob(about: str) -> Any:
    """The radius z of an L1 ball."""
    return knob(10.0, "z", "radius", log(0.1, 1000.0, reach=ODD), about)


def proximity_knob() -> Any:
    """The strength γ of the proximal term of dual averaging."""
    about = "How strongly weights are held near zero; the larger, the slower they move."
    return knob(1.0, "γ", "proximity", log(1e-2, 100.0, least=1e-100), about)


def offset_knob() -> Any:
    """The offset δ under the square roots of the adaptive methods."""
    about = "Added to √G: the larger, the less the first gradients weigh."
    return knob(0.1, "δ", "offset", log(1e-3, 10.0, zero=True), about)


def gap_knob() -> Any:
    """The duality gap ε at which a batch run has arrived, see ``Problem.scale``."""
    about = "Stop when the duality gap is below this share of the objective at w = 0."
    return knob(1e-6, "ε", "gap", log(1e-10, 1e-2), about)
