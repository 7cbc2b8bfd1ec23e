"""Exercises of the lesson: the least loss with so many features, and the last chance of a place."""

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
        why = f"{counted.kept} features, loss {counted.loss:.3f}."
        if not own:
            why += " Not this lesson's example."
        return Verdict(own and counted.kept <= most and counted.loss <= loss, why)

    return Task(
        f"On this lesson's example, find k ≤ {most} and η with held-out loss of at most {loss:g}.",
        check,
        ("k says how many: no search is needed there.", f"Stay at k = {most}, and turn η up."),
        f"k = {most} and **η = 1** do.",
    )


def newcomer(seed: int) -> Task:
    """Return the question how long a place can still be won."""
    draw = np.random.default_rng(seed)
    eta = float(draw.choice([0.2, 0.3, 0.4]))
    weakest = float(draw.choice([0.02, 0.03, 0.06]))
    last = math.ceil((eta / weakest / 2) ** 2 - 1e-9) - 1

    def check(t: float) -> Verdict:
        reached = eta / 2 / max(t, 1) ** 0.5
        return Verdict(t == last, f"At t = {t:g} it gets to {reached:.4f}.")

    return Task(
        f"ηₜ = {eta:g}/√t, and the weakest of the k weighs {weakest:g}. A feature with x = 1 is "
        "out. As |ℓ′| ≤ ½: which is the last step t at which it could push past the weakest?",
        check,
        ("It starts at 0 and has one step: ηₜ|ℓ′x|.", f"Solve {eta:g}/(2√t) > {weakest:g} for t."),
        f"**t = {last}**: √t must be less than {eta / 2 / weakest:.4g}.",
        unit="step t",
    )
