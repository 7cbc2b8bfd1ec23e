"""A picture: a figure, and the same in words and in numbers.

pandas and Plotly's classes are imported where they are used: the first picture needs neither.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import orjson

from charts.labels import read_back

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go


KEY = 112
"""Letters of a key: two lines under a picture on a projector."""


def key_of(*sentences: str) -> str:
    """Return the sentences that have room in a key, those first that come first."""
    key = ""
    for sentence in sentences:
        longer = f"{key} {sentence}".strip()
        key = longer if len(longer) <= KEY else key
    return key


@dataclass(frozen=True, eq=False)
class Picture:
    """A Plotly figure as plain data: ``data`` the curves, ``layout`` the rest.

    ``alt`` is read out in the figure's place; ``caption`` stands under it, ``heading`` above it.
    ``details`` are exceptions and constants, for the curious alone. ``by_hand`` is the part of the
    caption that says what a hand can do: nothing for paper. ``key`` stands in place of the caption
    where there is room for two lines that are read from afar; see ``key_of``.
    """

    name: str
    data: list[dict]
    layout: dict
    alt: str
    caption: str = ""
    heading: str = ""
    details: str = ""
    by_hand: str = ""
    key: str = ""

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
        return written({"data": self.data, "layout": self.layout})

    def table(self) -> pd.DataFrame:
        """The table twin: one row per point, one column per axis; gaps are left out.

        A point of one pane has nothing in the column of another.
        """
        import pandas as pd

        x_name = self.layout["xaxis"]["title"]["text"]
        panes = [name for name in self.layout if name.startswith("yaxis")]
        columns = {name: self.layout[name]["title"]["text"] for name in panes}
        parts = []
        for curve in self.data:
            if curve.get("meta") != "ornament":
                pane = curve.get("yaxis", "y").replace("y", "yaxis")
                points = {
                    x_name: self._places(curve["x"], "xaxis"),
                    columns[pane]: self._places(curve["y"], pane),
                }
                name = read_back(curve["name"])
                parts.append(pd.DataFrame({"curve": name, **points}).dropna())
        whole = pd.concat(parts) if parts else pd.DataFrame()
        return whole.reindex(columns=["curve", x_name, *columns.values()]).reset_index(drop=True)

    def _places(self, along: Sequence[float], axis: str) -> np.ndarray:
        """The places of points on an axis, with 0 where it shows 0 at its floor."""
        places = np.asarray(along)
        floor = self.layout.get("meta", {}).get("floor", {}).get(axis)
        return places if floor is None else np.where(places == floor, 0.0, places)


_KINDS = {
    np.dtype(own): sent
    for own, sent in {"float32": "f4", "float64": "f8", "int64": "f8", "uint16": "u2"}.items()
}


def written(figure: Mapping[str, Any]) -> str:
    """Return a figure as JSON, its arrays in Plotly's form."""
    return orjson.dumps(figure, default=_plain).decode()


def _plain(value: np.ndarray | np.generic) -> Any:
    return typed_array(value) if isinstance(value, np.ndarray) else value.item()


def typed_array(array: np.ndarray) -> dict[str, str]:
    """Return an array in Plotly's form: raw bytes in base64, half the size of digits."""
    dtype = _KINDS[array.dtype]
    raw = np.ascontiguousarray(array, dtype=f"<{dtype}").tobytes()
    return {"dtype": dtype, "bdata": base64.b64encode(raw).decode("ascii")}
