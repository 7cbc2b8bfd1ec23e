"""The options of a run, and their validation; errors name the argument, its value and the rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from numbers import Real
from typing import Any

import numpy as np

from algorithms.batch.base import BatchAlgorithm
from algorithms.dataset_stats import DatasetStats
from algorithms.losses import Loss, fitting_loss
from algorithms.online.base import OnlineAlgorithm
from algorithms.orders import check_count, check_seed, order_of
from datasets import Dataset

LONG = 60
"""The most letters of what was given in place of an algorithm that are shown."""


@dataclass(frozen=True, eq=False)
class RunOptions:
    """How a run goes: the examples it draws, what it learns beside the weights, when it looks.

    Parameters
    ----------
    seed : of the order of the examples and of what a method draws.
    passes : how often an online run goes through the data, once unless given; a batch run takes
        steps until it has read as many entries as that many passes hold, or has converged.
    checkpoints : the most checkpoints, see ``checkpoint_steps``; they change no result.
    intercept : learn a constant term too, never penalised, never truncated, never counted.
    groups : of the features, a vector (d,) or lists that may overlap; else the dataset's own.
    fit : note the mean loss over all examples at every checkpoint; batch runs always do.
    since : leave out the checkpoints in the first share ``since`` < 1 of the run.

    Examples
    --------
    >>> RunOptions(passes=5).checkpoints
    200
    """

    seed: int = 0
    passes: int | None = None
    checkpoints: int = 200
    intercept: bool = False
    groups: Any = None
    fit: bool = False
    since: float = 0.0


def run_options(options: Mapping[str, Any]) -> RunOptions:
    """Return the options of a run by name; raise TypeError for a name that is none.

    Examples
    --------
    >>> run_options({"epochs": 5})
    Traceback (most recent call last):
    TypeError: a run has no option 'epochs': it has seed, passes, checkpoints, intercept, groups, \
fit, since
    """
    names = [each.name for each in fields(RunOptions)]
    for name in options:
        if name not in names:
            raise TypeError(f"a run has no option {name!r}: it has {', '.join(names)}")
    return RunOptions(**options)


def check_algorithm(algorithm: Any) -> None:
    """Raise ValueError for an object that is no algorithm, with the way to one."""
    if isinstance(algorithm, (OnlineAlgorithm, BatchAlgorithm)):
        return
    text = repr(algorithm)
    text = text if len(text) <= LONG else f"{text[: LONG - 1]}…"
    shown = f"algorithm = {text}: it must be one of the catalogue"
    if isinstance(algorithm, type):
        raise ValueError(f"{shown}, with its knobs: {algorithm.__name__}(), not the class itself")
    if hasattr(algorithm, "as_algorithm"):
        raise ValueError(f"{shown}: of an estimator, give its as_algorithm()")
    if isinstance(algorithm, str):
        raise ValueError(f"{shown}: CATALOGUE[{algorithm!r}](), not its key")
    raise ValueError(f'{shown}, such as CATALOGUE["sgd"]()')


def check_update(algorithm: Any, code: Loss) -> None:
    """Raise ValueError for an object that is no algorithm, or has no update for a loss."""
    check_algorithm(algorithm)
    if code not in algorithm.losses:
        known = ", ".join(loss.name for loss in algorithm.losses)
        raise ValueError(
            f"loss = {code.name!r}: {algorithm.title} has no update for it; it must be one of "
            f"{known}"
        )


def checked_loss(algorithm: Any, dataset: Dataset, loss: str | Loss | None) -> Loss:
    """Return the code of ``loss``, of the usual one for None.

    Raises ValueError for one that does not fit the target of ``dataset``, or that ``algorithm`` has
    no update for.
    """
    code = fitting_loss(loss, dataset.task)
    check_update(algorithm, code)
    DatasetStats.of(dataset).check_labels(dataset, code)
    return code


def as_list(name: str, values: Any) -> list[Any]:
    """Return ``values`` as a list; raise ValueError where they cannot be iterated."""
    if not isinstance(values, Iterable):
        raise ValueError(f"{name} = {values!r}: it must be a list of them")
    return list(values)


def check_checkpoints(checkpoints: Any, since: Any, threads: Any = None) -> None:
    """Raise ValueError for checkpoints or threads below 1, and for ``since`` outside [0, 1)."""
    check_count("checkpoints", checkpoints)
    if threads is not None:
        check_count("threads", threads)
    if not isinstance(since, Real) or not 0.0 <= since < 1.0:
        raise ValueError(f"since = {since!r}: it must be a share of the run, >= 0 and < 1")


def checked_order(
    order: np.ndarray | None, dataset: Dataset, seed: int = 0, passes: int | None = None
) -> np.ndarray:
    """Return the order of the examples as int64 (steps,), drawn where ``order`` is None.

    Raises ValueError for an order that names no rows or other rows, for passes beside it or that
    are none, and for a seed that is none.
    """
    check_seed(seed)
    if order is None:
        passes = 1 if passes is None else passes
        check_count("passes", passes)
        return order_of(dataset, passes, seed)
    if passes is not None:
        raise ValueError(
            f"passes = {passes!r}: with an order of its own a run takes that order, once; give "
            "one of the two"
        )
    try:
        order = np.asarray(order)
    except ValueError:  # lists of different lengths
        order = np.empty(0)
    if order.ndim != 1 or order.size == 0 or order.dtype.kind not in "iu":
        raise ValueError("order: it must be a non-empty one-dimensional array of whole numbers")
    if order.min() < 0 or order.max() >= dataset.n_rows:
        raise ValueError(f"order: it must name rows 0 to {dataset.n_rows - 1}")
    return order.astype(np.int64)
