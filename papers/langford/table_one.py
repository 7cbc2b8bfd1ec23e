"""The sets of Table 1 are at hand as the paper had them."""

from __future__ import annotations

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.langford.study.sets import TABLE_1, case_of
from papers.rules import Number


def sizes(trial: Trial) -> list[float]:
    """Return the features, with a constant one, and the rows to train and to test on."""
    dataset = trial.dataset
    return [float(dataset.n_features), float(dataset.n_rows), float(dataset.test.n_rows)]


CLAIM = Claim(
    key="table_one",
    says="The data sets are the paper's: as many features once words become numbers, and as many "
    "rows.",
    source=Source(
        "Table 1",
        "#features, #train data, #test data.",
        {name: (row.features, row.train, row.test) for name, row in TABLE_1.items()},
    ),
    cases=[case_of(name, False) for name in TABLE_1],
    quantities=[Quantity(part) for part in ("features", "rows to train on", "rows to test on")],
    measure=sizes,
    rule=Number(1.1),
    axes=Axes("", "how many", "y"),
    notes=Notes(
        differs=(
            "The rows to test on are a quarter, drawn class by class: the paper's are not known.",
            "Of ad 998 of 3,279 rows are at hand, of rcv1 a sample of 1,750 documents.",
        ),
        cause=(
            "Of ad and rcv1 only samples are at hand; of wpbc the paper has a column fewer, "
            "probably the time to the event."
        ),
    ),
)
