"""Methods that keep whole groups cannot find all zeros (§6.1, Table 1)."""

from __future__ import annotations

import numpy as np

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.rules import Number
from papers.yang.averages import averaged_case, mean_scores
from papers.yang.synthetic import DIFFERS, FIFTH, TENTH, opens, printed_means
from papers.yang.table_1 import F1

SIZES, GROUPED = (1000, 10**4, 10**5), ("GL", "DA-GL")


def f1_scores(trial: Trial) -> np.ndarray:
    """Return the mean F1 of the signs of both methods, in per cent."""
    return mean_scores(trial, GROUPED)[:, 1]


CLAIM = Claim(
    key="group_ceiling",
    says="Whoever keeps or drops whole groups gets about 70 % of the signs, however many examples "
    "there are.",
    source=Source(
        "§6.1, Table 1",
        "Both models cannot achieve sparsity in the individual feature level and therefore, the "
        "scores are lower than the DA-SGL.",
        printed_means(F1, SIZES, GROUPED),
    ),
    cases=[averaged_case(n) for n in SIZES],
    quantities=[Quantity(method) for method in GROUPED],
    measure=f1_scores,
    rule=Number(within=3.0),
    axes=Axes("training examples", "mean F1 of the signs, %"),
    readings=(FIFTH, TENTH),
    seeds=10,
    opens=opens,
    notes=Notes(
        differs=(
            *DIFFERS,
            "A repetition is the mean of five draws; of 100,000 examples it is a single one.",
        ),
        lesson="groups",
    ),
)
