"""The weights that projection sets to zero on ten digits (§7)."""

from __future__ import annotations

import numpy as np

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.duchi.kernel_classes import DIGITS, PROJECTION, RADII, SHARES, best_run, opens_digits
from papers.rules import Threshold


def zeros(trial: Trial) -> list[float]:
    """Return for each share of the rows how many weights are 0, in per cent."""
    runs = [best_run(trial, PROJECTION, share) for share in SHARES.values()]
    return [100.0 * float(np.mean(run.w == 0.0)) for run in runs]


CLAIM = Claim(
    key="kernel_sparsity",
    says="Projection sets between one and five in ten of the weights of each class to zero.",
    source=Source(
        "§7",
        "… the ℓ1-projection methods also gave sparsity, zeroing out between 10 and 50% of the "
        "components of each class vector.",
    ),
    cases=DIGITS,
    quantities=[Quantity(share) for share in SHARES],
    measure=zeros,
    rule=Threshold(at_least=10.0, at_most=50.0, direction=10.0, unit=" %"),
    axes=Axes("", "weights that are 0, in %"),
    readings=RADII,
    seeds=20,
    opens=opens_digits,
    notes=Notes(
        differs=("Fewer pictures and support pictures than the paper has.",),
        cause="The larger the ball, the fewer zeros: on mnist the share passes the paper's range "
        "between the middle and the largest radius with all rows, and stands in it at the middle "
        "one with few. We do not know which radius the paper took.",
        lesson="l1_ball",
    ),
)
