"""AdaGrad and FTRL-Proximal: each coordinate steps by the squares of the gradients it met."""

from __future__ import annotations

import math

from tests.naive.base import T1, Run, sign


def adagrad_fobos(run: Run, delta, l1):
    eta, penalties = run.knobs["eta"], run.penalties(l1)
    squares, w = [0.0] * len(penalties), [0.0] * len(penalties)
    for _, gradient in run.gradients():
        for j, (g, penalty) in enumerate(zip(gradient, penalties, strict=True)):
            squares[j] += g * g
            h = delta + math.sqrt(squares[j])
            w[j] = T1(w[j] - eta / h * g, eta * penalty / h) if h > 0.0 else 0.0
        run.leave(w)


def adagrad_rda(run: Run, delta, l1):
    eta, penalties = run.knobs["eta"], run.penalties(l1)
    squares, total, w = ([0.0] * len(penalties) for _ in range(3))
    for t, gradient in run.gradients():
        for j, (g, penalty) in enumerate(zip(gradient, penalties, strict=True)):
            squares[j] += g * g
            total[j] += g
            h = delta + math.sqrt(squares[j])
            w[j] = -eta * t / h * T1(total[j] / t, penalty) if h > 0.0 else 0.0
        run.leave(w)


def ftrl_proximal(run: Run, alpha, beta, l1, l2):
    first, second = run.penalties(l1), run.penalties(l2)
    z, n, w = ([0.0] * len(first) for _ in range(3))
    for _, gradient in run.gradients():
        for j, g in enumerate(gradient):
            sigma = (math.sqrt(n[j] + g * g) - math.sqrt(n[j])) / alpha
            z[j] += g - sigma * w[j]
            n[j] += g * g
            if abs(z[j]) <= first[j]:
                w[j] = 0.0
            else:
                rate = (beta + math.sqrt(n[j])) / alpha + second[j]
                w[j] = -(z[j] - sign(z[j]) * first[j]) / rate
        run.leave(w)
