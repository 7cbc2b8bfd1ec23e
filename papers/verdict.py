"""Verdicts, and how those of several cases and readings become one."""

from __future__ import annotations

from collections.abc import Mapping
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
    kind : of *other*, in what way, as in "the contrary"; "" where there is no more to say.
    aside : of *too noisy*, how much is clear nevertheless.
    counts : of several cases, how many have each verdict.
    """

    verdict: Verdict
    because: str
    kind: str = field(default="", repr=False)
    aside: str = field(default="", repr=False)
    counts: Mapping[Verdict, int] = field(default_factory=dict, repr=False, hash=False)


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
    counts = {verdict: len(cases) for verdict, cases in of.items() if cases}
    return Finding(verdict, _in_words(tested), counts=counts)


def _in_words(tested: Mapping[str, Finding]) -> str:
    """The cases by what came out of them, in a sentence that tells a tie from the contrary."""
    seen: dict[str, list[str]] = {}
    for case, found in sorted(tested.items(), key=lambda item: ORDER.index(item[1].verdict)):
        aside = f" ({found.aside})" if found.aside else ""
        seen.setdefault(found.kind or found.verdict.word, []).append(f"{case}{aside}")
    parts = [f"{what} on {', '.join(cases)}" for what, cases in seen.items()]
    if len(seen) == 1 and len(tested) > MOST_NAMES:
        parts = [f"{next(iter(seen))} on all {len(tested)}"]
    sentence = "; ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}."


def best_reading(findings: Mapping[str, Finding]) -> tuple[str, Finding]:
    """Return the reading that confirms a claim most, with its finding.

    Of equal verdicts the one with the most cases that came out the same, then with the most in the
    same order, then with the most that are too noisy rather than *other*, else the first.
    """

    def rank(reading: str) -> tuple[int, ...]:
        found = findings[reading]
        cases = [-found.counts.get(verdict, 0) for verdict in ORDER]
        return ORDER.index(found.verdict), *cases

    name = min(findings, key=rank)
    return name, findings[name]
