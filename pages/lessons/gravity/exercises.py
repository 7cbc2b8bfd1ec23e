"""Ask for both ends of the frontier, and for the weight that reaches zero first."""

from __future__ import annotations

import numpy as np

from pages.lessons.gravity.evidence import Evidence
from ui.lessons import Task, Verdict


def few_features(seed: int) -> Task:
    """Return a task on both ends of the frontier at once."""
    most, errors, g = [(25, 5.2, 0.09), (22, 5.6, 0.1), (20, 6.2, 0.13), (14, 7.0, 0.2)][seed % 4]

    def check(evidence: Evidence) -> Verdict:
        now, own = evidence.now, evidence.data.n_noise == 1000
        right = own and 0 < now.kept <= most and 100.0 * now.mistakes <= errors
        why = f"{now.kept:,} features, {now.mistakes:.1%} mistaken."
        if not own:
            why += " Turn to this lesson's example first."
        return Verdict(right, why)

    return Task(
        f"On this lesson's example, find knobs that keep at most {most} features and mistake at "
        f"most {errors:g}% of the examples.",
        check,
        (
            "Turn g up until few enough are left; Check tells the mistakes.",
            f"Try K = 10 and g between {0.8 * g:.2g} and {1.2 * g:.2g}.",
        ),
        f"K = 10, θ = ∞, η = 0.01 and **g = {g:g}**.",
    )


def next_to_go(seed: int) -> Task:
    """Return a task on gravity against the gradient."""
    draw = np.random.default_rng(seed)
    eta, g = 0.01, float(draw.choice([0.1, 0.2, 0.3]))
    pull = eta * g
    w = draw.permutation([30, 45, 60]) * pull
    push = draw.permutation([0.0, 0.4, 1.2]) * pull
    left = np.where(push < pull, w / np.abs(pull - push), np.inf)
    names = "ABC"
    first = names[int(left.argmin())]
    weights, ends = [], []
    for name, weight, outward, steps in zip(names, w, push, left, strict=True):
        weights.append(f"**{name}** at w = {weight:.3g}, pushed outward by {outward:.2g} a step")
        ends.append(f"{name} {'never' if np.isinf(steps) else f'after some {steps:.0f} steps'}")
    why = f"Each step moves a weight by its push less ηg = {pull:g}."
    return Task(
        f"η = {eta:g}, K = 1, g = {g:g}, θ = ∞. Three weights: {'; '.join(weights)}. "
        "Which one reaches zero next?",
        lambda name: Verdict(name == first, why),
        (
            f"Gravity takes ηg = {pull:g} a step from each of them.",
            "Divide each w by pull − push. A push above the pull wins for ever.",
        ),
        f"**{first}**: {', '.join(ends)}.",
        choices=tuple(names),
    )
