"""Say what the pictures show: the lead, and the explanation with its numbers."""

from __future__ import annotations

from pages.lessons.rounding.evidence import PERIODS, Evidence


def lead(evidence: Evidence) -> str:
    """Return what the pictures show, in their own numbers."""
    knobs, path = evidence.knobs, evidence.one["rounding"].weights[:, 0]
    most = knobs.period * knobs.eta / 2
    killed = not path[knobs.period - 1 :: knobs.period].any()
    fate = "rounding kills it every time" if killed else "it gets past θ and lives"
    return (
        f"From zero, K = {knobs.period} steps of η = {knobs.eta:g} carry the weight to {most:.3g} "
        f"at most. θ is {knobs.threshold:g}: {fate}."
    )


def explanation(evidence: Evidence) -> str:
    """Return the explanation."""
    knobs, now = evidence.knobs, evidence.now
    rounding, truncation = now["rounding"], now["truncated_gradient"]
    early, *_, late = evidence.kept["rounding"]
    return f"""
**Rounding** waits K steps and then sets every weight up to θ to zero. A weight that is on its way
is cut like one that is worth nothing: all it learned in K steps is thrown away. Where |ℓ′x| ≤ ½,
as for the one weight on its way up, K steps from zero reach Kη/2 at most, here
{knobs.period * knobs.eta / 2:.3g}. If that is not above θ, such a weight *never* leaves zero. In
the dataset some |x| are larger, and some weights may get through.

**Truncation** pulls instead of cutting: every K steps each weight within θ moves toward zero by
ηKg = {knobs.eta * knobs.period * knobs.gravity:.3g} and stops there. A weight that the gradients
push outward faster than gravity pulls it back grows, a little at a time.

On the dataset, with these knobs,
rounding keeps **{rounding.real} real** and {rounding.random} random features,
truncation **{truncation.real} real** and {truncation.random} random ones.
With K = {PERIODS[0]} rounding would keep {early.real} real ones, with K = {PERIODS[-1]}
{late.real}; but between two cuts nothing is sparse.

**Enough gravity is rounding:** where ηKg ≥ θ both do the same. **The trap of θ < ∞:** as long as
it is beyond θ neither touches a weight, useful or not.
"""
