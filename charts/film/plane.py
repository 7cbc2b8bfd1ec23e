"""Paths of points in the plane."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from charts.film.scene import Scene
from charts.picture import frame


@dataclass(frozen=True, eq=False)
class Plane(Scene):
    """Paths of points in the plane: ``paths`` of (name, colour, [F, 2]); ``outline`` [m, 2]."""

    paths: Sequence[tuple[str, str, np.ndarray]]
    outline: np.ndarray | None = None
    x_label: str = "w₁"
    y_label: str = "w₂"

    def told(self) -> dict:
        points = [path for _, _, path in self.paths]
        points += [] if self.outline is None else [self.outline]
        size = 1.08 * max(float(np.nanmax(np.abs(np.concatenate(points)))), 1e-12)
        axis = {"range": [-size, size]}
        outline = None if self.outline is None else np.asarray(self.outline, np.float32).ravel()
        return {
            "kind": "plane",
            "title": self.title,
            "layout": frame(self.x_label, self.y_label, xaxis=axis, yaxis=axis),
            "outline": outline,
            "paths": [
                {"name": name, "colour": colour, "xy": np.asarray(xy, np.float32).ravel()}
                for name, colour, xy in self.paths
            ],
        }

    def columns(self) -> dict[str, np.ndarray]:
        return {
            f"{name}: {axis}": xy[:, i]
            for name, _, xy in self.paths
            for i, axis in enumerate((self.x_label, self.y_label))
        }
