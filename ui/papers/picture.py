"""The picture of a claim: which numbers stand side by side, and which a colour tells apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

import charts
from charts.claim import Series, XAxis
from papers.claim import Case, Claim, Quantity, Reading
from papers.outcome import Outcome, case_title
from papers.rules import NoViolation, Threshold
from papers.rules.order import T_TEST
from papers.rules.statistics import central_range
from ui.papers.evidence import ClaimEvidence
from ui.papers.wording import INFINITE

Cell = tuple[Case, Quantity, Reading]


def claim_picture(evidence: ClaimEvidence) -> charts.Picture:
    """Return the picture of a claim.

    Where each case has one place, the cases stand side by side; where one series is measured, its
    readings do, each in its colour; else the series do, under the reading that is looked at.
    """
    claim, outcome = evidence.outcome.claim, evidence.outcome
    places, lines = arrangement(claim, evidence.case, evidence.reading)
    series = [_series(outcome, name, cells) for name, cells in lines.items()]
    title = (
        "" if shows_all_cases(claim) or len(claim.cases) == 1 else case_title(evidence.case.name)
    )
    across = XAxis(claim.axes.x, places, claim.axes.log)
    if isinstance(claim.rule, NoViolation):
        return charts.violations(series, across, claim.axes.y, claim.rule.tolerance, title)
    return charts.claim(
        series,
        across,
        claim.axes.y,
        evidence.under_way,
        title,
        limits=_limits(claim),
        printed_of=_printed_of(claim, evidence.case),
        middle="mean" if getattr(claim.rule, "test", "") == T_TEST else "median",
    )


def _limits(claim: Claim) -> dict[str, float]:
    """The numbers that a claim of a threshold is about, by what the legend says of them."""
    if not isinstance(claim.rule, Threshold):
        return {}
    ends = {"at least": claim.rule.at_least, "at most": claim.rule.at_most}
    return {
        f"{side} {end:.3g}{claim.rule.unit}": end for side, end in ends.items() if end is not None
    }


def _printed_of(claim: Claim, case: Case) -> str:
    """What the printed numbers are of, where they stand over other data than the paper's."""
    shown = claim.cases if shows_all_cases(claim) else [case]
    other = any(each.other_data and each.name in claim.source.printed for each in shown)
    return ", of its own data" if other else ""


def shows_all_cases(claim: Claim) -> bool:
    """Return whether the cases stand along the x axis."""
    return len({quantity.x for quantity in claim.quantities}) == 1 and len(claim.cases) > 1


def shows_all_readings(claim: Claim) -> bool:
    """Return whether each reading has a colour of its own."""
    names = list(dict.fromkeys(quantity.series for quantity in claim.quantities))
    return len(names) == 1 or (not shows_all_cases(claim) and _places_are_series(claim))


def _places_are_series(claim: Claim) -> bool:
    return len({quantity.x for quantity in claim.quantities}) == 1 and len(claim.cases) == 1


def arrangement(
    claim: Claim, case: Case, reading: Reading
) -> tuple[Sequence[float | str], dict[str, list[Cell]]]:
    """Return the places of the x axis, and by the name of a line its cell at each of them."""
    names = list(dict.fromkeys(quantity.series for quantity in claim.quantities))
    if shows_all_cases(claim):
        places: Sequence[float | str] = [case_title(each.name) for each in claim.cases]
        if len(names) == 1:
            (only,) = claim.quantities
            lines = {r.name: [(each, only, r) for each in claim.cases] for r in claim.readings}
        else:
            lines = {
                quantity.series: [(each, quantity, reading) for each in claim.cases]
                for quantity in claim.quantities
            }
        return places, lines
    if _places_are_series(claim):
        return names, {r.name: [(case, q, r) for q in claim.quantities] for r in claim.readings}
    places = list(dict.fromkeys(quantity.x for quantity in claim.quantities))
    if len(names) == 1:
        return places, {r.name: [(case, q, r) for q in claim.quantities] for r in claim.readings}
    known = set(claim.quantities)
    return places, {
        name: [(case, Quantity(name, x), reading) for x in places if Quantity(name, x) in known]
        for name in names
    }


def _series(outcome: Outcome, name: str, cells: Sequence[Cell]) -> Series:
    columns = [_numbers(outcome, *cell) for cell in cells]
    return Series(INFINITE.sub("∞", name), *np.array(columns, np.float64).T)


def _numbers(
    outcome: Outcome, case: Case, quantity: Quantity, reading: Reading
) -> tuple[float, float, float, float]:
    """The middle, the ends of the middle 90 %, and the printed number of one cell."""
    column = outcome.claim.quantities.index(quantity)
    printed = outcome.claim.printed_numbers(case.name)[column]
    printed = np.nan if printed is None else printed
    values = outcome.values(case, reading)
    if not len(values):
        return np.nan, np.nan, np.nan, printed
    own = values[:, [column]]
    low, high = central_range(own)[:, 0]
    return float(outcome.middle(own)[0]), low, high, printed
