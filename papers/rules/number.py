"""A printed number comes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from papers.claim import Quantity
from papers.rules.statistics import central_range, medians, number_text
from papers.verdict import Finding, Verdict


@dataclass(frozen=True)
class Number:
    """The median over repetitions is as large as the printed number.

    The order is the same where any two printed numbers that differ by more than this stand in the
    same order here. It is too noisy to tell where 90 % of single repetitions range over more than
    the printed numbers do.

    Parameters
    ----------
    ratio : the larger over the smaller at most; for counts and times.
    within : their distance at most, in the unit of the quantity; used instead where it is given.

    Examples
    --------
    >>> from papers.claim import Quantity
    >>> Number(1.25).judge(np.array([[31.0, 70.0]]), (25, 76), [Quantity("a"), Quantity("b")])
    ... # doctest: +ELLIPSIS
    Finding(verdict=<Verdict.SAME: ...>, because='31 (printed 25), 70 (printed 76).')
    """

    ratio: float = 1.25
    within: float | None = None

    @property
    def sentence(self) -> str:
        """The rule, in a sentence."""
        if self.within is not None:
            return (
                f"It is the same where all are at most {self.within:g} away from what is printed."
            )
        return f"It is the same where all are within a factor of {self.ratio:g} of what is printed."

    def judge(
        self,
        values: np.ndarray,
        printed: Sequence[float | None],
        quantities: Sequence[Quantity],
    ) -> Finding:
        """Return the verdict on float64 ``values`` (repetitions, quantities)."""
        at = [i for i, number in enumerate(printed) if number is not None]
        if not at:
            raise ValueError("the rule Number needs a printed number")
        theirs = np.array([printed[i] for i in at], float)
        ours, spread = medians(values)[at], central_range(values)[:, at]
        because = ", ".join(
            f"{number_text(a)} (printed {number_text(b)})"
            for a, b in zip(ours, theirs, strict=True)
        )
        verdict = self._verdict(ours, theirs, spread)
        kind = self._kind(ours, theirs) if verdict is Verdict.OTHER else ""
        return Finding(verdict, f"{because}.", kind=kind)

    def _kind(self, ours: np.ndarray, theirs: np.ndarray) -> str:
        if not np.isfinite(ours).all():
            return "no number"
        if all(self._near(a, b) for a, b in combinations(theirs, 2)):
            return "another number" if len(theirs) == 1 else "other numbers"
        return "another order"

    def _verdict(self, ours: np.ndarray, theirs: np.ndarray, spread: np.ndarray) -> Verdict:
        if not np.isfinite(ours).all():
            return Verdict.OTHER
        span = np.ptp(theirs) if len(theirs) > 1 else abs(theirs[0])
        if (spread[1] - spread[0]).max() > max(span, self._room(theirs).min()):
            return Verdict.NOISY
        if all(self._near(a, b) for a, b in zip(ours, theirs, strict=True)):
            return Verdict.SAME
        pairs = zip(combinations(ours, 2), combinations(theirs, 2), strict=True)
        apart = [(a - b) * (c - d) > 0.0 for (a, b), (c, d) in pairs if not self._near(c, d)]
        return Verdict.SAME_ORDER if apart and all(apart) else Verdict.OTHER

    def _room(self, theirs: np.ndarray) -> np.ndarray:
        if self.within is not None:
            return np.full(len(theirs), 2.0 * self.within)
        return np.abs(theirs) * (self.ratio - 1.0 / self.ratio)

    def _near(self, a: float, b: float) -> bool:
        if self.within is not None:
            return abs(a - b) <= self.within * (1.0 + 1e-12)
        low, high = sorted((abs(a), abs(b)))
        return a * b >= 0.0 and high <= self.ratio * low * (1.0 + 1e-12)
