"""How often one method was clearly ahead of another, over all data sets and numbers of features."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from papers.catalogue import find_claim
from papers.claim import Quantity
from papers.results import load_results
from papers.rules import Order


class Tally(NamedTuple):
    """Comparisons in which the first was clearly ahead, level, or clearly behind."""

    ahead: int
    level: int
    behind: int


@cache
def tally(key: str, first: str, second: str, reading: str = "") -> Tally:
    """Return how often the number of ``first`` is the larger one, as stored and judged.

    Parameters
    ----------
    key : of a claim of this folder whose rule is an order.
    first, second : names of its series.
    reading : the name of one; the only one where it is empty.
    """
    claim = find_claim(f"fairness.{key}")
    rule, results = claim.rule, load_results(f"fairness.{key}")
    if not isinstance(rule, Order):
        raise ValueError(f"{key}: its rule compares no two series")
    read = next(each for each in claim.readings if reading in ("", each.name))
    column = {quantity: i for i, quantity in enumerate(claim.quantities)}
    seen = []
    for case in claim.cases:
        values = results.values(case, read, claim.seeds)
        if not len(values):
            continue
        for x in dict.fromkeys(quantity.x for quantity in claim.quantities):
            a, b = (values[:, column[Quantity(name, x)]] for name in (first, second))
            seen.append(rule.relation(a, b))
    ahead, behind = seen.count(">"), seen.count("<")
    return Tally(ahead, len(seen) - ahead - behind, behind)
