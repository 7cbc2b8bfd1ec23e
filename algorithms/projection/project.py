"""Euclidean projections of a vector, in one call."""

from __future__ import annotations

import math

import numpy as np

from algorithms.projection import weighted_ball
from algorithms.projection.methods import THRESHOLDS, ProjectionMethod, method_code
from algorithms.projection.vector_ops import CANCELS, LARGE, SCALE, TINY, beyond, shrink

# How far below θ, relative to it, a first shift stays where Σ x − z loses digits, and that for each
# entry that is added up.
SLACK, ROUNDING = 1e-12, np.finfo(np.float64).eps
# A smaller z loses digits when it is scaled down.
SMALL = 2.0**-1022 / SCALE


def project_simplex(
    v: np.ndarray,
    z: float = 1.0,
    method: str | ProjectionMethod = "condat",
    out: np.ndarray | None = None,
) -> np.ndarray:
    """The point of {w ≥ 0, Σ w = z} nearest to ``v``. Duchi et al. 2008, (3).

    ``v`` has shape (n,), n ≥ 1, and is finite; ``z`` > 0; ``method`` is one of ``METHODS``, which
    differ in speed alone. The result is written to ``out`` (float64, shape (n,), contiguous, which
    may share memory with ``v``) or to a new array. Raises ValueError for anything else.

    Examples
    --------
    >>> project_simplex(np.array([0.5, 1.0, -1.0]))
    array([0.25, 0.75, 0.  ])
    """
    (v, large), z, method = _vector("v", v), _radius(z), method_code(method)
    if v.size == 0:
        raise ValueError("v = []: a simplex needs at least one entry")
    out = _room(out, v)
    return _project(_apart(v, out), z, False, method, out, large)


def project_l1_ball(
    v: np.ndarray,
    z: float = 1.0,
    method: str | ProjectionMethod = "condat",
    out: np.ndarray | None = None,
) -> np.ndarray:
    """The point of {‖w‖₁ ≤ z} nearest to ``v``, which is ``v`` if it is inside. Duchi et al. §4.

    Arguments and errors as for `project_simplex`; n = 0 is allowed.

    Examples
    --------
    >>> project_l1_ball(np.array([3.0, -1.0, 0.5]), 2.0)
    array([2., 0., 0.])
    """
    (v, large), z, method = _vector("v", v), _radius(z), method_code(method)
    out = _room(out, v)
    return _project(_apart(v, out), z, True, method, out, large)


def project_weighted_l1_ball(
    v: np.ndarray, a: np.ndarray, z: float = 1.0, out: np.ndarray | None = None
) -> np.ndarray:
    """The point of {Σ a_i \\|w_i\\| ≤ z} nearest to ``v``. Duchi et al. 2008, end of §5.

    ``a`` has the shape of ``v`` and is finite and positive; the rest as for `project_l1_ball`.

    Examples
    --------
    >>> project_weighted_l1_ball(np.array([3.0, 3.0]), np.array([1.0, 2.0]), 2.0)
    array([1.6, 0.2])
    """
    (v, large), (a, _), z = _vector("v", v), _vector("a", a), _radius(z)
    if a.shape != v.shape:
        raise ValueError(f"a has shape {a.shape}: it must have the shape of v, {v.shape}")
    if not (a > 0.0).all():
        raise ValueError(f"a holds {a.min()!r}: every weight must be positive")
    out = _room(out, v)
    if v.size == 0:
        return out
    v, a = _apart(v, out), a.copy() if np.may_share_memory(a, out) else a
    theta, unit, cancels = _weighted_theta(v, a, z, large)
    if theta <= 0.0:
        np.copyto(out, v)
    elif cancels:
        np.copysign(_shrunk_by_shares(np.abs(v), a, z, theta, unit), v, out=out)
    else:
        weighted_ball.shrink(v, a, theta, unit, out)
    return out


def _shrunk_by_shares(size, a, z, theta, unit):
    """``size``, changed in place, less a θ that is found in several parts, each with all digits."""
    rest, slack, cancels = np.zeros_like(size), _slack(size), True
    while theta > 0.0:
        weighted_ball.lower(size, rest, a, theta * (1.0 - slack) if cancels else theta, unit)
        if not cancels:
            break
        theta, unit, cancels = _weighted_theta(size, a, z, beyond(size, LARGE) > 0)
    return size


