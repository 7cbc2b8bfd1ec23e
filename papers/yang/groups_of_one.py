"""Groups of one feature are no groups (Remark 1)."""

from __future__ import annotations

import numpy as np

from algorithms.online.group_rda import LARGEST, LENGTH, GroupRDA
from algorithms.online.rda import RDA
from algorithms.record import record
from datasets import Dataset
from datasets.synthetic.yang_groups import YangGroups
from papers.claim import Axes, Case, Claim, Notes, PlaygroundRun, Quantity, Source, Trial
from papers.rules import NoViolation

GAMMA, ALONE = 5.0, {"structure": "blocks", "group_size": 1}
PENALTIES = (0.01, 0.03, 0.1)
NORMS = {"length": LENGTH, "largest weight": LARGEST}


def data(seed: int) -> Dataset:
    """Return made examples."""
    return YangGroups(n_rows=500, draw=seed).build()


def runs(norm: str, l1: float) -> tuple[GroupRDA, RDA]:
    """Return group RDA with groups of one, and RDA."""
    return GroupRDA(gamma=GAMMA, l1=l1, norm=NORMS[norm], **ALONE), RDA(gamma=GAMMA, l1=l1)


def distances(trial: Trial) -> list[float]:
    """Return the largest distance of the weights of both, at every checkpoint."""
    found = []
    for norm in NORMS:
        for l1 in PENALTIES:
            one, other = (
                record(run, trial.dataset, "logistic", seed=trial.seed, passes=2).weights
                for run in runs(norm, l1)
            )
            found.append(float(np.abs(one - other).max()))
    return found


def opens(case: Case, quantity: Quantity, reading) -> PlaygroundRun:
    """Return both runs, side by side."""
    recipe = ("yang_groups", {"n_rows": 500, "draw": 0})
    stream = {"loss": "logistic", "passes": 2, "order": 0}
    return PlaygroundRun(recipe, runs(quantity.series, float(quantity.x)), stream=stream)


CLAIM = Claim(
    key="groups_of_one",
    says="Where each group has a single feature, a method for groups is the one without groups.",
    source=Source(
        "Remark 1", "As d_g = 1 for all the groups, the group lasso is equivalent to the lasso."
    ),
    cases=[Case("made groups", data)],
    quantities=[Quantity(norm, l1) for norm in NORMS for l1 in PENALTIES],
    measure=distances,
    rule=NoViolation(),
    axes=Axes("λ", "largest distance of the weights", "x"),
    seeds=5,
    opens=opens,
    notes=Notes(
        differs=("Compared are the online methods, DA-GL and L1-RDA.",),
        lesson="groups",
    ),
)
