"""Every online algorithm again: dense, eager, plain Python, written from the papers.

Nothing of the package's kernels, losses, schedules or maps is used. ``run`` returns what a run
predicted and the weights after each of its steps.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import scipy.sparse as sp

from datasets import Dataset
from knobs import knobs_of


def dataset(X, y, task: str = "classification", **more) -> Dataset:
    """A dataset of exactly these numbers, one class or none included."""
    X = sp.csr_array(np.asarray(X, dtype=np.float64))
    X = sp.csr_array((X.data, X.indices.astype(np.int32), X.indptr.astype(np.int32)), X.shape)
    names = tuple(f"x{j}" for j in range(X.shape[1]))
    return Dataset(X=X, y=np.array(y, float), task=task, feature_names=names, **more)


def value(loss: str, p: float, y: float) -> float:
    if loss == "squared":
        return 0.5 * (p - y) * (p - y)
    if loss == "hinge":
        return max(0.0, 1.0 - y * p)
    return max(-y * p, 0.0) + math.log1p(math.exp(-abs(y * p)))


def slope(loss: str, p: float, y: float) -> float:
    if loss == "squared":
        return p - y
    if loss == "hinge":
        return -y if y * p < 1.0 else 0.0
    e = math.exp(-abs(y * p))
    return -y * (1.0 / (1.0 + e) if y * p <= 0.0 else e / (1.0 + e))


def rate(schedule: str, eta: float, t: int) -> float:
    return {"constant": eta, "inv_sqrt": eta / math.sqrt(t), "inv": eta / t}[schedule]


def sign(v: float) -> float:
    return float((v > 0.0) - (v < 0.0))


def T0(v: float, theta: float) -> float:
    return 0.0 if abs(v) <= theta else v


def T1(v: float, alpha: float, theta: float = math.inf) -> float:
    return sign(v) * max(abs(v) - alpha, 0.0) if abs(v) <= theta else v


@dataclass
class Run:
    """One walk over the examples; iterating yields (t, x, y, p) and leaves ``w`` to be changed."""

    X: np.ndarray
    y: np.ndarray
    order: np.ndarray
    loss: str
    predictions: list = field(default_factory=list)
    weights: list = field(default_factory=list)
    diverged_at: int | None = None

    def __iter__(self):
        self.w = [0.0] * self.X.shape[1]
        for t, i in enumerate(self.order, 1):
            x, p = self.X[i].tolist(), 0.0
            for wj, xj in zip(self.w, x, strict=True):
                p += wj * xj
            if not abs(p) <= 1e100:
                self.diverged_at = t
                break
            self.predictions.append(p)
            yield t, x, slope(self.loss, p, float(self.y[i]))
            self.weights.append(list(self.w))

    def step(self, move: float, x: list) -> None:
        self.w = [wj - move * xj for wj, xj in zip(self.w, x, strict=True)]


def sgd(run: Run, eta, schedule):
    for t, x, s in run:
        run.step(rate(schedule, eta, t) * s, x)


def rounding(run: Run, eta, schedule, threshold, period):
    for t, x, s in run:
        run.step(rate(schedule, eta, t) * s, x)
        if t % period == 0:
            run.w = [T0(v, threshold) for v in run.w]


def truncated_gradient(run: Run, eta, schedule, gravity, threshold, period):
    for t, x, s in run:
        eta_t = rate(schedule, eta, t)
        run.step(eta_t * s, x)
        if t % period == 0:
            run.w = [T1(v, eta_t * period * gravity, threshold) for v in run.w]


def subgradient(run: Run, eta, schedule, l1, threshold):
    for t, x, s in run:
        eta_t, before = rate(schedule, eta, t), run.w
        run.step(eta_t * s, x)
        run.w = [v - eta_t * l1 * sign(b) for v, b in zip(run.w, before, strict=True)]
        if t == len(run.order):
            run.w = [T0(v, threshold) for v in run.w]


def fobos(run: Run, eta, schedule, l1, batch_size, rounds):
    updates, batch = 0, []
    for _, x, s in run:
        batch.append((x, s))
        if len(batch) == batch_size:
            updates += 1
            eta_u = rate(schedule, eta, updates)
            early = rounds and updates <= len(run.order) // batch_size // 2
            for x_b, s_b in batch:
                run.step(eta_u / batch_size * s_b, x_b)
            run.w = [T1(v, eta_u * (l1 / 2 if early else l1)) for v in run.w]
            batch = []


TWINS = {f.__name__: f for f in (sgd, rounding, truncated_gradient, subgradient, fobos)}


def run(algorithm, data: Dataset, order, loss: str) -> Run:
    """The twin of ``algorithm``, run over ``order``."""
    walk = Run(data.X.toarray(), data.y, np.asarray(order), loss)
    TWINS[algorithm.key](walk, **{name: getattr(algorithm, name) for name in knobs_of(algorithm)})
    return walk
