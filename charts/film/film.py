"""What happens step by step: the whole path in one message, for the browser to play.

A film is a row of scenes over the same frames. Frame 0 is before the first step; nothing is
computed or sent while it plays. ``ui/live/browser/film/film.js`` draws the scenes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from charts.film.scene import Scene
from charts.picture import typed_array

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Film:
    """``scenes`` over frames of which ``at`` [F] says when each is, counted in ``unit``.

    ``alt`` is read out in its place; ``caption`` stands under it.
    """

    name: str
    at: np.ndarray
    scenes: Sequence[Scene]
    alt: str
    caption: str = ""
    unit: str = "step"

    def to_json(self) -> str:
        """What the browser plays."""
        told = {
            "at": np.asarray(self.at, np.float64),
            "unit": self.unit,
            "scenes": [scene.told() for scene in self.scenes],
        }
        return json.dumps(told, default=typed_array)

    def table(self) -> pd.DataFrame:
        """The table twin: a row a frame, a column a curve, bar or written number."""
        import pandas as pd

        columns = {self.unit: self.at}
        for scene in self.scenes:
            columns |= scene.columns()
        return pd.DataFrame(columns)
