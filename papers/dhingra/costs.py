"""What one step costs, as the number of examples grows (Table 1)."""

from __future__ import annotations

import numpy as np

from algorithms.record import record
from datasets import load
from papers.claim import Axes, Case, Claim, Notes, Quantity, Source, Trial
from papers.dhingra.gisette import (
    BATCH,
    DESCENT,
    FOBOS,
    L0,
    MEAN,
    MINI,
    MINI_SUB,
    STOCHASTIC,
    opens_method,
    setting,
)
from papers.rules import Growth

SIZES = (500, 2000, 8000)
GROWTH = {DESCENT: 1.0, STOCHASTIC: 0.0, MINI_SUB: 0.0, FOBOS: 0.0, MINI: 0.0, L0: 0.0}
"""By method, the power with which the cost of a step grows with the number of examples."""
ETA, STRENGTH, N_FEATURES = 0.01, {L0: 50}, 200


def numbers_read(trial: Trial) -> list[float]:
    """Return how many numbers of the table each method reads in one step, for each size of it.

    A step of coordinate descent is a round through all features.
    """
    found = []
    for method in GROWTH:
        for n in SIZES:
            dataset = load("sparse_linear", n_rows=n, n_features=N_FEATURES, draw=trial.seed)
            algorithm = setting(method, ETA, STRENGTH.get(method, 0.01))
            run = record(algorithm, dataset, "squared", seed=trial.seed, passes=2, checkpoints=1)
            steps = run.steps[-1] / (BATCH if method == MINI else 1)
            if method == DESCENT:
                steps = run.costs.accesses[-1] / dataset.X.nnz
            found.append(float(run.costs.accesses[-1] / np.maximum(steps, 1)))
    return found


CLAIM = Claim(
    key="costs",
    says="What an online step costs does not depend on how many examples there are.",
    source=Source(
        "Table 1",
        "Computation for each iteration: O(nd) for coordinate descent, O(md) for mini-batches, "
        "O(d) for the stochastic methods.",
    ),
    cases=[Case("made table")],
    quantities=[Quantity(method, n) for method in GROWTH for n in SIZES],
    measure=numbers_read,
    rule=Growth(GROWTH),
    axes=Axes("examples", "numbers of the table read in one step", "xy"),
    seeds=3,
    opens=lambda case, quantity, reading: opens_method(1e-2)(case, quantity, MEAN),
    notes=Notes(
        differs=(
            "Counted are the numbers of the table that are read; those that are 0 cost nothing "
            "here, where the paper counts d for each example.",
        ),
        lesson="online",
    ),
)
