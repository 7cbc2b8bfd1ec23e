"""One run of the clipped loss, and what its weights are worth on the rows kept back."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from algorithms.dataset_stats import DatasetStats
from algorithms.evaluation.measures import auc
from algorithms.losses import Loss, fitting_rows
from algorithms.online.base import OnlineAlgorithm
from algorithms.orders import order_of
from datasets import Dataset

LOSS = Loss.clipped


class Model(NamedTuple):
    """The weights (d,) and the offset of a run."""

    weights: np.ndarray
    offset: float

    @property
    def features(self) -> int:
        """The number of weights that are not 0."""
        return int(np.count_nonzero(self.weights))


class Score(NamedTuple):
    """Features, accuracy and AUC on the test rows; of a regression the mean squared error."""

    features: int
    accuracy: float
    auc: float
    squared_error: float


def learn(
    algorithm: OnlineAlgorithm, dataset: Dataset, order: np.ndarray, loss: Loss = LOSS
) -> Model | None:
    """Return what a run leaves, ended as the algorithm ends it; None where it diverged."""
    rows = DatasetStats.of(dataset).rows(loss)
    setting = dataset.n_features, len(order), dataset.n_rows
    state = algorithm.start(*setting, entries=rows.nnz / dataset.n_rows)
    made = algorithm.advance(state, rows, dataset.y, order, loss, check_input=False)
    if len(made) < len(order):
        return None
    algorithm.finish(state)
    return Model(algorithm.weights(state), float(algorithm.intercept(state)[0]))


def learn_in_passes(
    algorithm: OnlineAlgorithm, dataset: Dataset, passes: int, seed: int
) -> Model | None:
    """Return what a run of so many passes in random orders leaves."""
    return learn(algorithm, dataset, order_of(dataset, passes, seed))


def score(model: Model | None, dataset: Dataset, loss: Loss = LOSS) -> Score:
    """Return the score on ``dataset.test``, nan of a run that diverged."""
    if model is None:
        return Score(0, np.nan, np.nan, np.nan)
    test = dataset.test
    guesses = fitting_rows(loss, test.X) @ model.weights + model.offset
    if dataset.task == "regression":
        error = float(np.mean((guesses - test.y) ** 2))
        return Score(model.features, np.nan, np.nan, error)
    right = np.where(guesses == 0.0, 0.5, guesses * test.y > 0.0)
    return Score(model.features, float(right.mean()), float(auc(test.y, guesses)), np.nan)
