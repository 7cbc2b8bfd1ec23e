"""What all claims have beside their measure: repetitions, and the sweep behind their numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import datasets
from papers.claim import Case, Claim, MethodSweep, Quantity, Reading
from papers.fairness.budgets import FEW
from papers.fairness.cases import HELD_OUT, SETS

REPETITIONS = 20
"""A sign test (95 %) needs fifteen of them on one side."""


def set_up(claim: Claim, *algorithms: Any) -> Claim:
    """Return a claim with its repetitions, and numbers that lead to a sweep of some algorithms."""

    def opens(case: Case, quantity: Quantity, reading: Reading) -> MethodSweep | None:
        key, options, passes = SETS[case.name]
        if key not in datasets.available():
            return None  # a file that is not here
        at_most = int(quantity.x) if isinstance(quantity.x, float | int) else FEW
        return MethodSweep(
            (key, {**options, "test_fraction": HELD_OUT}),
            algorithms,
            {"passes": passes, "intercept": True},
            at_most,
        )

    return replace(claim, seeds=REPETITIONS, opens=opens)
