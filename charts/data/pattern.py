"""Where the nonzeros are: rows down, features across, darker where there are more."""

from __future__ import annotations

import numpy as np

from charts.layout import frame
from charts.palette import HUES
from charts.picture import Picture
from datasets import Dataset

ROWS, COLUMNS = 80, 120
"""Tiles down and across, at most."""


def pattern(dataset: Dataset) -> Picture:
    """The share of nonzeros in each tile of X, in time O(nonzeros)."""
    X, (n, d) = dataset.X, dataset.X.shape
    down, across = np.linspace(0, n, min(n, ROWS) + 1), np.linspace(0, d, min(d, COLUMNS) + 1)
    tile_of_row = np.searchsorted(down, np.arange(n), side="right") - 1
    tile_of_column = np.searchsorted(across, np.arange(d), side="right") - 1
    rows = np.repeat(tile_of_row, np.diff(X.indptr))
    tiles = (len(down) - 1, len(across) - 1)
    found = np.bincount(rows * tiles[1] + tile_of_column[X.indices], minlength=tiles[0] * tiles[1])
    room = np.outer(np.bincount(tile_of_row), np.bincount(tile_of_column))
    share = found.reshape(tiles) / room
    full = share.max(axis=0)
    heat = {
        "type": "heatmap",
        "name": "share of nonzeros",
        "meta": "ornament",  # a heatmap has no table of points
        "x": (across[:-1] + across[1:]) / 2,
        "y": (down[:-1] + down[1:]) / 2,
        # The root makes a tile that is a twentieth full visible beside a full one.
        "z": np.sqrt(share).tolist(),
        "customdata": share.tolist(),
        "zmin": 0.0,
        "zmax": float(np.sqrt(share.max())),
        "colorscale": [[0.0, "rgba(128,128,128,0.06)"], [1.0, HUES[3][0]]],
        "showscale": False,
        "hovertemplate": "rows near %{y:.0f}, features near %{x:.0f}: "
        "%{customdata:.1%} nonzero<extra></extra>",
    }
    layout = frame("feature", "row", yaxis={"autorange": "reversed"})
    told = f"{X.nnz:,} nonzeros in {n:,} rows and {d:,} features, {dataset.density:.2%} of all"
    return Picture(
        "pattern",
        [heat],
        layout,
        alt=f"Where the nonzeros are: {told}; the fullest tile is {full.max():.0%} full.",
        caption=f"{told[0].upper()}{told[1:]} cells.",
    )
