"""Documents: SCD is clearly first (Fig. 1, top left)."""

from __future__ import annotations

from algorithms.batch.greedy_cd import GreedyCD
from algorithms.batch.scd import SCD
from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.rules import Order
from papers.shalev_shwartz.opening import opens_with
from papers.shalev_shwartz.runs import BETAS, best_looks, coordinate, smidas, truncated_gradient
from papers.shalev_shwartz.tables import TEXT

L1, READINGS = 1e-6, (4, 16)
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
    key="reuters",
    says="On documents stochastic coordinate descent is clearly ahead of the three other methods.",
    source=Source(
        "§4, Fig. 1, top left",
        "SCD outperforms the other three algorithms. DETCD is much slower. The two algorithms "
        "having a tunable parameter do much worse here.",
    ),
    cases=TEXT,
    quantities=[Quantity(name, x) for name in METHODS for x in READINGS],
    measure=objectives,
    rule=Order((("SCD", "<", "DETCD"), ("SCD", "<", "SMIDAS"), ("SCD", "<", "TG"))),
    axes=Axes("passes over all entries", "mean loss + λ‖w‖₁", log="x"),
    readings=BETAS,
    seeds=20,
    opens=opens_with(L1, READINGS[-1]),
    notes=Notes(
        differs=(
            "The step size is the best of 10⁻⁶ to 10⁻¹ after the first look, in the first "
            "repetition, and "
            "the same for all; the paper does not say at which point of a curve it chose.",
        ),
        lesson="coordinates",
    ),
)
