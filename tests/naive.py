"""Every online algorithm again: dense, eager, plain Python, written from the papers.

Nothing of the package's kernels, losses, schedules or maps is used. ``run`` returns what a run
predicted and the weights after each of its steps; ``first_doubt`` says from which step on only
rounding decides, so that a comparison with the kernels can stop there instead of being loosened.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import scipy.sparse as sp

from datasets import Dataset
from knobs import knobs_of

EPS = 2.0**-52


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


def first_doubt(algorithm, walk: Run) -> int:
    """The first step after which lazy and eager weights may differ by more than 1e-12 for no fault.

    A lazy kernel pays shrinkage in one sum, the twin bit by bit: their weights differ by rounding.
    That matters where the update jumps (the kink of the hinge; |v| = θ), or where steps so
    long that they overshoot (η ℓ″‖x‖² > 2) have blown it up. ``noise`` follows its growth.
    """
    noise, due, big, bend, updates, before = 0.0, 0.0, 1.0, 0.0, 0, [0.0] * walk.X.shape[1]
    period = getattr(algorithm, "period", 1)
    batch, theta = getattr(algorithm, "batch_size", 1), getattr(algorithm, "threshold", math.inf)
    pull = getattr(algorithm, "gravity", getattr(algorithm, "l1", 0.0)) * period
    for t, (i, p, after) in enumerate(zip(walk.order, walk.predictions, walk.weights, strict=False), 1):
        x, y = walk.X[i], walk.y[i]
        edge = max(1e-13, 2.0 * noise / big)
        if walk.loss == "hinge" and abs(1.0 - y * p) <= edge * max(1.0, big * np.abs(x).sum()):
            return t
        s = slope(walk.loss, p, y)
        curvature = {"squared": 1.0, "hinge": 0.0, "logistic": abs(s) * (1.0 - abs(s))}[walk.loss]
        bend += curvature * (x @ x) / batch
        if t % batch == 0:
            updates += 1
            eta_t = rate(algorithm.schedule, algorithm.eta, updates)
            noise, bend = noise * max(1.0, eta_t * bend - 1.0), 0.0
            if t % period == 0:
                due += eta_t * pull
                v = np.abs(np.array(before) - eta_t * s * x) if math.isfinite(theta) else []
                for size in v:
                    if abs(size - theta) <= edge * big < min(size, eta_t * pull):
                        return t
        big, before = max(big, np.abs(after).max()), after
        noise += EPS * (4.0 * big + due)
        if noise > 1e-12 * big:
            return t
    return len(walk.predictions) + 1
