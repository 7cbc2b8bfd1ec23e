"""The places of the nonzeros: rows down, features across, darker where there are more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from charts.layout import frame
from charts.palette import HUES
from charts.picture import Picture
from datasets import Dataset

if TYPE_CHECKING:
    import scipy.sparse as sp

ROWS, COLUMNS = 80, 120
"""Tiles down and across, at most."""


def pattern(dataset: Dataset) -> Picture:
    """Return the share of nonzeros in each tile of X, found in time O(nonzeros)."""
    share, down, across = _tiles(dataset.X)
    heat = {
        "type": "heatmap",
        "name": "nonzeros",
        "meta": {"value": "share of nonzeros", "at": "customdata"},
        "x": (across[:-1] + across[1:]) / 2,
        "y": (down[:-1] + down[1:]) / 2,
        # The root makes a tile that is a twentieth full visible beside a full one.
        "z": np.sqrt(share).tolist(),
        "customdata": share.tolist(),
        "zmin": 0.0,
        "zmax": float(np.sqrt(share.max())),
        "colorscale": [[0.0, "rgba(128,128,128,0.06)"], [1.0, HUES["blue"][0]]],
        "showscale": False,
        "hovertemplate": "rows near %{y:.0f}, features near %{x:.0f}: "
        "%{customdata:.1%} nonzero<extra></extra>",
    }
    n, d = dataset.X.shape
    if dataset.X.nnz == n * d:
        sentence = f"no cell of {n:,} rows and {d:,} features is 0"
    else:
        sentence = f"{dataset.X.nnz:,} nonzeros in {n:,} rows and {d:,} features, "
        sentence += f"{dataset.density:.2%} of all cells"
    return Picture(
        "pattern",
        [heat],
        frame("feature", "row", yaxis={"autorange": "reversed"}),
        alt=f"Where the nonzeros are: {sentence}; the fullest tile is {share.max():.0%} full.",
        caption=f"{sentence[0].upper()}{sentence[1:]}.",
    )


def _tiles(X: sp.csr_array) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The share of nonzeros in each tile, and the tiles' edges down and across."""
    n, d = X.shape
    down, across = np.linspace(0, n, min(n, ROWS) + 1), np.linspace(0, d, min(d, COLUMNS) + 1)
    tile_of_row = np.searchsorted(down, np.arange(n), side="right") - 1
    tile_of_column = np.searchsorted(across, np.arange(d), side="right") - 1
    rows = np.repeat(tile_of_row, np.diff(X.indptr))
    tiles = (len(down) - 1, len(across) - 1)
    counts = np.bincount(rows * tiles[1] + tile_of_column[X.indices], minlength=tiles[0] * tiles[1])
    cells = np.outer(np.bincount(tile_of_row), np.bincount(tile_of_column))
    return counts.reshape(tiles) / cells, down, across
