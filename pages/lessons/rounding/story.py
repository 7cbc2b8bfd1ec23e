"""Tell the story of one weight that rounding cuts."""

from __future__ import annotations

from pathlib import Path

from pages.lessons.rounding.evidence import Evidence
from pages.lessons.rounding.pictures import film
from ui.lessons import Scene, Step, Story


def stage(evidence: Evidence) -> list:
    """Return the film of the one weight."""
    return [film(evidence)]


def lives(evidence: Evidence) -> bool:
    """Return whether the weight is above the threshold at the end."""
    return evidence.one["rounding"].weights[-1, 0] > evidence.knobs.threshold


def numbers(evidence: Evidence) -> dict[str, str]:
    """Return the numbers of the prose."""
    knobs = evidence.knobs
    return {
        "period": f"{knobs.period}",
        "steps": f"{knobs.period}",
        "theta": f"{knobs.threshold:g}",
        "most": f"{knobs.period * knobs.eta / 2:g}",
    }


STORY = Story(
    folder=Path(__file__).parent,
    numbers=numbers,
    minutes=6,
    steps=(
        Step("weight", Scene(stage, frames=(0, -1), look=("plain steps",)), holds=lambda e: True),
        Step(
            "cut",
            Scene(stage, frames=(0, 0)),
            after=Scene(stage, frames=(0, -1), look=("rounding",)),
            new="rounding",
            holds=lambda e: not lives(e),
        ),
        Step(
            "free",
            Scene(stage, frames=(-1, -1)),
            knobs=("period",),
            goal=lives,
            solution={"period": 15},
            holds=lambda e: not lives(e),
        ),
    ),
)
