"""A picture: a figure, and the same in words and in numbers.

pandas and Plotly's classes are imported where they are used: the first picture needs neither.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from charts.labels import read_back

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go


@dataclass(frozen=True, eq=False)
class Picture:
    """A Plotly figure as plain data: ``data`` the curves, ``layout`` the rest.

    ``alt`` is read out in the figure's place; ``caption`` stands under it, ``heading`` above it.
    ``details`` are exceptions and constants, for the curious alone.
    """

    name: str
    data: list[dict]
    layout: dict
    alt: str
    caption: str = ""
    heading: str = ""
    details: str = ""

    @cached_property
    def figure(self) -> go.Figure:
        """The figure itself, every property checked by Plotly."""
        import plotly.graph_objects as go

        return go.Figure(self.data, self.layout)

    def to_json(self) -> str:
        """The text that plotly.js reads.

        Building and checking ``figure`` first would take five times as long, at every movement of
        a hand.
        """
        return json.dumps({"data": self.data, "layout": self.layout}, default=typed_array)

    def table(self) -> pd.DataFrame:
        """The table twin: one row per point, one column per axis; gaps are left out."""
        import pandas as pd

        x_name = self.layout["xaxis"]["title"]["text"]
        y_name = self.layout["yaxis"]["title"]["text"]
        parts = [
            pd.DataFrame(
                {"curve": read_back(curve["name"]), x_name: curve["x"], y_name: curve["y"]}
            )
            for curve in self.data
            if curve.get("meta") != "ornament"
        ]
        whole = pd.concat(parts) if parts else pd.DataFrame(columns=["curve", x_name, y_name])
        return whole.dropna().reset_index(drop=True)


def typed_array(array: np.ndarray) -> dict[str, str]:
    """Return an array in Plotly's form: raw bytes in base64, half the size of digits."""
    kinds = {"float32": "f4", "float64": "f8", "int64": "f8", "uint16": "u2"}
    dtype = kinds[str(array.dtype)]
    raw = np.ascontiguousarray(array, dtype=f"<{dtype}").tobytes()
    return {"dtype": dtype, "bdata": base64.b64encode(raw).decode("ascii")}
