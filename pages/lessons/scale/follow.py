"""The stream id by id: how often ids turn up, and the weight of one of them click by click."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pages.lessons.scale.evidence import LOSS, N, clicks, columns, learner
from pages.lessons.scale.twin import pull
from ui.lessons.evidence import remember

ONCE, OFTEN, TWICE = 13272426, 88798855, 6935701
"""Ids that turn up once, in many clicks, and twice with a long time between; all for label +1."""
OCCURRENCES = ("once", "twice", "3 to 10 times", "more often")
"""The classes of ``turns``."""


@remember(most=1)
def occurrence_counts() -> np.ndarray:
    """Return how many ids turn up as often as each of TURNS says."""
    _, counts = np.unique(clicks()[0].indices, return_counts=True)
    return np.bincount(np.searchsorted((1, 2, 10), counts), minlength=len(OCCURRENCES))


def clicks_of(name: int) -> np.ndarray:
    """Return the clicks that hold an id, from 0."""
    X, ids = columns()
    places = np.flatnonzero(X.indices == np.searchsorted(ids, name))
    return np.searchsorted(X.indptr, places, side="right") - 1


@remember(most=32)
def predictions(eta: float, gravity: float) -> np.ndarray:
    """Return the predictions of a run under one gravity, (N,)."""
    X, ids = columns()
    algorithm = learner(eta, gravity, "dense")
    return algorithm.advance(algorithm.start(len(ids), N), X, clicks()[1], np.arange(N), LOSS)


class Path(NamedTuple):
    """The weight of one id before any click and after each, (last + 1,).

    Parameters
    ----------
    at_once : with every pull at its click.
    lazily : with all pulls that are due when the id turns up; nothing moves between.
    read : what a click reads once the lazy weight has paid, nan where the id is not in it.
    """

    at_once: np.ndarray
    lazily: np.ndarray
    read: np.ndarray


@remember(most=32)
def id_path(name: int, eta: float, gravity: float, last: int) -> Path:
    """Return the weight of one id over the first ``last`` clicks, in a run over all features."""
    y, p, turned_up = clicks()[1], predictions(eta, gravity), set(clicks_of(name).tolist())
    at_once, lazily, paid = np.zeros(last + 1), np.zeros(last + 1), 0
    read = np.full(last + 1, np.nan)
    for t in range(last):
        before, stored = at_once[t], lazily[t]
        if t in turned_up:
            push = eta * y[t] / (1.0 + np.exp(y[t] * p[t]))
            before = before + push
            read[t] = pull(stored, eta * gravity * (t - paid))
            stored, paid = read[t] + push, t
        at_once[t + 1], lazily[t + 1] = pull(before, eta * gravity), stored
    return Path(at_once, lazily, read)
