"""One step of the weights beside the way to the rival's, not to scale; ``one_step.js`` draws it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from charts.film.scene import Scene


@dataclass(frozen=True, eq=False)
class OneStep(Scene):
    """A step straight at the rival's weights, or at a right angle to the way there.

    Parameters
    ----------
    sideways : whether the step is at a right angle.
    colours : of the way, of the step, and of the rival's weights.
    notes : what the step does to the squared distance, line by line.
    """

    sideways: bool
    colours: tuple[str, str, str]
    notes: Sequence[str]

    def payload(self) -> dict:
        """Return what the browser draws."""
        return {
            "kind": "one_step",
            "module": "pages/lessons/regret/one_step.js",
            "title": self.title,
            "sideways": self.sideways,
            "colours": list(self.colours),
            "notes": list(self.notes),
        }

    def columns(self) -> dict[str, np.ndarray]:
        """Return no numbers: it is a drawing."""
        return {}
