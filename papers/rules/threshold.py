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
            f", and the same order from {self.direction:g}{self.unit} on"
            if self.direction is not None
            else ""
        )
        return f"It is the same where the median is {both}{weaker}."

    def judge(
        self,
        values: np.ndarray,
        printed: Sequence[float | None],
        quantities: Sequence[Quantity],
    ) -> Finding:
        """Return the verdict on float64 ``values`` (repetitions, quantities)."""
        ours = medians(values)
        named = zip(quantities, ours, strict=True)
        said = [(str(q), f"{number_text(v)}{self.unit}") for q, v in named]
        because = "; ".join(f"{name}: {number}" if name else number for name, number in said)
        verdict = self._verdict(values, ours)
        kind = self._kind(ours) if verdict is Verdict.OTHER else ""
        return Finding(verdict, f"{because}.", kind=kind)

    def _kind(self, ours: np.ndarray) -> str:
        """On which side of what medians are that do not even hold the direction."""
        holds = self._passes(ours) if self.direction is None else self._leans(ours)
        sides = []
        for limit, passed, side in (
            (self.at_least, np.less, "below"),
            (self.at_most, np.greater, "above"),
        ):
            limit = limit if self.direction is None else self.direction
            if limit is not None and (passed(ours, limit) & ~holds).any():
                sides.append(f"{side} {limit:g}{self.unit}")
        partly = "partly " if holds.any() else ""
        return f"{partly}{' or '.join(sides)}" if sides else "no number"

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
