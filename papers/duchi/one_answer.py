"""Three searches for θ end at one point (§4 and §5, Figs. 1 to 3)."""

from __future__ import annotations

import numpy as np

from algorithms.projection import project_l1_ball
from papers.claim import Axes, Case, Claim, LessonMoment, Notes, Quantity, Source, Trial
from papers.rules import NoViolation

SEARCHES = ("pivot", "tree", "condat")
VECTORS = 20


def distances(trial: Trial) -> list[float]:
    """Return the largest relative distance of each search from sorting, over random vectors."""
    rng, size = np.random.default_rng(trial.seed), int(trial.case.name)
    vectors = rng.standard_normal((VECTORS, size)) * rng.exponential(size=(VECTORS, 1))
    radii = np.abs(vectors).sum(axis=1) * rng.uniform(0.01, 1.2, VECTORS)
    worst = dict.fromkeys(SEARCHES, 0.0)
    for v, z in zip(vectors, radii, strict=True):
        sorted_first = project_l1_ball(v, z, "sort")
        for search in SEARCHES:
            away = np.abs(project_l1_ball(v, z, search) - sorted_first).max()
            worst[search] = max(worst[search], float(away / np.abs(v).max()))
    return list(worst.values())


CLAIM = Claim(
    key="one_answer",
    says="Sorting, a pivot or a tree: three ways to project a point onto the ball, and one answer.",
    source=Source(
        "§4 and §5, Figs. 1 to 3", "All three algorithms return the Euclidean projection."
    ),
    cases=[Case("10"), Case("1000"), Case("100000")],
    quantities=[Quantity(search) for search in SEARCHES],
    measure=distances,
    rule=NoViolation(),
    axes=Axes("length of the vector", "distance from sorting, relative"),
    seeds=5,
    opens=lambda case, quantity, reading: LessonMoment("l1_ball"),
    notes=Notes(
        differs=("Condat's way (2016) is newer than the paper.",),
        lesson="l1_ball",
    ),
)
