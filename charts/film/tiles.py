"""Rows × time, lighting up as the frames pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from charts.film.scene import Scene
from charts.layout import frame


@dataclass(frozen=True, eq=False)
class Tiles(Scene):
    """Rows × time, lighting up column by column as the frames pass.

    Parameters
    ----------
    names : the G rows.
    shares : [F, G], from 0 to 1.
    """

    names: Sequence[str]
    shares: np.ndarray
    colour: str
    x_label: str = "step"

    def payload(self) -> dict:
        shares = np.asarray(self.shares, np.float32)
        return {
            "kind": "tiles",
            "title": self.title,
            "layout": frame(
                self.x_label,
                "",
                xaxis={"range": [0, len(shares)]},
                yaxis={"range": [len(self.names), 0]},
            ),
            "names": list(self.names),
            "colour": self.colour,
            "shares": shares.ravel(),
        }

    def columns(self) -> dict[str, np.ndarray]:
        return {f"{self.title}: {name}": self.shares[:, g] for g, name in enumerate(self.names)}
