"""Exercises of the lesson: the least loss with so many features, and the last chance of a seat."""

from __future__ import annotations

import math

import numpy as np

from pages.lessons.counting.evidence import COUNTING, Evidence
from ui.lessons import Task, Verdict

OWN_FEATURES = 528
"""The features of this lesson's example."""


def least_loss(seed: int) -> Task:
    """Return the search for a k and an η with little loss."""
    most, loss = [(6, 0.13), (9, 0.08), (15, 0.075), (25, 0.055)][seed % 4]

    def check(evidence: Evidence) -> Verdict:
        counted = evidence.nearest[COUNTING]
        own = evidence.data.n_features == OWN_FEATURES
        why = f"Keep-k keeps {counted.nonzeros} features, with a loss of {counted.loss:.3f}."
        if not own:
            why += " This is not this lesson's example: choose that first."
        elif counted.nonzeros > most:
            why += f" That is more than {most} features."
        elif counted.loss > loss:
            why += " The loss is still too large."
        return Verdict(own and counted.nonzeros <= most and counted.loss <= loss, why)

    return Task(
        "On this lesson's example: **turn the number of features (k) and the step size (η) until "
        f"at most {most} features are kept and the loss on held-out pictures is at most {loss:g} "
        "per picture.**",
        check,
        (
            "The number of features needs no search: you ask for it.",
            f"Stay at {most} features. Do weights reach their size in time with this step size?",
            "Turn the step size up.",
        ),
        f"k = {most} and **η = 1** do.",
    )


def newcomer(seed: int) -> Task:
    """Return the question how long a seat can still be won."""
    draw = np.random.default_rng(seed)
    eta = float(draw.choice([0.2, 0.3, 0.4]))
    weakest = float(draw.choice([0.02, 0.03, 0.06]))
    last = math.ceil((eta / weakest / 2) ** 2 - 1e-9) - 1

    def check(t: float) -> Verdict:
        reached = eta / 2 / t**0.5
        why = f"At example {t:g} the newcomer gets to {reached:.4f} at most"
        if t == last:
            return Verdict(True, f"{why}, and one example later no further than {weakest:g}.")
        if reached > weakest:
            return Verdict(
                False, f"{why}. That is past {weakest:g}, but a later example does, too."
            )
        return Verdict(False, f"{why}. That is not past {weakest:g}.")

    return Task(
        "A feature has no seat: its weight is 0. One example moves it by the step size times the "
        "slope of the loss, for its value x is 1.\n\n| smallest seated weight | step size at "
        f"example t (ηₜ) | slope (ℓ′), in size |\n|---|---|---|\n| {weakest:g} | {eta:g}/√t | ½ at "
        "most |\n\n**Which is the last example at which it can get past the smallest seated "
        "weight?**",
        check,
        (
            "It starts at 0 and has one step. How long is that step at most, at example t?",
            f"For which t is {eta:g}/(2√t) larger than {weakest:g}?",
        ),
        f"**t = {last}**: √t must be less than {eta / 2 / weakest:.4g}.",
        unit="example",
        least=1,
        most=1e6,
        whole=True,
    )
