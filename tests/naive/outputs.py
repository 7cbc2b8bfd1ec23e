"""The walk with one weight vector for each output: k of them for softmax, else one.

Where weights may have one sign each, the walk is in σ w, which is not negative, on features σ x.
"""

from __future__ import annotations

import math

from tests.naive.base import Run, slope


def walk(run: Run, start: list, update, weights, batch_size: int) -> None:
    """Walk with one ``start`` for each output, each changed by ``update(it, η_t g_t)``.

    g_t is the mean gradient of ``batch_size`` examples, all of them predicted before the update.
    """
    softmax = run.loss == "softmax"
    k = int(max(run.y)) + 1 if softmax else 1
    sigma = signs(run, k)
    inner, b = [list(start) for _ in range(k)], [0.0] * k
    batch, updates = [], 0
    for t, i in enumerate(run.order, 1):
        x = run.X[i].tolist()
        w = [times(sigma[c], weights(inner[c])) for c in range(k)]
        p = [b[c] + sum(wj * xj for wj, xj in zip(w[c], x, strict=True)) for c in range(k)]
        if not all(abs(pc) <= 1e100 for pc in p):
            run.diverged_at = t
            return
        batch.append((x, _slopes(run.loss, p, float(run.y[i]))))
        if len(batch) == batch_size:
            updates += 1
            part = run.rate(updates, batch_size) / batch_size
            steps = [times(sigma[c], _step(part, c, batch)) for c in range(k)]
            inner = [update(inner[c], steps[c]) for c in range(k)]
            b = [b[c] - part * sum(s[c] for _, s in batch) * run.intercept for c in range(k)]
            batch = []
        w = [times(sigma[c], weights(inner[c])) for c in range(k)]
        run.predictions.append(p if softmax else p[0])
        run.weights.append(w if softmax else w[0])
        run.biases.append(b if softmax else b[0])


def signs(run: Run, k: int) -> list:
    """σ of Duchi et al., (12), for each output: 1 for what is in its group, else −1."""
    d, kind = run.X.shape[1], run.knobs["signs"]
    if kind != "by class" or run.groups is None:
        return [[1.0] * d for _ in range(k)]
    own = run.groups[1:2] or [[]] if k == 1 else [*run.groups, *([[]] * k)][:k]
    return [[1.0 if j in own[c] else -1.0 for j in range(d)] for c in range(k)]


def times(sigma: list, v: list) -> list:
    """σ v, entry by entry."""
    return [s * vj for s, vj in zip(sigma, v, strict=True)]


def _step(part: float, c: int, batch: list) -> list:
    """Of output c: ``part`` of the sum of the gradients of a batch."""
    return [part * sum(s[c] * x[j] for x, s in batch) for j in range(len(batch[0][0]))]


def _slopes(loss: str, p: list, y: float) -> list:
    if loss != "softmax":
        return [slope(loss, p[0], y)]
    total = math.fsum(math.exp(pc - max(p)) for pc in p)
    return [math.exp(pc - max(p)) / total - (c == y) for c, pc in enumerate(p)]
