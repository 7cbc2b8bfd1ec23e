"""The pivot looks at each entry a few times, whatever their number (§5, Fig. 2)."""

from __future__ import annotations

import numpy as np

from papers.claim import Axes, Case, Claim, LessonMoment, Notes, Quantity, Source, Trial
from papers.rules import Growth

SIZES = (10**3, 10**4, 10**5, 10**6)
DRAWS = 10


def looks(trial: Trial) -> list[float]:
    """Return, by the length of the vector, the mean number of entries that Fig. 2 looks at."""
    rng = np.random.default_rng(trial.seed)
    counts = []
    for size in SIZES:
        # Vectors that an example has moved a little out of the ball, as in learning.
        v = np.abs(rng.standard_normal(size)) + 1e-12
        z = float(v.sum()) * (0.99 if trial.case.name == "just outside" else 0.05)
        counts.append(np.mean([looks_of_pivot(v, z, rng) for _ in range(DRAWS)]))
    return counts


def looks_of_pivot(v: np.ndarray, z: float, rng: np.random.Generator) -> int:
    """Return how many entries Fig. 2 compares with a pivot until nothing is left of U."""
    U, s, rho, looked = v, 0.0, 0, 0
    while len(U):
        looked += len(U)
        pivot = U[rng.integers(len(U))]
        above = pivot <= U
        ds, drho = float(U[above].sum()), int(above.sum())
        if (s + ds) - (rho + drho) * pivot < z:
            s, rho, U = s + ds, rho + drho, U[~above]
        else:
            U = U[above]
            # The pivot itself leaves, once.
            U = np.delete(U, np.flatnonzero(pivot == U)[0])
    return looked


CLAIM = Claim(
    key="linear_time",
    says="The work of the search by a random pivot grows in proportion to the vector's length.",
    source=Source("§5, Fig. 2", "The algorithm has an expected linear time."),
    cases=[Case("just outside"), Case("far outside")],
    quantities=[Quantity("entries looked at", size) for size in SIZES],
    measure=looks,
    rule=Growth({"entries looked at": 1.0}),
    axes=Axes("length of the vector", "entries looked at", log="xy"),
    seeds=20,
    opens=lambda case, quantity, reading: LessonMoment("l1_ball"),
    notes=Notes(
        differs=(
            "Fig. 2 as printed, with one random pivot; the app's search takes the middle one of "
            "nine, and looks at fewer.",
        ),
        lesson="l1_ball",
    ),
)
