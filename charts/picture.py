"""What a chart function returns: a figure, and the same in words and in numbers.

pandas and Plotly's classes are imported where they are used: the first picture needs neither.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from charts.palette import REFERENCE
from charts.run import Run

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go


LETTER = 1 / 25
"""The width of a letter as a share of a picture's."""


@dataclass(frozen=True, eq=False)
class Picture:
    """A Plotly figure as plain data: ``data`` the curves, ``layout`` the rest.

    ``alt`` is read out in the figure's place; ``caption`` stands under it.
    """

    name: str
    data: list[dict]
    layout: dict
    alt: str
    caption: str = ""

    @cached_property
    def figure(self) -> go.Figure:
        """The figure itself, every property checked by Plotly."""
        import plotly.graph_objects as go

        return go.Figure(self.data, self.layout)

    def to_json(self) -> str:
        """What plotly.js reads. Building and checking ``figure`` first would take five times as
        long, at every movement of a hand."""
        return json.dumps({"data": self.data, "layout": self.layout}, default=typed_array)

    def table(self) -> pd.DataFrame:
        """The table twin: one row a point, one column an axis; curves by name, gaps left out."""
        import pandas as pd

        x_name = self.layout["xaxis"]["title"]["text"]
        y_name = self.layout["yaxis"]["title"]["text"]
        parts = [
            pd.DataFrame({"curve": curve["name"], x_name: curve["x"], y_name: curve["y"]})
            for curve in self.data
            if curve.get("meta") != "ornament"
        ]
        whole = pd.concat(parts) if parts else pd.DataFrame(columns=["curve", x_name, y_name])
        return whole.dropna().reset_index(drop=True)


def typed_array(array: np.ndarray) -> dict[str, str]:
    """Plotly's form of an array: raw bytes in base64, half the size of digits and read at once."""
    kinds = {"float32": "f4", "float64": "f8", "int64": "f8", "uint16": "u2"}
    dtype = kinds[str(array.dtype)]
    raw = np.ascontiguousarray(array, dtype=f"<{dtype}").tobytes()
    return {"dtype": dtype, "bdata": base64.b64encode(raw).decode("ascii")}


def frame(x: str, y: str, **axes: dict) -> dict:
    """The layout all pictures share; colours of text and grid are the theme's, set in the page."""
    axis = {
        "zeroline": False,
        "showline": True,
        "ticks": "outside",
        "ticklen": 4,
        "nticks": 6,
        "exponentformat": "power",
        "minexponent": 6,
        "separatethousands": True,
    }
    return {
        "template": {},
        "margin": {"l": 52, "r": 22, "t": 8, "b": 42},
        "showlegend": False,
        "hovermode": "closest",
        # A zoom is kept while the axes mean the same.
        "uirevision": f"{x} {y} {axes.get('yaxis', {}).get('type', '')}",
        "xaxis": {**axis, "title": {"text": x, "standoff": 6}, **axes.get("xaxis", {})},
        "yaxis": {**axis, "title": {"text": y, "standoff": 6}, **axes.get("yaxis", {})},
    }


def log_axis(low: float, high: float) -> dict:
    """A logarithmic axis over ``low`` to ``high``, with as many ticks as there is room for."""
    decades = np.log10(high / low) if 0.0 < low < high else 1.0
    ticks = "D2" if decades < 1.5 else int(np.ceil(decades / 6))
    return {"type": "log", "dtick": ticks, "nticks": None}


def widen(layout: dict, top: float) -> None:
    """More room for the ticks' labels where they have more than five digits."""
    if top >= 1e5:
        layout["margin"]["l"] = 72


def curve(run: Run, x: np.ndarray, y: np.ndarray) -> dict:
    """One run's line; a single point is no line and is drawn as a dot."""
    return {
        "type": "scatter",
        "mode": "lines" if len(x) > 1 else "markers",
        "name": f"{run.letter} · {run.name}",
        "x": _short(x),
        "y": _short(y),
        "line": {"color": run.colour, "dash": run.dash, "width": 2.5},
        "marker": {"color": run.colour, "size": 7},
    }


def as_text(name: str) -> str:
    """A feature's name for Plotly, which would read markup in it."""
    return name.replace("&", "&amp;").replace("<", "&lt;")


def _short(values: np.ndarray) -> np.ndarray:
    """float32 is more than a screen can show and half the bytes, but it ends at 3e38."""
    huge = np.nanmax(np.abs(values), initial=0.0) > 1e38
    return np.asarray(values, np.float64 if huge else np.float32)


def reference(name: str, x: list[float], y: list[float]) -> dict:
    """A thin grey line to compare with."""
    return {
        "type": "scatter",
        "mode": "lines",
        "name": name,
        "x": x,
        "y": y,
        "hoverinfo": "skip",
        "meta": "ornament",
        "line": {"color": REFERENCE, "width": 1.2, "dash": "dot"},
    }


def end_labels(
    runs: list[Run], ends: list[tuple[float, float]], layout: dict, curves: list[dict]
) -> list[dict]:
    """Each run's letter at the end of its curve; an end that is not drawn gets none.

    ``curves`` are all that is drawn, for letters to keep a share of it apart.
    """
    log = layout["yaxis"].get("type") == "log"
    drawn = [
        (run, (np.log10(x), np.log10(y)) if log else (x, y))
        for run, (x, y) in zip(runs, ends, strict=True)
        if np.isfinite(y) and not (log and (y <= 0 or x <= 0))
    ]
    low, high = layout["xaxis"]["range"]
    places = [(x - low) / (high - low) for _, (x, _) in drawn]
    heights = spread([y for _, (_, y) in drawn], 1 / 22, span_of(curves, log), places)
    return [
        {
            "x": float(x),
            "y": height,
            "text": f"<b>{run.letter}</b>",
            "font": {"color": run.colour, "size": 14},
            "showarrow": False,
            "xanchor": "left",
            "xshift": 3,
        }
        for (run, (x, _)), height in zip(drawn, heights, strict=True)
    ]


def spread(
    heights: list[float], share: float, span: float = 0.0, places: list[float] | None = None
) -> list[float]:
    """Heights of labels, pushed up where one would cover another.

    ``share`` of the whole range is what a label needs; ``span`` is that range where more is drawn
    than what is labelled. ``places`` says where labels stand across, as shares of the width: those
    that are not side by side cover nothing.
    """
    if not heights:
        return []
    span = span or max(*heights, 0.0) - min(*heights, 0.0)
    room = share * (span if span > 1e-300 else 1.0)
    places = [0.0] * len(heights) if places is None else places
    pushed: dict[int, float] = {}
    for i in np.argsort(heights, kind="stable"):
        level = float(heights[i])
        for j in sorted(pushed, key=pushed.get):
            if abs(places[i] - places[j]) < LETTER and pushed[j] + room > level:
                level = pushed[j] + room
        pushed[i] = level
    return [pushed[i] for i in range(len(heights))]


def span_of(curves: list[dict], log: bool = False) -> float:
    """The heights that curves take up, 0 included; on a log axis their logarithms."""
    y = np.concatenate([[], *(np.asarray(curve["y"], np.float64) for curve in curves)])
    y = y[np.isfinite(y)]
    y = np.log10(y[y > 0.0]) if log else np.append(y, 0.0)
    return float(np.ptp(y)) if len(y) else 0.0
