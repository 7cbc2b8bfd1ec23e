"""Coordinate descent is accurate and sparse (§3.3.1 and Table 2)."""

from __future__ import annotations

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.dhingra.gisette import CASES, DESCENT, DIFFERS, MEAN, accuracies, opens_method
from papers.rules import Order

ANY, SPARSE = "any number of weights", "a tenth of them at most"


def best(trial: Trial) -> tuple[float, float]:
    """Return the best accuracy of all λ, and of those that keep few weights."""
    return accuracies(DESCENT, trial.dataset, trial.reading, trial.seed)


CLAIM = Claim(
    key="descent_both",
    says="Looking at all pictures at once, a method is as accurate with few weights as with many.",
    source=Source(
        "§3.3.1, Table 2",
        "We obtained sparse, accurate solutions; at λ = 10⁻² .0738 of the weights.",
        {CASES[-1].name: (0.935, 0.935)},
    ),
    cases=CASES,
    quantities=[Quantity(series, DESCENT) for series in (ANY, SPARSE)],
    measure=best,
    rule=Order(((ANY, "=", SPARSE),), tie=0.02),
    axes=Axes("method", "accuracy on test pictures"),
    seeds=20,
    opens=lambda case, quantity, reading: opens_method(1e-2)(case, quantity, MEAN),
    notes=Notes(
        differs=(
            DIFFERS[1],
            "Sparse is here: at most a tenth of the weights; of seven λ the best one is taken.",
        ),
        lesson="counting",
    ),
)
