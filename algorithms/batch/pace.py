"""The two knobs of a batch algorithm with a step size η_t; t counts its steps."""

from __future__ import annotations

from typing import Any

from algorithms.schedules import NAMES
from knobs import knob


def eta_knob(default: float) -> Any:
    """η, as a dataclass field."""
    return knob(
        default,
        "η",
        "How far one step moves the weights.",
        label="step size",
        low=1e-3,
        high=10.0,
        scale="log",
        above=True,
        maximum=1e100,
    )


def schedule_knob(default: str) -> Any:
    """η_t, as a dataclass field."""
    return knob(
        default,
        "ηₜ",
        "How the step size falls with the steps made: η, η/√t or η/t.",
        label="schedule",
        choices=NAMES,
    )
