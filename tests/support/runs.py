"""Count the runs that a lesson makes."""

from __future__ import annotations

import pytest

from ui.lessons import evidence


def recorded(monkeypatch: pytest.MonkeyPatch) -> list:
    """Return a list to which every run that a lesson makes from now on adds its algorithm."""
    runs, record = [], evidence.record

    def counted(algorithm, *args, **asked):
        runs.append(algorithm)
        return record(algorithm, *args, **asked)

    monkeypatch.setattr(evidence, "record", counted)
    return runs
