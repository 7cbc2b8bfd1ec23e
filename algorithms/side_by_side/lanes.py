"""Sixteen numbers at once: a value in a kernel that holds one number for each configuration.

A compiler makes vector instructions of a loop only where no array can lie upon another, and asks so
each time the loop is begun. For sixteen numbers that costs more than the work. A value of this kind
is a vector from the beginning: there is no loop and nothing to ask, and a sum over an example's
entries stays in a register. Every lane is computed as a scalar kernel would, to the last bit.

Lanes are added, subtracted, multiplied and divided by lanes and by numbers. With the compiler
switched off they are arrays of NumPy.
"""

from __future__ import annotations

import numpy as np

from algorithms.kernel import numba

LANES = 16
"""Two registers of AVX-512, four of AVX2."""
LINE = 64
"""Bytes of a line of the cache; a row of a table begins where a line does."""


def table_of(n_rows: int) -> np.ndarray:
    """Return zeros, float64 (n_rows, LANES), each row on cache lines of its own."""
    room = np.zeros(n_rows * LANES + LINE // 8)
    start = -room.ctypes.data % LINE // 8
    return room[start : start + n_rows * LANES].reshape(n_rows, LANES)


def load(table, j):
    """Row ``j`` of ``table`` (n, LANES)."""
    return table[j].copy()


def store(table, j, lanes):
    """Write ``lanes`` into row ``j`` of ``table`` (n, LANES)."""
    table[j] = lanes


def fetch(table, j):
    """Ask for row ``j`` of ``table`` to be brought near, and do not wait."""


def spread(x):
    """The number ``x`` in every lane."""
    return np.full(LANES, float(x))


def magnitude(a):
    """The absolute value of each lane."""
    return np.abs(a)


def with_sign(a, b):
    """The size of each lane of ``a`` with the sign of ``b``'s."""
    return np.copysign(a, b)


def where_above(a, b, one, other):
    """``one`` in the lanes where a > b, else ``other``; nan is above nothing."""
    return np.where(a > b, one, other)


if not numba.config.DISABLE_JIT:
    from algorithms.side_by_side.vectors import (  # noqa: F401
        fetch,
        load,
        magnitude,
        spread,
        store,
        where_above,
        with_sign,
    )
