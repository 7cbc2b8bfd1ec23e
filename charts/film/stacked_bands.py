"""Terms of a sum as bands one upon the other, and a line that should stay below them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from charts.film.curves import Track
from charts.film.scene import Scene
from charts.labels import spread
from charts.layout import frame

ROOM = 32
"""Pixels at the right beside the bands' names, which the browser measures."""


@dataclass(frozen=True, eq=False)
class StackedBands(Scene):
    """Bands one upon the other, and a line drawn across them.

    Parameters
    ----------
    x : places [F].
    bands : curves of y ≥ 0, from the bottom up; each is as thick as its y.
    line : the curve across them, None for none.
    level : the name and the height of a dotted line, None for none.
    top : where the picture ends; what is higher is cut.
    x_label, y_label : the titles of both axes.
    edge : the name and the colour of the upper edge of all bands, None where it is not drawn.
    digits : decimals of the number at the frame that stands beside each name, 0 for no number.
    marked : a place at which all bands but the lowest say how thick they are, None for none.
    """

    x: np.ndarray
    bands: Sequence[Track]
    line: Track | None
    level: tuple[str, float] | None
    top: float
    x_label: str
    y_label: str
    edge: tuple[str, str] | None = None
    digits: int = 0
    marked: float | None = None

    def payload(self) -> dict:
        layout = frame(
            self.x_label,
            self.y_label,
            xaxis={"range": [float(self.x[0]), float(self.x[-1])]},
            yaxis={"range": [0.0, self.top]},
        )
        tracks = list(self._tracks())
        layout["margin"]["r"] = ROOM
        level = self.level and {"name": self.level[0], "y": float(self.level[1])}
        return {
            "kind": "stacked_bands",
            "title": self.title,
            "layout": layout,
            "x": np.asarray(self.x, np.float64),
            "levels": [level] if level else [],
            "digits": self.digits,
            "marked": self.marked,
            "tracks": [
                {
                    "name": track.name,
                    "letter": track.letter,
                    "colour": track.colour,
                    "part": part,
                    "label": height,
                    "y": np.asarray(track.y, np.float64),
                }
                for (track, part), height in zip(tracks, self._label_heights(), strict=True)
            ],
        }

    def columns(self) -> dict[str, np.ndarray]:
        return {f"{self.title}: {track.name}": track.y for track, _ in self._tracks()}

    def _tracks(self) -> Iterator[tuple[Track, str]]:
        """Yield the tracks, each with its part in the picture."""
        yield from ((band, "band") for band in self.bands)
        if self.edge is not None:
            name, colour = self.edge
            yield Track(name, np.sum([band.y for band in self.bands], axis=0), colour), "edge"
        if self.line is not None:
            yield self.line, "line"

    def _label_heights(self) -> list[float]:
        """A band's name stands at the middle of its end, a line's at its end."""
        tops = np.cumsum([0.0, *(band.y[-1] for band in self.bands)])
        middles = [*((tops[:-1] + tops[1:]) / 2.0)]
        middles += [track.y[-1] for track, part in self._tracks() if part != "band"]
        return spread([min(float(y), 0.95 * self.top) for y in middles], 1 / 16, self.top)
