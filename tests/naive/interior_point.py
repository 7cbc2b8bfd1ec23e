"""Interior point again: the barrier, its gradient and Newton's equations written out, dense."""

from __future__ import annotations

import math

import numpy as np

from tests.naive.plain import CLOSE, Plain


def interior_point(plain: Plain, l1, tolerance):
    """Koh, Kim & Boyd 2007, Algorithm 1, on the mean loss; yields (w, b) and the bounds u."""
    A, d, unit = plain.A, plain.X.shape[1], at_zero(plain)
    u, t = first_bounds(plain, unit, l1)
    w, length, tolerance = np.zeros(plain.d), 0.0, tolerance * unit
    while True:
        slopes = plain.slopes(A @ w)
        gap = _gap(plain, w, slopes, l1)
        plain.doubtful |= abs(gap - tolerance) <= CLOSE * tolerance
        if gap <= tolerance:
            return
        if length >= 0.5:
            t = max(t, min(2.0 * t, 4.0 * d / gap))
        curvature = np.ones(plain.n)
        if plain.loss == "logistic":
            curvature = np.abs(slopes) * (1.0 - np.abs(slopes))
        H = (A.T * curvature) @ A / plain.n
        mean, v = A.T @ slopes / plain.n, w[:d]
        # Newton's equations for (Δw, Δu), Δu eliminated.
        in_u, cross = l1 - (2.0 / t) * u / (u**2 - v**2), u**2 + v**2
        in_w = mean.copy()
        in_w[:d] += (2.0 / t) * v / (u**2 - v**2)
        right = -mean
        right[:d] -= 2.0 * v * (l1 * u - 1.0 / t) / cross
        H[np.arange(d), np.arange(d)] += (2.0 / t) / cross
        dw = _conjugate_gradients(plain, H, right, gap / math.sqrt(unit))
        room = u**2 - v**2
        du = (room * (u - 0.5 * l1 * t * room) + 2.0 * u * v * dw[:d]) / cross
        before, fall = _phi(plain, w, u, l1, t), in_w @ dw + in_u @ du
        for halving in range(60):
            length = 0.5**halving
            after = _phi(plain, w + length * dw, u + length * du, l1, t)
            enough = before + 0.01 * length * fall
            plain.doubtful |= abs(after - enough) <= 1e-14 * max(1.0, abs(before))
            if after <= enough:
                break
        else:
            return
        w, u = w + length * dw, u + length * du
        yield w, u


def first_bounds(plain: Plain, unit, l1):
    """The bounds u and the t before the first step."""
    widest = ((plain.X**2).sum(axis=0) / plain.n).max()
    bound = math.sqrt(2.0 * unit / widest) if widest > 0.0 else 1.0
    d = plain.X.shape[1]
    return np.full(d, bound), min(max(1.0 / unit, 1.0 / (l1 * bound)), 2000.0 * d / unit)


def at_zero(plain: Plain) -> float:
    """The mean loss of weights 0, amounts being counted from their mean where there is a b."""
    if plain.loss == "logistic":
        return math.log(2.0)
    middle = plain.y.mean() if plain.intercept else 0.0
    unit = ((plain.y - middle) ** 2).mean() / 2.0
    return float(max(unit, 2.0**-52 * (plain.y**2).mean())) or 1.0


def _phi(plain: Plain, w, u, l1, t) -> float:
    v = w[: len(u)]
    if not (np.abs(v) < u).all():
        return math.inf
    return plain.fit(w) + l1 * u.sum() - (np.log(u - v) + np.log(u + v)).sum() / t


def _gap(plain: Plain, w, slopes, l1) -> float:
    """F(w) less the dual value of the slopes, made feasible."""
    d, u = plain.X.shape[1], slopes
    if plain.intercept:
        up, down = np.maximum(u, 0.0).sum(), np.maximum(-u, 0.0).sum()
        if up != down:
            heavier = u > 0.0 if up > down else u < 0.0
            u = np.where(heavier, min(up, down) / max(up, down) * u, u)
    steepest = np.abs(plain.A.T @ u / plain.n)[:d].max(initial=0.0)
    u = u * min(1.0, l1 / steepest) if steepest > 0.0 else u
    if plain.loss == "squared":
        conjugates = 0.5 * u**2 + u * plain.y
    else:
        a = np.clip(-u * plain.y, 1e-300, 1.0)
        conjugates = a * np.log(a) + (1.0 - a) * np.log1p(-np.minimum(a, 1.0 - 1e-16))
    return max(plain.objective(w, l1) + float(conjugates.mean()), 0.0)


def _conjugate_gradients(plain: Plain, H, right, gap):
    """x with H x ≈ right; both norms of the papers' rule are those of the preconditioner."""
    scale = 1.0 / np.where(np.diag(H) > 0.0, np.diag(H), 1.0)
    x, r = np.zeros_like(right), right
    along = scale * r
    rho = r @ along
    enough = (0.1 * min(math.sqrt(rho), gap)) ** 2
    while rho > enough:
        bend = along @ H @ along
        if not bend > 0.0:
            break
        x, r = x + rho / bend * along, r - rho / bend * (H @ along)
        before, rho = rho, r @ (scale * r)
        plain.doubtful |= abs(rho - enough) <= 1e-6 * enough
        along = scale * r + rho / before * along
    return x
