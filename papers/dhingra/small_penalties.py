"""The smaller the penalty, the lower the objective (§3.3.2 and §3.3.3, Figs. 2 to 7)."""

from __future__ import annotations

import itertools

from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.dhingra.gisette import (
    CASES,
    DIFFERS,
    FOBOS,
    MINI,
    MINI_SUB,
    ROUND,
    STEPS,
    STOCHASTIC,
    ending,
    opens_method,
)
from papers.rules import Order

METHODS, PENALTIES = (ROUND, FOBOS, STOCHASTIC, MINI, MINI_SUB), (1e-5, 1e-2, 0.1)


def name_of(l1: float) -> str:
    """Return the series of a λ."""
    return f"λ = {l1:g}"


def objectives(trial: Trial) -> list[float]:
    """Return mean loss + λ‖w‖₁ after the last pass, for each λ of each method."""
    found = []
    for method in METHODS:
        for l1 in PENALTIES:
            end = ending(method, trial.dataset, trial.reading, l1, trial.seed)
            found.append(end.objective)
    return found


CLAIM = Claim(
    key="small_penalties",
    says="The smaller its penalty is, the lower an objective a method reaches.",
    source=Source(
        "§3.3.2 and §3.3.3, Figs. 2 to 7",
        "The best convergence was found for small values of λ.",
    ),
    cases=CASES,
    quantities=[Quantity(name_of(l1), method) for method in METHODS for l1 in PENALTIES],
    measure=objectives,
    rule=Order(tuple((name_of(a), "<", name_of(b)) for a, b in itertools.pairwise(PENALTIES))),
    axes=Axes("method", "objective over all pictures", "y"),
    readings=STEPS,
    seeds=20,
    opens=opens_method(1e-2),
    notes=Notes(
        differs=(
            *DIFFERS,
            "The objective has its own λ in it: at the same weights it is larger for a larger λ, "
            "in the paper as here.",
        ),
        lesson="counting",
    ),
)
