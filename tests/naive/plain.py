"""The problem that the batch twins work on: dense, everything computed anew when asked for.

A twin is a generator over steps that yields, after each of them, the weights as a tuple of arrays,
b last where there is an intercept, and ends where nothing is left to do.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tests.naive.base import normalise, slope, value

CLOSE = 1e-9


@dataclass
class Plain:
    """Examples as they are fitted, a constant column last with an intercept.

    A twin notes whether it diverged, when rounding decides which way it goes, how large the
    numbers were that a step subtracted, what it has read where it counts that, and the weights
    of features where its own are those of copies.
    """

    X: np.ndarray
    y: np.ndarray
    loss: str
    intercept: bool = False
    diverged: bool = False
    doubtful: bool = False
    scale: float = 1.0
    order: np.ndarray | None = None
    seed: int = 0
    readings: int | None = None
    gradients: int | None = None
    folded: np.ndarray | None = None

    def __post_init__(self) -> None:
        rows = [normalise(x) if self.loss == "clipped" else x for x in self.X]
        self.A = np.c_[np.array(rows), np.ones((len(rows), int(self.intercept)))]
        self.n, self.d = self.A.shape
        self.reach = 1e100 / max(1.0, np.abs(self.A).max(initial=0.0))

    def penalties(self, l1: float) -> np.ndarray:
        return np.array([l1] * self.X.shape[1] + [0.0] * int(self.intercept))

    def each(self, of, w, rows=slice(None)) -> np.ndarray:
        """``of(loss, prediction, label)`` of the examples ``rows``."""
        # cumsum adds from left to right, as a loop does.
        p = (self.A[rows] * w).cumsum(axis=1)[:, -1].tolist()
        y = self.y[rows].tolist()
        return np.array([of(self.loss, *pair) for pair in zip(p, y, strict=True)])

    def fit(self, w) -> float:
        """The mean loss."""
        return float(self.each(value, w).mean())

    def gradient(self, w, rows=slice(None)) -> np.ndarray:
        """Of the mean loss over ``rows``."""
        slopes = self.each(slope, w, rows)
        return (slopes[:, None] / len(slopes) * self.A[rows]).cumsum(axis=0)[-1]

    def objective(self, w, l1: float) -> float:
        return self.fit(w) + float(self.penalties(l1) @ np.abs(w))

    @property
    def bend(self) -> float:
        """The largest curvature of the loss."""
        return {"squared": 1.0, "logistic": 0.25}[self.loss]

    def bends(self, curvature: str = "from the data") -> np.ndarray:
        """β_j; as printed it is β for every column that is not empty.

        Where that is far below the true one, steps are so long that rounding grows with each.
        """
        each = (self.A**2).mean(axis=0)
        self.doubtful |= curvature != "from the data" and each.max() > 4.0
        return self.bend * (each if curvature == "from the data" else 1.0 * (each > 0.0))

    def slopes(self, p) -> np.ndarray:
        """ℓ′ of predictions."""
        pairs = zip(p.tolist(), self.y.tolist(), strict=True)
        return np.array([slope(self.loss, *pair) for pair in pairs])