def _weighted_theta(v, a, z, large):
    """As ``weighted_ball.threshold``; of ``large`` entries without overflow."""
    if not large:
        return weighted_ball.threshold(v, a, z)
    theta, unit, cancels = weighted_ball.threshold(v * SCALE, a, max(z * SCALE, TINY))
    return theta / SCALE, unit, cancels


def _project(v, z, absolute, method, out, large):
    """Find θ and subtract it."""
    if v.size == 0:
        return out
    scratch = np.empty_like(v) if np.may_share_memory(v, out) else out
    theta, rho = _theta(v, z, absolute, method, scratch, large)
    if not math.isfinite(theta):
        # Below all entries by more than there are numbers: then z is large, too.
        _project(v * SCALE, z * SCALE, absolute, method, out, False)
        return np.divide(out, SCALE, out=out)
    if absolute and theta <= 0.0:
        np.copyto(out, v)
        return out
    # Π(v) = Π(max(v − c, 0)) for c ≤ θ: with c nearly θ, the sum that is left is nearly z. A z that
    # loses digits when it is scaled down wants it, too: large entries below θ are gone then.
    while abs(theta) / CANCELS > z / rho or (large and z < SMALL):
        slack = _slack(v) if abs(theta) / CANCELS > z / rho else 0.5
        shrink(v, theta - slack * abs(theta), absolute, out)
        v, scratch = out, np.empty_like(v)
        large = large and beyond(v, LARGE) > 0
        theta, rho = _theta(v, z, absolute, method, scratch, large)
    shrink(v, theta, absolute, out)
    return out


def _theta(v, z, absolute, method, scratch, large):
    """θ, and the number of entries above it; of ``large`` entries without overflow."""
    if not large:
        return THRESHOLDS[method](v, absolute, z, scratch)
    theta, rho = THRESHOLDS[method](v * SCALE, absolute, max(z * SCALE, TINY), np.empty_like(v))
    return theta / SCALE, rho


def _slack(v: np.ndarray) -> float:
    return SLACK + ROUNDING * v.size


def _vector(name: str, values) -> tuple[np.ndarray, bool]:
    """``values`` as a contiguous float64 vector of finite numbers; whether some are large."""
    try:
        given = np.asarray(values)
        fits = given.dtype.kind in "biuf" or given.size == 0
    except ValueError:  # lists of different lengths
        fits = False
    if not fits:
        raise ValueError(f"{name}: it must be a vector of numbers")
    vector = np.ascontiguousarray(given, dtype=np.float64)
    if given.ndim != 1:
        raise ValueError(f"{name} has shape {given.shape}: it must have one dimension")
    large = beyond(vector, LARGE) > 0
    if large and not np.isfinite(vector).all():
        wrong = vector[~np.isfinite(vector)][0]
        raise ValueError(f"{name} holds {wrong}: every entry must be finite")
    return vector, large


def _radius(z: float) -> float:
    """``z`` as a float, finite and positive."""
    try:
        radius = float(z)
    except (TypeError, ValueError, OverflowError):
        radius = math.nan
    if not 0.0 < radius < math.inf:
        raise ValueError(f"z = {z!r}: it must be finite and positive")
    return radius


def _room(out: np.ndarray | None, v: np.ndarray) -> np.ndarray:
    """The array for the result."""
    if out is None:
        return np.empty_like(v)
    fits = isinstance(out, np.ndarray) and out.dtype == np.float64 and out.shape == v.shape
    if not fits or not out.flags.c_contiguous:
        raise ValueError(f"out: it must be contiguous float64 of shape {v.shape}")
    if not out.flags.writeable:
        raise ValueError("out: it must not be read-only")
    return out


def _apart(v: np.ndarray, out: np.ndarray) -> np.ndarray:
    """``v``, copied where ``out`` has part of its memory: it would be written to before it is read.

    An ``out`` that is all of ``v`` is written to entry by entry.
    """
    overlap = np.may_share_memory(v, out) and v.ctypes.data != out.ctypes.data
    return v.copy() if overlap else v
