"""What the lesson on scale runs and measures: live features of a stream, the time of a step."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from time import perf_counter
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from algorithms import CATALOGUE
from algorithms.losses import Loss, loss_values
from datasets import ClickStream

N, FRAMES, QUARTERS = 3000, 48, 4
"""Examples of the stream; looks at a run; stretches between which gravity changes."""
PLACE = 24
"""Bytes of a place of the table: an id, a weight, and what it has paid."""
DENSE = 16
"""Bytes of a feature where every one has its place: a weight, and what it has paid."""
LOSS = "logistic"


@lru_cache(1)
def clicks() -> tuple[sp.csr_array, np.ndarray]:
    """The first N examples of the stream, with ids below 10⁹."""
    return next(iter(ClickStream(N, rows=N)))


@lru_cache(1)
def columns() -> tuple[sp.csr_array, np.ndarray]:
    """The same examples with a column for each id they hold, and the ids, increasing."""
    X, _ = clicks()
    ids, place = np.unique(X.indices, return_inverse=True)
    arrays = X.data, place.astype(np.int32), X.indptr.astype(np.int32)
    return sp.csr_array(arrays, shape=(N, len(ids))), ids


@lru_cache(1)
def met() -> np.ndarray:
    """How many different ids the first n examples hold, n = 0, …, N."""
    X, _ = columns()
    _, first = np.unique(X.indices, return_index=True)
    rows = np.searchsorted(X.indptr, first, side="right")
    return np.cumsum(np.bincount(rows, minlength=N + 1))


def recent_ids(n: int) -> int:
    """How many different ids the last ``n`` examples hold."""
    X, _ = clicks()
    return len(np.unique(X.indices[X.indptr[max(N - n, 0)] :]))


class Breath(NamedTuple):
    """A run on live features, looked at after ``at`` examples, the first time before any.

    ``live`` : weights that are not 0. ``places`` : those of the table. ``loss`` [N + 1] : the mean
    over so many examples, nan of none. ``weights`` : ids, increasing, and weights at the end.
    """

    at: np.ndarray
    live: np.ndarray
    places: np.ndarray
    loss: np.ndarray
    weights: tuple[np.ndarray, np.ndarray]


def quarter(example: int | np.ndarray) -> int | np.ndarray:
    """The quarter of the stream, from 0, in which an example comes."""
    return example * QUARTERS // N


@lru_cache(64)
def breathe(eta: float, gravities: tuple[float, ...], looks: int = FRAMES) -> Breath:
    """Truncated gradient through the stream, under one of ``gravities`` a quarter, in turn."""
    X, y = clicks()
    at = np.linspace(0, N, looks + 1).astype(np.int64)
    turns = [learner(eta, gravity) for gravity in gravities]
    state, made, live, places = turns[0].start(0, N), [], [0], [0]
    for begin, end in pairwise(at):
        now = turns[quarter(begin) % len(turns)]
        made.append(now.advance(state, X, y, np.arange(begin, end), LOSS))
        weights = now.live_weights(state)
        live.append(len(weights[0]))
        places.append(len(state.ids))
    return Breath(at, np.array(live), np.array(places), mean_loss(np.concatenate(made)), weights)


@lru_cache(64)
def free(eta: float) -> np.ndarray:
    """The mean loss [N + 1] of the same steps without gravity, on a table of every id."""
    X, ids = columns()
    algorithm = learner(eta, 0.0, "dense")
    state, y = algorithm.start(len(ids), N), clicks()[1]
    return mean_loss(algorithm.advance(state, X, y, np.arange(N), LOSS))


def mean_loss(predictions: np.ndarray) -> np.ndarray:
    """The mean over the first n examples, n = 0, …, N; nan of none."""
    sums = np.cumsum(loss_values(Loss[LOSS], predictions, clicks()[1]))
    return np.append(np.nan, sums / np.arange(1, N + 1))


def learner(eta: float, gravity: float, memory: str = "live"):
    """Truncated gradient with a constant step size, K = 1 and θ = ∞."""
    return CATALOGUE["truncated_gradient"](eta=eta, gravity=gravity, memory=memory)


ROWS, EACH, TIMES = 500, 60, 8
DIMENSIONS = {
    "eager, every weight": (10**3, 10**4, 10**5, 10**6),
    "lazy, a place for every feature": (10**3, 10**4, 10**5, 10**6),
    "lazy, a place for the live": (10**3, 10**4, 10**5, 10**6, 10**7, 10**8, 10**9),
}
EAGER, LAZY, LIVE = DIMENSIONS


@lru_cache(16)
def times(measurement: int) -> dict[str, list[float]]:
    """Seconds of a step at each of ``DIMENSIONS``, on this machine; each measurement made once."""
    lazy = [_lazy(d, "dense") for d in DIMENSIONS[LAZY]]
    eager = [step + _shrinking(d) for d, step in zip(DIMENSIONS[EAGER], lazy, strict=True)]
    return {EAGER: eager, LAZY: lazy, LIVE: [_lazy(d, "live") for d in DIMENSIONS[LIVE]]}


def _lazy(d: int, memory: str) -> float:
    """A step of the kernel, on examples of EACH features drawn evenly from d."""
    draw = np.random.default_rng(0)
    ids = np.arange(EACH) * (d // EACH) + draw.integers(0, d // EACH, (ROWS, EACH))
    indptr, kind = np.arange(0, ids.size + 1, EACH), np.int64 if memory == "live" else np.int32
    values = np.full(ids.size, EACH**-0.5)
    X = sp.csr_array((values, ids.ravel().astype(kind), indptr.astype(kind)), shape=(ROWS, d))
    y, order, algorithm = (
        draw.choice((-1.0, 1.0), ROWS),
        np.arange(ROWS),
        learner(0.1, 1e-3, memory),
    )
    state = algorithm.start(d, TIMES * ROWS)
    return _least(lambda: algorithm.advance(state, X, y, order, LOSS)) / ROWS


def _shrinking(d: int) -> float:
    """T1 on a whole vector of d weights."""
    w, algorithm = np.linspace(-1.0, 1.0, d), learner(0.1, 1e-3)
    return _least(lambda: algorithm.shrink(w, 1))


def _least(run) -> float:
    """The least seconds of ``TIMES``; the first also compiles and fetches memory."""
    taken = []
    for _ in range(TIMES):
        began = perf_counter()
        run()
        taken.append(perf_counter() - began)
    return min(taken)
