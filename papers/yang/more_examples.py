"""Accuracy grows with the number of examples (§6.1, Table 1)."""

from __future__ import annotations

from itertools import pairwise

from papers.claim import Axes, Case, Claim, Notes, Quantity, Source, Trial
from papers.rules import Order
from papers.yang.synthetic import DIFFERS, FIFTH, TENTH, accuracy, chosen_l1, draw_examples, learn
from papers.yang.table_1 import ACCURACY, METHODS, TABLE_1

SIZES = (25, 100, 500, 5000)


def accuracies(trial: Trial) -> list[float]:
    """Return the accuracy of one method for each number of examples."""
    found = []
    for n in SIZES:
        dataset = draw_examples(n, trial.seed)
        l1 = chosen_l1(trial.case.name, trial.reading, dataset)
        found.append(accuracy(*learn(trial.case.name, dataset, l1), dataset))
    return found


def name_of(n: int) -> str:
    """Return the series of a number of examples."""
    return f"{n:,} examples"


CLAIM = Claim(
    key="more_examples",
    says="Whatever the method, it predicts better the more examples it has learned from.",
    source=Source(
        "§6.1, Table 1",
        "The accuracy values of all algorithms increase with the number of training instances.",
        {
            method: tuple(TABLE_1[ACCURACY][n][i][0] for n in SIZES)
            for i, method in enumerate(METHODS)
        },
    ),
    cases=[Case(method) for method in METHODS],
    quantities=[Quantity(name_of(n)) for n in SIZES],
    measure=accuracies,
    rule=Order(tuple((name_of(a), "<", name_of(b)) for a, b in pairwise(SIZES))),
    axes=Axes("method", "accuracy, %"),
    readings=(FIFTH, TENTH),
    seeds=20,
    notes=Notes(differs=DIFFERS, lesson="groups"),
)
