"""The card of a claim: what it says, what came out, and the way to the next."""

from __future__ import annotations

from typing import Any

from charts.run import text_in_powers
from papers.catalogue import PAPERS
from papers.verdict import Verdict
from ui.lessons.prose import mark_once, split_at_terms
from ui.movement import Move, Movement, place_in
from ui.papers.evidence import ClaimEvidence
from ui.papers.form import KEY, NAMES, paper_of, place, place_at
from ui.papers.wording import terms, words_beside
from ui.view import Place, View

MINUTES = 1
"""Minutes that a claim takes a reader, about."""

MEANS = {
    Verdict.SAME: "It came out as the paper says.",
    Verdict.SAME_ORDER: "It came out in the paper’s direction, but not in every number or case.",
    Verdict.NOISY: "Our repetitions differ too much to tell.",
    Verdict.OTHER: "It came out otherwise than the paper says.",
    Verdict.UNTESTABLE: "It could not be run here.",
}
OF_OURS = MEANS | {
    Verdict.SAME: "It holds.",
    Verdict.SAME_ORDER: "It holds on most data.",
    Verdict.OTHER: "It does not hold in general.",
}
"""What a verdict means for a claim of a comparison of our own, which no paper makes so."""


def mover() -> Move:
    """Return what follows the card: to another claim of the paper, to the next paper, back."""

    def move(view: View, movement: Movement) -> View:
        current, number = place(view), place_in(movement.value)
        if movement.action != "step" or number is None:
            return view
        if not number or not current.step:
            return view.with_place(KEY, Place(None))
        reached = _first(paper_of(NAMES[current.step - 1]).key) + number
        if not 1 <= reached <= len(NAMES):
            return view.with_place(KEY, Place(None))
        return view.with_place(KEY, place_at(NAMES[reached - 1]))

    return move


def _first(paper: str) -> int:
    """The steps before the first claim of a paper."""
    return next(i for i, name in enumerate(NAMES) if name.startswith(f"{paper}."))


def card(evidence: ClaimEvidence, step: int) -> dict[str, Any]:
    """Return all that the card shows."""
    claim, paper = evidence.outcome.claim, evidence.paper
    own = step - _first(paper.key)
    marked: set[str] = set()
    whose = "This claim is ours, not a paper’s. " if paper.comparison else "The paper: "
    body, said = _pieces(f"{whose}{claim.source.quote}", marked), _outcome(evidence, marked)
    return {
        "lesson": f"papers.{paper.key}",
        "step": own,
        "steps": [_title(each.says) for each in paper.claims],
        "place": f"{paper} · {claim.source.where} · claim {own} of {len(paper.claims)}",
        "title": claim.says,
        "skip": "All claims",
        "end": "All claims" if paper is PAPERS[-1] else "Next paper",
        "turns": True,  # after the last claim comes another paper
        "onward": None,
        "body": body,
        "bet": None,
        "goal": None,
        "outcome": said,
        "words": words_beside(evidence, marked),
        "explored": False,
        "holds": True,
        "ways": {},
        "cue": None,
    }


def _title(sentence: str) -> str:
    """A claim as the list of steps names it."""
    return sentence.rstrip(".")


def _pieces(text: str, marked: set[str]) -> list[dict]:
    return mark_once(list(split_at_terms(text_in_powers(text), terms())), marked)


def _outcome(evidence: ClaimEvidence, marked: set[str]) -> list[dict]:
    """The verdict in words, with what stands for the things that the paper leaves open."""
    outcome = evidence.outcome
    finding = outcome.best[1]
    mark = f"{finding.verdict.mark} {finding.verdict.word}"
    data, of_data = (" ≈", " ≈: the data are not the paper’s.") if outcome.other_data else ("", "")
    means = (OF_OURS if evidence.paper.comparison else MEANS)[finding.verdict]
    if more := finding.kind or finding.aside:
        means = f"{means[:-1]}: {more}."
    said = f" {means}{of_data} {finding.because}{_readings(evidence)}"
    verdict = {"kind": "bold", "text": f"{mark}{data}."}
    return [verdict, *_pieces(said, marked)]


def _readings(evidence: ClaimEvidence) -> str:
    """Under which reading the verdict stands, and what comes of the others; "" where it is one."""
    outcome = evidence.outcome
    if len(outcome.claim.readings) == 1:
        return ""
    best = outcome.best[0]
    others: dict[str, list[str]] = {}
    for name, found in outcome.by_reading.items():
        if name != best:
            others.setdefault(found.verdict.word, []).append(f"“{name}”")
    listed = "; ".join(f"{word} with {', '.join(names)}" for word, names in others.items())
    why = "" if evidence.paper.comparison else " The paper leaves something open."
    return f"{why} Shown is what confirms it most, “{best}”. Otherwise: {listed}."
