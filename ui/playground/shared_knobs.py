"""The knobs that are one for all runs, shown once."""

from __future__ import annotations

from dataclasses import dataclass, fields

from algorithms.presets import eta_knob, period_knob, schedule_knob, threshold_knob
from ui.movement import Movement
from ui.view import View


@dataclass(frozen=True)
class SharedKnobs:
    """The knobs that runs may have in common, where the first run that has them stands."""

    eta: float = eta_knob(about="How far one example moves the weights, in every run.")
    schedule: str = schedule_knob()
    threshold: float = threshold_knob(
        0.05, "Weights larger than this are left alone, in every run."
    )
    period: int = period_knob("Zeros are made at every K-th step, in every run.")


def of(view: View) -> SharedKnobs:
    """Return the knobs that are one for all runs of a view; what no run has is at its default."""
    values = {}
    for field in fields(SharedKnobs):
        owners = [run for run in view.runs if hasattr(run, field.name)]
        if owners:
            values[field.name] = getattr(owners[0], field.name)
    return SharedKnobs(**values)


def linked_names(view: View) -> tuple[str, ...]:
    """Return the names of the knobs that are shown once: linked ones that a run has."""
    names = [field.name for field in fields(SharedKnobs)]
    linked = [name for name in names if name in view.linked_knobs]
    return tuple(name for name in linked if any(hasattr(run, name) for run in view.runs))


def move(view: View, movement: Movement) -> View:
    """Move a knob of all runs that have it."""
    return view.with_knobs(movement.values)
