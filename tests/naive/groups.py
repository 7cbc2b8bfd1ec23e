"""Yang et al. 2010: groups as lists of features, a weight for each copy, group by group."""

from __future__ import annotations

import math

from tests.naive.base import T1, Run


def group_rda(run: Run, gamma, l1, group_l1, rho, by_size, norm, **which):
    groups = members_of(which["structure"], which["group_size"], run.X.shape[1], run.groups)
    total, total_slope = [0.0] * run.X.shape[1], 0.0
    for t, x, s in run:
        total = [u + s * xj for u, xj in zip(total, x, strict=True)]
        total_slope += s
        step, weights = math.sqrt(t) / gamma, []
        for members in groups:
            d_g = len(members)
            r_g = group_l1 * math.sqrt(d_g) if by_size else group_l1
            c = [T1(total[j] / t, l1 * r_g + gamma * rho / math.sqrt(t)) for j in members]
            kept = _shrink(c, l1 * math.sqrt(d_g)) if norm == "length" else _cap(c, l1 * d_g)
            weights.append([-step * v for v in kept])
        run.w = _fold(groups, weights, len(total))
        run.b = -step * total_slope / t if run.intercept else 0.0


def group_fobos(run: Run, l1, group_l1, structure, group_size):
    groups = members_of(structure, group_size, run.X.shape[1], run.groups)
    weights = [[0.0] * len(members) for members in groups]
    for t, x, s in run:
        eta_t = run.rate(t)
        for g, members in enumerate(groups):
            v = [w - eta_t * s * x[j] for w, j in zip(weights[g], members, strict=True)]
            c = [T1(vj, eta_t * l1 * group_l1) for vj in v]
            weights[g] = _shrink(c, eta_t * l1 * math.sqrt(len(members)))
        run.w = _fold(groups, weights, len(x))
        run.b -= eta_t * s if run.intercept else 0.0


def members_of(structure: str, size: int, d: int, own: list | None = None) -> list[list[int]]:
    """The features of each group, spelled out; ``own`` are those of the data."""
    if structure == "chain":
        return [[j, j + 1] for j in range(d - 1)] if d > 1 else [[0]]
    if structure == "data" and own is not None:
        return own
    ahead = size - size // 2 if structure == "overlapping" else size
    groups = [list(range(min(size, d)))]
    while groups[-1][-1] < d - 1:
        start = groups[-1][0] + ahead
        groups.append(list(range(start, min(start + size, d))))
    return groups


def _shrink(c: list, alpha: float) -> list:
    """[1 − α/‖c‖]₊ c."""
    norm = math.hypot(*c)
    return [(1.0 - alpha / norm) * v if norm > alpha else 0.0 for v in c]


def _cap(c: list, alpha: float) -> list:
    """c − Π(c) onto the ℓ1 ball of size α: cut down to a cap, found among the sizes in order."""
    if alpha == 0.0:
        return c
    sizes, cap = sorted((abs(v) for v in c), reverse=True), 0.0
    for n in range(1, len(sizes) + 1):
        level = (sum(sizes[:n]) - alpha) / n
        if level < sizes[n - 1]:
            cap = max(level, 0.0)
    return [max(min(v, cap), -cap) for v in c]


def _fold(groups: list, weights: list, d: int) -> list:
    w = [0.0] * d
    for members, values in zip(groups, weights, strict=True):
        for j, v in zip(members, values, strict=True):
            w[j] += v
    return w
