"""EG gives no sparsity (§7)."""

from __future__ import annotations

import numpy as np

from papers.claim import Axes, Claim, LessonMoment, Notes, Quantity, Source, Trial
from papers.duchi.kernel_classes import DIGITS, EG, RADII, best_run
from papers.rules import NoViolation

SHARES = {"all rows": 1.0, "1 % of the rows": 0.01}


def zeros(trial: Trial) -> list[float]:
    """Return for each share of the rows the share of EG's weights that are 0."""
    runs = [best_run(trial, EG, share) for share in SHARES.values()]
    return [float(np.mean(run.w == 0.0)) for run in runs]


CLAIM = Claim(
    key="never_zero",
    says="EG multiplies positive weights by positive numbers: not one of them becomes zero.",
    source=Source("§7", "… while EG gives no sparsity."),
    cases=DIGITS,
    quantities=[Quantity(share) for share in SHARES],
    measure=zeros,
    rule=NoViolation(),
    axes=Axes("", "share of weights that are 0"),
    readings=RADII,
    seeds=5,
    opens=lambda case, quantity, reading: LessonMoment("l1_ball"),
    notes=Notes(
        differs=("In floating point a weight below 10⁻³²⁴ is rounded to zero.",),
        lesson="l1_ball",
    ),
)
