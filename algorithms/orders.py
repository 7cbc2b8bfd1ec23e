"""The order of examples: data, drawn outside every kernel, so that runs can share it."""

from __future__ import annotations

from functools import lru_cache
from numbers import Integral
from typing import Any

import numpy as np

from datasets import Dataset


def check_count(name: str, value: Any) -> None:
    """Raise ValueError for a ``value`` that is no whole number ≥ 1."""
    if not isinstance(value, Integral) or value < 1:
        raise ValueError(f"{name} = {value!r}: it must be a whole number >= 1")


def check_seed(seed: Any) -> None:
    """Raise ValueError for a ``seed`` that is no whole number ≥ 0."""
    if not isinstance(seed, Integral) or seed < 0:
        raise ValueError(f"seed = {seed!r}: it must be a whole number >= 0")


def random_order(n_rows: int, passes: int = 1, seed: int = 0) -> np.ndarray:
    """``passes`` permutations of 0, …, n_rows − 1 one after the other: int64 (passes · n_rows,).

    Raises ValueError for passes that are no whole number ≥ 1, and a seed that is none ≥ 0.

    Examples
    --------
    >>> random_order(3, passes=2, seed=0)
    array([2, 0, 1, 2, 1, 0])
    """
    check_count("passes", passes)
    check_seed(seed)
    generator = np.random.default_rng(seed)
    return np.concatenate([generator.permutation(n_rows) for _ in range(passes)])


def order_of(dataset: Dataset | tuple, passes: int = 1, seed: int = 0) -> np.ndarray:
    """The order in which a run goes through ``dataset``: int64 (passes · n_rows,).

    Rows that stand in time come as they stand, again in every pass; all others are drawn.

    Examples
    --------
    >>> from datasets import load
    >>> len(order_of(load("breast_cancer"), passes=2))
    1138
    """
    dataset = Dataset.of(dataset)
    check_count("passes", passes)
    if dataset.in_time:
        return np.tile(np.arange(dataset.n_rows), passes)
    return random_order(dataset.n_rows, passes, seed)


def checkpoint_steps(
    n_steps: int, checkpoints: int, stride: int = 1, since: float = 0.0
) -> np.ndarray:
    """Return the steps of checkpoints: at most ``checkpoints``, increasing, the last ``n_steps``.

    Spaced quadratically: dense early on, where curves bend, and every 2/checkpoints of the run
    at its end. All but the last are multiples of ``stride``: an algorithm that makes its zeros
    every ``stride`` steps has its checkpoints just after it made them, and not at a random moment
    between. With ``checkpoints`` ≥ ``n_steps`` every step is a checkpoint. Those in the first share
    ``since`` < 1 of the run are left out.

    Examples
    --------
    >>> checkpoint_steps(1000, 5)
    array([  41,  161,  360,  641, 1000])
    >>> checkpoint_steps(1000, 5, stride=300)
    array([ 300,  600,  900, 1000])
    """
    every = checkpoints >= n_steps
    steps = np.arange(1, n_steps + 1) if every else _apart(n_steps, checkpoints, stride)
    return steps[steps >= since * n_steps]


# Asked for at each run, some twenty at each movement of a knob.
@lru_cache(maxsize=64)
def _apart(n_steps: int, checkpoints: int, stride: int) -> np.ndarray:
    """The steps where there are more of them than checkpoints."""
    share = np.arange(1, checkpoints + 1) / checkpoints
    multiples = np.ceil(n_steps * share**2 / stride).astype(np.int64) * stride
    at_least = stride * np.arange(1, checkpoints + 1)
    return np.unique(np.minimum(np.maximum(multiples, at_least), n_steps))
