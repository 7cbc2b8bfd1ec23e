"""Weights that truncated gradient keeps for each one of the cumulative penalty."""

from __future__ import annotations

import numpy as np

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.fairness.cases import CASES
from papers.fairness.grids import cumulative_penalties, truncations
from papers.fairness.runs import Repetition
from papers.rules import Threshold

ALIKE, GOOD = 0.01, 0.05
"""Two runs are as good where their AUC differs by the one at most; settings count whose AUC is
within the other of the best."""


def ratios(trial: Trial) -> list[float]:
    """Return the median ratio of the weights kept over equal settings that predict as well."""
    repetition = Repetition.of(trial)
    scales = repetition.scales
    pulled = repetition.sweep(truncations(scales, (1,)))
    owing = repetition.sweep(cumulative_penalties(scales))
    with np.errstate(invalid="ignore"):
        alike = np.abs(pulled.choosing - owing.choosing) <= ALIKE
        alike &= pulled.choosing >= np.nanmax(pulled.choosing) - GOOD
        alike &= (pulled.features > 0) & (owing.features > 0)
    if not alike.any():
        return [np.nan]
    return [float(np.median(pulled.features[alike] / owing.features[alike]))]


CLAIM = Claim(
    key="fewer_weights",
    says="At the same step size and penalty the cumulative penalty keeps at least 1.3 times fewer "
    "weights than truncated gradient, and predicts as well.",
    source=Source(
        "Tsuruoka, Tsujii & Ananiadou 2009",
        "A weight pays what all steps together have asked of it, at most down to zero; so a few "
        "late examples bring back no useless weight.",
    ),
    cases=CASES,
    quantities=[Quantity("")],
    measure=ratios,
    rule=Threshold(at_least=1.3, direction=1.0),
    axes=Axes("data set", "weights kept by truncated gradient for each one", "y"),
    notes=Notes(
        differs=(
            "Truncated gradient pulls after every step here (K = 1), and g is λ. The number is the "
            "median over all settings at which both predict as well: their AUC differs by 0.01 at "
            "most, and is within 0.05 of the best.",
        ),
        lesson="gravity",
    ),
)
