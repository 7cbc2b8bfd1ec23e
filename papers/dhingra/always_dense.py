"""Sub-gradient descent makes no zeros (Fig. 1 and Table 2)."""

from __future__ import annotations

import numpy as np

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.dhingra.gisette import (
    CASES,
    DIFFERS,
    MINI_SUB,
    STEPS,
    STOCHASTIC,
    ending,
    opens_method,
)
from papers.rules import Threshold

METHODS, PENALTIES = (STOCHASTIC, MINI_SUB), (1e-5, 1e-3, 0.1)


def shares(trial: Trial) -> list[float]:
    """Return the share of weights that are not 0, of features that some example has."""
    dataset, found = trial.dataset, []
    occurring = len(np.unique(dataset.X.indices))
    for method in METHODS:
        for l1 in PENALTIES:
            end = ending(method, dataset, trial.reading, l1, trial.seed)
            found.append(end.nonzeros / occurring)
    return found


CLAIM = Claim(
    key="always_dense",
    says="A method that only pushes weights towards zero leaves nearly every one of them nonzero, "
    "however hard it pushes.",
    source=Source(
        "§3.3, Fig. 1",
        "Subgradient Minibatch and Stochastic Subgradient always result in dense solutions: .9910 "
        "of all weights in Table 2.",
    ),
    cases=CASES,
    quantities=[Quantity(method, l1) for method in METHODS for l1 in PENALTIES],
    measure=shares,
    rule=Threshold(at_least=0.99, direction=0.9),
    axes=Axes("λ", "weights that are not 0, of features that occur", "x"),
    readings=STEPS,
    seeds=20,
    opens=opens_method(1e-3),
    notes=Notes(
        differs=(
            *DIFFERS,
            "Counted is the share of the features that occur in some picture. Of all weights, "
            "which the paper counts, some belong to features that never occur; whether these are "
            "what is missing from 1 in its .9910 we do not know.",
        ),
        lesson="subgradient",
    ),
)
