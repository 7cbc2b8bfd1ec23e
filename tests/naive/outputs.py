"""The walk with one weight vector for each output: k of them for softmax, else one."""

from __future__ import annotations

import math

from tests.naive.base import Run, slope


def walk(run: Run, start: list, update, weights, batch_size: int) -> None:
    """Walk with one ``start`` for each output, each changed by ``update(it, η_t g_t)``.

    g_t is the mean gradient of ``batch_size`` examples, all of them predicted before the update.
    """
    softmax = run.loss == "softmax"
    k = int(max(run.y)) + 1 if softmax else 1
    inner, b = [list(start) for _ in range(k)], [0.0] * k
    batch, updates = [], 0
    for t, i in enumerate(run.order, 1):
        x = run.X[i].tolist()
        p = [
            b[c] + sum(wj * xj for wj, xj in zip(weights(inner[c]), x, strict=True))
            for c in range(k)
        ]
        if not all(abs(pc) <= 1e100 for pc in p):
            run.diverged_at = t
            return
        batch.append((x, _slopes(run.loss, p, float(run.y[i]))))
        if len(batch) == batch_size:
            updates += 1
            part = run.rate(updates, batch_size) / batch_size
            inner = [update(inner[c], _step(part, c, batch)) for c in range(k)]
            b = [b[c] - part * sum(s[c] for _, s in batch) * run.intercept for c in range(k)]
            batch = []
        w = [weights(v) for v in inner]
        run.predictions.append(p if softmax else p[0])
        run.weights.append(w if softmax else w[0])
        run.biases.append(b if softmax else b[0])


def _step(part: float, c: int, batch: list) -> list:
    """Of output c: ``part`` of the sum of the gradients of a batch."""
    return [part * sum(s[c] * x[j] for x, s in batch) for j in range(len(batch[0][0]))]


def _slopes(loss: str, p: list, y: float) -> list:
    if loss != "softmax":
        return [slope(loss, p[0], y)]
    total = math.fsum(math.exp(pc - max(p)) for pc in p)
    return [math.exp(pc - max(p)) / total - (c == y) for c, pc in enumerate(p)]
