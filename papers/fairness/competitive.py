"""Truncated gradient beside the better of rounding and the sub-gradient (Fig. 7)."""

from __future__ import annotations

import numpy as np

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.fairness.budgets import BUDGETS
from papers.fairness.cases import CASES
from papers.fairness.grids import roundings, subgradients, thresholds, truncations
from papers.fairness.runs import Repetition, Scores
from papers.rules import Threshold

PERIOD = (10,)
FREELY, ONCE = "step size chosen for each k", "step size chosen once"


def leads(trial: Trial) -> list[float]:
    """Return by how much the AUC of truncated gradient exceeds that of the better rival."""
    repetition = Repetition.of(trial)
    scales = repetition.scales
    each = [
        repetition.sweep(truncations(scales, PERIOD)),
        repetition.sweep(roundings(scales, PERIOD)),
        repetition.sweep(subgradients(scales), thresholds(scales)),
    ]
    found = []
    for scores in (each, [at_one_step(some) for some in each]):
        aucs = np.array([[some.auc(k) for k in BUDGETS] for some in scores])
        found += list(aucs[0] - aucs[1:].max(axis=0))
    return found


def at_one_step(scores: Scores) -> Scores:
    """Return the settings with the step size and schedule of the best of all."""
    place = scores.best(np.inf)
    if place is None:
        return scores
    best = scores.algorithms[place]
    return scores.at(eta=best.eta, schedule=best.schedule)


CLAIM = Claim(
    key="competitive",
    says="Truncated gradient never falls far behind the better of rounding and the sub-gradient "
    "method with as few features.",
    source=Source(
        "Langford, Li & Zhang 2009, §6.4",
        "Langford, Li & Zhang: “Truncated gradient is consistently competitive with the other two "
        "online algorithms and significantly outperformed them in some problems.”",
    ),
    cases=CASES,
    quantities=[Quantity(name, k) for name in (FREELY, ONCE) for k in BUDGETS],
    measure=leads,
    rule=Threshold(at_least=-0.01, direction=-0.02),
    axes=Axes("features at most", "AUC ahead of the better rival", "x"),
    notes=Notes(
        differs=(
            "As in the paper truncated gradient and rounding have K = 10 and θ = ∞. The "
            "sub-gradient method is cut once, at the end, at its best threshold.",
        ),
        lesson="rounding",
    ),
)
