"""Snapshots of a run: the numbers noted at a checkpoint, and the weights that are kept.

A snapshot materialises a copy of the weights and changes nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from algorithms.checkpoints import count, tally, used_features
from algorithms.losses import Loss, loss_values
from algorithms.truth import CountedFeatures
from datasets import Dataset

TRACKED = 2048
"""Up to this many weights every one is kept at every checkpoint."""


class Snapshots:
    """The snapshots of one run, one per checkpoint.

    Parameters
    ----------
    tracked : int64, the weights to keep, as positions in the raveled weights.
    marked : the features whose nonzero weights are counted separately.
    rows, y : all examples; ``rows`` is None where the fit is not asked for.

    Attributes
    ----------
    last : the weights and the intercept of the last snapshot.
    """

    def __init__(
        self,
        algorithm: Any,
        tracked: np.ndarray,
        marked: CountedFeatures,
        loss: Loss,
        rows: sparse.csr_array | None,
        y: np.ndarray,
    ) -> None:
        self.algorithm, self.loss = algorithm, loss
        self.tracked, self.counted_features = tracked, marked
        self.rows, self.y = rows, y
        self.notes: list[tuple] = []

    def take(self, state: Any, seconds: float) -> None:
        """Record the present numbers of the run."""
        w, b = self.algorithm.weights(state), self.algorithm.intercept(state)
        self.last = w, b
        kept = w.ravel()[self.tracked]
        fit = np.nan if self.rows is None else mean_loss(self.loss, self.rows, self.y, w, b)
        nonzeros, l1_norm = tally(w.ravel())
        features, used = w, nonzeros
        if w.ndim == 2:
            features = used_features(w)
            used = np.count_nonzero(features)
        counted = count(features, self.counted_features.positions)
        self.notes.append((nonzeros, used, counted, l1_norm, fit, seconds, kept))

    def columns(self) -> dict[str, np.ndarray | None]:
        """The columns of a trace, one entry per checkpoint."""
        # A run that diverged at its first step has no checkpoint, but columns all the same.
        notes = self.notes or [(0, 0, 0, 0.0, 0.0, 0.0, np.zeros(len(self.tracked)))]
        columns = (np.array(column)[: len(self.notes)] for column in zip(*notes, strict=True))
        nonzeros, used, counted, l1_norm, fit, seconds, weights = columns
        return {
            "nonzeros": nonzeros,
            "used": used,
            "useful": self.counted_features.useful_of(used, counted),
            "l1_norm": l1_norm,
            "fit": None if self.rows is None else fit,
            "seconds": seconds,
            "weights": weights,
            "tracked": self.tracked,
        }


def mean_loss(loss: Loss, rows, y: np.ndarray, w: np.ndarray, b: np.ndarray) -> float:
    """(1/n) Σ ℓ of the weights ``w``, (d,) or (k, d), with intercept ``b``; inf past overflow."""
    predictions = predict(rows, w, b)
    if not (np.abs(predictions) <= 1e100).all():
        return np.inf
    return float(loss_values(loss, predictions, y).mean())


def predict(rows, w: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Predictions for all ``rows``: (n,) with weights (d,), (n, k) with weights (k, d)."""
    return rows @ w.T + (b if w.ndim == 2 else b[0])


def tracked_features(dataset: Dataset) -> np.ndarray:
    """The features whose weights a trace keeps: all of them, or the ``TRACKED`` that matter most.

    Those with a true weight come first, then those most aligned with the target, \\|xⱼ·y\\|.
    """
    d = dataset.X.shape[1]
    if d <= TRACKED:
        return np.arange(d)
    score = np.abs(dataset.X.T @ dataset.y)
    if dataset.true_weights is not None:
        score[dataset.true_weights != 0.0] = np.inf
    return np.sort(np.argsort(-score, kind="stable")[:TRACKED])


def tracked_classes(dataset: Dataset) -> np.ndarray:
    """The same for a multiclass run: positions in the raveled (k, d) weights."""
    k, d = len(dataset.classes), dataset.X.shape[1]
    if k * d <= TRACKED:
        return np.arange(k * d)
    spread = np.asarray(dataset.X.multiply(dataset.X).sum(axis=0)).ravel()
    kept = np.sort(np.argsort(-spread, kind="stable")[: max(TRACKED // k, 1)])
    return (np.arange(k)[:, None] * d + kept).ravel()
