"""Count the runs that a lesson makes."""

from __future__ import annotations

import pytest

from ui.lessons import evidence


def recorded(monkeypatch: pytest.MonkeyPatch) -> list:
    """Return a list to which every run that a lesson makes from now on adds its algorithm."""
    runs, record, sweep = [], evidence.record, evidence.sweep

    def counted(algorithm, *args, **asked):
        runs.append(algorithm)
        return record(algorithm, *args, **asked)

    def all_counted(algorithms, *args, **asked):
        runs.extend(algorithms)
        return sweep(algorithms, *args, **asked)

    monkeypatch.setattr(evidence, "record", counted)
    monkeypatch.setattr(evidence, "sweep", all_counted)
    return runs
