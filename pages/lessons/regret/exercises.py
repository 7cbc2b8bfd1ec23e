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
        if not 0.0 < c < math.inf:
            return Verdict(False, "A pace is a positive number: without steps nothing is learned.")
        step, way = c * longest**2 / 2.0, size**2 / (2.0 * c)
        right = abs(c - best) <= 0.02 * best
        prices = f"With a pace of {c:g}, large steps cost {step:.3g}/√T and the way {way:.3g}/√T"
        if right:
            return Verdict(True, f"{prices}: they are equal.")
        dearer, cheaper = ("large steps", "way") if step > way else ("way", "large steps")
        return Verdict(
            False, f"{prices}. The {dearer} can be made cheaper than the {cheaper} gain."
        )

    return Task(
        "A run of T examples with the logistic loss has the step size η = c/√T. The bound has two "
        "prices.\n\n| price | formula |\n|---|---|\n| of large steps | ηB/2 |\n"
        "| of the way | ‖u‖²/(2ηT) |\n\n"
        f"The rival's weights have length ‖u‖ = {size:g}. The longest example has length "
        f"‖x‖ = {longest:g}, and B = ‖x‖². **With which pace c is the sum of both prices least?**",
        check,
        (
            "Put η = c/√T into both formulas: one price grows with c, the other falls.",
            "Their sum is least where both are equal: cB/2 = ‖u‖²/(2c).",
        ),
        f"**c = ‖u‖/√B = {best:g}**: there both prices are {size * longest / 2:g}/√T.",
        unit="pace c",
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
        "On this lesson's example T = 1000 steps, a pace of c = 8 and gravity g = 0.025 do.",
    )
