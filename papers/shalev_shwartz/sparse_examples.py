"""magic04 with sparse noise features (Fig. 1, bottom middle)."""

from __future__ import annotations

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.rules import Threshold
from papers.shalev_shwartz.opening import opens_with
from papers.shalev_shwartz.runs import PENALTIES, best_looks, penalty_of, smidas, truncated_gradient
from papers.shalev_shwartz.tables import MAGIC_SPARSE

READINGS = (2, 8)


def ratios(trial: Trial) -> list[float]:
    """Return the objective of truncated gradient over that of SMIDAS after some readings."""
    l1 = penalty_of(trial.reading)
    methods = (
        best_looks(truncated_gradient, l1, trial, READINGS),
        best_looks(smidas, l1, trial, READINGS),
    )
    return [ours.objective / theirs.objective for ours, theirs in zip(*methods, strict=True)]


CLAIM = Claim(
    key="sparse_examples",
    says="Where examples are sparse, truncated gradient keeps up with SMIDAS.",
    source=Source(
        "§4, Fig. 1, bottom middle",
        "TruncGrad is competitive for the MAGIC04S dataset (where the example vectors are sparse).",
    ),
    cases=MAGIC_SPARSE,
    quantities=[Quantity("TG / SMIDAS", x) for x in READINGS],
    measure=ratios,
    rule=Threshold(at_most=1.05),
    axes=Axes("passes over all entries", "ratio of the objectives", log="x"),
    readings=PENALTIES,
    seeds=20,
    opens=opens_with(1e-3, READINGS[-1]),
    notes=Notes(
        differs=(
            "The step size is the best of 10⁻⁶ to 10⁻¹ after the first look, in the first "
            "repetition, and "
            "the same for all; the paper does not say at which point of a curve it chose.",
            "The paper's curves go on to about 220 passes over all entries; these end at 8.",
            "The paper does not say what competitive is; here it is at most 5 % more.",
        ),
        lesson="coordinates",
    ),
)
