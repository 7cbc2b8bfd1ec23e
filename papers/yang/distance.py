"""The weights stay near those they are compared with (Theorem 2 b)."""

from __future__ import annotations

import numpy as np

from algorithms.bounds.dual_averaging import distance_bound
from papers.claim import Axes, Claim, Notes, Quantity, Reading, Source, Trial
from papers.rules import NoViolation
from papers.yang.guarantees import CASES, METHODS, Walk, opens, walks

PRINTED = Reading("as printed", "The bound is D² + L²/γ² − (√T/γ) R̄_T, as (16) has it.")
PROOF = Reading(
    "sum of the proof", "For L²/γ² stands what the proof of (15) has: a smaller number."
)


def violations(trial: Trial) -> list[float]:
    """Return for each method the largest distance beyond the bound, of all steps, relative."""
    return [
        max(violation(walk, trial.reading) for walk in walks(method, trial.dataset))
        for method in METHODS
    ]


def violation(walk: Walk, reading: Reading) -> float:
    """Return the largest distance beyond the bound of a reading along one run."""
    both = distance_bound(walk.algorithm, walk.constants, *walk.asked, walk.groups)
    bound = both.bound
    if reading.name == PRINTED.name:
        gamma = walk.algorithm.gamma
        bound = walk.h + walk.constants.B / gamma**2 - np.sqrt(both.steps) / gamma * walk.regret
    return float(((both.measured - bound) / np.maximum(1.0, np.abs(bound))).max())


CLAIM = Claim(
    key="distance",
    says="What a method loses little by, it is also near to: its weights cannot run away from the "
    "best ones.",
    source=Source("Theorem 2 b, (16)", "The sequence of primal variables is bounded."),
    cases=CASES,
    quantities=[Quantity(method) for method in METHODS],
    measure=violations,
    rule=NoViolation(),
    axes=Axes("on which examples", "half squared distance beyond the bound, relative"),
    readings=(PRINTED, PROOF),
    seeds=5,
    opens=opens,
    notes=Notes(
        differs=(
            "The weights of comparison are none at all, the best in hindsight, and the true ones; "
            "γ is the best for each.",
        ),
        lesson="groups",
    ),
)
