"""Small grey pictures side by side, each under its name: examples that are images."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from charts.layout import frame
from charts.picture import Picture
from datasets import Dataset

SIDE = 8
"""Pixels along the side of a handwritten digit."""
ACROSS = 4
"""Pictures in a row."""
GAP = 2
"""Pixels between two pictures; above them there is room for their names."""


def gallery(name: str, images: np.ndarray, titles: Sequence[str], alt: str) -> Picture:
    """Return the picture of some images, row by row.

    Parameters
    ----------
    name : the picture's name in the page.
    images : (n, height, width), from 0, which is left out, to 1, which is dark.
    titles : a name for each image.
    alt : text that is read out in the picture's place.
    """
    n, height, width = images.shape
    rows, columns = -(-n // ACROSS), min(n, ACROSS)
    sheet = np.full((rows * (height + GAP), columns * (width + GAP) - GAP), np.nan)
    texts = np.full(sheet.shape, "", object)
    notes = []
    for i, (image, title) in enumerate(zip(images, titles, strict=True)):
        top, left = (i // ACROSS) * (height + GAP) + GAP, (i % ACROSS) * (width + GAP)
        block = slice(top, top + height), slice(left, left + width)
        sheet[block], texts[block] = image, f"{i + 1}: {title}"
        middle = left + (width - 1) / 2
        notes.append({"x": middle, "y": top - 1.2, "text": title, "showarrow": False})
    heat = {
        "type": "heatmap",
        "name": name,
        "meta": {"value": "darkness"},
        "x": np.arange(sheet.shape[1]),
        "y": np.arange(sheet.shape[0]),
        "text": texts.tolist(),
        "z": [[v if np.isfinite(v) else None for v in row] for row in sheet.tolist()],
        "zmin": 0.0,
        "zmax": 1.0,
        "colorscale": [[0.0, "rgba(128,128,128,0.08)"], [1.0, "rgba(110,110,120,1)"]],
        "showscale": False,
        "hoverinfo": "skip",
    }
    bare = {"showline": False, "ticks": "", "showticklabels": False, "showgrid": False}
    upright = {**bare, "autorange": "reversed", "scaleanchor": "x"}
    layout = frame("", "", xaxis=bare, yaxis=upright) | {"annotations": notes}
    layout["margin"] = {"l": 12, "r": 12, "t": 8, "b": 8}
    return Picture(name, [heat], layout, alt)


def digits(dataset: Dataset, rows: np.ndarray) -> Picture:
    """Return the first four 4s and the first four 9s of some ``rows``, whose first 64 features are
    the pixels."""
    chosen = np.concatenate([rows[dataset.y[rows] == label][:ACROSS] for label in (1.0, -1.0)])
    images = dataset.X[chosen][:, : SIDE * SIDE].toarray().reshape(-1, SIDE, SIDE)
    titles = ["a 4"] * ACROSS + ["a 9"] * ACROSS
    return gallery("digits", images, titles, "Four pictures of a 4 and four of a 9.")
