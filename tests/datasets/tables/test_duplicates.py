"""Rows that are there more than once are counted exactly, however many and in whatever order."""

import numpy as np
import pytest
import scipy.sparse as sp

from datasets.arrays import as_csr
from datasets.tables import duplicates


def naive(rows, target):
    """The number of rows less the number of different ones."""
    cells = np.column_stack([rows, np.unique(target, return_inverse=True)[1]])
    return len(cells) - len(np.unique(cells, axis=0))


@pytest.fixture(params=[3, 2**20])
def tile(request, monkeypatch):
    """Few cells and many are looked at at a time."""
    monkeypatch.setattr(duplicates, "TILE", request.param)


@pytest.fixture(params=["fingerprints", "one fingerprint"])
def prints(request, monkeypatch):
    """Rows have fingerprints that differ, and, as by an evil chance, all the same."""
    if request.param == "one fingerprint":
        monkeypatch.setattr(
            duplicates, "fingerprints", lambda X, target: np.zeros(X.shape[0], np.uint64)
        )


@pytest.mark.parametrize("scale", [1.0, 0.1, 1e20])
def test_repeated_rows_are_those_that_are_not_different(scale, tile, prints):
    rng = np.random.default_rng(7)
    for n_rows in range(1, 30):
        rows = rng.integers(0, 3, (n_rows, 1 + n_rows % 3)) * scale
        target = rng.choice(["u", "v"], n_rows) if n_rows % 2 else rng.integers(0, 2, n_rows)
        assert duplicates.count_duplicates(as_csr(rows), target) == naive(rows, target)


def test_a_small_number_beside_a_huge_one_still_tells_rows_apart():
    rows = np.array([[1e20, 1.0], [1e20, 2.0], [1e20, 1.0]])
    assert duplicates.count_duplicates(as_csr(rows), np.zeros(3)) == 1


def test_half_a_million_rows_of_two_kinds_take_no_loop_over_rows(monkeypatch):
    """It was a loop in Python, and 75 million such rows took 100 seconds."""
    monkeypatch.setattr(duplicates, "row_of", None)
    target = np.arange(500_000) % 2.0
    X = as_csr(sp.csr_array(target[:, None]))
    assert duplicates.count_duplicates(X, target) == 499_998
