"""The cells of a random 0/1 table that are 1, without making the table."""

from __future__ import annotations

import numpy as np


def random_cells(rng: np.random.Generator, n_cells: int, probability: float) -> np.ndarray:
    """The cells among 0 ... n_cells-1 that are on, each with ``probability``, in rising order.

    Jumps from one to the next by geometric gaps, so time and memory follow what is found.
    A larger ``n_cells`` with the same generator finds the same cells and then more.
    """
    pieces: list[np.ndarray] = []
    last = -1
    while last < n_cells - 1:
        # The expected number of cells still to come, and four standard deviations more.
        ahead = (n_cells - 1 - last) * probability
        gaps = rng.geometric(probability, size=int(ahead + 4 * np.sqrt(ahead)) + 1)
        # Past the end is past the end; clipping keeps the sum within an int64.
        pieces.append(last + np.cumsum(np.minimum(gaps, n_cells + 1)))
        last = int(pieces[-1][-1])
    cells = np.concatenate(pieces) if pieces else np.empty(0, dtype=np.int64)
    return cells[: np.searchsorted(cells, n_cells)]
