"""Gravity needs as few features with K = 10 or 20 as with K = 1, or fewer (§6.2, Fig. 5)."""

from __future__ import annotations

from papers.claim import Axes, Case, Claim, Notes, PlaygroundRun, Quantity, Reading, Source, Trial
from papers.langford.study.curves import GRAVITIES, curve, fewest_features, knobs_of
from papers.langford.study.readings import EXACT, FIVE, truncated
from papers.langford.study.search import without_gravity
from papers.langford.study.sets import CHOICES, case_of
from papers.rules import Number

PERIODS, AUC = (1, 10, 20), 0.89


def features(trial: Trial) -> list[float]:
    """Return for each K the fewest features with an AUC of 0.89, over gravities."""
    base = without_gravity(trial.case.name, True)
    return [
        fewest_features(
            curve(
                trial,
                [
                    truncated(trial.reading, gravity=g, period=period, **knobs_of(base))
                    for g in GRAVITIES
                ],
                base.passes,
                period,
            ),
            AUC,
        )
        for period in PERIODS
    ]


CLAIM = Claim(
    key="periods",
    says=(
        "Gravity that pulls every tenth or twentieth step, as much harder, keeps fewer features of "
        "spambase at the same quality than gravity at every step."
    ),
    source=Source(
        "§6.2, Fig. 5",
        "For the spambase data set further feature reduction is achieved at the same level of "
        "performance, reducing the number of features from 76 (when K = 1) to 25 (when K = 10 or "
        "20) with an AUC of about 0.89.",
        {"spambase": (76, 25, 25)},
    ),
    cases=[case_of("spambase", True)],
    quantities=[Quantity("", K) for K in PERIODS],
    measure=features,
    rule=Number(1.25),
    axes=Axes("period K", "features"),
    readings=FIVE,
    seeds=5,
)
