"""The ball of a weighted norm, Σ a_i |w_i| ≤ z (end of §5)."""

from __future__ import annotations

import numpy as np

from algorithms.projection import project_l1_ball, project_weighted_l1_ball
from papers.claim import Axes, Case, Claim, LessonMoment, Notes, Quantity, Source, Trial
from papers.rules import NoViolation

VECTORS, PARTS = 50, ("on the ball", "one θ for all", "nothing beyond θ", "equal weights")


def violations(trial: Trial) -> list[float]:
    """Return the largest violation of each condition of the nearest point, relative."""
    rng, size = np.random.default_rng(trial.seed), int(trial.case.name)
    worst = np.zeros(len(PARTS))
    for _ in range(VECTORS):
        v = rng.standard_normal(size) * rng.exponential()
        a = rng.uniform(0.1, 3.0, size)
        z = rng.uniform(0.01, 0.9) * float(a @ np.abs(v))
        worst = np.maximum(worst, conditions(v, a, z))
    return worst.tolist()


def conditions(v: np.ndarray, a: np.ndarray, z: float) -> list[float]:
    """|v_i| − |w_i| = θ a_i where w_i ≠ 0, |v_i| ≤ θ a_i elsewhere, Σ a_i |w_i| = z."""
    w = project_weighted_l1_ball(v, a, z)
    size, lives = np.abs(v).max(), w != 0.0
    shares = (np.abs(v) - np.abs(w)) / a
    theta = float(np.median(shares[lives]))
    beyond = (np.abs(v) / a - theta)[~lives].max(initial=-np.inf)
    plain = project_weighted_l1_ball(v, np.full(len(v), 2.0), 2.0 * z) - project_l1_ball(v, z)
    return [
        abs(float(a @ np.abs(w)) - z) / z,
        float(np.abs(shares[lives] - theta).max() / size),
        max(float(beyond), 0.0) / size,
        float(np.abs(plain).max()) / size,
    ]


CLAIM = Claim(
    key="weighted_ball",
    says="The same search projects onto a ball in which each feature has a price of its own.",
    source=Source("end of §5", "The algorithm generalises to Σ a_i |w_i| ≤ z."),
    cases=[Case("5"), Case("1000"), Case("100000")],
    quantities=[Quantity(part) for part in PARTS],
    measure=violations,
    rule=NoViolation(),
    axes=Axes("length of the vector", "largest violation, relative"),
    seeds=5,
    opens=lambda case, quantity, reading: LessonMoment("l1_ball"),
    notes=Notes(lesson="l1_ball"),
)
