"""The one loop that runs an algorithm and looks at it on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from numbers import Integral
from time import perf_counter
from typing import Any

import numpy as np

from algorithms.batch.base import BatchAlgorithm
from algorithms.batch.problem import Problem
from algorithms.groups import as_groups
from algorithms.losses import (
    Loss,
    check_target,
    fitting_loss,
    fitting_rows,
    loss_code,
    loss_values,
)
from algorithms.online.base import OnlineAlgorithm
from algorithms.orders import checkpoint_steps, order_of
from algorithms.record_stream import record_blocks
from algorithms.snapshots import Looks, first_seen, tracked_classes, tracked_features
from algorithms.trace import Trace
from datasets import Dataset

Progress = Callable[[float], None]


def record(
    algorithm: OnlineAlgorithm | BatchAlgorithm,
    dataset: Dataset | Iterable,
    loss: str | Loss = "logistic",
    order: np.ndarray | None = None,
    seed: int = 0,
    passes: int = 1,
    checkpoints: int = 200,
    progress: Progress | None = None,
    *,
    intercept: bool = False,
    groups: Any = None,
    fit: bool = False,
) -> Trace:
    """Run ``algorithm`` over ``dataset`` and return its :class:`Trace`.

    Parameters
    ----------
    dataset : a ``Dataset``; or blocks ``(X, y)`` of examples, X CSR, none of which is held, for an
        algorithm on live features: see ``record_blocks``.
    order : int array of row numbers, one step each. It overrides ``seed`` and ``passes``, which
        otherwise draw a new permutation for each pass.
    passes : how often an online run goes through the data; a batch run takes whole steps until it
        has read as many entries as lie in so many passes, or has arrived.
    checkpoints : how often to look at most, see ``checkpoint_steps``; looking changes nothing.
    progress : called after each stretch with the share of the run that is done, of a stream with
        the number of examples.
    intercept : learn a constant term too, never penalised, never truncated, never counted.
    groups : of the features: a vector (d,), or lists that may overlap; the dataset's own otherwise.
    fit : note the mean loss over all examples at every checkpoint; batch runs always do.

    Raises
    ------
    ValueError
        for an unknown loss, one the algorithm has no update for or that does not fit the target,
        labels of no meaning for it, groups that are none, or an order, a number of passes or of
        checkpoints that cannot be run.
    """
    if not isinstance(algorithm, (OnlineAlgorithm, BatchAlgorithm)):
        raise ValueError(f"algorithm = {algorithm!r}: it must be one of the catalogue")
    if not isinstance(dataset, Dataset):
        if order is not None or groups is not None or fit:
            raise ValueError("order, groups, fit: a stream of blocks is gone through as it comes")
        code = loss_code(loss)
        check_update(algorithm, code)
        _check_count("passes", passes)
        _check_count("checkpoints", checkpoints)
        return record_blocks(algorithm, dataset, code, passes, checkpoints, intercept, progress)
    code = fitting_loss(loss, dataset.task)
    check_update(algorithm, code)
    check_target(code, dataset.y, len(dataset.classes))
    d = dataset.n_features
    given = dataset.groups if groups is None else groups
    members = None if given is None else as_groups(given, d)
    _check_count("checkpoints", checkpoints)
    order = _checked_order(order, dataset, seed, passes)
    X = fitting_rows(code, dataset.X)
    tracked = tracked_classes(dataset) if code == Loss.softmax else tracked_features(dataset)

    if isinstance(algorithm, BatchAlgorithm):
        problem = Problem.of(X, dataset.y, code, None, intercept, members, order, seed)
        budget = max(len(order) * X.nnz // X.shape[0], 1)
        looks = Looks(algorithm, tracked, code, X, dataset.y)
        ran = _solve(algorithm, problem, looks, checkpoint_steps(budget, checkpoints), progress)
        ran |= {"loss": None, "mistakes": None}
        seen = np.count_nonzero(np.bincount(X.indices, minlength=d))
        ran["seen"] = np.full(len(ran["steps"]), seen)
    else:
        state = algorithm.start(d, len(order), X.shape[0], members, intercept, len(dataset.classes))
        looks = Looks(algorithm, tracked, code, *((X, dataset.y) if fit else ()))
        steps = checkpoint_steps(len(order), checkpoints, algorithm.stride)
        predictions, ran = _learn(
            algorithm, state, X, dataset.y, order, code, looks, steps, progress
        )
        at, order = ran["steps"], order[: len(predictions)]
        ran |= _suffered(code, dataset.task, predictions, dataset.y[order], at)
        ran["seen"] = first_seen(X.indptr, X.indices, order, at, d)
        ran["accesses"] = np.cumsum(np.diff(X.indptr)[order].astype(np.int64))[at - 1]
        ran["evaluations"] = at.copy()
    return Trace(algorithm=algorithm, loss_name=code.name, **ran, **looks.columns())


def _learn(algorithm, state, X, y, order, code, looks, steps, progress):
    """Run an online algorithm in stretches; its predictions, and what the trace says of steps."""
    parts, at = [], []
    done, spent, diverged_at = 0, 0.0, None
    # Compiled, or read from the cache of compiled code, before the clock runs.
    algorithm.advance(state, X, y, order[:0], code)
    for stop in steps:
        began = perf_counter()
        made = algorithm.advance(state, X, y, order[done:stop], code)
        spent += perf_counter() - began
        parts.append(made)
        done += len(made)
        if done < stop:
            diverged_at = done + 1
        if len(made):
            at.append(done)
            looks.take(state, spent)
        if progress is not None:
            progress(done / len(order))
        if diverged_at is not None:
            break
    return np.concatenate(parts), {"steps": np.array(at), "diverged_at": diverged_at}


def _solve(algorithm, problem, looks, targets, progress):
    """Run a batch algorithm until it has read ``targets[-1]`` entries or has arrived."""
    began = perf_counter()
    state = algorithm.start(problem)
    spent, counts, going = perf_counter() - began, [], True
    # Compiled, or read from the cache of compiled code, before the clock of the steps runs.
    algorithm.advance(state, 0)
    for target in targets:
        began = perf_counter()
        going = algorithm.advance(state, int(target))
        spent += perf_counter() - began
        if not counts or state.count[0] > counts[-1][0]:
            counts.append(tuple(state.count))
            looks.take(state, spent)
        if progress is not None:
            progress(min(state.count[1] / targets[-1], 1.0))
        if not going:
            break
    steps, accesses, evaluations = np.array(counts, dtype=np.int64).T
    return {
        "steps": steps,
        "accesses": accesses,
        "evaluations": evaluations,
        "diverged_at": int(steps[-1]) + 1 if state.diverged[0] else None,
    }


def _suffered(code: Loss, task: str, predictions: np.ndarray, y: np.ndarray, at) -> dict:
    """Cumulative loss and mistakes at the steps ``at``."""
    wrong = predictions.argmax(axis=1) != y if task == "multiclass" else predictions * y <= 0.0
    return {
        "loss": np.cumsum(loss_values(code, predictions, y))[at - 1],
        "mistakes": np.full(len(at), -1) if task == "regression" else np.cumsum(wrong)[at - 1],
    }


def check_update(algorithm: OnlineAlgorithm | BatchAlgorithm, code: Loss) -> None:
    """Raise ValueError, naming the losses there are, where an algorithm has no update for one."""
    if code not in algorithm.losses:
        known = ", ".join(loss.name for loss in algorithm.losses)
        raise ValueError(
            f"loss = {code.name!r}: {algorithm.title} has no update for it; it must be one of "
            f"{known}"
        )


def _check_count(name: str, value: int) -> None:
    if not isinstance(value, Integral) or value < 1:
        raise ValueError(f"{name} = {value!r}: it must be a whole number >= 1")


def _checked_order(order, dataset: Dataset, seed: int, passes: int) -> np.ndarray:
    if order is None:
        _check_count("passes", passes)
        return order_of(dataset, passes, seed)
    order = np.asarray(order)
    if order.ndim != 1 or order.size == 0 or order.dtype.kind not in "iu":
        raise ValueError("order: it must be a non-empty one-dimensional array of whole numbers")
    if order.min() < 0 or order.max() >= dataset.n_rows:
        raise ValueError(f"order: it must name rows 0 to {dataset.n_rows - 1}")
    return order.astype(np.int64)
