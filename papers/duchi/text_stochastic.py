"""EG's advantage where a gradient is very sparse (Fig. 6, right)."""

from __future__ import annotations

import numpy as np

from algorithms.record import record
from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.duchi.text import EG, LOSS, PROJECTION, TEXTS, best_learner, opens_text
from papers.rules import Order

ROWS, PASSES, Z = (1, 100), 5, 100.0


def losses(trial: Trial) -> list[float]:
    """Return the mean loss of both methods, for each size of a batch, after as many operations.

    EG goes through the rows ``PASSES`` times; projection goes as far as it gets with as many.
    """
    found = []
    for m in ROWS:
        traces = [
            record(
                best_learner(name, trial.case, Z, m, PASSES),
                trial.dataset,
                LOSS,
                seed=trial.seed,
                passes=PASSES,
                checkpoints=60,
                fit=True,
            )
            for name in (PROJECTION, EG)
        ]
        spent = [trace.operations for trace in traces]
        budget = min(spent[0][-1], spent[1][-1])
        for trace, paid in zip(traces, spent, strict=True):
            found.append(float(trace.fit[np.flatnonzero(paid <= budget)[-1]]))
    return found


CLAIM = Claim(
    key="text_stochastic",
    says="With one row at a time EG has an advantage: its steps on few words are the cheaper ones.",
    source=Source(
        "§7, Fig. 6, right",
        "EG has a run-time advantage over ℓ1-projections when the gradient is very sparse.",
    ),
    cases=TEXTS,
    quantities=[Quantity(name, m) for m in ROWS for name in (PROJECTION, EG)],
    measure=losses,
    rule=Order(((EG, "<", PROJECTION),)),
    axes=Axes("rows in a step", "mean logistic loss", log="x"),
    seeds=20,
    opens=opens_text(Z),
    notes=Notes(
        differs=(
            "The paper plots CPU time; here both have made as many operations, by formula.",
            "z = 100 as in its online run; it prints none for this figure.",
        ),
        lesson="l1_ball",
    ),
)
