"""Say what the pictures show: the lead, and the explanation with its numbers."""

from __future__ import annotations

import numpy as np

from pages.lessons.regret.evidence import Evidence


def lead(evidence: Evidence) -> str:
    """Return how long the bound holds, and from when on it says anything."""
    left, right = evidence.terms.measured, evidence.terms.bound
    held = int((left <= right * (1.0 + 1e-9)).sum())
    return (
        f"The left side stays under the right one at {held:,} of {len(left):,} steps; at the end "
        f"the run is at {left[-1]:.3g}, the theorem promised at most {right[-1]:.3g}. "
        f"{says_anything(evidence)}"
    )


def says_anything(evidence: Evidence) -> str:
    """Return the sentences on the steps at which the bound is vacuous."""
    start = evidence.says_from
    idle = f"without ever learning the left side would be {evidence.idle:.3g}"
    if start is None:
        return f"That is **vacuous**: {idle}."
    if start == 1:
        return f"It says something at every step: {idle}."
    return f"Before step {start:,} that is **vacuous**: {idle}. From there on it says something."


def explanation(evidence: Evidence) -> str:
    """Return the explanation."""
    terms, A, B = evidence.terms, evidence.constants.A, evidence.constants.B
    swept = evidence.by_gravity
    return f"""
**Left:** what the run suffers, its mean loss and gravity on its own weights. **Right:** the same
two for *any* fixed u, and two prices. That is regret: who learns must not do much worse than u.

**Price of the step,** ηB/2 = {terms.step[-1]:.3g}: large steps overshoot, at every example.
**Price of the way,** ‖u‖²/2ηT = {terms.distance[-1]:.3g}: small steps arrive late, but only once,
so it fades as t grows. {best_step(evidence)} With η = c/√T both fall like 1/√T: four times the
examples, half the price for the same u.

**The comparator moves with g.** u minimises mean loss + g‖u‖₁ over these examples, as well as a
short search finds it; the theorem holds for every u. With g = {swept.gravity[0]:.2g} it keeps
{swept.nonzeros[0]:.0f} weights, at a mean loss of {swept.loss[0]:.3f}; with
g = {swept.gravity[-1]:.2g} {swept.nonzeros[-1]:.0f} of them, at {swept.loss[-1]:.3f}. Little
gravity lets u grow: the way to it is dear. Much makes u poor.

**Vacuous** is a bound that w = 0 for ever would meet as well: true, and silent about learning.
{"B" if B else "A/2"} is the largest ‖x‖², here {B or A / 2.0:.4g}: one long example is paid for at
every step. The rows of this lesson's own example have length 1.

The paper prints I(w ≤ θ) where its proof has I(|w| ≤ θ); with θ = ∞ that does not matter here.
"""


def best_step(evidence: Evidence) -> str:
    """Return the sentence on the step size at which the two prices are least."""
    A, B = evidence.constants.A, evidence.constants.B
    size = float(np.sqrt(evidence.u @ evidence.u))
    if not B:
        return (
            "With the squared loss B = 0 and a step is free, but the loss counts only "
            f"1 − ½Aη = {1.0 - 0.5 * A * evidence.knobs.eta:.3g} times, and at η = 2/A = "
            f"{2.0 / A:.2g} the theorem falls silent."
        )
    if not size:
        return "Here u = 0 and there is no way to go: the smaller c, the better."
    return f"Their sum is least where both are equal: at c = ‖u‖/√B = {size / B**0.5:.2g}."
