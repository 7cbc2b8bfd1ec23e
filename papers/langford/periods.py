"""Gravity needs as few features with K = 10 or 20 as with K = 1, or fewer (§6.2, Fig. 5)."""

from __future__ import annotations

from algorithms.online.truncated_gradient import TruncatedGradient
from papers.claim import Axes, Case, Claim, Notes, PlaygroundRun, Quantity, Reading, Source, Trial
from papers.langford.study.curves import GRAVITIES, curve, fewest_features
from papers.langford.study.readings import EXACT, FIVE, ONE_MORE, truncated_gradient
from papers.langford.study.runs import Score
from papers.langford.study.search import STEPS
from papers.langford.study.sets import CHOICES, KEPT_BACK, NOISE, SCALING, case_of
from papers.rules import Number

PERIODS, AUC = (1, 10, 20), 0.89
ETA, DECAY, PASSES, OPEN_AT = 0.3, 0.5, 5, 0.01
"""η in the paper's scale, the middle of its range; and a gravity to open the playground at."""


def features(trial: Trial) -> list[float]:
    """Return for each K the fewest features with an AUC of 0.89, over gravities."""
    return [fewest_features(points(trial, period), AUC) for period in PERIODS]


def points(trial: Trial, period: int) -> list[Score]:
    """Return the curve of one K."""
    knobs = {"eta": STEPS * ETA, "decay": DECAY, "period": period}
    runs = [truncated_gradient(trial.reading, gravity=g, **knobs) for g in GRAVITIES]
    return curve(trial, runs, PASSES, period)


def opens(case: Case, quantity: Quantity, reading: Reading) -> PlaygroundRun | None:
    """Return a run with that K, as the playground ends it; of the printed formula none."""
    if reading.name not in (EXACT.name, ONE_MORE.name):
        return None
    run = TruncatedGradient(eta=STEPS * ETA, decay=DECAY, gravity=OPEN_AT, period=int(quantity.x))
    options = {
        "constant": True, "noise_features": NOISE, "scaling": SCALING, "test_fraction": KEPT_BACK
    }  # fmt: skip
    return PlaygroundRun(
        (case.name, options), (run,), stream={"loss": "clipped", "passes": PASSES, "order": 0}
    )


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
    opens=opens,
    notes=Notes(
        differs=(
            "The paper chooses the step size, its decay and the passes by cross-validation and "
            "does not say what came of it; here they are 0.3, 0.5 and 5, and not chosen.",
            *CHOICES,
        ),
        cause="With K = 10 and 20 the paper's numbers come back; with K = 1 fewer features are "
        "enough here than the paper prints. We do not know why: the step size, its decay and the "
        "passes are ours.",
        lesson="rounding",
    ),
)
