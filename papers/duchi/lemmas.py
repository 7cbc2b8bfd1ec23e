"""What the projection rests on (§3 and §4, Lemmas 1 to 3)."""

from __future__ import annotations

import numpy as np

from algorithms.projection import project_l1_ball, project_simplex
from papers.claim import Axes, Case, Claim, LessonMoment, Notes, Quantity, Source, Trial
from papers.rules import NoViolation

VECTORS = 200


def violations(trial: Trial) -> list[float]:
    """Return the largest violation of each lemma over random vectors, relative to their size."""
    rng, size = np.random.default_rng(trial.seed), int(trial.case.name)
    worst = np.zeros(3)
    for _ in range(VECTORS):
        v = rng.standard_normal(size) * rng.exponential()
        z = rng.uniform(0.01, 1.0) * np.abs(v).sum()
        each = order_kept(v, z), number_of_positive(v, z), signs_kept(v, z)
        worst = np.maximum(worst, each)
    return worst.tolist()


def order_kept(v: np.ndarray, z: float) -> float:
    """Lemma 1: where v_s > v_j and w_s = 0, w_j = 0; the largest w_j of others."""
    w = project_simplex(v, z)
    if not (w == 0.0).any():
        return 0.0
    below = v < v[w == 0.0].max()
    return float(w[below].max(initial=0.0) / np.abs(v).max())


def number_of_positive(v: np.ndarray, z: float) -> float:
    """Lemma 2: ρ is the last j with μ_j − (Σ_{r ≤ j} μ_r − z)/j > 0.

    Returns the distance of w from max(v − θ, 0), with the θ of that ρ.
    """
    mu = np.sort(v)[::-1]
    excess = (np.cumsum(mu) - z) / np.arange(1, len(v) + 1)
    rho = np.flatnonzero(mu - excess > 0.0)[-1] + 1
    formula = np.maximum(v - excess[rho - 1], 0.0)
    return float(np.abs(project_simplex(v, z) - formula).max() / np.abs(v).max())


def signs_kept(v: np.ndarray, z: float) -> float:
    """Lemma 3: w_i v_i ≥ 0 on the L1 ball; the largest violation, and that of (8)."""
    w = project_l1_ball(v, z)
    against = (-w * v).max() / np.abs(v).max() ** 2
    of_sizes = np.sign(v) * project_l1_ball(np.abs(v), z)
    return float(max(against, np.abs(w - of_sizes).max() / np.abs(v).max()))


CLAIM = Claim(
    key="lemmas",
    says="The nearest point of the ball keeps signs, and sets to zero all that is below one θ.",
    source=Source(
        "§3 and §4, Lemmas 1 to 3, (4) to (8)",
        "If w_s = 0 and v_s > v_j then w_j = 0; the number of positive entries is ρ(z, μ); "
        "w_i v_i ≥ 0.",
    ),
    cases=[Case("5"), Case("100"), Case("10000")],
    quantities=[Quantity("Lemma", number) for number in (1, 2, 3)],
    measure=violations,
    rule=NoViolation(),
    axes=Axes("lemma", "largest violation, relative"),
    seeds=5,
    opens=lambda case, quantity, reading: LessonMoment("l1_ball"),
    notes=Notes(lesson="l1_ball"),
)
