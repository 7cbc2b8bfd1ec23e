"""Exercises of the lesson: an amount by hand, and a radius that leaves so many entries."""

from __future__ import annotations

import numpy as np

from pages.lessons.l1_ball.evidence import ENTRIES, Evidence, magnitudes
from pages.lessons.l1_ball.search_steps import by_sort
from ui.lessons import Task, Verdict


def theta_by_hand(seed: int) -> Task:
    """Return the question for the amount that a projection takes off three weights."""
    v, z = _three_entries(seed)
    last = by_sort(v, z)[-1]
    rho, theta = last.rho, last.theta(z)

    def check(answer: float) -> Verdict:
        left = np.maximum(v - answer, 0.0)
        adds_up = f"Taking {answer:g} off each leaves {', '.join(f'{a:.2f}' for a in left)}"
        if abs(answer - theta) < 0.006:
            return Verdict(True, f"{adds_up}. That adds up to {z:g}, to two decimals.")
        side = "more than" if left.sum() > z else "less than"
        why = f"{adds_up}, in sum {left.sum():.2f}: {side} the budget of {z:g}."
        return Verdict(False, why)

    row = " | ".join(f"{a:.1f}" for a in v)
    return Task(
        "Three weights are over their budget. The projection takes the same amount off each, and "
        "stops at 0.\n\n| weight | first | second | third | budget |\n|---|---|---|---|---|\n"
        f"| size | {row} | {z:g} |\n\n**How large is the amount?** To two decimals. (The budget is "
        "the radius z of the L1 ball; the paper calls the amount θ.)",
        check,
        (
            "Guess how many survive. Their sizes, less the amount each, have to add up to the "
            "budget.",
            f"If the first survived alone, the amount would be {v[0] - z:.2f}. Is the second "
            "larger than that? Then it survives, too.",
            f"{rho} survive: ({' + '.join(f'{a:.1f}' for a in v[:rho])} − {z:g})/{rho}.",
        ),
        f"**{theta:.2f}**: {rho} of the 3 survive.",
        unit="",
        least=0.0,
        most=float(v[0]),
    )


def _three_entries(seed: int) -> tuple[np.ndarray, float]:
    """Falling magnitudes (3,) and a radius with which more than one of them stays."""
    draw = np.random.default_rng(seed)
    while True:
        v = np.sort(draw.choice(np.arange(2, 20), 3, replace=False))[::-1] / 10
        z = float(draw.choice([0.5, 1.0, 1.5]))
        # A vector inside the ball, from which nothing is taken, is drawn anew.
        if v.sum() > z + 0.01 and by_sort(v, z)[-1].rho > 1:
            return v, z


def so_many_stay(seed: int) -> Task:
    """Return the search for a radius with which so many entries stay."""
    wanted = int(np.random.default_rng(seed).integers(3, 6))

    def check(evidence: Evidence) -> Verdict:
        survive = evidence.rho
        why = f"With the radius {evidence.knobs.radius:g}, {survive} of {ENTRIES} entries survive."
        if survive != wanted:
            why += " Too many." if survive > wanted else " Too few."
        return Verdict(survive == wanted, why)

    return Task(
        f"The searches above work on {ENTRIES} entries. **Turn the radius (z) until exactly "
        f"{wanted} of them survive.** You may take another vector, too.",
        check,
        ("With a smaller budget more is taken off.", "Turn the radius slowly and count the bars."),
        f"With vector 1, for example: z = {radius_for(wanted):.2f}.",
    )


def radius_for(wanted: int) -> float:
    """Return a radius with which so many entries of vector 1 stay; ValueError if there is none."""
    for z in np.round(np.arange(0.25, 2.5, 0.01), 2):
        if by_sort(magnitudes(1), z)[-1].rho == wanted:
            return float(z)
    raise ValueError(f"{wanted} entries never stay")
