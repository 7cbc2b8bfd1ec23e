"""How exactly the threshold of rounding has to be hit, and gravity."""

from __future__ import annotations

import numpy as np

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.fairness.budgets import FEW
from papers.fairness.cases import CASES
from papers.fairness.grids import roundings, truncations
from papers.fairness.knob_path import WITHIN, path_of
from papers.fairness.runs import Repetition
from papers.rules import Order

THRESHOLD, GRAVITY = "threshold of rounding", "gravity"


def rooms(trial: Trial) -> list[float]:
    """Return the room of both knobs, in decades."""
    repetition, found = Repetition.of(trial), []
    for settings, knob in ((roundings, "threshold"), (truncations, "gravity")):
        scores = repetition.sweep(settings(repetition.scales))
        path = path_of(repetition, scores, knob, FEW)
        found.append(np.nan if path is None else path.room(FEW))
    return found


CLAIM = Claim(
    key="room",
    says="The best threshold of rounding is harder to hit than the best gravity.",
    source=Source(
        "Langford, Li & Zhang 2009, §6.4",
        "Langford, Li & Zhang: “The rounding algorithm is quite ad hoc and may not work robustly "
        "in some problems.” We ask how far each setting may be off.",
    ),
    cases=CASES,
    quantities=[Quantity(THRESHOLD), Quantity(GRAVITY)],
    measure=rooms,
    rule=Order(((THRESHOLD, "<", GRAVITY),), tie=0.2),
    axes=Axes("data set", "decades the setting may be off"),
    notes=Notes(
        differs=(
            f"All other settings stand where the progressive loss is least with at most {FEW} "
            f"features. Within its room a setting keeps this loss within {100 * WITHIN:g} %, and "
            "the features too; one decade is a factor of ten.",
        ),
        cause="How far a setting may be off depends on the data more than on the method: where one "
        "has to be hit within a tenth of a decade, mostly the other has, too.",
        lesson="gravity",
    ),
)
