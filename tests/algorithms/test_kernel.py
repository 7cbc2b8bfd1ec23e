"""The compiler: with bounds checking, as ``make checked`` runs it, no index goes astray unseen."""

from __future__ import annotations

import os

import numpy as np
import pytest

from algorithms.kernel import cache_folder, kernel

CHECKED = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")


@kernel
def element(values, i):
    return values[np.uint32(i)]


@pytest.mark.skipif(not CHECKED, reason="only make checked compiles with bounds checking")
def test_an_index_beyond_the_end_is_seen():
    assert element(np.arange(3.0), 2) == 2.0
    with pytest.raises(IndexError):
        element(np.arange(3.0), 3)


def test_checked_code_has_a_folder_of_its_own(monkeypatch):
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "0")
    plain = cache_folder()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert cache_folder() == plain.with_name(f"{plain.name}-boundscheck")
