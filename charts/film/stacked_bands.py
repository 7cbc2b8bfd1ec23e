"""Terms of a sum as bands one upon the other, and a line that should stay below them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from charts.film.curves import Track
from charts.film.scene import Scene
from charts.labels import spread
from charts.layout import frame

ROOM, LETTER = 32, 9
"""Pixels at the right for the bands' names: those beside a name, and those of a letter of it."""


@dataclass(frozen=True, eq=False)
class StackedBands(Scene):
    """Bands one upon the other, and a line drawn across them.

    Parameters
    ----------
    x : places [F].
    bands : curves of y ≥ 0, from the bottom up; each is as thick as its y.
    line : the curve across them.
    level : the name and the height of a dotted line.
    top : where the picture ends; what is higher is cut.
    x_label, y_label : the titles of both axes.
    """

    x: np.ndarray
    bands: Sequence[Track]
    line: Track
    level: tuple[str, float]
    top: float
    x_label: str
    y_label: str

    def payload(self) -> dict:
        layout = frame(
            self.x_label,
            self.y_label,
            xaxis={"range": [float(self.x[0]), float(self.x[-1])]},
            yaxis={"range": [0.0, self.top]},
        )
        layout["margin"]["r"] = ROOM + LETTER * max(len(t.letter) for t in self._tracks())
        return {
            "kind": "stacked_bands",
            "title": self.title,
            "layout": layout,
            "x": np.asarray(self.x, np.float64),
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
                for track, height in zip(self._tracks(), self._label_heights(), strict=True)
            ],
        }

    def columns(self) -> dict[str, np.ndarray]:
        return {f"{self.title}: {track.name}": track.y for track in self._tracks()}

    def _tracks(self) -> list[Track]:
        return [*self.bands, self.line]

    def _label_heights(self) -> list[float]:
        """A band's name stands at the middle of its end."""
        tops = np.cumsum([0.0, *(band.y[-1] for band in self.bands)])
        middles = [*((tops[:-1] + tops[1:]) / 2.0), self.line.y[-1]]
        return spread([min(float(y), 0.95 * self.top) for y in middles], 1 / 16, self.top)
