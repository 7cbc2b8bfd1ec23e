"""A picture: a figure, and the same in words and in numbers.

pandas and Plotly's classes are imported where they are used: the first picture needs neither.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

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

    Examples
    --------
    >>> bars = {"type": "bar", "name": "rows", "x": ["no", "yes"], "y": np.array([3, 1])}
    >>> layout = {"xaxis": {}, "yaxis": {}}
    >>> picture = Picture("rows", [bars], layout, alt="Three no, one yes.", caption="")
    >>> picture.figure.data[0].y
    array([3, 1])
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

    def payload(self) -> dict:
        """The figure as plotly.js reads it.

        Building and checking ``figure`` first would take five times as long, at every movement of
        a hand.
        """
        return {"data": self.data, "layout": self.layout}

    def table(self) -> pd.DataFrame:
        """The table twin: a row for each point, bar or cell, a column for each axis.

        A point of one pane has nothing in the column of another. Cells have a column for their
        value, if they have one; what marks say themselves is their label. ``pointsOf`` in saves.js
        writes the same.
        """
        import pandas as pd

        axes = ["xaxis", *(name for name in self.layout if name.startswith("yaxis"))]
        columns = {name: read_back(self.layout[name]["title"]["text"]) or name[0] for name in axes}
        parts = [
            _marks(curve, self._places, columns)
            for curve in self.data
            if curve.get("meta") != "ornament"
        ]
        whole = pd.concat(parts) if parts else pd.DataFrame()
        more = [name for name in whole if name not in ("curve", "label", *columns.values())]
        whole = whole.reindex(
            columns=["curve", *columns.values(), *more, *_label_column(whole, columns)]
        )
        return whole.reset_index(drop=True)

    def _places(self, along: Sequence[float] | Sequence[str], axis: str) -> np.ndarray:
        """The places of marks on an axis: 0 where it shows 0 at its floor, names where it has them.

        Marks of several series stand a little beside the place that is theirs.

        Places that are not there are NaN.
        """
        meta, places = self.layout.get("meta", {}), np.asarray(along)
        if (floor := meta.get("floor", {}).get(axis)) is not None:
            return np.where(places == floor, 0.0, places)
        if own := meta.get("places", {}).get(axis):
            return np.array([min(own, key=lambda each: abs(each - place)) for place in places])
        if names := meta.get("names", {}).get(axis):
            here = [names[round(place)] if place == place else np.nan for place in places]
            return np.array(here, object if any(isinstance(each, str) for each in here) else None)
        return places


def _marks(curve: Mapping[str, Any], places: Callable, columns: Mapping[str, str]) -> pd.DataFrame:
    """The marks of a curve, by the titles of the axes; ``places`` tells what stands at places."""
    import pandas as pd

    pane = curve.get("yaxis", "y").replace("y", "yaxis")
    x, y = places(curve["x"], "xaxis"), places(curve["y"], pane)
    texts, more, there = curve.get("text"), {}, None
    if curve["type"] == "heatmap":
        x, y = np.tile(x, len(y)), np.repeat(y, len(x))
        there = np.isfinite(np.array(curve["z"], np.float64)).ravel()
        if value := curve.get("meta", {}).get("value"):
            more = {value: np.array(curve[curve["meta"].get("at", "z")], np.float64).ravel()}
        texts = None if texts is None else [text for row in texts for text in row]
    labels = [""] * len(x) if texts is None or isinstance(texts, str) else map(read_back, texts)
    axes = {columns["xaxis"]: x, columns[pane]: y}
    table = pd.DataFrame({"curve": read_back(curve["name"]), **axes, **more, "label": [*labels]})
    return table.dropna(subset=list(axes)) if there is None else table[there]


def _label_column(whole: pd.DataFrame, columns: Mapping[str, str]) -> list[str]:
    """The column of labels, where they say more than names on the axes do."""
    if "label" not in whole:
        return []
    said = np.zeros(len(whole), bool)
    for column in columns.values():
        said |= (whole["label"] == whole[column]).to_numpy(bool)
    return ["label"] if ((whole["label"] != "") & ~said).any() else []
