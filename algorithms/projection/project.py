"""Euclidean projections of a vector, in one call."""

from __future__ import annotations

import math

import numpy as np

from algorithms.projection import weighted
from algorithms.projection.passes import CANCELS, TINY, beyond, shrink
from algorithms.projection.ways import THRESHOLDS, Way, way_code

# Entries up to here can be added up without overflow; larger ones are scaled down by SCALE first.
LARGE, SCALE = 2.0**960, 2.0**-64
# How far below θ, relative to it, a first shift stays where Σ x − z loses digits.
SLACK = 1e-12


def project_simplex(
    v: np.ndarray, z: float = 1.0, way: str | Way = "condat", out: np.ndarray | None = None
) -> np.ndarray:
    """The point of {w ≥ 0, Σ w = z} nearest to ``v``. Duchi et al. 2008, (3).

    ``v`` has shape (n,), n ≥ 1, and is finite; ``z`` > 0; ``way`` is one of ``WAYS``, which differ
    in speed alone. The result is written to ``out`` (float64, shape (n,), contiguous; ``v`` itself
    is allowed) or to a new array. Raises ValueError for anything else.
    """
    (v, large), z, way = _vector("v", v), _radius(z), way_code(way)
    if v.size == 0:
        raise ValueError("v = []: a simplex needs at least one entry")
    return _project(v, z, False, way, _room(out, v), large)


def project_l1_ball(
    v: np.ndarray, z: float = 1.0, way: str | Way = "condat", out: np.ndarray | None = None
) -> np.ndarray:
    """The point of {‖w‖₁ ≤ z} nearest to ``v``, which is ``v`` if it is inside. Duchi et al. §4.

    Arguments and errors as for `project_simplex`; n = 0 is allowed.
    """
    (v, large), z, way = _vector("v", v), _radius(z), way_code(way)
    return _project(v, z, True, way, _room(out, v), large)


def project_weighted_l1_ball(
    v: np.ndarray, a: np.ndarray, z: float = 1.0, out: np.ndarray | None = None
) -> np.ndarray:
    """The point of {Σ a_i \\|w_i\\| ≤ z} nearest to ``v``. Duchi et al. 2008, end of §5.

    ``a`` has the shape of ``v`` and is finite and positive; the rest as for `project_l1_ball`.
    """
    (v, large), (a, _), z = _vector("v", v), _vector("a", a), _radius(z)
    if a.shape != v.shape:
        raise ValueError(f"a has shape {a.shape}: it must have the shape of v, {v.shape}")
    if not (a > 0.0).all():
        raise ValueError(f"a holds {a.min()!r}: every weight must be positive")
    out = _room(out, v)
    if v.size == 0:
        return out
    if large:
        w = project_weighted_l1_ball(v * SCALE, a, max(z * SCALE, TINY))
        return np.divide(w, SCALE, out=out)
    theta, unit, cancels = weighted.threshold(v, a, z)
    while cancels and theta > 0.0:
        weighted.shrink(v, a, theta * (1.0 - SLACK), unit, out)
        v = out
        theta, unit, cancels = weighted.threshold(v, a, z)
    if theta > 0.0:
        weighted.shrink(v, a, theta, unit, out)
    else:
        np.copyto(out, v)
    return out


def _project(v, z, absolute, way, out, large):
    """Find θ and subtract it."""
    if v.size == 0:
        return out
    if large:
        _project(v * SCALE, max(z * SCALE, TINY), absolute, way, out, False)
        return np.divide(out, SCALE, out=out)
    find, scratch = THRESHOLDS[way], np.empty_like(v) if np.may_share_memory(v, out) else out
    theta, rho = find(v, absolute, z, scratch)
    if absolute and theta <= 0.0:
        np.copyto(out, v)
        return out
    # Π(v) = Π(max(v − c, 0)) for c ≤ θ: with c nearly θ, the sum that is left is nearly z.
    while rho * abs(theta) > CANCELS * z:
        shrink(v, theta - SLACK * abs(theta), absolute, out)
        v, scratch = out, np.empty_like(v)
        theta, rho = find(v, absolute, z, scratch)
    shrink(v, theta, absolute, out)
    return out


def _vector(name: str, values) -> tuple[np.ndarray, bool]:
    """``values`` as a contiguous float64 vector of finite numbers; whether some are large."""
    vector = np.ascontiguousarray(values, dtype=np.float64)
    if np.ndim(values) != 1:
        raise ValueError(f"{name} has shape {np.shape(values)}: it must have one dimension")
    large = beyond(vector, LARGE) > 0
    if large and not np.isfinite(vector).all():
        wrong = vector[~np.isfinite(vector)][0]
        raise ValueError(f"{name} holds {wrong}: every entry must be finite")
    return vector, large


def _radius(z: float) -> float:
    """``z`` as a float, finite and positive."""
    z = float(z)
    if not 0.0 < z < math.inf:
        raise ValueError(f"z = {z!r}: it must be finite and positive")
    return z


def _room(out: np.ndarray | None, v: np.ndarray) -> np.ndarray:
    """The array for the result."""
    if out is None:
        return np.empty_like(v)
    if out.dtype != np.float64 or out.shape != v.shape or not out.flags.c_contiguous:
        raise ValueError(f"out: it must be contiguous float64 of shape {v.shape}")
    return out
