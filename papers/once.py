"""What several rows need alike, computed once a command.

Claims ask for the same runs: under several readings, in several claims, in every process that
searches a step size. ``python -m papers`` names a folder for the time it runs, where all its
processes keep values by the arguments that they came from. Without one every call computes.
"""

from __future__ import annotations

import os
import pickle
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import joblib

from datasets import Dataset
from papers.fingerprint import data_key

FOLDER = "SPARSITY_LAB_ONCE"
"""The environment variable that names the folder: processes inherit it."""

Function = TypeVar("Function", bound=Callable)


@contextmanager
def folder_for_values() -> Iterator[None]:
    """Name a folder, and remove it at the end."""
    with TemporaryDirectory(prefix="papers-") as folder:
        os.environ[FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[FOLDER]


def once(function: Function) -> Function:
    """Return a function of a module that looks in the folder before it computes.

    A value is found by the contents of all arguments, so these have to tell all that changes it:
    datasets, arrays, algorithms, names, numbers. It comes back as it was, to the last bit.
    """

    @wraps(function)
    def call(*arguments: Any) -> Any:
        folder = os.environ.get(FOLDER)
        if folder is None:
            return function(*arguments)
        contents = [dataset_key(a) if isinstance(a, Dataset) else a for a in arguments]
        name = f"{function.__module__}.{function.__qualname__}"
        path = Path(folder, joblib.hash((name, contents)))
        if path.exists():
            return pickle.loads(path.read_bytes())
        value = function(*arguments)
        unfinished = path.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(pickle.dumps(value))
        unfinished.replace(path)
        return value

    return call


def values_of(function: Callable[[Any], Any], arguments: Sequence[Any]) -> list[Any]:
    """Return the value of a function at each of some arguments.

    Processes that search the same settings at the same time begin at others, and do not all
    compute what one of them will keep.
    """
    places = range(len(arguments))
    shuffled = random.Random(os.getpid()).sample(places, len(places))
    values = {place: function(arguments[place]) for place in shuffled}
    return [values[place] for place in places]


def least(arguments: Sequence[Any], cost: Callable[[Any], float]) -> Any:
    """Return the argument of least cost, of equals the first."""
    costs = values_of(cost, arguments)
    return arguments[min(range(len(costs)), key=costs.__getitem__)]


@lru_cache(maxsize=4)
def dataset_key(dataset: Dataset) -> str:
    """Return a digest of all of a dataset that a learner or a measure reads."""
    known = dataset.task, dataset.classes, dataset.groups, dataset.true_weights
    return joblib.hash((data_key(dataset), dataset.X.shape, known))
