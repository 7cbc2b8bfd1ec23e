"""Ask for the weight that is zero, for the pulls that are left, and for zeros by averaging."""

from __future__ import annotations

import numpy as np

from algorithms.shrinkage import soft_threshold
from pages.lessons.fobos_rda.evidence import Evidence
from ui.lessons import Task, Verdict

CHOICES = {
    (True, True): "both",
    (True, False): "only FOBOS's",
    (False, True): "only RDA's",
    (False, False): "neither",
}
"""By the weights that are zero: FOBOS's, and RDA's."""


def who_is_zero(seed: int) -> Task:
    """Return a task on gradients one at a time, or all together."""
    g = np.round(np.random.default_rng(seed).uniform(-0.6, 0.6, 6), 1) + 0.0  # no −0
    w = np.zeros(1)
    for t, slope in enumerate(g, 1):
        w = soft_threshold(w - slope / np.sqrt(t), 0.1 / np.sqrt(t))
    answer = CHOICES[bool(abs(w[0]) < 1e-9), bool(abs(g.mean()) < 0.1 + 1e-9)]
    why = f"FOBOS ends at {w[0]:z.3f}; the mean gradient is {g.mean():z.3f}."
    return Task(
        f"A feature's gradients are {', '.join(f'{v:+.1f}' for v in g)}, whatever the weights; "
        "λ = 0.1, ηₜ = 1/√t. After them, whose weight is zero?",
        lambda choice: Verdict(choice == answer, why),
        ("RDA needs the mean alone.", "FOBOS steps to w − g/√t, and then 0.1/√t toward 0."),
        f"**{answer}**: {why}",
        choices=tuple(CHOICES.values()),
    )


def how_long_to_zero(seed: int) -> Task:
    """Return a task on what a vanishing step does to the pulls that are still to come."""
    draw = np.random.default_rng(seed)
    t, k = int(draw.choice([20, 50, 100])), int(draw.choice([1, 2, 3]))
    pulls = 1 + int(np.searchsorted(np.cumsum(1.0 / np.arange(t + 1, 30 * t)), k))

    def check(n: float) -> Verdict:
        enough = "are just enough"
        if n != pulls:
            enough = "are more than enough" if n > pulls else "are not enough"
        return Verdict(abs(n - pulls) <= 1, f"{n:g} {enough}.")

    return Task(
        f"After {t} examples a weight stands at {k}ηλ, and its feature is never seen again. Pulls "
        f"that stayed ηλ/{t} would need {k * t} examples to make it zero. How many does FOBOS need "
        "with ηₜ = η/t? (To within one.)",
        check,
        (f"1/{t + 1} + … + 1/({t} + n) is about ln(({t} + n)/{t}).", f"About {t}(e^{k} − 1)."),
        f"**{pulls}**: the sum of 1/s from {t + 1} to {t + pulls} is the first to reach {k}.",
        unit="examples",
    )


def fewer_by_averaging(seed: int) -> Task:
    """Return a task on mini-batches, which bring zeros back."""
    share = (0.5, 0.4)[seed % 2]

    def check(evidence: Evidence) -> Verdict:
        one, many = sum(evidence.kept("fobos")), sum(evidence.kept("m"))
        why = f"m = {evidence.knobs.batch_size} leaves {many} weights, m = 1 {one}."
        return Verdict(20 <= many <= share * one, why)

    return Task(
        f"Find λ and m with which mini-batches leave at least 20 weights, but at most {share:.0%} "
        "of those that m = 1 leaves.",
        check,
        ("Which of |g| and λ does averaging change?", "λ = 0.05 will do. And m?"),
        "On this lesson's example, otherwise as it opens: λ = 0.05 and m = 20.",
    )
