"""The larger the penalty, the fewer weights: online as in batch (Fig. 1)."""

from __future__ import annotations

import itertools

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.dhingra.gisette import (
    CASES,
    DESCENT,
    DIFFERS,
    FOBOS,
    MINI,
    ROUND,
    STEPS,
    ending,
    opens_method,
)
from papers.rules import Order

METHODS, PENALTIES = (FOBOS, ROUND, MINI, DESCENT), (1e-5, 1e-3, 1e-2, 0.1)


def name_of(l1: float) -> str:
    """Return the series of a λ."""
    return f"λ = {l1:g}"


def densities(trial: Trial) -> list[float]:
    """Return the share of weights that are not 0, for each λ of each method."""
    found = []
    for method in METHODS:
        for l1 in PENALTIES:
            end = ending(method, trial.dataset, trial.reading, l1, trial.seed)
            found.append(end.nonzeros / trial.dataset.n_features)
    return found


CLAIM = Claim(
    key="density_falls",
    says="The larger the penalty, the fewer weights a method keeps.",
    source=Source("§3.3, Fig. 1", "As λ increases, so does the sparsity."),
    cases=CASES,
    quantities=[Quantity(name_of(l1), method) for method in METHODS for l1 in PENALTIES],
    measure=densities,
    rule=Order(tuple((name_of(a), ">", name_of(b)) for a, b in itertools.pairwise(PENALTIES))),
    axes=Axes("method", "weights that are not 0, of all"),
    readings=STEPS,
    seeds=20,
    opens=opens_method(1e-2),
    notes=Notes(differs=DIFFERS, lesson="subgradient"),
)
