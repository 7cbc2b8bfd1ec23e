"""Terms of a sum as bands one upon the other, and a line that should stay below them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from charts.film.curves import Track
from charts.film.scene import Scene
from charts.labels import spread
from charts.layout import frame

ROOM = 96
"""Pixels at the right for the bands' names."""


@dataclass(frozen=True, eq=False)
class Stacked(Scene):
    """``bands`` of y ≥ 0 [F] from the bottom up, over ``x`` [F], and a ``line`` drawn across them.

    ``level``: (name, y) of a dotted line. ``top`` is where the picture ends; what is higher is cut.
    """

    x: np.ndarray
    bands: Sequence[Track]
    line: Track
    level: tuple[str, float]
    top: float
    x_label: str
    y_label: str

    def told(self) -> dict:
        x = np.asarray(self.x, np.float64)
        layout = frame(
            self.x_label,
            self.y_label,
            xaxis={"range": [float(x[0]), float(x[-1])]},
            yaxis={"range": [0.0, self.top]},
        )
        layout["margin"]["r"] = ROOM
        tracks = [*self.bands, self.line]
        tops = np.cumsum([0.0, *(band.y[-1] for band in self.bands)])
        middles = [*((tops[:-1] + tops[1:]) / 2.0), self.line.y[-1]]
        heights = spread([min(float(y), 0.95 * self.top) for y in middles], 1 / 16, self.top)
        return {
            "kind": "stacked",
            "title": self.title,
            "layout": layout,
            "x": x,
            "level": {"name": self.level[0], "y": float(self.level[1])},
            "tracks": [
                {
                    "name": track.name,
                    "letter": track.letter,
                    "colour": track.colour,
                    "band": track is not self.line,
                    "label": height,
                    "y": np.asarray(track.y, np.float64),
                }
                for track, height in zip(tracks, heights, strict=True)
            ],
        }

    def columns(self) -> dict[str, np.ndarray]:
        return {f"{self.title}: {track.name}": track.y for track in (*self.bands, self.line)}
