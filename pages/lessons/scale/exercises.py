"""Exercises of the lesson: how long a push lasts, a debt paid at once, a memory of a given size."""

from __future__ import annotations

import numpy as np

from algorithms.shrinkage import truncation
from pages.lessons.scale.evidence import Evidence
from ui.lessons import Task, Verdict

REACHED = {500: 0.024, 1000: 0.01, 2000: 0.0045, 4000: 0.0021}
"""A gravity for each number of live features."""


def lifetime(seed: int) -> Task:
    """Return the question how long one push lasts."""
    draw = np.random.default_rng(seed)
    steps = int(draw.choice([25, 40, 50, 100, 125]))
    eta = float(draw.choice([0.01, 0.1, 0.5]))

    def check(pulls: float) -> Verdict:
        left = max(0.5 - pulls * 0.5 / steps, 0.0) * eta
        why = f"After {pulls:g} pulls of ηg the weight is {left:.4g}."
        if pulls > steps:
            why += " It was 0 before."
        return Verdict(pulls == steps, why)

    return Task(
        f"A feature that has weight 0 comes once, x = 1, in an example with w·x = 0 and y = +1; "
        f"η = {eta:g}, g = {0.5 / steps:g}, K = 1, θ = ∞, logistic loss. How many pulls of gravity "
        "take its weight back to 0?",
        check,
        ("The slope at 0 is −½: the weight becomes η/2.", "Each pull takes ηg: (η/2)/(ηg)."),
        f"**{steps}** = 1/(2g): η plays no part.",
        unit="pulls",
    )


def late(seed: int) -> Task:
    """Return the question for a weight that pays at once what it owes."""
    draw = np.random.default_rng(seed)
    w = float(draw.choice([0.2, -0.3, 0.5]))
    owed = int(draw.choice([40, 150, 250]))
    eta, g = 0.1, float(draw.choice([0.002, 0.01, 0.02]))
    due = owed * eta * g
    paid = float(truncation(np.array([w]), eta * g * owed, np.inf)[0])

    def check(answer: float) -> Verdict:
        why = f"It owes {owed} pulls of {eta * g:g}: {due:.3g}."
        return Verdict(abs(answer - paid) <= 5e-4, why)

    return Task(
        f"A weight is {w:g} and has paid up to step 1000. It is next read after step "
        f"{1000 + owed}; η = {eta:g}, g = {g:g}, K = 1, θ = ∞. With what value is it read?",
        check,
        ("It owes one pull of ηg a step.", f"{owed} · ηg = {due:.3g}; T₁ stops at 0."),
        f"**{paid:z.3g}** = T₁({w:g}, {due:.3g}, ∞).",
        unit="",
    )


def hold(seed: int) -> Task:
    """Return the search for a gravity that holds a memory of a given size."""
    wanted = int(np.random.default_rng(seed).choice(list(REACHED)))

    def check(evidence: Evidence) -> Verdict:
        if evidence.knobs.gravity != evidence.knobs.turned:
            return Verdict(False, "g and g′ are not yet the same.")
        live = int(evidence.breath.live[-1])
        return Verdict(abs(live - wanted) <= wanted / 5, f"{live:,} are live in the end.")

    return Task(
        f"Set g = g′ so that in the end {wanted:,} features live, give or take a fifth.",
        check,
        (
            "The left picture shows what lives in the end under one gravity all the time.",
            "An example brings some 15 to 25 ids that live: most live for 1/(2g) steps.",
        ),
        f"**g = g′ = {REACHED[wanted]:g}** does it.",
    )
