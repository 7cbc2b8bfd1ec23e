"""Curves that grow as the frames pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from charts.film.scene import Scene, span
from charts.layout import frame


@dataclass(frozen=True, eq=False)
class Track:
    """One curve.

    Parameters
    ----------
    name : its name in the table and for the ear.
    y : heights [F], NaN where it has none.
    letter : text at its moving end.
    colour, dash : of its line.
    faint : drawn thin, behind the others.
    """

    name: str
    y: np.ndarray
    colour: str
    dash: str = "solid"
    letter: str = ""
    faint: bool = False


@dataclass(frozen=True, eq=False)
class Curves(Scene):
    """Curves that grow with the frames.

    Parameters
    ----------
    x : places [F].
    tracks : the curves.
    x_label, y_label : the titles of both axes.
    levels : the name and the height of each dotted line.
    log : heights stand on a logarithmic axis.
    reach : heights that the axis holds in any case, so that scenes side by side compare.
    window : both ends of the axis of heights; what is beyond them is not seen.
    digits : decimals of its curve's height beside each name; no height where it is None.
    listed : whether names stand in a list in the upper left corner, not at the curves' ends.
    uprights : places along x of thin upright lines.
    ink : how dark these are, from 0 to 1.
    """

    x: np.ndarray
    tracks: Sequence[Track]
    x_label: str
    y_label: str
    levels: Sequence[tuple[str, float]] = ()
    log: bool = False
    reach: Sequence[float] = ()
    window: tuple[float, float] | None = None
    digits: int | None = None
    uprights: Sequence[float] = ()
    listed: bool = False
    ink: float = 0.25

    def payload(self) -> dict:
        x = np.asarray(self.x, np.float64)
        levels = [height for _, height in self.levels]
        y = np.concatenate([[], *(track.y for track in self.tracks), levels, self.reach])
        seen = self.window or span(np.log10(y[y > 0]) if self.log else y, 0.06)
        return {
            "kind": "curves",
            "title": self.title,
            "layout": frame(
                self.x_label,
                self.y_label,
                xaxis={"range": span(x, 0.0)},
                yaxis={"range": seen} | ({"type": "log"} if self.log else {}),
            ),
            "x": x,
            "digits": self.digits,
            "listed": self.listed,
            "uprights": [float(place) for place in self.uprights],
            "ink": self.ink,
            "levels": [{"name": name, "y": value} for name, value in self.levels],
            "tracks": [
                {
                    "name": track.name,
                    "letter": track.letter,
                    "colour": track.colour,
                    "dash": track.dash,
                    "faint": track.faint,
                    "y": np.asarray(track.y, np.float64),
                }
                for track in self.tracks
            ],
        }

    def columns(self) -> dict[str, np.ndarray]:
        return {f"{self.y_label}: {track.name}": track.y for track in self.tracks}
