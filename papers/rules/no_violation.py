"""A bound or an identity holds at every step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from papers.claim import Quantity
from papers.rules.statistics import number_text
from papers.verdict import Finding, Verdict


@dataclass(frozen=True)
class NoViolation:
    """No step violates it: the measure gives the largest violation of all steps.

    Of a bound that is the largest of (left − right), which may be negative; of an identity the
    largest distance of the two sides.

    Parameters
    ----------
    tolerance : of the arithmetic, relative to the size of the two sides.
    """

    tolerance: float = 1e-9

    @property
    def sentence(self) -> str:
        """The rule, in a sentence."""
        return (
            f"It has to hold at every step, up to rounding errors of {self.tolerance:g}; a single "
            "violation would refute it."
        )

    def judge(
        self,
        values: np.ndarray,
        printed: Sequence[float | None],
        quantities: Sequence[Quantity],
    ) -> Finding:
        """Return the verdict on float64 ``values`` (repetitions, quantities)."""
        worst = values.max(axis=0)
        if (worst <= self.tolerance).all():
            if worst.max() <= 0.0:
                return Finding(Verdict.SAME, "No step violates it.")
            largest = number_text(float(worst.max()))
            return Finding(Verdict.SAME, f"The largest violation of all steps is {largest}.")
        named = zip(quantities, worst, strict=True)
        beyond = [(q, v) for q, v in named if not v <= self.tolerance]
        said = ", ".join(f"{str(q) or 'it'} by {number_text(v)}" for q, v in beyond)
        return Finding(Verdict.OTHER, f"Violated: {said}.", kind="violated")
