"""Random features that are known to be useless, as in the papers' feature-selection tests."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from datasets.random_cells import random_cells

PROBABILITY = 0.05
STREAM = 1  # the split draws from the bare seed; this keeps the two apart


def random_features(seed: int, n_rows: int, n_noise: int) -> sp.csr_array:
    """``n_noise`` random 0/1 columns; asking for more keeps the first ones as they were."""
    rng = np.random.default_rng([STREAM, seed])
    columns, rows = np.divmod(random_cells(rng, n_noise * n_rows, PROBABILITY), n_rows)
    return sp.csr_array((np.ones(len(rows)), (rows, columns)), shape=(n_rows, n_noise))


def noise_names(before: int, n_noise: int) -> tuple[str, ...]:
    """Names for noise features of which ``before`` are there already."""
    return tuple(f"noise_{j:04d}" for j in range(before + 1, before + n_noise + 1))


def noise_note(before: int, n_noise: int) -> tuple[str, ...]:
    """What was appended."""
    if n_noise == 0:
        return ()
    names = noise_names(before, n_noise)
    called = names[0] if n_noise == 1 else f"{names[0]} to {names[-1]}"
    plural = "" if n_noise == 1 else "s"
    return (
        f"{n_noise:,} random 0/1 feature{plural} ({called}) appended, "
        f"1 with probability {PROBABILITY:g}, useless by construction.",
    )
