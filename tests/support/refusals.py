"""Algorithms that must not start, and the sentence with which they are refused."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import CATALOGUE, Loss, record
from algorithms.batch.base import BatchAlgorithm
from tests import naive

X = np.arange(1.0, 13.0).reshape(3, 4)

BINARY = naive.dataset(X, [1.0, -1.0, 1.0])


class Online(CATALOGUE["sgd"]):
    """SGD that must not start."""

    def start(self, *args, **options):
        pytest.fail("it started")


class Batch(BatchAlgorithm):
    """A batch algorithm that must not start."""

    title = "Batch"
    losses = (Loss.squared, Loss.logistic, Loss.softmax)

    def start(self, *args, **options):
        pytest.fail("it started")


EITHER = (Online(), Batch())

either = pytest.mark.parametrize("algorithm", EITHER, ids=lambda a: a.__class__.__name__)


def refusal_text(algorithm, *args, **options) -> str:
    """The sentence of the ValueError."""
    with pytest.raises(ValueError) as error:
        record(algorithm, *args, progress=lambda share: pytest.fail("it ran"), **options)
    return str(error.value)


def labelled_data(*y: float, task: str = "classification", **more):
    """Three examples with targets that nothing has checked."""
    return naive.dataset(X, y, task, **more)
