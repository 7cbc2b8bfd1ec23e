"""Random features that are known to be useless, as in the papers' feature-selection tests."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from datasets.synthetic.random_cells import random_cells

SHUFFLED = "shuffled columns"
KINDS = ("0/1, one in twenty", "±1, always", SHUFFLED)
PROBABILITY = 0.05
STREAM = 1  # the split draws from the bare seed; this keeps the two apart


def random_features(seed: int, n_rows: int, n_noise: int, kind: str = KINDS[0]) -> sp.csr_array:
    """``n_noise`` random columns; asking for more keeps the first ones as they were.

    Parameters
    ----------
    kind : one of the first two of ``KINDS``: 1 with probability 0.05, as in Langford, Li and Zhang
        (2009), §6 and the magic04s of Shalev-Shwartz and Tewari (2009), §4; or −1 and +1 alike, as
        their magic04d.
    """
    rng = np.random.default_rng([STREAM, seed])
    if kind == KINDS[0]:
        columns, rows = np.divmod(random_cells(rng, n_noise * n_rows, PROBABILITY), n_rows)
        return sp.csr_array((np.ones(len(rows)), (rows, columns)), shape=(n_rows, n_noise))
    heads = rng.integers(0, 2, size=(n_noise, n_rows), dtype=np.int8)
    return sp.csr_array(np.where(heads.T == 1, 1.0, -1.0))


def shuffled_columns(seed: int, X: sp.csr_array, n_noise: int) -> sp.csr_array:
    """``n_noise`` probes as in Gisette: the columns of ``X`` from the first on, rows shuffled.

    Where more are asked for than there are columns, they begin again.
    """
    rng, n_rows, columns = np.random.default_rng([STREAM, seed]), X.shape[0], X.tocsc()
    values, places, starts = [], [], [0]
    for j in np.arange(n_noise) % max(X.shape[1], 1):
        own = columns.data[columns.indptr[j] : columns.indptr[j + 1]]
        values.append(own)
        places.append(rng.permutation(n_rows)[: len(own)])
        starts.append(starts[-1] + len(own))
    flat = [
        np.concatenate([np.empty(0, kind), *parts])
        for kind, parts in (("d", values), ("i", places))
    ]
    return sp.csc_array((*flat, starts), shape=(n_rows, n_noise)).tocsr()


def noise_names(before: int, n_noise: int) -> tuple[str, ...]:
    """Names for noise features of which ``before`` are there already."""
    return tuple(f"noise_{j:04d}" for j in range(before + 1, before + n_noise + 1))


def noise_note(before: int, n_noise: int, kind: str = KINDS[0]) -> tuple[str, ...]:
    """A sentence about what was appended."""
    if n_noise == 0:
        return ()
    names = noise_names(before, n_noise)
    called = names[0] if n_noise == 1 else f"{names[0]} to {names[-1]}"
    plural = "" if n_noise == 1 else "s"
    if kind == SHUFFLED:
        return (
            f"{n_noise:,} probe{plural} ({called}) appended, each a column with its rows shuffled, "
            "useless by construction.",
        )
    values, odds = ("0/1", f"1 with probability {PROBABILITY:g}")
    if kind != KINDS[0]:
        values, odds = ("±1", "either sign with probability 0.5")
    return (
        f"{n_noise:,} random {values} feature{plural} ({called}) appended, "
        f"{odds}, useless by construction.",
    )
