"""Say what the pictures show: the lead, and the explanation with its numbers."""

from __future__ import annotations

import math

import numpy as np

from pages.lessons.gravity.evidence import Evidence


def lead(evidence: Evidence) -> str:
    """Return what the pictures show, in their own numbers."""
    none, now = evidence.none, evidence.now
    began = (
        f"With g = 0, {none.kept:,} of {evidence.data.n_features:,} weights end nonzero, at a "
        f"regret of {none.regret:z.3f} an example."
    )
    g = evidence.knobs.gravity
    if not g:
        return f"{began} Nothing is pulled: turn g up."
    move = "and" if now.kept < none.kept and now.regret > none.regret else "but"
    return f"{began} With g = {g:g}, {now.kept:,} do, {move} the regret is {now.regret:z.3f}."


def explanation(evidence: Evidence) -> str:
    """Return the explanation."""
    knobs, none, now = evidence.knobs, evidence.none, evidence.now
    size_of_u = np.abs(evidence.u.weights).sum()
    cost = now.regret - none.regret
    when = "After every step" if knobs.period == 1 else f"Every {knobs.period} steps"
    within = "" if math.isinf(knobs.threshold) else f" within θ = {knobs.threshold:g}"
    kept = f"What is kept{within} is pulled, too" if knobs.gravity else "Nothing is pulled"
    return f"""
**Gravity.** {when} each weight{within} moves toward zero by ηKg =
{knobs.eta * knobs.period * knobs.gravity:.3g} and stops there. A weight that gradients push outward
by less than that ends at exactly 0, until an example pushes it out again.

**What it buys.** {bought(evidence)}

**What it costs.** {kept}: ‖w‖₁ ends at {evidence.pulled.l1_norm[-1]:.3g}, without gravity at
{evidence.free.l1_norm[-1]:.3g}. The regret an example goes from {none.regret:z.3f} to
{now.regret:z.3f}. Whatever u one compares with, its own loss cancels in that difference: gravity
{"costs" if cost >= 0.0 else "gains"} **{abs(cost):.3f} an example**. The bound of Theorem 3.1
rises by g‖u‖₁ = {knobs.gravity * size_of_u:.3f} at most.

**The frontier** is what there is to choose from, one point a g. {spared(evidence)}
"""


def bought(evidence: Evidence) -> str:
    """Return the features that are left, and those that go first, in sentences."""
    truth, now, sweep = evidence.truth, evidence.now, evidence.sweep
    empty = next((outcome.gravity for outcome in sweep if not outcome.kept), None)
    too_much = f" Too much is g = {empty:.2g}: nothing is left." if empty else ""
    if not truth.useless:
        return f"{now.kept:,} weights are left.{too_much}"
    m, n = np.bincount(truth.useful, minlength=2)
    left = (
        f"{now.useful} of {n:,} {truth.good} features are left, "
        f"and {now.useless:,} of {m:,} {truth.useless} ones."
    )
    return left + useless_first(evidence, n, m) + too_much


def useless_first(evidence: Evidence, n_useful: int, n_useless: int) -> str:
    """Return the sentences on the gravities that halve each kind, or "" where they do not differ
    as the lesson says."""
    sweep, good = evidence.sweep, evidence.truth.good
    half = next((o.gravity for o in sweep if 2 * o.useful <= n_useful), math.inf)
    sooner = next((o.gravity for o in sweep if 2 * o.useless <= n_useless), math.inf)
    if sooner >= half:
        return ""
    most = f"g = {half:.2g}" if math.isfinite(half) else "no g up to 1"
    return (
        f" Those of no use go first: half of them at g = {sooner:.2g}, half of the "
        f"{good} ones at {most}. The gradients of useless features cancel; pulls do not."
    )


def spared(evidence: Evidence) -> str:
    """Return how many features may go for one mistake in a hundred examples, and the paper's
    number."""
    none = evidence.none
    able = [outcome for outcome in evidence.sweep if outcome.mistakes <= none.mistakes + 0.01]
    if not able or not none.kept:
        return "Already the least g costs more than one mistake in a hundred examples."
    return (
        f"If one example in a hundred more may be mistaken ({none.mistakes:.1%} are with g = 0), "
        f"g = {able[-1].gravity:.2g} is allowed, and {1 - able[-1].kept / none.kept:.1%} of the "
        "features go. With 1000 random features the paper removes over 90% (but 71% of *ad*) for "
        "1% of accuracy in cross-validation."
    )
