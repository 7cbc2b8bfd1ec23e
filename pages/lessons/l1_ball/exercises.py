"""Exercises of the lesson: a threshold by hand, and a radius that leaves so many entries."""

from __future__ import annotations

import numpy as np

from pages.lessons.l1_ball.evidence import ENTRIES, Evidence, magnitudes
from pages.lessons.l1_ball.search_steps import by_sort
from ui.lessons import Task, Verdict


def theta_by_hand(seed: int) -> Task:
    """Return the question for the threshold of three entries."""
    v, z = _three_entries(seed)
    last = by_sort(v, z)[-1]
    rho, theta = last.rho, last.theta(z)

    def check(answer: float) -> Verdict:
        if abs(answer - theta) < 0.006:
            return Verdict(True, f"{rho} of 3 stay.")
        left = np.maximum(v - answer, 0.0).sum()
        return Verdict(False, f"Then {left:.2f} would be left, and not {z:g}.")

    return Task(
        f"|v| = ({', '.join(f'{a:.1f}' for a in v)}), z = {z:g}. What is θ, to two decimals?",
        check,
        (
            f"With the largest alone θ would be {v[0] - z:.2f}. Is the second above it?",
            f"ρ = {rho}: θ = ({' + '.join(f'{a:.1f}' for a in v[:rho])} − {z:g})/{rho}.",
        ),
        f"**{theta:.2f}**, with ρ = {rho}.",
        unit="",
    )


def _three_entries(seed: int) -> tuple[np.ndarray, float]:
    """Falling magnitudes (3,) and a radius with which more than one of them stays."""
    draw = np.random.default_rng(seed)
    while True:
        v = np.sort(draw.choice(np.arange(2, 20), 3, replace=False))[::-1] / 10
        z = float(draw.choice([0.5, 1.0, 1.5]))
        # A vector inside the ball, whose θ is 0, is drawn anew.
        if v.sum() > z + 0.01 and by_sort(v, z)[-1].rho > 1:
            return v, z


def so_many_stay(seed: int) -> Task:
    """Return the search for a radius with which so many entries stay."""
    wanted = int(np.random.default_rng(seed).integers(3, 6))

    def check(evidence: Evidence) -> Verdict:
        right = evidence.rho == wanted
        return Verdict(right, f"At z = {evidence.knobs.radius:g}, {evidence.rho} stay.")

    return Task(
        f"Find a radius z (and a vector, if you like) with which exactly {wanted} of the {ENTRIES} "
        "entries of the searched vector stay.",
        check,
        ("A smaller ball has a larger θ.", "Turn z down until one more goes, and look again."),
        f"With vector 1: z = {radius_for(wanted):.2f}, for example.",
    )


def radius_for(wanted: int) -> float:
    """Return a radius with which so many entries of vector 1 stay; ValueError if there is none."""
    for z in np.round(np.arange(0.25, 2.5, 0.01), 2):
        if by_sort(magnitudes(1), z)[-1].rho == wanted:
            return float(z)
    raise ValueError(f"{wanted} entries never stay")
