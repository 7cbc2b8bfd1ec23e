"""Medians, means and ranges over repetitions, and numbers in sentences."""

from __future__ import annotations

import numpy as np


def medians(values: np.ndarray) -> np.ndarray:
    """Return the median over the first axis; nan where half of the repetitions have no number."""
    full = np.where(np.isfinite(values), values, np.inf)
    middle = np.median(full, axis=0)
    return np.where(np.isfinite(middle), middle, np.nan)


def means(values: np.ndarray) -> np.ndarray:
    """Return the mean over the first axis of the repetitions that have a number; nan for none."""
    there = np.isfinite(values)
    n = there.sum(axis=0)
    total = np.where(there, values, 0.0).sum(axis=0)
    return np.where(n, total / np.maximum(n, 1), np.nan)


def central_range(values: np.ndarray, share: float = 0.9) -> np.ndarray:
    """Return the two ends of the middle ``share`` of the repetitions, (2, quantities)."""
    tail = 50.0 * (1.0 - share)
    full = np.where(np.isfinite(values), values, np.nan)
    if np.isnan(full).all(axis=0).any():
        return np.full((2, values.shape[1]), np.nan)
    return np.nanpercentile(full, [tail, 100.0 - tail], axis=0)


def number_text(value: float) -> str:
    """Return a number with as many digits as a reader wants."""
    if not np.isfinite(value):
        return "none"
    if value == 0.0 or 1e-3 <= abs(value) < 1e5:
        digits = f"{value:.4g}"
        return f"{float(digits):,.0f}" if abs(value) >= 1e4 else digits
    return f"{value:.2g}"
