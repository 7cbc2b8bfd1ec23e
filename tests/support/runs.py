"""Runs in tests: those of a module are made late, those of a lesson are counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

import pytest

from ui.lessons import evidence


class LazyRuns:
    """A value that stands in a module from the beginning, and is made at its first use.

    Every worker collects all tests, at the same time as the others: what was made then would be
    made, and its kernels compiled, as often as there are workers.

    Parameters
    ----------
    make : what returns the value.
    """

    def __init__(self, make: Callable) -> None:
        self._make = make

    @cached_property
    def _value(self):
        return self._make()

    def __getattr__(self, name: str):
        return getattr(self._value, name)

    def __getitem__(self, at):
        return self._value[at]

    def __iter__(self) -> Iterator:
        return iter(self._value)

    def __len__(self) -> int:
        return len(self._value)


def record_runs(monkeypatch: pytest.MonkeyPatch) -> list:
    """Return a list to which every run that a lesson makes from now on adds its algorithm."""
    runs, record, sweep = [], evidence.record, evidence.sweep

    def record_and_count(algorithm, *args, **asked):
        runs.append(algorithm)
        return record(algorithm, *args, **asked)

    def sweep_and_count(algorithms, *args, **asked):
        runs.extend(algorithms)
        return sweep(algorithms, *args, **asked)

    monkeypatch.setattr(evidence, "record", record_and_count)
    monkeypatch.setattr(evidence, "sweep", sweep_and_count)
    return runs
