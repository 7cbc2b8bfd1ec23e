"""The texts of a claim as the page shows them, and the words in them that need an explanation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from charts.run import text_in_powers
from papers.outcome import case_title
from papers.verdict import Finding
from ui.lessons.glossary import glossary
from ui.lessons.prose import split_at_terms
from ui.markdown import plain
from ui.papers.evidence import ClaimEvidence

KNOWN = (
    *("example", "feature", "label", "weight", "prediction", "loss", "gradient", "step size"),
    *("pass", "online learning", "sparse", "rounding", "threshold", "period", "pull", "bound"),
    *("trade-off", "group", "penalty", "repetition"),
)
"""Terms that the card explains where it has them, and that need no mention where it has not."""


INFINITE = re.compile(r"\binf\b")


def to_markdown(text: str) -> str:
    """Return a text of a claim in Markdown: a reader sees 3·10⁻⁵ where Python writes 3e-05.

    And ∞ where it writes inf.
    """
    return plain(text_in_powers(INFINITE.sub("∞", text)))


def in_words(found: Finding) -> str:
    """Return a verdict: its mark, its word, and what there is to add."""
    more = found.kind or found.aside
    return f"{found.verdict.mark} {found.verdict.word}{f' ({more})' if more else ''}"


@cache
def terms() -> Mapping[str, str]:
    """Return the sentences of the glossary by spelling."""
    return {spelling: term.sentence for term in glossary().values() for spelling in term.spellings}


def texts_beside(evidence: ClaimEvidence) -> Iterator[str]:
    """Yield what the page says of a claim beside its card: title, picture, numbers, notes."""
    outcome = evidence.outcome
    claim = outcome.claim
    yield from (claim.says, claim.axes.x, claim.axes.y, claim.rule.sentence)
    for quantity in claim.quantities:
        yield str(quantity)
    for case in claim.cases:
        yield from (case_title(case.name), case.other_data)
    for reading in claim.readings:
        yield from (reading.name, reading.says, outcome.by_reading[reading.name].because)
    yield from (*evidence.paper.comparison, *claim.notes.differs, claim.notes.cause)


def words_beside(evidence: ClaimEvidence, marked: set[str]) -> list[dict]:
    """Return the terms that stand on the page and not in the card, as pieces of a sentence.

    Parameters
    ----------
    marked : the sentences of the terms that the card has.
    """
    known = {glossary()[name].sentence for name in KNOWN} | marked
    found: dict[str, dict] = {}
    for text in texts_beside(evidence):
        for piece in split_at_terms(text, terms()):
            if piece["kind"] == "term" and piece["about"] not in known:
                found.setdefault(piece["about"], piece)
    if not found:
        return []
    parts = [{"kind": "plain", "text": "Words on this page: "}]
    for piece in found.values():
        parts += [piece, {"kind": "plain", "text": " · "}]
    return parts[:-1]
