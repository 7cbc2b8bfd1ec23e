"""The four rules of the story, a line or two of NumPy each."""

from __future__ import annotations

import numpy as np


def round_small(v: np.ndarray, threshold: float) -> np.ndarray:
    """Return the weights v [d], those up to ``threshold`` in size set to 0."""
    return np.where(np.abs(v) <= threshold, 0.0, v)


def soft(v: np.ndarray, pull: float) -> np.ndarray:
    """Return the weights v [d], each ``pull`` nearer to 0, and 0 where that is past it."""
    return np.sign(v) * np.maximum(np.abs(v) - pull, 0.0)


def truncate(v: np.ndarray, pull: float, threshold: float) -> np.ndarray:
    """Return the weights v [d], those up to ``threshold`` in size pulled, others as they are."""
    return np.where(np.abs(v) <= threshold, soft(v, pull), v)


def keep_largest(v: np.ndarray, k: int) -> np.ndarray:
    """Return the weights v [d], all but the ``k`` largest in size set to 0; of ties the first."""
    out = np.zeros_like(v)
    largest = np.argsort(-np.abs(v), kind="stable")[:k]
    out[largest] = v[largest]
    return out
