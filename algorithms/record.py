"""The one loop that runs an online algorithm and looks at it on the way."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Integral
from time import perf_counter

import numpy as np

from algorithms._jit import kernel
from algorithms.losses import Loss, fitting_loss, loss_values
from algorithms.online.base import OnlineAlgorithm
from algorithms.orders import checkpoint_steps, random_order
from algorithms.trace import Trace
from datasets import Dataset

TRACKED = 2048
"""Up to this many features every weight is kept at every checkpoint."""


def record(
    algorithm: OnlineAlgorithm,
    dataset: Dataset,
    loss: str | Loss = "logistic",
    order: np.ndarray | None = None,
    seed: int = 0,
    passes: int = 1,
    checkpoints: int = 200,
    progress: Callable[[float], None] | None = None,
) -> Trace:
    """Run ``algorithm`` over ``dataset`` and return its :class:`Trace`.

    Parameters
    ----------
    order : int array of row numbers, one step each. It overrides ``seed`` and ``passes``, which
        otherwise draw a new permutation for each pass.
    checkpoints : how often to look at most, see ``checkpoint_steps``; looking changes nothing.
    progress : called after each stretch with the share of the run that is done.

    Raises
    ------
    ValueError
        for an unknown loss, a margin loss on a regression task, or an order, a number of passes
        or of checkpoints that cannot be run.
    """
    if not isinstance(algorithm, OnlineAlgorithm):
        raise ValueError(f"algorithm = {algorithm!r}: it must be an online algorithm")
    code = fitting_loss(loss, dataset.task)
    order = _checked_order(order, dataset.X.shape[0], seed, passes)
    _check_count("checkpoints", checkpoints)

    rows, y, d = dataset.X, dataset.y, dataset.X.shape[1]
    steps = checkpoint_steps(len(order), checkpoints, algorithm.stride)
    tracked = tracked_features(dataset)
    predictions = np.empty(len(order))
    looks: list[tuple] = []
    state = algorithm.start(d, len(order))
    done, spent, diverged_at = 0, 0.0, None
    # Compiled, or read from the cache of compiled code, before the clock runs.
    algorithm.advance(state, rows, y, order[:0], code)
    for stop in steps:
        began = perf_counter()
        made = algorithm.advance(state, rows, y, order[done:stop], code)
        spent += perf_counter() - began
        predictions[done : done + len(made)] = made
        done += len(made)
        if done < stop:
            diverged_at = done + 1
        if made.size:
            w = algorithm.weights(state)
            looks.append((done, np.count_nonzero(w), np.abs(w).sum(), spent, w[tracked]))
        if progress is not None:
            progress(done / len(order))
        if diverged_at is not None:
            break

    at, nonzeros, l1_norm, seconds, weights = map(np.array, zip(*looks, strict=True))
    predictions, order = predictions[:done], order[:done]

    def sums(values):
        return np.cumsum(values)[at - 1]

    if dataset.task == "classification":
        mistakes = sums(predictions * y[order] <= 0.0)
    else:
        mistakes = np.full(len(at), -1)
    return Trace(
        algorithm=algorithm,
        loss_name=code.name,
        steps=at,
        loss=sums(loss_values(code, predictions, y[order])),
        mistakes=mistakes,
        nonzeros=nonzeros,
        l1_norm=l1_norm,
        seen=first_seen(rows.indptr, rows.indices, order, at, d),
        accesses=sums(np.diff(rows.indptr)[order].astype(np.int64)),
        seconds=seconds,
        weights=weights,
        tracked=tracked,
        final_weights=w,
        diverged_at=diverged_at,
    )


def _check_count(name: str, value: int) -> None:
    if not isinstance(value, Integral) or value < 1:
        raise ValueError(f"{name} = {value!r}: it must be a whole number >= 1")


def _checked_order(order, n_rows: int, seed: int, passes: int) -> np.ndarray:
    if order is None:
        _check_count("passes", passes)
        return random_order(n_rows, passes, seed)
    order = np.asarray(order)
    if order.ndim != 1 or order.size == 0 or order.dtype.kind not in "iu":
        raise ValueError("order: it must be a non-empty one-dimensional array of whole numbers")
    if order.min() < 0 or order.max() >= n_rows:
        raise ValueError(f"order: it must name rows 0 to {n_rows - 1}")
    return order.astype(np.int64)


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


@kernel
def first_seen(indptr, indices, order, at, d):
    """How many distinct features the first ``at[c]`` rows of ``order`` hold, for each c."""
    met = np.zeros(d, np.bool_)
    counts = np.empty(at.size, np.int64)
    count, i = 0, 0
    for c in range(at.size):
        while i < at[c]:
            if count < d:
                for k in range(indptr[order[i]], indptr[order[i] + 1]):
                    j = indices[k]
                    if not met[j]:
                        met[j] = True
                        count += 1
            i += 1
        counts[c] = count
    return counts
