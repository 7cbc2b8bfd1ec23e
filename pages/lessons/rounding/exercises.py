"""Ask how long a weight must be left alone, and when truncation is rounding."""

from __future__ import annotations

import numpy as np

from pages.lessons.rounding.evidence import Evidence
from ui.lessons import Task, Verdict


def smallest_period(seed: int) -> Task:
    """Return a task on how long a weight must be left alone."""
    draw = np.random.default_rng(seed)
    eta, theta = draw.choice([0.01, 0.02, 0.04]), draw.choice([0.05, 0.09, 0.13])
    w, steps = 0.0, 0
    while w <= theta:
        w += eta / (1.0 + np.exp(w))
        steps += 1

    def check(k: float) -> Verdict:
        if k < steps:
            return Verdict(False, f"After {k:g} steps the weight is still within θ.")
        if k > steps:
            why = f"After {k:g} steps the weight is past θ, but a smaller K does, too."
            return Verdict(False, why)
        return Verdict(True, f"After {k:g} steps the weight is past θ.")

    return Task(
        f"Every example says x = 1, y = +1; η = {eta:g}, θ = {theta:g}. What is the smallest K "
        "with which this weight survives rounding's first cut?",
        check,
        (
            "At w = 0 the slope of the logistic loss is −½: a step adds η/2.",
            f"Kη/2 > θ is necessary: K > {2 * theta / eta:.1f}.",
            "The slope shrinks a little as w grows: try the next whole numbers.",
        ),
        f"**K = {steps}**: after {steps} steps w = {w:.4f} > θ.",
        unit="steps",
    )


def same_thing(seed: int) -> Task:
    """Return a task on truncation with enough gravity, which is rounding."""
    period = int(np.random.default_rng(seed).choice([5, 10, 20]))

    def check(evidence: Evidence) -> Verdict:
        knobs, one = evidence.knobs, evidence.one
        pull, theta = knobs.eta * knobs.period * knobs.gravity, knobs.threshold
        apart = np.abs(one["rounding"].weights - one["truncated_gradient"].weights).max()
        right = knobs.period == period and pull >= theta * (1.0 - 1e-12)
        why = f"K = {knobs.period}, ηKg = {pull:.3g}, θ = {theta:.3g}: "
        return Verdict(right, f"{why}the curves above are {apart:.3g} apart at most.")

    return Task(
        f"With K = {period}, find knobs for which truncation *is* rounding, whatever the data.",
        check,
        ("When does a pull of ηKg bring every weight within θ to zero?", "When ηKg ≥ θ."),
        "Any g ≥ θ/(ηK): then T₁ takes all that is within θ to zero, as T₀ does.",
    )
