"""The table of a claim: each printed number and ours in one row, ours a link to its run."""

from __future__ import annotations

import numpy as np

from papers.claim import Claim, Quantity
from papers.rules.statistics import central_range, medians, number_text
from ui.markdown import plain
from ui.papers.evidence import ClaimEvidence
from ui.papers.links import address_of
from ui.papers.picture import shows_all_cases


def table(evidence: ClaimEvidence) -> str:
    """Return the table in Markdown, a row for each number of the case, or of all cases."""
    claim = evidence.outcome.claim
    printed = any(
        number is not None for numbers in claim.source.printed.values() for number in numbers
    )
    head = [_first_title(claim), *(["printed"] if printed else [])]
    head += [plain(reading.name) for reading in claim.readings]
    rows = [head, ["---", *["---:"] * (len(head) - 1)]]
    cases = claim.cases if shows_all_cases(claim) else [evidence.case]
    for case in cases:
        for i, quantity in enumerate(claim.quantities):
            number = claim.printed_numbers(case.name)[i]
            cells = [_name(claim, case.name, quantity)]
            cells += [("–" if number is None else number_text(number))] if printed else []
            cells += [_ours(evidence, case, quantity, i, r) for r in claim.readings]
            rows.append(cells)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


def _first_title(claim: Claim) -> str:
    return plain(claim.axes.x)


def _name(claim: Claim, case: str, quantity: Quantity) -> str:
    own = str(quantity)
    if not shows_all_cases(claim):
        return plain(own or case)
    return plain(f"{case}, {own}" if own else case)


def _ours(evidence: ClaimEvidence, case, quantity: Quantity, column: int, reading) -> str:
    """The median, with the middle 90 % of repetitions where there are several, as a link."""
    values = evidence.outcome.values(case, reading)
    if not len(values):
        return "not run"
    own = values[:, [column]]
    text = number_text(float(medians(own)[0]))
    low, high = central_range(own)[:, 0]
    spread = f" ({number_text(low)} … {number_text(high)})" if np.ptp(own[np.isfinite(own)]) else ""
    link = address_of(evidence.outcome.claim.opens(case, quantity, reading))
    return f"[{text}]({link}){spread}" if link else f"{text}{spread}"
