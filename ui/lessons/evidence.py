"""Gather evidence for lessons: runs, memories of them, features counted, and a work budget.

All of it is written once here; a lesson says what it runs and how much of that is remembered.
With the memories of all lessons full that was, measured, 23 MB on their own examples and 100 MB on
a dataset of 20,000 features, the datasets themselves not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, NamedTuple, TypeVar

import numpy as np

from algorithms import Trace, record, sweep
from algorithms.truth import real_or_random
from datasets import Dataset
from ui.memo import Memo

Function = TypeVar("Function", bound=Callable)


def remember(most: int) -> Callable[[Function], Function]:
    """Return a decorator that remembers the ``most`` values last asked for.

    Arguments are hashable; a dataset counts as itself, not by its content. Two threads that ask
    for the same value compute it once, and an error is not remembered. What was computed from a
    dataset goes with it, see ``ui.memo.forget``.
    """

    def decorate(function: Function) -> Function:
        values = Memo(most)

        @wraps(function)
        def remembering(*args, **kwargs):
            key = (args, tuple(sorted(kwargs.items())))
            return values.get(key, lambda: function(*args, **kwargs))

        return remembering

    return decorate


def remembered_each(most: int) -> Callable[[Function], Function]:
    """Return a decorator that remembers the ``most`` values last asked for, each by itself.

    The function is given several members first, and returns a value for each of them in a list;
    what else it is given is the same for all. It is called with the members whose values are not
    remembered, so that a sweep makes only the runs that are missing. All else is as in
    ``remembered``.
    """

    def decorate(function: Function) -> Function:
        values = Memo(most)

        @wraps(function)
        def remembering(members, *args, **kwargs):
            same = (args, tuple(sorted(kwargs.items())))

            def compute(keys: list) -> list:
                return function([member for member, _ in keys], *args, **kwargs)

            return values.get_all([(member, same) for member in members], compute)

        return remembering

    return decorate


def run_or_say(algorithm: Any, data: Dataset, loss: str = "logistic", **asked: Any) -> Trace:
    """Return the trace of ``algorithm`` over ``data``; ``asked`` is what else ``record`` takes.

    Raises
    ------
    ValueError
        with a sentence for the reader, where the run diverged.
    """
    return _whole(record(algorithm, data, loss, **asked))


def runs_or_say(
    algorithms: Sequence[Any], data: Dataset, loss: str = "logistic", **asked: Any
) -> list[Trace]:
    """Return the traces of all ``algorithms`` over ``data``, made in one sweep.

    ``asked`` is what else ``sweep`` takes; it raises as ``run_or_say`` does.
    """
    return [_whole(trace) for trace in sweep(algorithms, data, loss, **asked)]


def _whole(trace: Trace) -> Trace:
    """Return a trace that did not diverge; of one that did, raise ValueError."""
    if trace.final.diverged_at is None:
        return trace
    raise ValueError(
        f"{trace.algorithm.title} diverged at step {trace.final.diverged_at:,}: "
        "take a smaller step size, or scale the features"
    )


def affordable(budget: float, each: float, least: int = 1, most: int | None = None) -> int:
    """Return how many pieces of work that cost ``each`` fit into ``budget``.

    Both count the same thing, entries read as a rule. The number lies between ``least`` and
    ``most`` whatever the budget says.
    """
    pieces = max(int(budget // max(each, 1)), least)
    return pieces if most is None else min(pieces, most)


def features_met(trace: Trace) -> str:
    """Return the features that a run met, such as "30 features": those that no example has are
    distinguished, for no method removed them."""
    seen, d = int(trace.sparsity.seen[-1]), trace.final.weights.shape[-1]
    more = "" if seen == d else f" that occur in the examples ({d - seen:,} more do not)"
    return f"{seen:,} features{more}"


class KeptFeatures(NamedTuple):
    """The real and the random features that a model keeps."""

    real: int
    random: int


def count_kept(weights: np.ndarray, data: Dataset) -> KeptFeatures:
    """Return how many features of ``data`` have a nonzero weight; ``weights`` (d,)."""
    return KeptFeatures(*real_or_random(data).count_nonzeros(weights))
