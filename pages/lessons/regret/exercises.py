"""Ask for the pace of the least price, and for a bound that says something soon."""

from __future__ import annotations

import math

import numpy as np

from pages.lessons.regret.evidence import Evidence
from ui.lessons import Task, Verdict


def best_pace(seed: int) -> Task:
    """Return a task on the two prices against each other."""
    draw = np.random.default_rng(seed)
    size, longest = draw.choice([2.0, 3.0, 6.0, 9.0]), draw.choice([1.0, 2.0, 4.0])
    best = float(size / longest)

    def check(c: float) -> Verdict:
        step, way = c * longest**2 / 2.0, size**2 / (2.0 * c) if c > 0 else math.inf
        why = f"The step costs {step:.3g}/√T, the way {way:.3g}/√T."
        return Verdict(abs(c - best) <= 0.02 * best, why)

    return Task(
        f"Logistic loss, ‖u‖ = {size:g}, and the longest example has ‖x‖ = {longest:g}. With "
        "which c in η = c/√T is the sum of the two prices least?",
        check,
        (
            "For the logistic loss B is the largest ‖x‖². One price grows with c, the other falls.",
            "At the least sum they are equal: cB/2 = ‖u‖²/(2c).",
        ),
        f"**c = ‖u‖/√B = {best:g}**: there both are {size * longest / 2:g}/√T.",
        unit="",
    )


def speak_early(seed: int) -> Task:
    """Return a task on a bound that says something, soon."""
    limit = int(np.random.default_rng(seed).choice([450, 470, 490]))

    def check(evidence: Evidence) -> Verdict:
        start, loss = evidence.says_from, evidence.knobs.loss
        if start is None:
            return Verdict(False, f"With the {loss} loss the bound is vacuous at the end.")
        why = f"With the {loss} loss the bound says something from step {start:,}."
        return Verdict(start <= limit and loss == "logistic", why)

    return Task(
        f"Keep the logistic loss; find knobs whose bound says something from step {limit} on.",
        check,
        (
            "Which band is thick in the first steps? What makes it thin?",
            "Larger steps pay less for the way; more gravity makes u smaller.",
        ),
        "On this lesson's example T = 1000, c = 8 and g = 0.025 do.",
    )
