"""Words on what the pictures show: the lead, and the explanation with its numbers."""

from __future__ import annotations

import numpy as np

from pages.lessons.regret.evidence import Evidence


def lead(evidence: Evidence) -> str:
    """Return how long the bound holds, and from which step on it says anything."""
    left, right = evidence.terms.left_side, evidence.terms.bound
    held = int((left <= right * (1.0 + 1e-9)).sum())
    return (
        f"The learner's cost per example stays below the bound at {held:,} of {len(left):,} steps. "
        f"At the end the cost is {left[-1]:.3g}, and the bound is {right[-1]:.3g}. "
        f"{says_anything(evidence)}"
    )


def says_anything(evidence: Evidence) -> str:
    """Return the sentence on the steps at which the bound is vacuous."""
    start = evidence.says_from
    idle = f"someone who never learns, at a cost of {evidence.idle:.3g}, stays below it, too"
    if start is None:
        return f"The bound is **vacuous** to the end: {idle}."
    if start == 1:
        return f"The bound is nowhere vacuous: never learning costs {evidence.idle:.3g}."
    return f"Before step {start:,} the bound is **vacuous**: {idle}."


def explanation(evidence: Evidence) -> str:
    """Return the explanation."""
    terms, A, B = evidence.terms, evidence.constants.A, evidence.constants.B
    swept = evidence.by_gravity
    return f"""
**Both sides of the theorem.** On the left stands the learner's cost: its average loss, and the
penalty, gravity g times the sizes of its weights. On the right stands the cost of any fixed weights
u, the rival's, and two prices. So the learner cannot do much worse than u, whichever u it is
compared with.

**The price of the steps,** ηB/2 = {terms.step[-1]:.3g}, is paid at every example: large steps
overshoot. **The price of the way,** ‖u‖²/2ηT = {terms.distance[-1]:.3g}, is paid once: small steps
arrive late. So this price fades as examples come. {best_step(evidence)} With a step size that falls
like 1/√T both prices do so, too: four times as many examples halve them for the same u.

**The rival depends on gravity.** Its weights u make average loss + g‖u‖₁ as small as a short search
can on these examples. The theorem holds for every u, so a rough one will do. With
g = {swept.gravity[0]:.2g} the rival keeps {swept.nonzeros[0]:.0f} weights and an average loss of
{swept.loss[0]:.3f}. With g = {swept.gravity[-1]:.2g} it keeps {swept.nonzeros[-1]:.0f} weights and
a loss of {swept.loss[-1]:.3f}. With little gravity u is large, and the way to it is expensive.
With a lot of gravity u is small, but fits the data badly.

**Vacuous** is a bound that w = 0, kept for ever, would meet as well. Such a bound is true and says
nothing about learning. One long example makes it so: {"B" if B else "A/2"} is the largest ‖x‖²,
here {B or A / 2.0:.4g}, and every step pays for it. In this lesson's own example all rows have
length 1.

**In the paper** this is Theorem 3.1, here with θ = ∞ and K = 1. The paper takes η = 1/√T. The
theorem is printed with I(w ≤ θ) where the proof has I(|w| ≤ θ); with θ = ∞ there is no difference.
"""


def best_step(evidence: Evidence) -> str:
    """Return the sentence on the step size at which the two prices are least."""
    A, B = evidence.constants.A, evidence.constants.B
    size = float(np.sqrt(evidence.u @ evidence.u))
    if not B:
        return (
            "With the squared loss B = 0, so that large steps cost nothing. But then the loss "
            f"counts only 1 − ½Aη = {1.0 - 0.5 * A * evidence.knobs.eta:.3g} times, and from "
            f"η = 2/A = {2.0 / A:.2g} on the theorem says nothing at all."
        )
    if not size:
        return "Here u = 0 and there is no way to go: the smaller the steps, the better."
    least = size / (B * evidence.knobs.steps) ** 0.5
    return f"The sum of both prices is least where they are equal: at η = ‖u‖/√(BT) = {least:.2g}."
