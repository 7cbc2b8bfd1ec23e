"""Batch descents along one coordinate or one group at a time, everything computed anew."""

from __future__ import annotations

import itertools

import numpy as np

from tests.naive.blocks import bisect
from tests.naive.groups import members_of
from tests.naive.plain import CLOSE, Plain


def scd(plain: Plain, l1, curvature):
    """Shalev-Shwartz & Tewari, Algorithm 2, on [x; −x]; yields w⁺ and w⁻ in one array."""
    draw, v, d = np.random.default_rng(plain.seed), np.zeros(2 * plain.d), plain.d
    bends, penalty = np.tile(plain.bends(curvature), 2), np.tile(plain.penalties(l1), 2)
    while True:
        j = draw.integers(2 * d)
        gradient = plain.gradient(v[:d] - v[d:])
        g = np.r_[gradient, -gradient][j] + penalty[j]
        if bends[j] > 0.0:
            v[j] += max(-v[j], -g / bends[j])
        yield (v.copy(),)


def greedy_cd(plain: Plain, l1, curvature):
    """The same on signed weights, the one with the largest guaranteed decrease each time."""
    w, bends, penalty = np.zeros(plain.d), plain.bends(curvature), plain.penalties(l1)
    while True:
        gradient, found = plain.gradient(w), []
        for j in np.flatnonzero(bends):
            v = w[j] - gradient[j] / bends[j]
            after = np.sign(v) * max(abs(v) - penalty[j] / bends[j], 0.0)
            move = after - w[j]
            risen = gradient[j] * move + bends[j] / 2 * move**2
            found.append((-risen - penalty[j] * (abs(after) - abs(w[j])), -j, after))
        found.sort()
        decrease, j, after = found[-1] if found else (0.0, 0, 0.0)
        if decrease <= 0.0:
            return
        plain.doubtful |= len(found) > 1 and decrease - found[-2][0] <= CLOSE * decrease
        w[-j] = after
        yield (w.copy(),)


def frank_wolfe(plain: Plain, radius):
    """Frank & Wolfe on the L1 ball, the intercept outside of it."""
    w, d = np.zeros(plain.d), plain.X.shape[1]
    for t in itertools.count(1):
        gradient = plain.gradient(w)
        sizes = np.abs(gradient[:d])
        gap = gradient[:d] @ w[:d] + radius * sizes.max(initial=0.0)
        if gap <= 0.0 and not gradient[d:].any():
            return
        j = int(sizes.argmax())
        others = np.delete(sizes, j)
        plain.doubtful |= abs(gap) <= CLOSE * radius * sizes[j]
        plain.doubtful |= bool(len(others)) and sizes[j] - others.max() <= CLOSE * sizes[j]
        corner = -radius * np.sign(gradient[j]) * np.eye(d)[j]
        part = 2.0 / (t + 1.0) if gap > 0.0 else 0.0
        w = np.r_[(1.0 - part) * w[:d] + part * corner, w[d:] - gradient[d:] / plain.bend]
        yield (w,)


def coordinate_descent(plain: Plain, l1, **_):
    """Dhingra et al., Algorithm 1: each weight in turn to the minimum of its parabola."""
    A, penalty, bends, w = plain.A, plain.penalties(l1), plain.bends(), np.zeros(plain.d)
    for j in itertools.cycle(range(plain.d)):
        if plain.loss == "squared":
            others = A @ np.where(np.arange(plain.d) == j, 0.0, w)
            v = A[:, j] @ (plain.y - others) / plain.n
        else:
            v = bends[j] * w[j] - plain.gradient(w)[j]
        if bends[j] > 0.0:
            w[j] = np.sign(v) * max(abs(v) - penalty[j], 0.0) / bends[j]
            yield (w.copy(),)
        elif not bends.any():
            return


def group_coordinate_descent(plain: Plain, l1, structure, group_size, **_):
    """Each group in turn to the minimum of the parabola above, each copy with its own weight."""
    A, d = plain.A, plain.X.shape[1]
    groups = members_of(structure, group_size, d)
    copies = [*groups, *([[d]] if plain.intercept else [])]
    w = [np.zeros(len(members)) for members in copies]
    for g in itertools.cycle(range(len(copies))):
        X = A[:, copies[g]]
        H = plain.bend * X.T @ X / plain.n
        if np.abs(H).max() > 0.0:
            p = sum(A[:, members] @ v for members, v in zip(copies, w, strict=True))
            q = H @ w[g] - X.T @ plain.slopes(p) / plain.n
            held = 0.0 if copies[g] == [d] else l1 * len(q) ** 0.5
            w[g] = bisect(H, q, held) if held else np.linalg.lstsq(H, q, rcond=1e-12)[0]
            plain.folded = np.zeros(d)
            for members, v in zip(groups, w, strict=False):
                np.add.at(plain.folded, members, v)
            yield (np.concatenate(w),)
        elif not A.any():
            return
