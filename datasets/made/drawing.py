"""What made datasets share: the knobs they all have, and a generator for each thing drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from knobs import knob


def rows_knob(
    default: int, low: int, high: int, minimum: int = 0, maximum: int = 0, symbol: str = "n"
) -> Any:
    """The field ``n_rows``; ``minimum`` and ``maximum``, where given, lie beyond the slider."""
    return knob(
        default, symbol, "How many examples.",
        label="examples",
        low=low, high=high, minimum=minimum or low, maximum=maximum or high,
        scale="log", integer=True,
    )  # fmt: skip


def draw_knob() -> Any:
    """The field ``draw``."""
    return knob(
        0, "", "Which random draw: another number, another dataset of the same kind.",
        label="draw",
        low=0, high=99, integer=True,
    )  # fmt: skip


def generators(draw: int, count: int) -> list[np.random.Generator]:
    """A generator for each thing drawn, so that turning one knob leaves the rest as it was."""
    return [np.random.default_rng(seed) for seed in np.random.SeedSequence(int(draw)).spawn(count)]


def dense_csr(table: np.ndarray) -> sp.csr_array:
    """A table [n_rows, n_features] without zeros as CSR, at a third of scipy's memory for it."""
    n_rows, n_features = table.shape
    columns = np.tile(np.arange(n_features, dtype=np.int32), n_rows)
    starts = np.arange(n_rows + 1, dtype=np.int32) * np.int32(n_features)
    return sp.csr_array((table.ravel(), columns, starts), shape=table.shape)
