"""A cost grows as a power of a size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from papers.claim import Quantity
from papers.rules.statistics import medians
from papers.verdict import Finding, Verdict


@dataclass(frozen=True)
class Growth:
    """The slope of a series in log-log axes is that of the paper.

    Parameters
    ----------
    slopes : by series, the power that the paper tells.
    within : the distance of the slopes at most; at three times as much the order holds.
    """

    slopes: Mapping[str, float]
    within: float = 0.1

    @property
    def sentence(self) -> str:
        """The rule, in a sentence."""
        powers = "; ".join(f"{name}: {slope:g}" for name, slope in self.slopes.items())
        return (
            f"The slopes in log-log axes are at most {self.within:g} away from those of the paper: "
            f"{powers}."
        )

    def judge(
        self,
        values: np.ndarray,
        printed: Sequence[float | None],
        quantities: Sequence[Quantity],
    ) -> Finding:
        """Return the verdict on float64 ``values`` (repetitions, quantities)."""
        middle, off, said = medians(values), [], []
        for series, slope in self.slopes.items():
            at = [i for i, quantity in enumerate(quantities) if quantity.series == series]
            x = np.log([float(quantities[i].x) for i in at])
            seen = float(np.polyfit(x, np.log(middle[at]), 1)[0])
            off.append(abs(seen - slope))
            # Without 0 a slope of −0.001 would be "-0.00".
            said.append(f"{series} {round(seen, 2) + 0.0:.2f} (the paper {slope:g})")
        worst = max(off)
        if worst <= self.within:
            verdict = Verdict.SAME
        else:
            verdict = Verdict.SAME_ORDER if worst <= 3.0 * self.within else Verdict.OTHER
        kind = "another slope" if verdict is Verdict.OTHER else ""
        return Finding(verdict, f"Slopes: {'; '.join(said)}.", kind=kind)
