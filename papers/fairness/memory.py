"""Features held on the way for each that is kept at the end."""

from __future__ import annotations

import numpy as np

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.fairness.budgets import FEW
from papers.fairness.cases import CASES
from papers.fairness.grids import (
    cumulative_penalties,
    dual_averagings,
    roundings,
    truncations,
)
from papers.fairness.reruns import mean_held
from papers.fairness.runs import Repetition
from papers.rules import Order

GRADIENT, ROUNDING = "truncated gradient", "rounding"
AVERAGING, CUMULATIVE = "RDA", "cumulative penalty"
SETTINGS = {
    GRADIENT: truncations,
    ROUNDING: roundings,
    AVERAGING: dual_averagings,
    CUMULATIVE: cumulative_penalties,
}


def swellings(trial: Trial) -> list[float]:
    """Return for each method how many features it holds for each that it keeps."""
    repetition, found = Repetition.of(trial), []
    for settings in SETTINGS.values():
        scores = repetition.sweep(settings(repetition.scales))
        place = scores.best(FEW)
        if place is None or not scores.features[place]:
            found.append(np.nan)
        else:
            held = mean_held(scores.algorithms[place], repetition)
            found.append(held / float(scores.features[place]))
    return found


CLAIM = Claim(
    key="memory",
    says="For each feature that they keep at the end, rounding and truncated gradient hold more "
    "features in memory on the way than RDA and the cumulative penalty.",
    source=Source(
        "Langford, Li & Zhang 2009, §3.1",
        "Langford, Li & Zhang: “If K is too large, then in the training stage, we will need to "
        "keep many more nonzero features in the intermediate steps before they are rounded to "
        "zero.” At their best settings both methods wait long.",
    ),
    cases=CASES,
    quantities=[Quantity(name) for name in SETTINGS],
    measure=swellings,
    rule=Order(
        tuple(
            (lean, "<", hungry)
            for lean in (AVERAGING, CUMULATIVE)
            for hungry in (GRADIENT, ROUNDING)
        ),
        tie=0.1,
    ),
    axes=Axes("data set", "features held for each kept", "y"),
    notes=Notes(
        differs=(
            f"Each method stands at its best setting with at most {FEW} features. Held are those "
            "with a weight that is not 0, in the mean over the last pass, between two cuts, too.",
        ),
        lesson="rounding",
    ),
)
