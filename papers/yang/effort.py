"""Online methods are done long before batch methods (§6.1, Fig. 1)."""

from __future__ import annotations

from algorithms.record import record
from papers.claim import Axes, Case, Claim, Notes, Quantity, Source, Trial
from papers.rules import Order
from papers.yang.synthetic import (
    DIFFERS,
    FIFTH,
    LOSS,
    TENTH,
    best_gamma,
    chosen_l1,
    draw_examples,
    setting,
)
from papers.yang.table_1 import METHODS

SIZES = (100, 1000, 10**4)
ONLINE, BATCH, MOST_PASSES = ("L1-RDA", "DA-GL", "DA-SGL"), ("Lasso", "GL"), 2000


def numbers_read(trial: Trial) -> list[float]:
    """Return how many numbers of the data each method reads, for each number of examples."""
    found = []
    for n in SIZES:
        dataset = draw_examples(n, trial.seed)
        for method in METHODS:
            l1 = chosen_l1(method, trial.reading, dataset)
            algorithm = setting(method, best_gamma(dataset), l1)
            passes = MOST_PASSES if method in BATCH else 1
            trace = record(algorithm, dataset, LOSS, passes=passes, checkpoints=1, intercept=True)
            found.append(float(trace.costs.accesses[-1]))
    return found


CLAIM = Claim(
    key="effort",
    says="An online method is done long before a batch method is.",
    source=Source(
        "§6.1, Fig. 1",
        "The time cost by the online learning algorithms is clearly less than that cost by the "
        "batch-mode algorithms.",
    ),
    cases=[Case("made groups")],
    quantities=[Quantity(method, n) for n in SIZES for method in METHODS],
    measure=numbers_read,
    rule=Order(tuple((a, "<", b) for a in ONLINE for b in BATCH), tie=0.1),
    axes=Axes("training examples", "numbers of the data that are read", "xy"),
    readings=(FIFTH, TENTH),
    seeds=20,
    notes=Notes(
        differs=(
            *DIFFERS,
            "Counted are the numbers of the data that a method reads, and not seconds: a count "
            "depends little on the machine. The paper times Matlab against R, and says itself that "
            "this is not fair.",
            "The paper's batch methods also spend their time on loading the data, which nothing "
            "here does.",
            f"A batch method is stopped after {MOST_PASSES:,} readings of all data. Where a range "
            "ends there it was stopped before that gap, and would have read more.",
        ),
        cause="An online method reads each number once, by its nature; a batch method reads all of "
        "them again and again until its weights hardly move. How well each predicts by then is "
        "what other claims of this table are about.",
        lesson="groups",
    ),
)
