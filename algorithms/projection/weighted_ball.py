"""Projection on the weighted L1 ball Σ a_i \\|w_i\\| ≤ z, a_i > 0.

Idea
    Each entry shrinks by θ a_i instead of θ, so it falls to zero at θ = \\|v_i\\|/a_i.
Threshold
    w_i = sign(v_i) max(\\|v_i\\| − θ a_i, 0),
    θ = (Σ a_i \\|v_i\\| − z)/Σ a_i², over the i with \\|v_i\\| > θ a_i.
    From θ = 0 on, θ climbs and entries fall out, until none does any more
Cost
    O(n) a climb, and some ten of them
Memory
    the result
Source
    Duchi, Shalev-Shwartz, Singer & Chandra 2008, end of §5; the climb is Michelot 1986

The a_i are divided by a power of two near the largest one that is left, and θ multiplied by it:
their squares could underflow otherwise. Where z is small beside the sum, θ is found a share at a
time: what is left of an entry is kept in twice the digits, since each loses another multiple of θ.
"""

from __future__ import annotations

import math

from algorithms.kernel import kernel
from algorithms.projection.vector_ops import CANCELS, LARGE, SCALE, TINY, two_product, two_sum


@kernel
def largest_left(v, a, theta, unit):
    """Count the entries that stay; the count, and the largest a among them."""
    count, largest = 0, 0.0
    for i in range(v.size):
        if abs(v[i]) > theta * (a[i] / unit):
            count += 1
            largest = max(largest, a[i])
    return count, largest


@kernel
def threshold(v, a, z):
    """θu, u, and whether Σ a \\|v\\| − z loses digits. θ ≤ 0: v is inside the ball."""
    theta, unit, kept, cancels = 0.0, 1.0, v.size + 1, False
    while True:
        count, largest = largest_left(v, a, theta, unit)
        if not 0 < count < kept:
            return theta, unit, cancels
        own = math.ldexp(1.0, math.frexp(largest)[1] - 1)
        mass, squares, room = 0.0, 0.0, max(z / own, TINY)
        for i in range(v.size):
            if abs(v[i]) > theta * (a[i] / unit):
                share = a[i] / own
                mass += share * abs(v[i])
                squares += share * share
        higher = (mass - room) / squares
        # θ climbs. Where it does not, rounding has let an entry fall out that stays.
        if kept <= v.size and not higher * (unit / own) > theta:
            return theta, unit, cancels
        theta, unit, kept, cancels = higher, own, count, mass / CANCELS > room
        if theta <= 0.0:
            return theta, unit, cancels


@kernel
def lower(size, rest, a, theta, unit):
    """x ← max(x − θ a, 0) of x = ``size`` + ``rest``, of θu > 0 and u."""
    down = SCALE if theta > LARGE else 1.0
    for i in range(size.size):
        if size[i] > 0.0:
            due, more = two_product(down * theta, a[i] / unit)
            left, lost = two_sum(size[i], -due / down)
            little, least = two_sum(rest[i], -more / down)
            left, lost = two_sum(left, lost + little)
            left, lost = two_sum(left, lost + least)
            size[i] = left if left > 0.0 else 0.0
            rest[i] = lost if left > 0.0 else 0.0


@kernel
def shrink(v, a, theta, unit, out):
    """out ← sign(v) max(\\|v\\| − θ a, 0), of θu ≥ 0 and u."""
    for i in range(v.size):
        due = theta * (a[i] / unit)
        out[i] = max(v[i] - due, 0.0) + min(v[i] + due, 0.0)
