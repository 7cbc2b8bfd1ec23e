"""Patients in the plane of two features, and the line on which the prediction is 0.

``plane.js`` draws it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from charts.film.scene import Scene
from charts.layout import frame
from charts.palette import REFERENCE

ROOM = 0.6
"""Units of the upright feature beyond its values, for the names of both sides of the line."""


@dataclass(frozen=True, eq=False)
class Plane(Scene):
    """Examples that arrive one by one, and the line of the weights.

    Parameters
    ----------
    points : (T, 2), the features of the example of each step.
    labels : (T,), +1 or −1.
    shown : (F,), how many examples have arrived; the last of them is ringed.
    weights : (F, 2), both 0 where there is no line.
    kinds : the names of the examples labelled +1 and −1.
    colours : their colours.
    axes : the titles of both axes.
    line : whether the line is drawn.
    asked : (F,), whether the answer of the latest example is still to come; None where none is.
    old : (F, 2), weights whose line is drawn dashed, both 0 where there is none; None for none.
    """

    points: np.ndarray
    labels: np.ndarray
    shown: np.ndarray
    weights: np.ndarray
    kinds: tuple[str, str]
    colours: tuple[str, str]
    axes: tuple[str, str]
    line: bool = True
    asked: np.ndarray | None = None
    old: np.ndarray | None = None

    def payload(self) -> dict:
        """Return what the browser draws."""
        room = (0.3, ROOM)
        reach = [
            [float(v.min()) - more, float(v.max()) + more]
            for v, more in zip(self.points.T, room, strict=True)
        ]
        layout = frame(*self.axes, xaxis={"range": reach[0]}, yaxis={"range": reach[1]})
        return {
            "kind": "plane",
            "module": "pages/lessons/online/plane.js",
            "title": self.title,
            "layout": layout,
            "x": np.asarray(self.points[:, 0], np.float32),
            "y": np.asarray(self.points[:, 1], np.float32),
            "labels": np.asarray(self.labels, np.float32),
            "shown": np.asarray(self.shown, np.float32),
            "weights": np.asarray(self.weights, np.float32).ravel(),
            "colours": [*self.colours, REFERENCE],
            "asked": None if self.asked is None else np.asarray(self.asked, np.float32),
            "old": None if self.old is None else np.asarray(self.old, np.float32).ravel(),
            "kinds": list(self.kinds),
            "line": self.line,
            "tracks": [{"name": name, "y": y} for name, y in self._counts().items()],
        }

    def columns(self) -> dict[str, np.ndarray]:
        """Return what it shows, frame by frame, by name."""
        return {f"{self.title}: {name}": y for name, y in self._counts().items()}

    def _counts(self) -> dict[str, Sequence[float]]:
        """The examples of each kind so far, and the line's direction in degrees."""
        so_far = np.append(0, np.cumsum(self.labels > 0.0))[self.shown]
        counts = {self.kinds[0]: so_far, self.kinds[1]: self.shown - so_far}
        if self.line:
            counts["line"] = np.degrees(np.arctan2(*self.weights.T))
        return {name: np.asarray(y, np.float64) for name, y in counts.items()}
