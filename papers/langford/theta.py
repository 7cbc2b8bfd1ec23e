"""θ = g acts like rounding, and θ = ∞ is the safest choice (§6.3, Fig. 6)."""

from __future__ import annotations

import math

from algorithms.online.base import OnlineAlgorithm
from algorithms.online.rounding import Rounding
from algorithms.online.truncated_gradient import TruncatedGradient
from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.langford.study.curves import GRAVITIES, THRESHOLDS, best_auc, curve, knobs_of
from papers.langford.study.search import without_gravity
from papers.langford.study.sets import CHOICES, EIGHT, case_of
from papers.rules import Order

K, FEATURES = 10, 20
EQUAL, NONE, CUT = "θ = g", "θ = ∞", "rounding"


def aucs(trial: Trial) -> list[float]:
    """Return the best test AUC of each method with at most ``FEATURES`` features."""
    base = without_gravity(trial.case.name, noise=False)
    knobs = knobs_of(base) | {"period": K}
    methods: list[list[OnlineAlgorithm]] = [
        [TruncatedGradient(gravity=g, threshold=g, **knobs) for g in THRESHOLDS],
        [TruncatedGradient(gravity=g, threshold=math.inf, **knobs) for g in GRAVITIES],
        [Rounding(threshold=theta, **knobs) for theta in THRESHOLDS],
    ]
    return [best_auc(curve(trial, runs, base.passes, K), FEATURES) for runs in methods]


CLAIM = Claim(
    key="theta",
    says="A pull that spares all but the smallest weights is like rounding; one that spares none "
    "is "
    "the safest.",
    source=Source(
        "§6.3, Fig. 6",
        "With θ = g truncated gradient resembles rounding; its performance is better or as good "
        "the "
        "larger θ is, and a figure shows it.",
    ),
    cases=[case_of(name, noise=False) for name in EIGHT],
    quantities=[Quantity(method, FEATURES) for method in (EQUAL, NONE, CUT)],
    measure=aucs,
    rule=Order(((EQUAL, "=", CUT), (NONE, ">", EQUAL)), tie=0.01),
    axes=Axes("features at most", "AUC on the test rows"),
    seeds=10,
    notes=Notes(
        differs=(
            *CHOICES,
            "The figure has no numbers: its curves are compared at 20 features, and an AUC that "
            "differs by less than one per cent is a tie.",
        ),
        cause="We do not know why.",
        lesson="shrinking",
    ),
)
