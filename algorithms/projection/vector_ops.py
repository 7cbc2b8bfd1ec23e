"""The loops over all entries that the ways of projecting share.

An entry x is read as \\|v\\| (``absolute``, for the ball) or as v (for the simplex). Rows of
``LANES`` entries are added lane by lane, so a compiler that may not reorder additions can still
make many of them at once, and the lanes are then added pairwise, which keeps the error small.
"""

from __future__ import annotations

from algorithms.kernel import kernel

LANES = 1024
# Σ x − z loses digits where the sum is so many times z.
CANCELS = 100.0
# The smallest positive number, for a z that underflows.
TINY = 5e-324
# Entries up to here can be added up without overflow; larger ones are scaled down by SCALE first.
LARGE, SCALE = 2.0**960, 2.0**-64
# Cuts a number into two of half as many digits.
SPLITTER = 2.0**27 + 1.0


@kernel
def collapse(lanes):
    """The sums of both rows of ``lanes``, shape (2, a power of two), which is used up."""
    half = lanes.shape[1]
    while half > 1:
        half //= 2
        for lane in range(half):
            lanes[0, lane] += lanes[0, lane + half]
            lanes[1, lane] += lanes[1, lane + half]
    return lanes[0, 0], lanes[1, 0]


@kernel
def _add_above(row, level, lanes):
    """Add the entries of one row that are > level, and their number."""
    for lane in range(row.size):
        lanes[0, lane] += row[lane] if row[lane] > level else 0.0
        lanes[1, lane] += 1.0 if row[lane] > level else 0.0


@kernel
def mass_above(x, level, lanes):
    """Σ and number of the entries of x that are > level."""
    lanes[:] = 0.0
    for start in range(0, x.size, LANES):
        _add_above(x[start : start + LANES], level, lanes)
    return collapse(lanes)


@kernel
def total(x):
    """Σ x; four sums at a time, for each waits for its last addition."""
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    whole = x.size - x.size % 4
    for i in range(0, whole, 4):
        a += x[i]
        b += x[i + 1]
        c += x[i + 2]
        d += x[i + 3]
    for i in range(whole, x.size):
        a += x[i]
    return (a + b) + (c + d)


@kernel
def extent(v):
    """Σ \\|v\\| and the largest \\|v\\|; two of each at a time, as in ``total``."""
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    for i in range(1, v.size, 2):
        even, odd = abs(v[i - 1]), abs(v[i])
        a += even
        b += odd
        c = max(c, even)
        d = max(d, odd)
    if v.size % 2:
        a += abs(v[-1])
        c = max(c, abs(v[-1]))
    return a + b, max(c, d)


@kernel
def beyond(v, limit):
    """Count the entries that are not within ±limit, NaN among them."""
    count = 0
    for i in range(v.size):
        count += not abs(v[i]) <= limit
    return count


@kernel
def read(v, absolute, x):
    """x ← \\|v\\| or v."""
    for i in range(v.size):
        x[i] = abs(v[i]) if absolute else v[i]


@kernel
def shrink(v, theta, absolute, out):
    """out ← sign(v) max(\\|v\\| − θ, 0) where θ ≥ 0, or max(v − θ, 0). Duchi et al. (6)."""
    if absolute:
        for i in range(v.size):
            out[i] = max(v[i] - theta, 0.0) + min(v[i] + theta, 0.0)
    else:
        for i in range(v.size):
            out[i] = max(v[i] - theta, 0.0)


@kernel
def two_product(a, b):
    """a b rounded, and what the rounding took (Dekker); both below 2⁹⁹⁰, the rest no underflow."""
    product, split_a, split_b = a * b, SPLITTER * a, SPLITTER * b
    high_a, high_b = split_a - (split_a - a), split_b - (split_b - b)
    low_a, low_b = a - high_a, b - high_b
    rest = ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b
    return product, rest


@kernel
def two_sum(a, b):
    """a + b rounded, and what the rounding took (Knuth)."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)
