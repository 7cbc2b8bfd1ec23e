"""Rounding at every step needs many features, every tenth few (§6.2, Fig. 4)."""

from __future__ import annotations

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.langford.periods import DECAY, ETA, PASSES, PERIODS
from papers.langford.study.curves import THRESHOLDS, curve, fewest_features
from papers.langford.study.readings import FIVE, rounding
from papers.langford.study.search import STEPS
from papers.langford.study.sets import CHOICES, case_of
from papers.rules import Number

AUC = 0.94


def features(trial: Trial) -> list[float]:
    """Return for each K the fewest features with an AUC of 0.94, over thresholds."""
    found = []
    for period in PERIODS:
        knobs = {"eta": STEPS * ETA, "decay": DECAY, "period": period}
        runs = [rounding(trial.reading, threshold=theta, **knobs) for theta in THRESHOLDS]
        found.append(fewest_features(curve(trial, runs, PASSES, period), AUC))
    return found


CLAIM = Claim(
    key="rounding_periods",
    says="Rounding at every step needs many features, rounding every tenth or twentieth step few.",
    source=Source(
        "§6.2, Fig. 4",
        "In the ad data set the algorithm using K = 1 achieves an AUC of 0.94 with 322 features, "
        "while 13 and 7 are needed using K = 10 and K = 20.",
        {"ad": (322, 13, 7)},
    ),
    cases=[case_of("ad", noise=False)],
    quantities=[Quantity("", K) for K in PERIODS],
    measure=features,
    rule=Number(1.25),
    axes=Axes("period K", "features", log="y"),
    readings=FIVE,
    seeds=5,
    notes=Notes(
        differs=(
            "The random features of the paper's figures are left out: with them the AUC is not "
            "reached by so few features.",
            "The step size, its decay and the passes are 0.3, 0.5 and 5, and not chosen.",
            *CHOICES,
        ),
        cause="We do not know why: a third of the paper’s rows is at hand.",
        lesson="rounding",
    ),
)
