"""One bar per name, as high as it is at the frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from charts.film.scene import Scene, span
from charts.layout import frame
from charts.palette import REFERENCE

LETTER = 6.6
"""Pixels of a letter beside the bars."""
NUMBERED = 0.12
"""Share of the heights that is free beyond the bars for their numbers."""


@dataclass(frozen=True, eq=False)
class Bars(Scene):
    """One bar per name.

    Parameters
    ----------
    names : the d names.
    heights : [F, d], frame by frame.
    y_label : the title of the heights' axis.
    colours : one per bar, or one for all.
    marks : heights [d] drawn as ticks, the truth for example.
    band : a height, or one per frame [F]; what lies within ± it is shaded.
    band_name : text beside the band's upper edge.
    x_label : the title of the axis of names.
    window : both ends of the axis of heights, where the bars do not decide.
    digits : decimals of the number at the end of each bar; None for no numbers.
    """

    names: Sequence[str]
    heights: np.ndarray
    y_label: str
    colours: Sequence[str] | str = REFERENCE
    marks: np.ndarray | None = None
    band: np.ndarray | float | None = None
    band_name: str = ""
    x_label: str = ""
    window: tuple[float, float] | None = None
    digits: int | None = None

    def payload(self) -> dict:
        heights = np.asarray(self.heights, np.float32)
        shown = heights if self.marks is None else np.append(heights.ravel(), self.marks)
        n, d = heights.shape
        band = None if self.band is None else np.broadcast_to(np.float32(self.band), n)
        room = 0.06 if self.digits is None else NUMBERED
        layout = frame(
            self.x_label,
            self.y_label,
            xaxis={"range": [-0.6, d - 0.4]},
            yaxis={"range": self.window or span(np.append(shown.ravel(), 0.0), room)},
        )
        if self.band_name:
            layout["margin"]["r"] = round(LETTER * len(self.band_name)) + 12
        return {
            "kind": "bars",
            "title": self.title,
            "layout": layout,
            "names": list(self.names),
            "colours": [self.colours] * d if isinstance(self.colours, str) else list(self.colours),
            "heights": heights.ravel(),
            "marks": None if self.marks is None else np.asarray(self.marks, np.float32),
            "band": None if band is None else np.ascontiguousarray(band),
            "band_name": self.band_name,
            "digits": self.digits,
        }

    def columns(self) -> dict[str, np.ndarray]:
        return {f"{self.title}: {name}": self.heights[:, j] for j, name in enumerate(self.names)}
