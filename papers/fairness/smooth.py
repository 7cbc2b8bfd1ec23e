"""Gravity turned alone: whether the loss has a cliff."""

from __future__ import annotations

import numpy as np

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.fairness.budgets import FEW
from papers.fairness.cases import CASES
from papers.fairness.grids import truncations
from papers.fairness.knob_path import path_of
from papers.fairness.runs import Repetition
from papers.rules import Threshold


def steepest_share(trial: Trial) -> list[float]:
    """Return the share of the rise of the loss that lies within a fifth of a decade of g."""
    repetition = Repetition.of(trial)
    scores = repetition.sweep(truncations(repetition.scales))
    path = path_of(repetition, scores, "gravity", FEW)
    return [np.nan if path is None else path.steepest()]


CLAIM = Claim(
    key="smooth",
    says="The loss rises smoothly as gravity is turned up: no small turn takes more than a third "
    "of the way.",
    source=Source(
        "Langford, Li & Zhang 2009, §1.2",
        "Langford, Li & Zhang: “The additional loss due to sparsification is controlled "
        "continuously with a single real-valued parameter.”",
    ),
    cases=CASES,
    quantities=[Quantity("")],
    measure=steepest_share,
    rule=Threshold(at_most=1 / 3, direction=1 / 2),
    axes=Axes("data set", "largest share of the rise within a fifth of a decade"),
    notes=Notes(
        differs=(
            f"All other settings stand where the progressive loss is least with at most {FEW} "
            "features. Gravity is turned by two decades to either side of its best value.",
        ),
        lesson="gravity",
    ),
)
