"""The deterministic descent on the L1 ball, which the authors also tried (§4)."""

from __future__ import annotations

import numpy as np

from algorithms.batch.frank_wolfe import FrankWolfe
from algorithms.batch.scd import SCD
from algorithms.comparator import find_comparator
from algorithms.record import record
from datasets import Dataset
from papers.claim import Axes, Case, Claim, Notes, PlaygroundRun, Quantity, Reading, Source, Trial
from papers.once import once
from papers.rules import Order
from papers.shalev_shwartz.opening import RECIPES
from papers.shalev_shwartz.runs import BETAS, CURVATURE, LOSS
from papers.shalev_shwartz.tables import ARCENE, MAGIC_SPARSE

READINGS = (10, 40)
METHODS = ("SCD", "Frank–Wolfe")
OPEN = tuple(
    Reading(f"λ = {l1}, {beta.name}", f"λ is ours: the paper names none. {beta.says}")
    for l1 in ("0.01", "0.001")
    for beta in BETAS
)


def choices(reading: Reading) -> tuple[float, str]:
    """Return λ and the curvature of a reading."""
    penalty, beta = reading.name.split(", ")
    return float(penalty.removeprefix("λ = ")), CURVATURE[beta]


def distances(trial: Trial) -> list[float]:
    """Return how far both are above the optimum's objective after some readings of all entries.

    Frank–Wolfe is given the norm of the optimum for its radius, so both go to the same weights.
    """
    data, (l1, way) = trial.dataset, choices(trial.reading)
    lowest, radius = optimum(data, l1)
    stochastic = objectives(SCD(l1=l1, curvature=way), l1, data, trial.seed)
    greedy = objectives(FrankWolfe(radius), l1, data, 0)  # it draws nothing
    return [float(value - lowest) for value in (*stochastic, *greedy)]


@once
def optimum(dataset: Dataset, l1: float) -> tuple[float, float]:
    """Return the lowest objective, and the norm of its weights."""
    best = find_comparator(dataset, LOSS, l1)
    return best.objective, float(np.abs(best.weights).sum())


@once
def objectives(algorithm, l1: float, dataset: Dataset, seed: int) -> list[float]:
    """Return the objectives of a descent after each of ``READINGS``."""
    trace = record(algorithm, dataset, LOSS, seed=seed, passes=READINGS[-1], checkpoints=2)
    return list((trace.fit + l1 * trace.sparsity.l1_norm)[-2:])


def opens(case: Case, quantity: Quantity, reading: Reading) -> PlaygroundRun:
    """Return both, side by side."""
    l1, way = choices(reading)
    methods = SCD(l1=l1, curvature=way), FrankWolfe(10.0)
    stream = {"loss": LOSS, "passes": READINGS[-1], "order": 0}
    return PlaygroundRun(RECIPES[case.name], methods, stream=stream)


CLAIM = Claim(
    key="domain_constraint",
    says="Greedy descent inside an L1 ball (Frank–Wolfe) is slower than stochastic descent.",
    source=Source(
        "§4",
        "We also tried using a deterministic coordinate descent algorithm that works with the "
        "domain constraint formulation. It was also slower than SCD.",
    ),
    cases=(*ARCENE, *MAGIC_SPARSE),
    quantities=[Quantity(name, x) for name in METHODS for x in READINGS],
    measure=distances,
    rule=Order((("SCD", "<", "Frank–Wolfe"),)),
    axes=Axes("passes over all entries", "objective above the optimum", log="xy"),
    readings=OPEN,
    seeds=20,
    opens=opens,
    notes=Notes(
        differs=(
            "The paper reports no numbers of it. The radius is the norm of the optimum, and the "
            "step 2/(t + 1); λ is tried twice.",
        ),
        cause="The stronger the penalty, the smaller the ball and the fewer its corners that "
        "matter: with the weaker λ, and on arcene with both, Frank–Wolfe falls behind.",
        lesson="coordinates",
    ),
)
