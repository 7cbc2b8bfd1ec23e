"""A number is above, or below, one that a paper names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from papers.claim import Quantity
from papers.rules.statistics import medians, number_text
from papers.verdict import Finding, Verdict


@dataclass(frozen=True)
class Threshold:
    """The median over repetitions passes what the paper names.

    It is too noisy to tell where more than a quarter of the repetitions lie on either side.

    Parameters
    ----------
    at_least, at_most : what the paper names; one of them or both.
    direction : a weaker bound, on the same side, at which the order still holds; None for none.
    unit : of the numbers in the sentence.

    Raises ValueError where neither bound is given.
    """

    at_least: float | None = None
    at_most: float | None = None
    direction: float | None = None
    unit: str = ""

    def __post_init__(self) -> None:
        if self.at_least is None and self.at_most is None:
            raise ValueError("give at_least, at_most or both")

    @property
    def sentence(self) -> str:
        """The rule, in a sentence."""
        low = f"at least {self.at_least:g}{self.unit}" if self.at_least is not None else ""
        high = f"at most {self.at_most:g}{self.unit}" if self.at_most is not None else ""
        both = " and ".join(part for part in (low, high) if part)
        weaker = (
            f" The direction holds from {self.direction:g}{self.unit} on."
            if self.direction is not None
            else ""
        )
        return f"The median is {both}.{weaker}"

    def judge(
        self,
        values: np.ndarray,
        printed: Sequence[float | None],
        quantities: Sequence[Quantity],
    ) -> Finding:
        """Return the verdict on float64 ``values`` (repetitions, quantities)."""
        ours = medians(values)
        named = zip(quantities, ours, strict=True)
        because = ", ".join(f"{q} {number_text(v)}{self.unit}".strip() for q, v in named)
        return Finding(self._verdict(values, ours), f"{because}.")

    def _verdict(self, values: np.ndarray, ours: np.ndarray) -> Verdict:
        share = self._passes(values).mean(axis=0)
        if len(values) >= 4 and ((share > 0.25) & (share < 0.75)).any():
            return Verdict.NOISY
        if self._passes(ours).all():
            return Verdict.SAME
        if self.direction is not None and self._leans(ours).all():
            return Verdict.SAME_ORDER
        return Verdict.OTHER

    def _passes(self, numbers: np.ndarray) -> np.ndarray:
        low = -np.inf if self.at_least is None else self.at_least
        high = np.inf if self.at_most is None else self.at_most
        return (numbers >= low) & (numbers <= high)

    def _leans(self, numbers: np.ndarray) -> np.ndarray:
        if self.at_least is not None:
            return numbers >= self.direction
        return numbers <= self.direction
