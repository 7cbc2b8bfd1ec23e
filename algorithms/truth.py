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

    def count_nonzeros(self, weights: np.ndarray) -> tuple[int, int]:
        """Count the useful and the useless features with a nonzero weight; ``weights`` (d,)."""
        nonzero = weights != 0.0
        return int(nonzero[self.useful].sum()), int(nonzero[~self.useful].sum())


class CountedFeatures(NamedTuple):
    """The features whose nonzero weights kernels count: the rarer kind, useful or useless.

    Parameters
    ----------
    positions : int64, increasing; none where the truth is not known.
    useful : True where they are the useful ones; None where the truth is not known.
    """

    positions: np.ndarray
    useful: bool | None

    def useful_of(self, used: np.ndarray, counted: np.ndarray) -> np.ndarray | None:
        """Return how many of the ``used`` features are useful; None where that is not known.

        Parameters
        ----------
        used : int64 (c,), how many features of any kind have a nonzero weight.
        counted : int64 (c,), how many at ``positions`` have one.
        """
        if self.useful is None:
            return None
        return counted if self.useful else used - counted


def counted_features(data: Dataset) -> CountedFeatures:
    """Return the features to count separately, at most half of all."""
    useful, _, useless = truth_of(data)
    if not useless:
        return CountedFeatures(np.zeros(0, np.int64), None)
    few = 2 * np.count_nonzero(useful) <= useful.size
    return CountedFeatures(np.flatnonzero(useful == few), bool(few))


def truth_of(data: Dataset) -> Truth:
    """Return the truth of the weights that generated the data, else ``real_or_random``."""
    if data.true_weights is not None:
        return Truth(data.true_weights != 0.0, "true", "false")
    return real_or_random(data)


def real_or_random(data: Dataset) -> Truth:
    """Return the random features that were added to the data as useless, all others as useful."""
    useful = np.arange(data.n_features) < data.n_features - data.n_noise
    return Truth(useful, "real", "random") if data.n_noise else Truth(useful, "features", "")
