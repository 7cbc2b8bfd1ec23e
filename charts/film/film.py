"""A film of a run, step by step: the whole path in one message, for the browser to play.

A film is a row of scenes over the same frames. Frame 0 is before the first step; nothing is
computed or sent while it plays. ``ui/live/browser/film/film.js`` draws the scenes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from charts.film.scene import Scene

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Film:
    """A row of scenes over the same F frames.

    Parameters
    ----------
    name : the film's name in the page.
    at : the step of each frame [F], counted in ``unit``.
    scenes : the pictures, side by side.
    alt : text that is read out in the film's place.
    caption : text under it.
    unit : what ``at`` counts, such as "step".
    """

    name: str
    at: np.ndarray
    scenes: Sequence[Scene]
    alt: str
    caption: str = ""
    unit: str = "step"

    def payload(self) -> dict:
        """The film as the browser plays it."""
        return {
            "at": np.asarray(self.at, np.float64),
            "unit": self.unit,
            "scenes": [scene.payload() for scene in self.scenes],
        }

    def table(self) -> pd.DataFrame:
        """The table twin: one row per frame, one column per curve, bar or written number."""
        import pandas as pd

        columns = {self.unit: self.at}
        for scene in self.scenes:
            columns |= scene.columns()
        return pd.DataFrame(columns)
