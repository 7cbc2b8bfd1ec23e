"""Dual averaging and the adaptive methods: each coordinate for itself, by the gradients it met.

The intercept is one coordinate more, with a feature of 1 and no penalty.
"""

from __future__ import annotations

import math

from tests.naive.ground import T1, Run, sign


def _walk(run: Run):
    """(t, the gradient of every coordinate), step after step."""
    for t, x, s in run:
        yield t, [s * xj for xj in x] + [s] * run.intercept


def _penalties(run: Run, penalty: float) -> list:
    return [penalty] * run.X.shape[1] + [0.0] * run.intercept


def _leave(run: Run, w: list) -> None:
    d = run.X.shape[1]
    run.w, run.b = w[:d], sum(w[d:])


def rda(run: Run, gamma, l1):
    penalties = _penalties(run, l1)
    total = [0.0] * len(penalties)
    for t, gradient in _walk(run):
        total = [u + g for u, g in zip(total, gradient, strict=True)]
        means = [u / t for u in total]
        shrunk = [T1(u, a) for u, a in zip(means, penalties, strict=True)]
        _leave(run, [-math.sqrt(t) / gamma * v for v in shrunk])


def adagrad_fobos(run: Run, delta, l1):
    eta, penalties = run.knobs["eta"], _penalties(run, l1)
    squares, w = [0.0] * len(penalties), [0.0] * len(penalties)
    for _, gradient in _walk(run):
        for j, (g, penalty) in enumerate(zip(gradient, penalties, strict=True)):
            squares[j] += g * g
            h = delta + math.sqrt(squares[j])
            w[j] = T1(w[j] - eta / h * g, eta * penalty / h) if h > 0.0 else 0.0
        _leave(run, w)


def adagrad_rda(run: Run, delta, l1):
    eta, penalties = run.knobs["eta"], _penalties(run, l1)
    squares, total, w = ([0.0] * len(penalties) for _ in range(3))
    for t, gradient in _walk(run):
        for j, (g, penalty) in enumerate(zip(gradient, penalties, strict=True)):
            squares[j] += g * g
            total[j] += g
            h = delta + math.sqrt(squares[j])
            w[j] = -eta * t / h * T1(total[j] / t, penalty) if h > 0.0 else 0.0
        _leave(run, w)


def ftrl_proximal(run: Run, alpha, beta, l1, l2):
    first, second = _penalties(run, l1), _penalties(run, l2)
    z, n, w = ([0.0] * len(first) for _ in range(3))
    for _, gradient in _walk(run):
        for j, g in enumerate(gradient):
            sigma = (math.sqrt(n[j] + g * g) - math.sqrt(n[j])) / alpha
            z[j] += g - sigma * w[j]
            n[j] += g * g
            if abs(z[j]) <= first[j]:
                w[j] = 0.0
            else:
                rate = (beta + math.sqrt(n[j])) / alpha + second[j]
                w[j] = -(z[j] - sign(z[j]) * first[j]) / rate
        _leave(run, w)


def elastic_net_truncated_gradient(run: Run, gravity, threshold, period, l2):
    for t, x, s in run:
        eta_t = run.rate(t)
        run.step(eta_t * s, x)
        if t % period == 0:
            pull, ridge = eta_t * period * gravity, 1.0 + eta_t * period * l2
            run.w = [T1(v, pull) / ridge if abs(v) <= threshold else v for v in run.w]
