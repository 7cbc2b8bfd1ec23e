"""Ranking hardly suffers from fewer features (§6.1, Fig. 3)."""

from __future__ import annotations

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.langford.study.readings import EXACT, LAZY_MORE
from papers.langford.study.search import fit
from papers.langford.study.sets import CHOICES, UCI, case_of, is_regression
from papers.rules import Threshold


def ratio(trial: Trial) -> list[float]:
    """Return the AUC with gravity over the AUC without."""
    found = fit(trial, noise=True)
    return [found.sparse[0].auc / found.plain.auc]


CLAIM = Claim(
    key="ranking",
    says="Throwing features away hardly harms the order in which examples are ranked.",
    source=Source(
        "§6.1, Fig. 3",
        "The ratios of the AUC with and without sparsification are often above 98 %.",
    ),
    cases=[case_of(name, noise=True) for name in UCI if not is_regression(name)],
    quantities=[Quantity("AUC ratio")],
    measure=ratio,
    rule=Threshold(at_least=0.98, direction=0.95),
    axes=Axes("data set, 1000 random features added", "AUC with gravity / without"),
    readings=(EXACT, LAZY_MORE),
    seeds=3,
    notes=Notes(
        differs=CHOICES,
        cause="We do not know why.",
        lesson="gravity",
    ),
)
