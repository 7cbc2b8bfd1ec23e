"""The sweep that makes a comparison anew, with knobs that a reader can turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from papers.claim import Case, Claim, MethodSweep, Quantity, Reading
from papers.fairness.budgets import FEW
from papers.fairness.cases import HELD_OUT, SETS


def with_sweep(claim: Claim, *algorithms: Any) -> Claim:
    """Return a claim whose numbers lead to a sweep of some algorithms over the data of the case."""

    def opens(case: Case, quantity: Quantity, reading: Reading) -> MethodSweep:
        key, options, passes = SETS[case.name]
        at_most = int(quantity.x) if isinstance(quantity.x, float | int) else FEW
        return MethodSweep(
            (key, {**options, "test_fraction": HELD_OUT}),
            algorithms,
            {"passes": passes, "intercept": True},
            at_most,
        )

    return replace(claim, opens=opens)
