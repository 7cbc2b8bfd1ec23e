"""Exercises on the step size of the least price, and on a bound that says something soon."""

from __future__ import annotations

import math

import numpy as np

from pages.lessons.regret.evidence import Evidence
from ui.lessons import Task, Verdict


def best_step(seed: int) -> Task:
    """Return a task on the two prices against each other."""
    draw = np.random.default_rng(seed)
    size, longest = draw.choice([2.0, 3.0, 6.0, 9.0]), draw.choice([1.0, 2.0, 4.0])
    root = int(draw.choice([10, 20, 50]))
    best = float(size / (longest * root))

    def check(eta: float) -> Verdict:
        if not 0.0 < eta < math.inf:
            return Verdict(
                False, "A step size is a positive number: without steps nothing is learned."
            )
        step, way = eta * longest**2 / 2.0, size**2 / (2.0 * eta * root**2)
        right = abs(eta - best) <= 0.02 * best
        prices = f"With a step size of {eta:g} the steps cost {step:.3g} and the way {way:.3g}"
        if right:
            return Verdict(True, f"{prices}: they are equal.")
        dearer, cheaper = ("steps", "way") if step > way else ("way", "steps")
        return Verdict(
            False, f"{prices}. The {dearer} can save more than the {cheaper} would then add."
        )

    return Task(
        f"A run of T = {root**2:,} examples with the logistic loss has the step size η. The bound "
        "has two prices.\n\n| price | formula |\n|---|---|\n| of the steps | ηB/2 |\n"
        "| of the way | ‖u‖²/(2ηT) |\n\n"
        f"The rival's weights have length ‖u‖ = {size:g}. The longest example has length "
        f"‖x‖ = {longest:g}, and B = ‖x‖². **With which step size η is the sum of both prices "
        "least?**",
        check,
        (
            "One price grows with η, the other falls.",
            "Their sum is least where both are equal: ηB/2 = ‖u‖²/(2ηT).",
        ),
        f"**η = ‖u‖/√(BT) = {best:g}**: there both prices are {size * longest / (2 * root):g}.",
        unit="step size η",
    )


def speak_early(seed: int) -> Task:
    """Return a task on a bound that says something, soon."""
    limit = int(np.random.default_rng(seed).choice([450, 470, 490]))

    def check(evidence: Evidence) -> Verdict:
        start, loss = evidence.says_from, evidence.knobs.loss
        if loss != "logistic":
            return Verdict(False, f"These knobs have the {loss} loss: turn the loss to logistic.")
        if start is None:
            return Verdict(False, "With these knobs the bound is vacuous to the very end.")
        why = f"With these knobs the bound is vacuous before step {start:,} and not from there on"
        if start <= limit:
            return Verdict(True, f"{why}.")
        return Verdict(False, f"{why}: {start - limit:,} steps too late.")

    return Task(
        "Keep the logistic loss, and turn the other knobs of this page. **Make the bound say "
        f"something from step {limit} on, or sooner:** from there on the layers have to stay below "
        "the dotted line.",
        check,
        (
            "Which layer is thick in the first steps? What makes it thin?",
            "Larger steps make the way cheaper. More gravity makes the rival's weights smaller.",
        ),
        "On this lesson's example T = 1000 steps, step size η = 0.25 and gravity g = 0.025 do.",
    )
