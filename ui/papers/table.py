"""The table of a claim: each printed number and ours in one row, ours a link to its run."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from charts.run import text_in_powers
from papers.claim import Case, Claim, Quantity
from papers.outcome import case_title
from papers.rules.statistics import central_range, number_text
from ui.papers.evidence import ClaimEvidence
from ui.papers.links import address_of
from ui.papers.picture import shows_all_cases
from ui.papers.wording import to_markdown


def table(evidence: ClaimEvidence) -> str:
    """Return the table in Markdown.

    A row for each number of the case, or of all cases, with what is printed and each reading;
    where there is one reading and nothing is printed, a row for each place and a column for each
    series.
    """
    claim = evidence.outcome.claim
    printed = any(
        number is not None for numbers in claim.source.printed.values() for number in numbers
    )
    series = list(dict.fromkeys(quantity.series for quantity in claim.quantities))
    if len(claim.readings) == 1 and len(series) > 1 and not printed:
        rows = _rows_by_place(evidence, series)
    else:
        rows = _rows_by_number(evidence, printed)
    rows.insert(1, ["---", *["---:"] * (len(rows[0]) - 1)])
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


def _rows_by_number(evidence: ClaimEvidence, printed: bool) -> list[list[str]]:
    claim = evidence.outcome.claim
    head = [to_markdown(claim.axes.x), *(["printed"] if printed else [])]
    rows = [head + [to_markdown(reading.name) for reading in claim.readings]]
    for case in _cases(evidence):
        for i, quantity in enumerate(claim.quantities):
            number = claim.printed_numbers(case.name)[i]
            cells = [_name(claim, case_title(case.name), quantity)]
            cells += [("–" if number is None else _number(number))] if printed else []
            cells += [_ours(evidence, case, quantity, i, r) for r in claim.readings]
            rows.append(cells)
    return rows


def _rows_by_place(evidence: ClaimEvidence, series: list[str]) -> list[list[str]]:
    claim, (reading,) = evidence.outcome.claim, evidence.outcome.claim.readings
    column = {quantity: i for i, quantity in enumerate(claim.quantities)}
    rows = [[to_markdown(claim.axes.x), *map(to_markdown, series)]]
    for case in _cases(evidence):
        for x in dict.fromkeys(quantity.x for quantity in claim.quantities):
            title = case_title(case.name)
            place = title if shows_all_cases(claim) else str(Quantity("", x)) or title
            quantities = [Quantity(name, x) for name in series]
            cells = [
                _ours(evidence, case, each, column[each], reading) if each in column else ""
                for each in quantities
            ]
            rows.append([to_markdown(place), *cells])
    return rows


def _cases(evidence: ClaimEvidence) -> Sequence[Case]:
    """The cases that have rows: all where they stand beside each other in the picture."""
    claim = evidence.outcome.claim
    return claim.cases if shows_all_cases(claim) else [evidence.case]


def _name(claim: Claim, case: str, quantity: Quantity) -> str:
    own = str(quantity)
    if not shows_all_cases(claim):
        return to_markdown(own or case)
    return to_markdown(f"{case}, {own}" if own else case)


def _ours(evidence: ClaimEvidence, case, quantity: Quantity, column: int, reading) -> str:
    """The middle, with the middle 90 % of repetitions where there are several, as a link."""
    values = evidence.outcome.values(case, reading)
    if not len(values):
        return "not run"
    own = values[:, [column]]
    text = _number(float(evidence.outcome.middle(own)[0]))
    low, high = map(_number, central_range(own)[:, 0])
    # Repetitions that differ in later digits alone are the same to a reader.
    spread = f" ({low} … {high})" if np.ptp(own[np.isfinite(own)]) and low != high else ""
    link = address_of(evidence.outcome.claim.opens(case, quantity, reading))
    return f"[{text}]({link}){spread}" if link else f"{text}{spread}"


def _number(value: float) -> str:
    return text_in_powers(number_text(value))
