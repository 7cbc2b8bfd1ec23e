"""Two weights on their way from 0 to the rival's, step by step; ``walk.js`` draws it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from charts.film.scene import Scene
from charts.layout import frame

LEARNER, RIVAL, WAY, STEPS = "learner's weights", "rival's weights", "the way", "the steps"


@dataclass(frozen=True, eq=False)
class WeightWalk(Scene):
    """The path of two weights.

    Parameters
    ----------
    path : (T + 1, 2), both weights before and after each step.
    shown : (F,), how many steps have been made.
    target : (2,), where the rival's weights stand.
    axes : the titles of both axes.
    colours : of the straight way, of the steps, and of the rival's weights.
    window : the ends of both axes; they are drawn to the same scale.
    marked : a step at which a ring stands once it is passed, None for none.
    """

    path: np.ndarray
    shown: np.ndarray
    target: np.ndarray
    axes: tuple[str, str]
    colours: tuple[str, str, str]
    window: tuple[tuple[float, float], tuple[float, float]]
    marked: int | None = None

    def payload(self) -> dict:
        """Return what the browser draws."""
        across, upward = self.window
        return {
            "kind": "walk",
            "module": "pages/lessons/regret/walk.js",
            "title": self.title,
            "layout": frame(*self.axes, xaxis={"range": across}, yaxis={"range": upward}),
            "path": np.asarray(self.path, np.float32).ravel(),
            "shown": np.asarray(self.shown, np.float32),
            "target": list(map(float, self.target)),
            "colours": list(self.colours),
            "marked": self.marked,
            "tracks": [
                {"name": f"{LEARNER}: {axis}", "y": np.asarray(y, np.float64)}
                for axis, y in zip(self.axes, self._place().T, strict=True)
            ],
            "levels": [{"name": name} for name in (LEARNER, RIVAL, WAY, STEPS)],
        }

    def columns(self) -> dict[str, np.ndarray]:
        """Return where the weights stand, frame by frame."""
        return {
            f"{self.title}: {axis}": y for axis, y in zip(self.axes, self._place().T, strict=True)
        }

    def _place(self) -> np.ndarray:
        """The weights at each frame, [F, 2]."""
        return self.path[self.shown]
