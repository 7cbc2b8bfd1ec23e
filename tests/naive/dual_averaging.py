"""Regularised dual averaging: each weight by the mean of the gradients it met."""

from __future__ import annotations

import math

from tests.naive.base import T1, Run


def rda(run: Run, gamma, l1):
    penalties = run.penalties(l1)
    total = [0.0] * len(penalties)
    for t, gradient in run.gradients():
        total = [u + g for u, g in zip(total, gradient, strict=True)]
        means = [u / t for u in total]
        shrunk = [T1(u, a) for u, a in zip(means, penalties, strict=True)]
        run.leave([-math.sqrt(t) / gamma * v for v in shrunk])
