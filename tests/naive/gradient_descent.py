"""Batch descents along the gradient, full or of mini-batches, everything computed anew."""

from __future__ import annotations

import numpy as np

from tests.naive.base import rate
from tests.naive.plain import CLOSE, Plain


def subgradient_descent(plain: Plain, l1, batch_size, eta, schedule):
    """Dhingra et al., Algorithms 2 (of which it yields the best so far and the iterate) and 3."""
    w, penalty, t, m = np.zeros(plain.d), plain.penalties(l1), 0, min(batch_size, plain.n)
    best, lowest = w, plain.objective(w, l1)
    while True:
        gone = np.arange(t * m, (t + 1) * m) % len(plain.order)
        gradient = plain.gradient(w, plain.order[gone]) if m else plain.gradient(w)
        t += 1
        after = w - rate(schedule, eta, t) * (gradient + penalty * np.sign(w))
        plain.diverged = not np.abs(after).sum() <= plain.reach
        if plain.diverged or (not m and np.array_equal(after, w)):
            return
        # A weight that rounding kept from 0, or two objectives that it made differ.
        plain.doubtful |= bool((penalty * after != 0.0)[np.abs(after) <= CLOSE * np.abs(w)].any())
        w, objective = after, plain.objective(after, l1)
        plain.doubtful |= not m and abs(objective - lowest) <= CLOSE * lowest
        if objective < lowest:
            best, lowest = w, objective
        yield (w,) if m else (best, w)


def batch_projected_gradient(plain: Plain, radius, line_search, eta, schedule, signs):
    """Duchi et al., §7; the search is Armijo's along the arc of projections."""
    w, t, step, d = np.zeros(plain.d), 0, eta, plain.X.shape[1]
    lost = 4 * np.finfo(float).eps * plain.fit(w)

    def arc(size):
        after = w - size * plain.gradient(w)
        plain.scale = max(plain.scale, np.abs(after).max(initial=0.0))
        kept = after[:d] if signs == "any" else np.maximum(after[:d], 0.0)
        after[:d] = _onto_ball(kept, radius)
        return after

    def promise(after):
        return sum((w - after) * plain.gradient(w))

    while True:
        t += 1
        after = arc(step if line_search else rate(schedule, eta, t))
        if line_search:
            while promise(after) <= lost and step < 1e100:
                step *= 4
                after = arc(step)
            first = step
            while promise(after) > lost:
                fallen = -np.inf
                if np.abs(after).sum() <= plain.reach:
                    fallen = plain.fit(w) - plain.fit(after)
                plain.doubtful |= abs(fallen - 0.01 * promise(after)) <= 100 * lost
                if fallen >= 0.01 * promise(after):
                    step = 2 * step if step == first else step
                    break
                step /= 2
                after = arc(step)
            else:
                return
        plain.diverged = not np.abs(after).sum() <= plain.reach
        if plain.diverged or np.array_equal(after, w):
            return
        w = after
        yield (w,)


def _onto_ball(v, z) -> np.ndarray:
    """The nearest point with ‖w‖₁ ≤ z: θ by bisection, then exactly from the entries above it."""
    size = np.abs(v)
    if size.sum() <= z:
        return v
    low, high = 0.0, size.max()
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if np.maximum(size - middle, 0).sum() > z else (low, middle)
    above = size[size > high]
    theta = (above.sum() - z) / len(above) if len(above) else high
    return np.sign(v) * np.maximum(size - theta, 0.0)
