"""What the page of papers shows: every claim with its verdict, or one claim in full."""

from __future__ import annotations

from dataclasses import dataclass

from papers.catalogue import all_claims
from papers.claim import Case, Paper, Reading
from papers.outcome import Outcome, case_title
from ui.memo import Memo
from ui.papers.form import claim_of, name_at, paper_of, place
from ui.papers.recomputation import QUICK, Recomputation, current_results, recomputation
from ui.view import View

OUTCOMES = Memo(128)


@dataclass(frozen=True, eq=False)
class ClaimEvidence:
    """One claim, judged, and what of it is looked at.

    Parameters
    ----------
    outcome : the claim with its results, judged.
    paper : whose claim it is.
    case, reading : those that are looked at.
    here : its recomputation in this process, under way or ended; None where there is none.
    """

    outcome: Outcome
    paper: Paper
    case: Case
    reading: Reading
    here: Recomputation | None

    @property
    def is_quick(self) -> bool:
        """Whether it is computed on the spot."""
        rows = self.outcome.results.rows
        return bool(rows) and self.outcome.results.seconds() < QUICK

    @property
    def under_way(self) -> bool:
        """Whether it is being computed again."""
        return self.here is not None and not self.here.ended


def outcome_of(name: str) -> Outcome:
    """Return a claim with its newest results, judged."""
    results = current_results(name)
    return OUTCOMES.get((name, id(results)), lambda: Outcome(name, claim_of(name), results))


def all_outcomes() -> list[Outcome]:
    """Return every claim, judged."""
    return [outcome_of(name) for name, _ in all_claims()]


def gather(view: View) -> ClaimEvidence | list[Outcome]:
    """Return what a view shows."""
    current = place(view)
    name = name_at(current)
    if not name:
        return all_outcomes()
    claim = claim_of(name)
    return ClaimEvidence(
        outcome_of(name),
        paper_of(name),
        next(each for each in claim.cases if case_title(each.name) == current.knobs.case),
        next(reading for reading in claim.readings if reading.name == current.knobs.reading),
        recomputation(name),
    )
