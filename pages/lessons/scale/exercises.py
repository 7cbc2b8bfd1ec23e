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
    pull = eta * 0.5 / steps

    def check(pulls: float) -> Verdict:
        if pulls < steps:
            left = (steps - pulls) * pull
            return Verdict(False, f"After {pulls:g} pulls the weight is {left:.4g}, not yet 0.")
        if pulls > steps:
            return Verdict(False, f"After {pulls:g} pulls the weight is 0, but it was 0 before.")
        return Verdict(True, f"After {pulls:g} pulls the weight is 0 for the first time.")

    return Task(
        "An id turns up once, and the step lifts its weight from 0. How many pulls of gravity "
        "bring the weight back to 0?\n\n"
        "| the step lifts the weight to half a step size (η/2) | each pull takes (ηg) |\n"
        f"| --- | --- |\n| {eta / 2:g} | {pull:.3g} |\n\n"
        f"(Step size η = {eta:g}, gravity g = {0.5 / steps:g}.)",
        check,
        (
            "How often does the size of one pull fit into the weight?",
            "Divide η/2 by ηg: the step size cancels.",
        ),
        f"**{steps}** = 1/(2g). The step size plays no part.",
        unit="pulls",
        least=0,
        most=1e6,
        whole=True,
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
        if abs(answer - paid) <= 5e-4:
            return Verdict(True, f"It owes {due:.3g}, and a pull never goes past 0.")
        if answer * w < 0.0:
            return Verdict(False, f"{answer:g} lies beyond 0, and no pull goes past 0.")
        if abs(answer) > abs(w):
            return Verdict(False, f"{answer:g} is larger than {w:g}: gravity pulls toward 0.")
        went = (abs(w) - abs(answer)) / (eta * g)
        return Verdict(False, f"With {answer:g} it would have paid {went:.4g} pulls.")

    return Task(
        "A lazy weight was last read a while ago. Now its feature turns up again, and the weight "
        "pays for all pulls since then. With what value is it read?\n\n"
        "| weight when it was last read | pulls since then | each pull takes (ηg) |\n"
        f"| --- | --- | --- |\n| {w:z.3g} | {owed} | {eta * g:g} |",
        check,
        (
            "How much does the weight owe in all?",
            f"It owes {owed} times {eta * g:g}, which is {due:.3g}. A pull stops at 0.",
        ),
        f"**{paid:z.3g}**: from {w:z.3g} it goes {due:.3g} toward 0, and stops there.",
        unit="",
        least=-10.0,
        most=10.0,
    )


def hold(seed: int) -> Task:
    """Return the search for a gravity that holds a memory of a given size."""
    wanted = int(np.random.default_rng(seed).choice(list(REACHED)))

    def check(evidence: Evidence) -> Verdict:
        knobs = evidence.knobs
        if knobs.gravity != knobs.turned:
            return Verdict(False, "The two gravities, g and g′, are not yet the same.")
        live = int(evidence.breath.live[-1])
        right = abs(live - wanted) <= wanted / 5
        why = f"With gravity {knobs.gravity:g} the table holds {live:,} ids at the end."
        if not right:
            why += " That is too many." if live > wanted else " That is too few."
        return Verdict(right, why)

    return Task(
        f"Set both gravities, g and g′, to one value, so that the table holds {wanted:,} ids at "
        "the end. A fifth more or less is fine.",
        check,
        (
            "The first picture below the film shows how many ids one gravity leaves.",
            "An example brings some 15 to 25 ids that live, and most of them live for 1/(2g) "
            "steps.",
        ),
        f"**g = g′ = {REACHED[wanted]:g}** does it.",
    )
