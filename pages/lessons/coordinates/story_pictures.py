"""Pictures of the story: a table's row and column, a race by cells read, pairs of bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from charts import Curves, Film, Picture, Track
from charts.layout import frame
from charts.palette import HUES, colour
from pages.lessons.coordinates.evidence import NAMES, Side
from pages.lessons.coordinates.pictures import FLOOR, FRAMES

LABELS = NAMES | {"coordinate_descent": "coordinate descent"}
"""The names of the methods in the story."""
DISTANCE = "distance from the best objective"
SHOWN = 60
"""Rows and noise columns of the picture of a table."""
ROW, COLUMN = 22, 6
"""The row and the column that are marked."""
LIT = {
    "one column": HUES["vermilion"][0],
    "one row": colour("truncated_gradient", 0),
    "other cells": "rgba(128,128,128,0.45)",
}
"""The parts of a table, and their colours."""


def cells(side: Side, title: str) -> Picture:
    """Return the cells that are not 0 of a part of the table: all real columns, some of noise."""
    real = side.data.n_features - side.data.n_noise
    X = side.data.X[:SHOWN, : real + SHOWN].toarray() != 0.0
    rows, columns = np.indices(X.shape)
    parts = (
        X & (columns == COLUMN),
        X & (rows == ROW) & (columns != COLUMN),
        X & (columns != COLUMN) & (rows != ROW),
    )
    data = [_lit(name, LIT[name], part) for name, part in zip(LIT, parts, strict=True)]
    layout = frame(f"columns: features (the first {real} are useful)", "rows: examples")
    layout["yaxis"] |= {"autorange": "reversed", "showgrid": False}
    layout["xaxis"] |= {"showgrid": False}
    layout["margin"] |= {"t": 30}
    layout |= {"showlegend": True, "legend": {"orientation": "h", "y": 1.01, "yanchor": "bottom"}}
    full = side.data.X.nnz / side.data.n_rows
    alt = f"{title}. A row has {full:.0f} cells that are not 0, on average."
    caption = "The table goes on to the right and below."
    if not X.all():
        caption = f"Cells that are 0 are left out. {caption}"
    return Picture("cells", data, layout, alt, caption, heading=title)


def _lit(name: str, hue: str, part: np.ndarray) -> dict:
    """The cells of one part, all in one colour."""
    return {
        "type": "heatmap",
        "name": name,
        "x": np.arange(1.0, part.shape[1] + 1.0),
        "y": np.arange(1.0, part.shape[0] + 1.0),
        "z": [[1.0 if here else None for here in row] for row in part],
        "colorscale": [[0.0, hue], [1.0, hue]],
        "zmin": 0.0,
        "zmax": 1.0,
        "showscale": False,
        "showlegend": True,
        "xgap": 1,
        "ygap": 1,
        "hoverongaps": False,
        "hovertemplate": f"row %{{y}}, column %{{x}}: {name}<extra></extra>",
    }


def race(side: Side, title: str, keys: Sequence[str], passes: int, caption: str = "") -> Film:
    """Return the race of some methods on one table."""
    at = np.linspace(0.0, passes, FRAMES + 1)
    read = at * side.data.X.nnz
    tracks = []
    for key in keys:
        gap = np.maximum(side.gap_when(key, read), FLOOR)
        tracks.append(Track(LABELS[key], gap, colour(key, 0)))
    # Only coordinate descent comes so near that marks must stand for tenths.
    log = "coordinate_descent" in keys
    label = "distance (ten times more per mark)" if log else DISTANCE
    reach = () if log else (0.0,)
    scene = Curves(title, read, tracks, "table cells read", label, log=log, reach=reach)
    ends = "; ".join(f"{LABELS[key]} {side.gaps(key)[-1]:.2g}" for key in keys)
    alt = f"The distance from the best objective against the table cells read. At the end: {ends}."
    if any(track.y[-1] <= FLOOR for track in tracks):
        caption = f"Distances below {FLOOR:g} are drawn at {FLOOR:g}."
    return Film("race", at, [scene], alt, caption, unit="pass")


def pairs(
    name: str, title: str, y_label: str, values: Mapping[str, Mapping[str, float]], form: str
) -> Picture:
    """Return two groups of bars, for sparse and for dense noise.

    Parameters
    ----------
    name, title : the picture's name in the page, and its heading.
    y_label : the title of the heights' axis.
    values : by the name of a bar, which begins with that of its method, its height by noise.
    form : how a height is written above its bar.
    """
    data = [
        {
            "type": "bar",
            "name": label,
            "x": [f"{noise} noise" for noise in heights],
            "y": np.array(list(heights.values()), np.float64),
            "text": [format(height, form) for height in heights.values()],
            "textposition": "outside",
            "textfont": {"size": 15},
            "cliponaxis": False,
            "marker": {"color": _hue(label)},
            "hovertemplate": f"{label}, %{{x}}: %{{text}}<extra></extra>",
        }
        for label, heights in values.items()
    ]
    layout = frame("", y_label, yaxis={"rangemode": "tozero"})
    layout["margin"] |= {"t": 34}
    layout |= {
        "barmode": "group",
        "showlegend": True,
        "legend": {"orientation": "h", "y": 1.04, "yanchor": "bottom"},
    }
    words = "; ".join(
        f"{label}: " + ", ".join(f"{noise} {format(height, form)}" for noise, height in own.items())
        for label, own in values.items()
    )
    return Picture(name, data, layout, f"{title}. {words}.", heading=title)


def _hue(label: str) -> str:
    """The colour of the method that a label begins with."""
    return next(colour(key, 0) for key, name in LABELS.items() if label.startswith(name))
