"""Dual averaging that knows no groups falls far behind (§6.1, Table 1)."""

from __future__ import annotations

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.rules import Order
from papers.yang.synthetic import (
    DIFFERS,
    FIFTH,
    ONE,
    TENTH,
    TUNED,
    opens,
    printed_means,
    scores,
    size_case,
)
from papers.yang.table_1 import ACCURACY, METHODS

SIZES = (500, 1000, 5000)


def accuracies(trial: Trial) -> list[float]:
    """Return the accuracy of each method, in per cent."""
    return scores(trial)[:, 0].tolist()


CLAIM = Claim(
    key="rda_behind",
    says="An online method that knows nothing of groups predicts far worse than all others.",
    source=Source(
        "§6.1, Table 1",
        "L1-RDA stays below 70 % where the others pass 75 %; the text does not speak of it.",
        printed_means(ACCURACY, SIZES),
    ),
    cases=[size_case(n) for n in SIZES],
    quantities=[Quantity(method) for method in METHODS],
    measure=accuracies,
    rule=Order(
        tuple(("L1-RDA", "<", method) for method in METHODS if method != "L1-RDA"),
        tie=0.05,
        test="paired t-test",
    ),
    axes=Axes("training examples", "accuracy, %"),
    readings=(TUNED, FIFTH, TENTH, ONE),
    seeds=20,
    opens=opens,
    notes=Notes(
        differs=DIFFERS,
        cause="With a λ that fits the number of examples L1-RDA predicts as well as the others. "
        "With λ = .055 for every N its printed column comes back from 500 examples on: the λ was "
        "probably not chosen anew for each N.",
        lesson="groups",
    ),
)
