"""Steps under a constraint or in other coordinates: whole weight vectors, one for each output."""

from __future__ import annotations

import math

from tests.naive.ball import projected
from tests.naive.ground import T1, Run, sign, slope


def l0_sgd(run: Run, n_nonzeros):
    for t, x, s in run:
        run.step(run.rate(t) * s, x)
        strongest = sorted(range(len(x)), key=lambda j: (-abs(run.w[j]), j))
        for j in strongest[n_nonzeros:]:
            run.w[j] = 0.0


def projected_gradient(run: Run, radius, way):
    def update(w, step):
        return projected([wj - sj for wj, sj in zip(w, step, strict=True)], radius)

    _outputs(run, [0.0] * run.X.shape[1], update, list)


def exponentiated_gradient(run: Run, radius):
    """In logarithms: w± themselves would under- and overflow."""
    d = run.X.shape[1]

    def update(logs, step):
        logs = [lj - sj for lj, sj in zip(logs, [*step, *(-s for s in step)], strict=True)]
        top = max(logs)
        scale = math.log(radius) - top - math.log(math.fsum(math.exp(lj - top) for lj in logs))
        return [lj + scale for lj in logs]

    def weights(logs):
        return [math.exp(a) - math.exp(b) for a, b in zip(logs[:d], logs[d:], strict=True)]

    _outputs(run, [math.log(radius / (2 * d))] * (2 * d), update, weights)


def smidas(run: Run, l1, p):
    theta, p = [0.0] * run.X.shape[1], p or max(2.0, 2.0 * math.log(run.X.shape[1]))
    for t, x, s in run:
        eta_t = run.rate(t)
        theta = [T1(v - eta_t * s * xj, eta_t * l1) for v, xj in zip(theta, x, strict=True)]
        top = max(map(abs, theta)) or 1.0
        norm = math.fsum((abs(v) / top) ** p for v in theta) ** (1.0 / p) or 1.0
        run.step(eta_t * s, x)
        run.w = [sign(v) * top * (abs(v) / top) ** (p - 1) / norm ** (p - 2) for v in theta]


def _slopes(loss: str, p: list, y: float) -> list:
    if loss != "softmax":
        return [slope(loss, p[0], y)]
    total = math.fsum(math.exp(pc - max(p)) for pc in p)
    return [math.exp(pc - max(p)) / total - (c == y) for c, pc in enumerate(p)]


def _outputs(run: Run, start: list, update, weights) -> None:
    """Walk with one ``start`` for each output, each changed by ``update(it, η_t g_t)``."""
    softmax = run.loss == "softmax"
    k = int(max(run.y)) + 1 if softmax else 1
    inner, b = [list(start) for _ in range(k)], [0.0] * k
    for t, i in enumerate(run.order, 1):
        x = run.X[i].tolist()
        p = [
            b[c] + sum(wj * xj for wj, xj in zip(weights(inner[c]), x, strict=True))
            for c in range(k)
        ]
        if not all(abs(pc) <= 1e100 for pc in p):
            run.diverged_at = t
            return
        moves = [run.rate(t) * s for s in _slopes(run.loss, p, float(run.y[i]))]
        inner = [update(inner[c], [moves[c] * xj for xj in x]) for c in range(k)]
        b = [b[c] - moves[c] * run.intercept for c in range(k)]
        w = [weights(v) for v in inner]
        run.predictions.append(p if softmax else p[0])
        run.weights.append(w if softmax else w[0])
        run.biases.append(b if softmax else b[0])
