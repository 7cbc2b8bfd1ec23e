"""Count the runs that a lesson makes."""

from __future__ import annotations

import pytest

from ui.lessons import evidence


def recorded(monkeypatch: pytest.MonkeyPatch, module=evidence) -> list:
    """Return a list to which every run that a lesson makes from now on adds its algorithm.

    module : where the lesson's ``record`` is looked up.
    """
    runs, record = [], module.record

    def counted(algorithm, *args, **asked):
        runs.append(algorithm)
        return record(algorithm, *args, **asked)

    monkeypatch.setattr(module, "record", counted)
    return runs
