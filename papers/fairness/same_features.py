"""Whether a method keeps the same features in another order of the same examples."""

from __future__ import annotations

import numpy as np

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.fairness.budgets import FEW
from papers.fairness.cases import CASES
from papers.fairness.grids import cumulative_penalties, dual_averagings, truncations
from papers.fairness.reruns import features_of, other_orders, overlap
from papers.fairness.runs import LONGEST_PERIOD, Repetition
from papers.rules import Order

GRADIENT, AVERAGING, CUMULATIVE = "truncated gradient", "RDA", "cumulative penalty"
SETTINGS = {
    GRADIENT: truncations,
    AVERAGING: dual_averagings,
    CUMULATIVE: cumulative_penalties,
}
ORDERS, BEFORE = "other orders", "100 examples before"
OTHERS = 3


def overlaps(trial: Trial) -> list[float]:
    """Return for each method the overlap of its features with those in other orders, and with
    those that it had 100 examples before."""
    repetition, found = Repetition.of(trial), []
    orders = other_orders(trial, OTHERS)
    for settings in SETTINGS.values():
        scores = repetition.sweep(settings(repetition.scales))
        place = scores.best(FEW)
        if place is None:
            found += [np.nan, np.nan]
            continue
        best, end = scores.algorithms[place], repetition.order
        own = features_of(best, repetition, end)
        others = [overlap(own, features_of(best, repetition, order)) for order in orders]
        before = features_of(best, repetition, end[:-LONGEST_PERIOD])
        found += [float(np.mean(others)), overlap(own, before)]
    return found


CLAIM = Claim(
    key="same_features",
    says="RDA and the cumulative penalty keep more nearly the same features in every order of the "
    "examples; those of truncated gradient are partly an accident of the last examples.",
    source=Source(
        "what our lesson on gravity says",
        "A weight that truncated gradient has pulled to zero comes back with the next example, so "
        "the last examples decide who is there at the end. We ask how much.",
    ),
    cases=CASES,
    quantities=[Quantity(name, x) for name in SETTINGS for x in (ORDERS, BEFORE)],
    measure=overlaps,
    rule=Order(((AVERAGING, ">", GRADIENT), (CUMULATIVE, ">", GRADIENT)), tie=0.05),
    axes=Axes("compared with", "overlap of the features"),
    notes=Notes(
        differs=(
            f"Each method stands at its best setting with at most {FEW} features. The overlap of "
            "two sets is the share of the features in both among those in either: 1 where they are "
            "the same.",
        ),
        lesson="gravity",
    ),
)
