"""Ask for the price of knowing nothing, and for a penalty that leaves nothing."""

from __future__ import annotations

import math

from pages.lessons.coin.evidence import Evidence

from ui.lessons import Task, Verdict


def expected_loss(seed: int) -> Task:
    """Return a task on the loss of a learner that says nothing."""

    def check(loss: float) -> Verdict:
        right = abs(loss - math.log(2.0)) < 0.005
        return Verdict(right, f"ln(1 + e⁰) = {math.log(2.0):.3f}")

    ask = "All weights are 0. What is the logistic loss per example, to two places?"
    hints = ("The loss is ln(1 + exp(−y w·x)).", "w·x = 0.")
    return Task(ask, check, hints, "**ln 2 = 0.69**, whatever the labels are.", unit="")


def nothing_left(seed: int) -> Task:
    """Return a task on a penalty that leaves nothing."""

    def check(evidence: Evidence) -> Verdict:
        left = evidence.now.used[-1]
        return Verdict(left == 0, f"{left} weights are left.")

    ask = "Find a penalty that leaves no weight."
    return Task(ask, check, ("Turn λ up.",), "λ = 1 is larger than any slope of the logistic loss.")
