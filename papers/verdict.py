"""Verdicts, and how those of several cases and readings become one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum


class Verdict(Enum):
    """What came of a claim: a word and a mark."""

    SAME = "same", "●"
    SAME_ORDER = "same order", "◐"
    NOISY = "too noisy to tell", "≋"
    OTHER = "other", "○"
    UNTESTABLE = "not testable", "–"

    @property
    def word(self) -> str:
        return self.value[0]

    @property
    def mark(self) -> str:
        return self.value[1]


MOST_NAMES = 3
"""Cases that are named where all have the same verdict; more are counted."""

ORDER = tuple(Verdict)
"""From the one that confirms most to the one that says least."""


@dataclass(frozen=True)
class Finding:
    """A verdict, and the numbers it rests on, in a sentence.

    Parameters
    ----------
    n_same : of several cases, how many came out the same.
    """

    verdict: Verdict
    because: str
    n_same: int = field(default=0, repr=False)


def over_cases(findings: Mapping[str, Finding]) -> Finding:
    """Return one verdict for several cases: the one that holds in all of them, or in most.

    A claim about all cases is confirmed by all: where at least one is *other*, it is *other*,
    unless more than two thirds confirm the order at least. Cases that cannot be tested do not
    count, and one that is too noisy counts for nothing.
    """
    tested = {
        case: found for case, found in findings.items() if found.verdict is not Verdict.UNTESTABLE
    }
    if not tested:
        first = next(iter(findings.values()), Finding(Verdict.UNTESTABLE, "Nothing was run."))
        return Finding(Verdict.UNTESTABLE, first.because)
    if len(findings) == 1:
        return next(iter(findings.values()))
    of = {
        verdict: [c for c, found in tested.items() if found.verdict is verdict] for verdict in ORDER
    }
    confirmed = len(of[Verdict.SAME]) + len(of[Verdict.SAME_ORDER])
    clear = len(tested) - len(of[Verdict.NOISY])
    if not clear:
        verdict = Verdict.NOISY
    elif len(of[Verdict.SAME]) == clear:
        verdict = Verdict.SAME
    elif 3 * confirmed > 2 * clear:
        verdict = Verdict.SAME_ORDER
    else:
        verdict = Verdict.OTHER
    return Finding(verdict, _counts(of), len(of[Verdict.SAME]))


def _counts(of: Mapping[Verdict, Sequence[str]]) -> str:
    """The cases by their verdicts, in a sentence."""
    seen = {verdict: cases for verdict, cases in of.items() if cases}
    if len(seen) == 1:
        ((verdict, cases),) = seen.items()
        listed = f"all {len(cases)}" if len(cases) > MOST_NAMES else ", ".join(cases)
        return f"{verdict.word[0].upper()}{verdict.word[1:]} on {listed}."
    parts = [f"{verdict.word} on {', '.join(cases)}" for verdict, cases in seen.items()]
    sentence = "; ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}."


def best_reading(findings: Mapping[str, Finding]) -> tuple[str, Finding]:
    """Return the reading that confirms a claim most, with its finding.

    Of equal verdicts the one with the most cases that came out the same, else the first.
    """

    def rank(reading: str) -> tuple[int, int]:
        found = findings[reading]
        return ORDER.index(found.verdict), -found.n_same

    name = min(findings, key=rank)
    return name, findings[name]
