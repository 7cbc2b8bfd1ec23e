"""A bound or an identity holds at every step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from papers.claim import Quantity
from papers.rules.statistics import number_text
from papers.verdict import Finding, Verdict


@dataclass(frozen=True)
class Bound:
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
        return f"It holds at every step, to {self.tolerance:g}: a single violation would refute it."

    def judge(
        self,
        values: np.ndarray,
        printed: Sequence[float | None],
        quantities: Sequence[Quantity],
    ) -> Finding:
        """Return the verdict on float64 ``values`` (repetitions, quantities)."""
        worst = values.max(axis=0)
        holds = bool((worst <= self.tolerance).all())
        named = zip(quantities, worst, strict=True)
        said = ", ".join(f"{q} {number_text(v)}".strip() for q, v in named)
        verdict = Verdict.SAME if holds else Verdict.OTHER
        return Finding(verdict, f"The largest violation: {said}.")
