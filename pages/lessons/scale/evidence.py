"""Runs of truncated gradient through a stream with ids below 10⁹, on a table of the live features.

A movement of a gravity makes one run, of η one more without gravity. The runs under one gravity all
the time, and the times, stand still.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from algorithms import CATALOGUE
from algorithms.losses import Loss, loss_values
from algorithms.online.truncated_gradient import TruncatedGradient
from datasets import ClickStream, Dataset
from knobs import knob, like, linear, log
from pages.lessons.scale.timing import times
from ui.lessons.evidence import remember, runs_or_say

N = 3000
"""Examples of the stream."""
FRAMES = 48
"""Looks at a run."""
QUARTERS = 4
"""Stretches between which gravity changes."""
GRAVITIES = (0.0005, 0.001, 0.003, 0.01, 0.03, 0.1)
LOSS = "logistic"
IDS = 10**9
"""Ids of the stream lie below this."""
PLACE = 24
"""Bytes of a place of the table: an id, a weight, and what it has paid."""
DENSE = 16
"""Bytes of a feature where every one has its place: a weight, and what it has paid."""


@dataclass(frozen=True)
class Knobs:
    """Two gravities, in turn, and the step size."""

    gravity: float = like(
        TruncatedGradient,
        "gravity",
        0.001,
        log(0.0005, 0.1),
        "Gravity in the first and the third quarter of the stream.",
    )
    turned: float = knob(
        0.01,
        "g′",
        "gravity, quarters 2, 4",
        log(0.0005, 0.1),
        "Gravity in the second and the last quarter.",
    )
    eta: float = like(TruncatedGradient, "eta", 0.03, log(0.003, 0.3), "The step size, constant.")
    measurement: int = knob(
        1,
        "",
        "measurement",
        linear(1, 9, integer=True, most=9),
        "Times are measured once on this machine; another number measures again.",
        rare=True,
    )


class Breath(NamedTuple):
    """A run on live features, looked at F times, the first time before any example.

    Parameters
    ----------
    at : (F,), the examples that have passed.
    live : (F,), weights that are not 0.
    places : (F,), places of the table.
    loss : (N + 1,), the mean over so many examples, nan of none.
    weights : ids, increasing, and weights at the end.
    """

    at: np.ndarray
    live: np.ndarray
    places: np.ndarray
    loss: np.ndarray
    weights: tuple[np.ndarray, np.ndarray]


class Evidence(NamedTuple):
    """The run, and all that it is compared with.

    Parameters
    ----------
    breath : the run under g and g′ in turn.
    free : (N + 1,), the average loss of one without gravity.
    met : (N + 1,), how many different ids have come by.
    ends : the features that live in the end, for each of GRAVITIES all the time.
    bound : the ids of the last 1/(2g) examples, for each of GRAVITIES.
    times : seconds of a step, see ``timing.times``.
    """

    knobs: Knobs
    breath: Breath
    free: np.ndarray
    met: np.ndarray
    ends: list[int]
    bound: list[int]
    times: dict[str, list[float]]


def gather(knobs: Knobs, _: Dataset | None) -> Evidence:
    """Return the run over the stream of clicks, what other gravities leave, and times of a step."""
    return Evidence(
        knobs=knobs,
        breath=breathe(knobs.eta, (knobs.gravity, knobs.turned)),
        free=loss_without_gravity(knobs.eta),
        met=distinct_ids(),
        ends=ends(),
        bound=[recent_ids(round(0.5 / gravity)) for gravity in GRAVITIES],
        times=times(int(knobs.measurement)),
    )


# The stream --------------------------------------------------------------------------------------


@remember(most=1)
def clicks() -> tuple[sp.csr_array, np.ndarray]:
    """Return the first N examples of the stream, with ids below 10⁹, and their labels."""
    return next(iter(ClickStream(N, rows=N)))


@remember(most=1)
def columns() -> tuple[sp.csr_array, np.ndarray]:
    """Return the same examples with a column for each id they hold, and the ids, increasing."""
    X, _ = clicks()
    ids, place = np.unique(X.indices, return_inverse=True)
    arrays = X.data, place.astype(np.int32), X.indptr.astype(np.int32)
    return sp.csr_array(arrays, shape=(N, len(ids))), ids


@remember(most=1)
def distinct_ids() -> np.ndarray:
    """Return how many different ids the first n examples hold, n = 0, …, N."""
    X, _ = columns()
    _, first = np.unique(X.indices, return_index=True)
    rows = np.searchsorted(X.indptr, first, side="right")
    return np.cumsum(np.bincount(rows, minlength=N + 1))


def recent_ids(n: int) -> int:
    """Return how many different ids the last ``n`` examples hold."""
    X, _ = clicks()
    return len(np.unique(X.indices[X.indptr[max(N - n, 0)] :]))


def quarter(example: int | np.ndarray) -> int | np.ndarray:
    """Return the quarter of the stream, from 0, in which an example comes."""
    return example * QUARTERS // N


# Runs --------------------------------------------------------------------------------------------


@remember(most=64)
def breathe(eta: float, gravities: tuple[float, ...]) -> Breath:
    """Return truncated gradient through the stream, under one of ``gravities`` a quarter, in turn.

    A run holds 0.4 MB at most: the weights of some 20,000 ids.
    """
    X, y = clicks()
    at = np.linspace(0, N, FRAMES + 1).astype(np.int64)
    turns = [learner(eta, gravity) for gravity in gravities]
    state = turns[0].start(0, N)
    predictions, live, places = [], [0], [0]
    for begin, end in pairwise(at):
        current = turns[quarter(begin) % len(turns)]
        predictions.append(current.advance(state, X, y, np.arange(begin, end), LOSS))
        weights = current.live_weights(state)
        live.append(len(weights[0]))
        places.append(len(state.ids))
    loss = mean_loss(np.concatenate(predictions))
    return Breath(at, np.array(live), np.array(places), loss, weights)


class LazyTable(NamedTuple):
    """The ids that the table holds after n clicks, n = 0, …, N, and its places, (N + 1,) each."""

    stored: np.ndarray
    places: np.ndarray


@remember(most=8)
def lazy_table(eta: float, gravities: tuple[float, ...]) -> LazyTable:
    """Return what the table holds when clicks come one at a time, under gravities in turn.

    Some of its weights have come to 0 by then: it is swept when three eighths of it are taken.
    """
    X, y = clicks()
    turns = [learner(eta, gravity) for gravity in gravities]
    state = turns[0].start(0, N)
    stored, places = np.zeros(N + 1, np.int64), np.full(N + 1, len(state.ids))
    for n in range(N):
        turns[quarter(n) % len(turns)].advance(state, X, y, np.array([n]), LOSS, check_input=False)
        stored[n + 1], places[n + 1] = state.count[0], len(state.ids)
    return LazyTable(stored, places)


def stored_ids(eta: float, gravities: tuple[float, ...]) -> np.ndarray:
    """Return how many ids the table holds after n clicks, see ``lazy_table``."""
    return lazy_table(eta, gravities).stored


@remember(most=1)
def known_loss() -> float:
    """Return the average loss of predictions by the true weights of all ids met before.

    More nobody can know on the way: an id that comes for the first time may have any weight.
    """
    X, y = clicks()
    _, first = np.unique(X.indices, return_index=True)
    true = ClickStream(N).true_weights(X.indices)
    true[first] = 0.0  # no id stands twice in a click
    score = np.add.reduceat(true, X.indptr[:-1])
    return float(loss_values(Loss[LOSS], score, y).mean())


@remember(most=1)
def ends() -> list[int]:
    """Return how many features live in the end, for each of GRAVITIES all the time.

    The runs are on a table of every id. One of the live features drops zeros alone, so it ends with
    the same weights.
    """
    X, _ = columns()
    _, y = clicks()
    learners = [learner(Knobs.eta, gravity, "dense") for gravity in GRAVITIES]
    stream = Dataset.from_arrays(X, y)
    traces = runs_or_say(learners, stream, LOSS, order=np.arange(N), checkpoints=1)
    return [int(trace.used[-1]) for trace in traces]


@remember(most=64)
def loss_without_gravity(eta: float) -> np.ndarray:
    """Return the average loss (N + 1,) of the same steps without gravity, on a dense table."""
    X, ids = columns()
    _, y = clicks()
    algorithm = learner(eta, 0.0, "dense")
    state = algorithm.start(len(ids), N)
    return mean_loss(algorithm.advance(state, X, y, np.arange(N), LOSS))


@remember(most=8)
def free_weights(eta: float) -> np.ndarray:
    """Return the weights that the same steps end with, one for each id met."""
    X, ids = columns()
    algorithm = learner(eta, 0.0, "dense")
    state = algorithm.start(len(ids), N)
    algorithm.advance(state, X, clicks()[1], np.arange(N), LOSS)
    return algorithm.weights(state)


def mean_loss(predictions: np.ndarray) -> np.ndarray:
    """Return the mean over the first n examples, n = 0, …, N; nan of none."""
    sums = np.cumsum(loss_values(Loss[LOSS], predictions, clicks()[1]))
    return np.append(np.nan, sums / np.arange(1, N + 1))


def learner(eta: float, gravity: float, memory: str = "live"):
    """Return truncated gradient with a constant step size, K = 1 and θ = ∞."""
    return CATALOGUE["truncated_gradient"](eta=eta, gravity=gravity, memory=memory)
