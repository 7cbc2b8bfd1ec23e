"""Exercises on how long a weight must be left alone, and on when truncated gradient is rounding."""

from __future__ import annotations

import numpy as np

from pages.lessons.rounding.evidence import Evidence
from ui.lessons import Task, Verdict


def smallest_period(seed: int) -> Task:
    """Return a task on how long a weight must be left alone."""
    draw = np.random.default_rng(seed)
    eta, theta = draw.choice([0.01, 0.02, 0.04]), draw.choice([0.05, 0.09, 0.13])
    steps = len(climb(eta, theta))

    def check(k: float) -> Verdict:
        if k < steps:
            w = climb(eta, theta)[int(k) - 1]
            return Verdict(False, f"With K = {k:g} rounding looks at the weight at {w:.4f}: a cut.")
        if k > steps:
            why = f"With K = {k:g} the weight gets away. But a shorter period would do, too."
            return Verdict(False, why)
        return Verdict(True, f"With K = {k:g} the weight is past {theta:g} at the first cut.")

    return Task(
        "Every example votes for a larger weight: its feature x is 1 and its label y is +1. "
        "Rounding cuts the weight wherever it finds it at the threshold or below.\n\n"
        "| | | |\n|:--|:--|--:|\n"
        f"| step size | η | {eta:g} |\n| threshold | θ | {theta:g} |\n\n"
        "**With which period, in steps, does the weight just survive the first cut?** "
        "(The smallest such K.)",
        check,
        (
            "At w = 0 the slope of the logistic loss is −½. How long is the first step?",
            f"No step is longer than η/2 = {eta / 2:g}. How many such steps does it take to pass "
            f"{theta:g}?",
            "The slope shrinks a little as the weight grows, so it may take a few steps more.",
        ),
        f"**K = {steps}**: after {steps} steps the weight is {climb(eta, theta)[-1]:.4f}, and that "
        f"is more than {theta:g}.",
        unit="steps",
        least=1,
        whole=True,
    )


def climb(eta: float, theta: float) -> list[float]:
    """Return the weight after each step until it is past the threshold."""
    path = [0.0]
    while path[-1] <= theta:
        path.append(path[-1] + eta / (1.0 + np.exp(path[-1])))
    return path[1:]


def same_thing(seed: int) -> Task:
    """Return a task on truncated gradient with enough gravity, which is rounding."""
    period = int(np.random.default_rng(seed).choice([5, 10, 20]))

    def check(evidence: Evidence) -> Verdict:
        knobs, one = evidence.knobs, evidence.one
        pull, theta = knobs.eta * knobs.period * knobs.gravity, knobs.threshold
        if knobs.period != period:
            return Verdict(False, f"The period is {knobs.period}; the one asked for is {period}.")
        if pull >= theta * (1.0 - 1e-12):
            why = f"A pull of {pull:.3g} brings every weight up to {theta:.3g} to 0: that is a cut."
            return Verdict(True, why)
        apart = np.abs(one["rounding"].weights - one["truncated_gradient"].weights).max()
        seen = "The curves differ" if apart > 1e-12 else "On these examples the curves coincide"
        why = f"a weight of {theta:.3g} would be pulled to {theta - pull:.3g}, where rounding cuts"
        return Verdict(False, f"{seen}, but that is not all: {why} it to 0.")

    return Task(
        f"Set the period K to {period}. **Find knobs with which truncated gradient does exactly "
        "what rounding does, whatever the examples.**",
        check,
        (
            "Rounding moves a weight at the threshold all the way to 0. How far does a pull move "
            "it?",
            "A pull moves a weight by step size × period × gravity, ηKg. Compare it with the "
            "threshold θ.",
        ),
        "Any gravity g of at least θ/(ηK): then a pull brings every weight up to θ to 0, as a cut "
        "does.",
    )
