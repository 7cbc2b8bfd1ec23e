"""Exercises on the weight that is zero, on penalties still to pay, on zeros by averaging."""

from __future__ import annotations

import numpy as np
from scipy.special import digamma

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
    why = f"FOBOS ends at {w[0]:z.3f}; the average gradient is {g.mean():z.3f}."
    meanings = {
        name: f"the last step of FOBOS {'ended' if fobos else 'did not end'} at 0, and the average "
        f"gradient is {'at most' if rda else 'larger than'} 0.1 in size"
        for (fobos, rda), name in CHOICES.items()
    }

    def check(choice: str) -> Verdict:
        if choice == answer:
            return Verdict(True, why)
        return Verdict(False, f"You said {choice}. Then {meanings[choice]}. One of the two is not.")

    listed = ", ".join(f"{v:+.1f}".replace("-", "−") for v in g)
    return Task(
        "Six examples vote on one weight, which begins at 0. Their gradients, the same whatever "
        f"the weight is, are in order:\n\n{listed}\n\n**Whose weight is exactly 0 after them?** "
        "(The penalty λ is 0.1. The step size of FOBOS at example t is ηₜ = 1/√t.)",
        check,
        (
            "RDA needs the average of the six alone. Is it larger than 0.1 in size?",
            "FOBOS, at example t: subtract gradient/√t, then go 0.1/√t toward 0, and stop there.",
        ),
        f"**{answer}**: {why}",
        choices=tuple(CHOICES.values()),
    )


def how_long_to_zero(seed: int) -> Task:
    """Return a task on what a vanishing step does to the penalties that are still to come."""
    draw = np.random.default_rng(seed)
    t, k = int(draw.choice([20, 50, 100])), int(draw.choice([1, 2, 3]))
    needed = 1 + int(np.searchsorted(np.cumsum(1.0 / np.arange(t + 1, 30 * t)), k))

    def check(n: float) -> Verdict:
        paid = float(digamma(t + n + 1) - digamma(t + 1))
        side = "less than" if paid < k else "not less than"
        why = f"{n:g} more examples take off {paid:.3f} ηλ in all, which is {side} {k} ηλ."
        right = abs(n - needed) <= 1
        return Verdict(right, why if right or paid < k else f"{why} Fewer examples do, too.")

    return Task(
        "A feature has just been seen for the last time. From now on only the penalty of FOBOS "
        "moves its weight.\n\n| examples so far (t) | weight now | taken off at example s |\n"
        f"|---|---|---|\n| {t} | {k} ηλ | ηλ/s |\n\n**How many more examples does it take until "
        f"the weight is 0?** (To within one. If each took off ηλ/{t}, it would be {k * t}.)",
        check,
        (
            f"1/{t + 1} + 1/{t + 2} + … has to reach {k}.",
            f"1/{t + 1} + … + 1/({t} + n) is about ln(({t} + n)/{t}).",
            f"So n is about {t}(e^{k} − 1).",
        ),
        f"**{needed}**: the sum of 1/s from {t + 1} to {t + needed} is the first to reach {k}.",
        unit="examples",
        least=1,
        most=1e6,
        whole=True,
    )


def fewer_by_averaging(seed: int) -> Task:
    """Return a task on mini-batches, which bring zeros back."""
    share = (0.5, 0.4)[seed % 2]

    def check(evidence: Evidence) -> Verdict:
        one, many = sum(evidence.kept_by("fobos")), sum(evidence.kept_by("m"))
        why = (
            f"FOBOS keeps {one} features vote by vote, and {many} with mini-batches of "
            f"{evidence.knobs.batch_size}."
        )
        if many < 20:
            why += " At least 20 have to be left."
        elif many > share * one:
            why += f" That is {many / one:.0%}."
        return Verdict(20 <= many <= share * one, why)

    return Task(
        "Averaging some votes before a step makes single loud votes quieter. **Turn the penalty "
        "(λ) and the size of the mini-batches (m) until mini-batches keep at least 20 features, "
        f"but at most {share:.0%} of those that FOBOS keeps vote by vote.**",
        check,
        (
            "Which is made smaller by averaging, a vote or the penalty?",
            "The penalty λ = 0.05 will do. Now look for m.",
        ),
        "On the example of this lesson: λ = 0.05 and m = 20, all else as it opens.",
    )
