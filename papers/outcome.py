"""What came of a claim: a finding for each case and reading, and the one that the page shows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from papers.claim import Case, Claim, Reading
from papers.fingerprint import code_key
from papers.results import Results
from papers.rules.statistics import medians
from papers.verdict import Finding, Verdict, best_reading, over_cases

ARTIFICIAL = re.compile(r"\bmade(-up|,)?(?= )")


def case_title(name: str) -> str:
    """Return the name of a case for readers: stored rows say "made" of artificial data."""
    return ARTIFICIAL.sub("artificial", name)


def case_phrase(name: str) -> str:
    """Return the same for a sentence, where a size needs its letter."""
    title = case_title(name)
    return f"n = {title}" if title.replace(",", "").isdigit() else title


@dataclass(frozen=True, eq=False)
class Outcome:
    """A claim with its results, judged.

    Attributes
    ----------
    name : "paper.claim".
    """

    name: str
    claim: Claim
    results: Results

    def values(self, case: Case, reading: Reading) -> np.ndarray:
        """Return float64 (repetitions, quantities)."""
        return self.results.values(case, reading, self.claim.seeds)

    def middle(self, values: np.ndarray) -> np.ndarray:
        """Return what stands for all repetitions: the medians, or the means where a rule says so.

        Parameters
        ----------
        values : float64 (repetitions, quantities).
        """
        return getattr(self.claim.rule, "middle", medians)(values)

    def finding(self, case: Case, reading: Reading) -> Finding:
        """Return what came of one case under one reading."""
        return self._findings[reading.name][case.name]

    @cached_property
    def _findings(self) -> dict[str, dict[str, Finding]]:
        return {
            reading.name: {case.name: self._judge(case, reading) for case in self.claim.cases}
            for reading in self.claim.readings
        }

    def _judge(self, case: Case, reading: Reading) -> Finding:
        values = self.values(case, reading)
        if not len(values):
            return Finding(Verdict.UNTESTABLE, "Nothing was run: its data are not here.")
        return self.claim.rule.judge(
            values, self.claim.printed_numbers(case.name), self.claim.quantities
        )

    @cached_property
    def by_reading(self) -> dict[str, Finding]:
        """By the name of a reading, what came of all cases.

        Where the paper's own data were run, others do not count, but for those of which it prints
        numbers.
        """
        own = {case.name for case in self._own_cases}
        count = own | set(self.claim.source.printed) if own else set()
        return {
            name: over_cases(
                {
                    case_phrase(case): each
                    for case, each in found.items()
                    if case in (count or found)
                }
            )
            for name, found in self._findings.items()
        }

    @property
    def _own_cases(self) -> list[Case]:
        """The cases on the paper's data that were run."""
        run = {case for case, _, _ in self.results.rows}
        return [c for c in self.claim.cases if not c.other_data and c.name in run]

    @cached_property
    def best(self) -> tuple[str, Finding]:
        """The name of the reading that confirms the claim most, and its finding."""
        return best_reading(self.by_reading)

    @property
    def verdict(self) -> Verdict:
        """The verdict on the claim: that of its best reading."""
        return self.best[1].verdict

    @property
    def other_data(self) -> bool:
        """Whether the verdict rests on other data than the paper's."""
        return not self._own_cases

    @property
    def is_stale(self) -> bool:
        """Whether some number was computed by another version of the code."""
        code = code_key(self.claim)
        return any(row.code != code for row in self.results.rows.values())
