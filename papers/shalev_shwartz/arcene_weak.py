"""Arcene with a weak penalty (Fig. 1, bottom left)."""

from __future__ import annotations

from algorithms.batch.greedy_cd import GreedyCD
from algorithms.batch.scd import SCD
from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.rules import Order
from papers.shalev_shwartz.opening import opens_with
from papers.shalev_shwartz.runs import BETAS, best_looks, coordinate, smidas, truncated_gradient
from papers.shalev_shwartz.tables import ARCENE

L1, READINGS = 1e-6, (5, 20)
METHODS = ("SCD", "DETCD", "SMIDAS", "TG")


def objectives(trial: Trial) -> list[float]:
    """Return the objectives of the methods after some readings of all entries."""
    methods = (
        coordinate(SCD, L1, trial.reading, trial, READINGS),
        coordinate(GreedyCD, L1, trial.reading, trial, READINGS),
        best_looks(smidas, L1, trial, READINGS),
        best_looks(truncated_gradient, L1, trial, READINGS),
    )
    return [look.objective for looks in methods for look in looks]


CLAIM = Claim(
    key="arcene_weak",
    says="With a very weak penalty SMIDAS falls behind truncated gradient, SCD still does well, "
    "and the greedy descent is slow.",
    source=Source(
        "§4, Fig. 1, bottom left",
        "SMIDAS is worse, but still competitive, for the small value. SCD does well and DETCD is "
        "quite slow.",
    ),
    cases=ARCENE,
    quantities=[Quantity(name, x) for name in METHODS for x in READINGS],
    measure=objectives,
    rule=Order((("TG", "<", "SMIDAS"), ("SCD", "<", "DETCD"), ("SCD", "<", "SMIDAS")), at=READINGS),
    axes=Axes("passes over all entries", "mean loss + λ‖w‖₁", log="x"),
    readings=BETAS,
    seeds=20,
    opens=opens_with(L1, READINGS[-1]),
    notes=Notes(
        differs=(
            "The step size is the best of 10⁻⁶ to 10⁻¹ after the first look, in the first "
            "repetition, and "
            "the same for all; the paper does not say at which point of a curve it chose.",
            "The paper's curves go on to about 2,200 passes over all entries; these end at 20.",
        ),
        lesson="coordinates",
    ),
)
