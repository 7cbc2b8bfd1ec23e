"""With many examples the Lasso and the sparse group method find the same signs (§6.1, Table 1)."""

from __future__ import annotations

import numpy as np

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.rules import Number
from papers.yang.averages import averaged_case, mean_scores
from papers.yang.synthetic import DIFFERS, FIFTH, TENTH, opens, printed_means
from papers.yang.table_1 import F1

SIZES, COMPARED = (10**4, 10**5), ("Lasso", "DA-SGL")


def f1_scores(trial: Trial) -> np.ndarray:
    """Return the mean F1 of the signs of both methods, in per cent."""
    return mean_scores(trial, COMPARED)[:, 1]


CLAIM = Claim(
    key="lasso_meets",
    says="With very many examples it no longer matters whether a method knows of groups.",
    source=Source(
        "§6.1, Table 1",
        "The DA-SGL behaves similarly as the GL when the number of training instances is small and "
        "as the lasso when the number is large.",
        printed_means(F1, SIZES, COMPARED),
    ),
    cases=[averaged_case(n) for n in SIZES],
    quantities=[Quantity(method) for method in COMPARED],
    measure=f1_scores,
    rule=Number(within=3.0),
    axes=Axes("training examples", "mean F1 of the signs, %"),
    readings=(TENTH, FIFTH),
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
