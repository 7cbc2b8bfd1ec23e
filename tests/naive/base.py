"""The ground of every naive twin: losses, maps, step sizes and the walk over the examples."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import scipy.sparse as sp

from datasets import Dataset


def dataset(X, y, task: str = "classification", **more) -> Dataset:
    """A dataset of exactly these numbers, one class or none included."""
    X = sp.csr_array(np.asarray(X, dtype=np.float64))
    X = sp.csr_array((X.data, X.indices.astype(np.int32), X.indptr.astype(np.int32)), X.shape)
    names = tuple(f"x{j}" for j in range(X.shape[1]))
    return Dataset(X=X, y=np.array(y, float), task=task, feature_names=names, **more)


def value(loss: str, p: float, y: float) -> float:
    if loss == "squared":
        return 0.5 * (p - y) * (p - y)
    if loss == "clipped":
        end = 1.0 if p > 1.0 else -1.0
        beyond = abs(p) > 1.0
        return 0.5 * (end - y) ** 2 + (end - y) * (p - end) if beyond else 0.5 * (p - y) ** 2
    if loss == "hinge":
        return max(0.0, 1.0 - y * p)
    return max(-y * p, 0.0) + math.log1p(math.exp(-abs(y * p)))


def slope(loss: str, p: float, y: float) -> float:
    if loss == "squared":
        return p - y
    if loss == "clipped":
        return (1.0 if p > 1.0 else -1.0 if p < -1.0 else p) - y
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


def normalise(x: np.ndarray) -> np.ndarray:
    """x/√‖x‖₀, the example as the clipped loss sees it."""
    # Times the reciprocal, as the package does it: the last bit decides ties.
    return x * (1.0 / math.sqrt(max(np.count_nonzero(x), 1)))


@dataclass
class Run:
    """One walk over the examples; iterating yields (t, x, slope) and leaves ``w`` to be changed.

    ``step`` moves the intercept along where there is one; ``rate(t)`` is the step size.
    """

    X: np.ndarray
    y: np.ndarray
    order: np.ndarray
    loss: str
    knobs: dict
    intercept: bool = False
    groups: list | None = None
    predictions: list = field(default_factory=list)
    weights: list = field(default_factory=list)
    biases: list = field(default_factory=list)
    diverged_at: int | None = None

    def __post_init__(self) -> None:
        if self.loss == "clipped":
            self.X = np.array([normalise(x) for x in self.X])

    def rate(self, t: int, batch_size: int = 1) -> float:
        """η_t of update t = 1, 2, … of so many examples each."""
        passes = (t - 1) * batch_size // len(self.X)
        return rate(self.knobs["schedule"], self.knobs["eta"] * self.knobs["decay"] ** passes, t)

    def is_due(self, t: int, period: int) -> bool:
        """Zeros are made every ``period`` steps, and at the end of the run."""
        return t % period == 0 or t == len(self.order)

    def __iter__(self):
        self.w, self.b = [0.0] * self.X.shape[1], 0.0
        for t, i in enumerate(self.order, 1):
            x, p = self.X[i].tolist(), self.b
            for wj, xj in zip(self.w, x, strict=True):
                p += wj * xj
            if not abs(p) <= 1e100:
                self.diverged_at = t
                break
            self.predictions.append(p)
            yield t, x, slope(self.loss, p, float(self.y[i]))
            self.weights.append(list(self.w))
            self.biases.append(self.b)

    def step(self, move: float, x: list) -> None:
        self.w = [wj - move * xj for wj, xj in zip(self.w, x, strict=True)]
        if self.intercept:
            self.b -= move

    def gradients(self):
        """(t, the gradient of every coordinate): the intercept is one more, with a feature of 1."""
        for t, x, s in self:
            yield t, [s * xj for xj in x] + [s] * self.intercept

    def penalties(self, penalty: float) -> list:
        """The penalty of every coordinate: the intercept has none."""
        return [penalty] * self.X.shape[1] + [0.0] * self.intercept

    def leave(self, w: list) -> None:
        """Leave the weights of all coordinates, the intercept's last."""
        d = self.X.shape[1]
        self.w, self.b = w[:d], sum(w[d:])
