"""L0-SGD is accurate and sparse, and online (§3.3.2 and Table 2)."""

from __future__ import annotations

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.dhingra.gisette import (
    CASES,
    DIFFERS,
    FOBOS,
    L0,
    MINI,
    STEPS,
    accuracies,
    opens_method,
)
from papers.rules import Order

METHODS = (L0, FOBOS, MINI)


def best(trial: Trial) -> list[float]:
    """Return the best accuracy of each method with few weights."""
    dataset, reading, seed = trial.dataset, trial.reading, trial.seed
    return [accuracies(method, dataset, reading, seed)[1] for method in METHODS]


CLAIM = Claim(
    key="l0_both",
    says="Of the online methods only the one that counts its weights is accurate with few of them.",
    source=Source(
        "§3.3.2, Table 2",
        "Of the online methods, only the ℓ0 constrained SGD performed well: .9470 at K = 400.",
        {CASES[-1].name: (0.947, None, None)},
    ),
    cases=CASES,
    quantities=[Quantity(method) for method in METHODS],
    measure=best,
    rule=Order(((L0, ">", FOBOS), (L0, ">", MINI))),
    axes=Axes("which pictures", "accuracy with a tenth of the weights at most"),
    readings=STEPS,
    seeds=20,
    opens=opens_method(0.3),
    notes=Notes(
        differs=(*DIFFERS, "K is the best of 20, 50, 100, 200, 400 and 500."), lesson="counting"
    ),
)
