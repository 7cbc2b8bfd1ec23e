"""The features that are known to matter, and those known to be useless."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from datasets import Dataset


class Truth(NamedTuple):
    """``useful`` (d,): False where a feature is useless; what the two kinds are called.

    Where nothing is known every feature is useful and ``useless`` is "".
    """

    useful: np.ndarray
    good: str
    useless: str

    def counted(self, weights: np.ndarray) -> tuple[int, int]:
        """Count the useful and the useless features with a nonzero weight; ``weights`` (d,)."""
        nonzero = weights != 0.0
        return int(nonzero[self.useful].sum()), int(nonzero[~self.useful].sum())


def truth_of(data: Dataset) -> Truth:
    """Return what the weights say that the data was made with, else ``real_or_random``."""
    if data.true_weights is not None:
        return Truth(data.true_weights != 0.0, "true", "false")
    return real_or_random(data)


def real_or_random(data: Dataset) -> Truth:
    """Return the random features that were added to the data as useless, all others as useful."""
    useful = np.arange(data.n_features) < data.n_features - data.n_noise
    return Truth(useful, "real", "random") if data.n_noise else Truth(useful, "features", "")
