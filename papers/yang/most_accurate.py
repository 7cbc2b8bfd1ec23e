"""The sparse group method predicts best, most of all from few examples (§6.1, Table 1)."""

from __future__ import annotations

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.rules import Order
from papers.yang.synthetic import (
    DIFFERS,
    FIFTH,
    TENTH,
    TUNED,
    opens,
    printed_means,
    scores,
    size_case,
)
from papers.yang.table_1 import ACCURACY, METHODS

SIZES = (25, 50, 100, 500, 1000)


def accuracies(trial: Trial) -> list[float]:
    """Return the accuracy of each method, in per cent."""
    return scores(trial)[:, 0].tolist()


CLAIM = Claim(
    key="most_accurate",
    says="Zeros in groups and within them: whoever has both predicts best, above all from few "
    "examples.",
    source=Source(
        "§6.1, Table 1",
        "The DA-SGL achieves the best accuracy, especially when the number is small.",
        printed_means(ACCURACY, SIZES),
    ),
    cases=[size_case(n) for n in SIZES],
    quantities=[Quantity(method) for method in METHODS],
    measure=accuracies,
    rule=Order(tuple(("DA-SGL", ">", method) for method in METHODS[:-1]), tie=0.002),
    axes=Axes("training examples", "accuracy, %"),
    readings=(FIFTH, TENTH, TUNED),
    seeds=50,
    opens=opens,
    notes=Notes(differs=DIFFERS, cause="We do not know why.", lesson="groups"),
)
