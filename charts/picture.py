"""What a chart function returns: a figure, and the same in words and in numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from charts.palette import REFERENCE
from charts.runs import Run


@dataclass(frozen=True, eq=False)
class Picture:
    """``alt`` is read out in the figure's place; ``caption`` stands under it."""

    name: str
    figure: go.Figure
    alt: str
    caption: str = ""

    def table(self) -> pd.DataFrame:
        """The table twin: one row a point, one column an axis; curves by name, gaps left out."""
        axes = self.figure.layout
        x_name = axes.xaxis.title.text or "x"
        y_name = axes.yaxis.title.text or "y"
        parts = [
            pd.DataFrame({"curve": trace.name, x_name: trace.x, y_name: trace.y})
            for trace in self.figure.data
            if trace.x is not None and trace.meta != "ornament"
        ]
        whole = pd.concat(parts) if parts else pd.DataFrame(columns=["curve", x_name, y_name])
        return whole.dropna().reset_index(drop=True)


def frame(x: str, y: str, **axes: dict) -> go.Layout:
    """The layout all pictures share; colours of text and grid are the theme's, set in the page."""
    axis = {"zeroline": False, "showline": True, "ticks": "outside", "ticklen": 4, "nticks": 6}
    return go.Layout(
        template="none",
        margin={"l": 52, "r": 22, "t": 8, "b": 42},
        showlegend=False,
        hovermode="closest",
        uirevision="kept",
        xaxis={**axis, "title": {"text": x, "standoff": 6}, **axes.get("xaxis", {})},
        yaxis={**axis, "title": {"text": y, "standoff": 6}, **axes.get("yaxis", {})},
    )


def curve(run: Run, x: np.ndarray, y: np.ndarray) -> dict:
    """One run's line; float32 is more than a screen can show and half the bytes."""
    return {
        "type": "scatter",
        "mode": "lines",
        "name": f"{run.letter} · {run.name}",
        "x": np.asarray(x, np.float32),
        "y": np.asarray(y, np.float32),
        "line": {"color": run.colour, "dash": run.dash, "width": 2.5},
    }


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


def end_labels(runs: list[Run], ends: list[tuple[float, float]], log: bool = False) -> list[dict]:
    """Each run's letter at the end of its curve; an end that is not drawn gets none."""
    labels = []
    for run, (x, y) in zip(runs, ends, strict=True):
        if not np.isfinite(y) or (log and (y <= 0 or x <= 0)):
            continue
        labels.append(
            {
                "x": float(np.log10(x)) if log else float(x),
                "y": float(np.log10(y)) if log else float(y),
                "text": f"<b>{run.letter}</b>",
                "font": {"color": run.colour, "size": 14},
                "showarrow": False,
                "xanchor": "left",
                "xshift": 3,
            }
        )
    return labels
