"""Truncated gradient against rounding, each at its best knobs and with as few features."""

from __future__ import annotations

from papers.claim import Claim, Notes, Quantity, Reading, Source, Trial
from papers.fairness.budgets import AUC_AXES, BUDGETS, TIE
from papers.fairness.cases import CASES
from papers.fairness.grids import roundings, truncations, truncations_within
from papers.fairness.runs import Repetition
from papers.rules import Order

GRADIENT, ROUNDING = "truncated gradient", "rounding"
FREE, BOUNDED = "no threshold", "a threshold"


def aucs(trial: Trial) -> list[float]:
    """Return the AUC of both methods with at most k features, for each k."""
    repetition = Repetition.of(trial)
    pulls = truncations if trial.reading.name == FREE else truncations_within
    each = [repetition.sweep(settings(repetition.scales)) for settings in (pulls, roundings)]
    return [scores.auc(k) for scores in each for k in BUDGETS]


CLAIM = Claim(
    key="rounding",
    says="With as few features truncated gradient, which pulls small weights towards zero, "
    "predicts better than rounding, which cuts them.",
    source=Source(
        "Langford, Li & Zhang 2009, §3.3",
        "Langford, Li & Zhang: “We observe that the direct rounding to zero is too aggressive.” A "
        "single threshold θ for both makes it look so; here each method has its best settings.",
    ),
    cases=CASES,
    quantities=[Quantity(name, k) for name in (GRADIENT, ROUNDING) for k in BUDGETS],
    measure=aucs,
    rule=Order(((GRADIENT, ">", ROUNDING),), tie=TIE),
    axes=AUC_AXES,
    readings=(
        Reading(FREE, "Every weight is pulled, however large (θ = ∞)."),
        Reading(BOUNDED, "Only weights up to a threshold θ are pulled; it is chosen, too."),
    ),
    notes=Notes(
        differs=(
            "The claim is what a comparison at equal thresholds suggests: there truncated gradient "
            "keeps more features, and is not compared like for like.",
        ),
        cause="At equal thresholds rounding keeps fewer features, and that alone makes it look "
        "worse. With as few features both are level on most data once truncated gradient has a "
        "threshold, too. Without one it goes on pulling the large weights that it keeps, and "
        "falls behind.",
        lesson="rounding",
    ),
)
