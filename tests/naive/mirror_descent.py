"""Steps in other coordinates, from which the weights come by a link."""

from __future__ import annotations

import math

from tests.naive.base import T1, Run, sign
from tests.naive.outputs import walk


def exponentiated_gradient(run: Run, radius, batch_size, signs):
    """In logarithms: w± themselves would under- and overflow."""
    d, sides = run.X.shape[1], 2 if signs == "any" else 1

    def update(logs, step):
        both = [*step, *(-s for s in step)][: sides * d]
        logs = [lj - sj for lj, sj in zip(logs, both, strict=True)]
        top = max(logs)
        scale = math.log(radius) - top - math.log(math.fsum(math.exp(lj - top) for lj in logs))
        return [lj + scale for lj in logs]

    def weights(logs):
        if sides == 1:
            return [math.exp(a) for a in logs]
        return [math.exp(a) - math.exp(b) for a, b in zip(logs[:d], logs[d:], strict=True)]

    walk(run, [math.log(radius / (sides * d))] * (sides * d), update, weights, batch_size)


def smidas(run: Run, l1, p):
    theta, p = [0.0] * run.X.shape[1], p or max(2.0, 2.0 * math.log(run.X.shape[1]))
    for t, x, s in run:
        eta_t = run.rate(t)
        theta = [T1(v - eta_t * s * xj, eta_t * l1) for v, xj in zip(theta, x, strict=True)]
        top = max(map(abs, theta)) or 1.0
        norm = math.fsum((abs(v) / top) ** p for v in theta) ** (1.0 / p) or 1.0
        run.step(eta_t * s, x)
        run.w = [sign(v) * top * (abs(v) / top) ** (p - 1) / norm ** (p - 2) for v in theta]
