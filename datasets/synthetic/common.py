"""The knobs all made datasets have, and a generator for each thing that is drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from knobs import Values, knob, linear, log


def rows_knob(
    default: int,
    low: int,
    high: int,
    least: int | None = None,
    most: int | None = None,
    symbol: str = "n",
) -> Any:
    """The field ``n_rows``; ``least`` and ``most``, where given, lie beyond the slider."""
    values = log(low, high, integer=True, least=least, most=most or high)
    return knob(default, symbol, "examples", values, "How many examples.")


def features_knob(default: int, values: Values, symbol: str = "d", which: str = "") -> Any:
    """The field ``n_features``; ``which`` of them matter, as a relative clause."""
    return knob(default, symbol, "features", values, f"How many features{which}.")


def noise_knob(default: float, high: float) -> Any:
    """The field ``noise`` of a target that is the sign of a score."""
    about = "The standard deviation of the noise added to each example's true score."
    return knob(default, "σ", "noise", linear(0.0, high, most=1e6), about)


def flips_knob(default: float) -> Any:
    """The field ``flips``."""
    about = "The probability that a label is wrong."
    return knob(default, "p", "wrong labels", linear(0.0, 0.5), about)


def draw_knob() -> Any:
    """The field ``draw``."""
    about = "Which random draw: another number, another dataset of the same kind."
    return knob(0, "", "draw", linear(0, 99, integer=True, most=10**9), about)


def generators(draw: int, count: int) -> list[np.random.Generator]:
    """A generator for each thing drawn, so that turning one knob leaves the rest as it was."""
    return [np.random.default_rng(seed) for seed in np.random.SeedSequence(int(draw)).spawn(count)]


def dense_csr(table: np.ndarray) -> sp.csr_array:
    """A table [n_rows, n_features] without zeros as CSR, at a third of scipy's memory for it."""
    n_rows, n_features = table.shape
    columns = np.tile(np.arange(n_features, dtype=np.int32), n_rows)
    starts = np.arange(n_rows + 1, dtype=np.int32) * np.int32(n_features)
    return sp.csr_array((table.ravel(), columns, starts), shape=table.shape)
