"""FOBOS is accurate or sparse, not both (§3.3.2 and Table 2)."""

from __future__ import annotations

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.dhingra.gisette import (
    CASES,
    DIFFERS,
    FOBOS,
    MINI,
    ROUND,
    STEPS,
    accuracies,
    opens_method,
)
from papers.rules import Order

METHODS, ANY, SPARSE = (FOBOS, ROUND, MINI), "any number of weights", "a tenth of them at most"


def best(trial: Trial) -> list[float]:
    """Return for each method the best accuracy of all λ, and of those that keep few weights."""
    dataset, reading, seed = trial.dataset, trial.reading, trial.seed
    return [value for method in METHODS for value in accuracies(method, dataset, reading, seed)]


PRINTED = (0.969, None, 0.970, None, 0.968, None)

CLAIM = Claim(
    key="fobos_either",
    says="Shrinking after each example gives weights that are accurate, or few, and never both.",
    source=Source(
        "§3.3.2, Table 2",
        "We obtained Fobos solutions that were either accurate or sparse but not both.",
        {CASES[-1].name: PRINTED},
    ),
    cases=CASES,
    quantities=[Quantity(series, method) for method in METHODS for series in (ANY, SPARSE)],
    measure=best,
    rule=Order(((ANY, ">", SPARSE),), tie=0.02),
    axes=Axes("method", "accuracy on test pictures"),
    readings=STEPS,
    seeds=20,
    opens=opens_method(0.1),
    notes=Notes(
        differs=(
            *DIFFERS,
            "Sparse is here: at most a tenth of the weights; of seven λ the best one is taken.",
        ),
        lesson="fobos_rda",
    ),
)
