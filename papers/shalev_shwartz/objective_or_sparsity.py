"""SCD and truncated gradient on magic04d (Fig. 1, the two right panels)."""

from __future__ import annotations

from algorithms.batch.scd import SCD
from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.rules import Order
from papers.shalev_shwartz.opening import opens_with
from papers.shalev_shwartz.runs import BETAS, best_looks, coordinate, truncated_gradient
from papers.shalev_shwartz.tables import MAGIC_DENSE

L1, READINGS = 1e-3, (3, 12)
SERIES = ("SCD, objective", "TG, objective", "SCD, density", "TG, density")


def looks_of_both(trial: Trial) -> list[float]:
    """Return the objectives of both methods, then the shares of weights that are not 0."""
    both = (
        coordinate(SCD, L1, trial.reading, trial, READINGS),
        best_looks(truncated_gradient, L1, trial, READINGS),
    )
    objectives = [look.objective for looks in both for look in looks]
    return objectives + [look.density for looks in both for look in looks]


CLAIM = Claim(
    key="objective_or_sparsity",
    says="On dense data truncated gradient minimises better, and SCD finds the sparser weights.",
    source=Source(
        "§4, Fig. 1, top and bottom right",
        "TruncGrad is better at minimizing the objective while SCD finds slightly sparser w's.",
    ),
    cases=MAGIC_DENSE,
    quantities=[Quantity(name, x) for name in SERIES for x in READINGS],
    measure=looks_of_both,
    rule=Order((("TG, objective", "<", "SCD, objective"), ("SCD, density", "<", "TG, density"))),
    axes=Axes("passes over all entries", "objective; share of weights", log="x"),
    readings=BETAS,
    seeds=20,
    opens=opens_with(L1, READINGS[-1]),
    notes=Notes(
        differs=(
            "The step size is the best of 10⁻⁶ to 10⁻¹ after the first look, in the first "
            "repetition.",
            "The paper's curves go on to about 210 passes over all entries; these end at 12.",
            "λ = 10⁻³ as in the text; the titles of the panels say 10⁻⁴.",
        ),
        lesson="coordinates",
    ),
)
