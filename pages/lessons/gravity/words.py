"""Words on what the pictures show: the lead, and what the curious read, with its numbers."""

from __future__ import annotations

import math

import numpy as np

from pages.lessons.gravity.evidence import YARDSTICK, Evidence
from papers.fairness import room, rounding
from papers.fairness.tally import tally


def lead(evidence: Evidence) -> str:
    """Return what the pictures show, in their own numbers."""
    none, now, g = evidence.none, evidence.now, evidence.knobs.gravity
    unseen = evidence.data.n_features - int(evidence.free.sparsity.seen[-1])
    never = f" No example has {unseen:,} of these features." if unseen else ""
    began = (
        f"The model has {evidence.data.n_features:,} weights, one for each feature.{never} "
        f"Without gravity {none.nonzeros:,} of them are in use at the end, at a loss of "
        f"{none.loss:.3f} per example."
    )
    if not g:
        return f"{began} Nothing is pulled: turn gravity up."
    return f"{began} With gravity {g:g}, {now.nonzeros:,} are, and the loss is {now.loss:.3f}."


def explanation(evidence: Evidence) -> str:
    """Return the explanation."""
    knobs = evidence.knobs
    won = tally("rounding", rounding.ROUNDING, rounding.GRADIENT, rounding.FREE)
    harder = tally("room", room.GRAVITY, room.THRESHOLD)
    when = "After every step" if knobs.period == 1 else f"After every {knobs.period} steps"
    within = "" if math.isinf(knobs.threshold) else f" within θ = {knobs.threshold:g}"
    pull = f" = {knobs.eta * knobs.period * knobs.gravity:.3g}" if knobs.gravity else ""
    return f"""
**Gravity.** {when} each weight{within} moves toward 0 by ηKg{pull}, and stops there. A weight
whose votes push it outward by less than that ends at exactly 0, until an example pushes it out
again. Between two pulls many more weights are in use, and they all need memory.

**What it buys.** {survivor_sentences(evidence)}

**What it costs.** {cost_sentences(evidence)}

**The frontier.** {price_sentence(evidence)}

**Rounding** has the better frontier here, and with all knobs at their best it is clearly ahead in
{won.ahead} of {sum(won)} [comparisons](papers?claim=fairness.rounding). How far a knob may be off
differs from dataset to dataset: the best θ is [harder to hit](papers?claim=fairness.room) than the
best g on {harder.ahead} of {sum(harder)}, and easier on {harder.behind}. The loss
[rises smoothly](papers?claim=fairness.smooth) with g.

**Other rules.** RDA (lesson *FOBOS, RDA*) averages all votes. The cumulative penalty of Tsuruoka,
Tsujii and Ananiadou (2009; in the playground) adds up what a weight owes and takes it where the
weight is used. Both keep more nearly [the same features](papers?claim=fairness.same_features) in
every order, and [predict better](papers?claim=fairness.later_methods) with as few.
"""


def cost_sentences(evidence: Evidence) -> str:
    """Return what gravity costs, in sentences; without gravity, what there is to lose."""
    none, now, g = evidence.none, evidence.now, evidence.knobs.gravity
    pulled, free = (run.sparsity.l1_norm[-1] for run in (evidence.pulled, evidence.free))
    if not g:
        return (
            f"Now g is 0, and nothing is pulled. The sizes of all weights, ‖w‖₁, add up to "
            f"{free:.3g} at the end, and the loss per example is {none.loss:.3f}."
        )
    end = evidence.sweep[-1]
    between = (
        f" At the strongest gravity no feature is kept. Yet the loss is {end.loss:.3f}, and not "
        "ln 2 = 0.693: between two pulls weights are not 0."
        if not end.nonzeros and end.loss < 0.69
        else ""
    )
    cost, size_of_u = now.loss - none.loss, np.abs(evidence.u.weights).sum()
    verb = "costs" if cost >= 0.0 else "gains"
    return (
        f"The sizes of all weights, ‖w‖₁, add up to {pulled:.3g} at the end, without gravity to "
        f"{free:.3g}. The loss per example goes from {none.loss:.3f} to {now.loss:.3f}: gravity "
        f"{verb} **{abs(cost):.3f} per example**. The regret differs by as much, for the loss of u "
        f"is the same in both. u makes the average loss + {YARDSTICK:g}‖u‖₁ least. The bound of "
        f"Theorem 3.1 rises by g‖u‖₁ = {g * size_of_u:.3f} at most.{between}"
    )


def survivor_sentences(evidence: Evidence) -> str:
    """Return the features that are left, and those that go first, in sentences."""
    truth, now, sweep = evidence.truth, evidence.now, evidence.sweep
    empty = next((outcome.knob for outcome in sweep if not outcome.nonzeros), None)
    too_much = f" At g = {empty:.2g} nothing is left." if empty else ""
    if not truth.useless:
        return f"{now.nonzeros:,} weights are left.{too_much}"
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
    half = next((o.knob for o in sweep if 2 * o.useful <= n_useful), math.inf)
    sooner = next((o.knob for o in sweep if 2 * o.useless <= n_useless), math.inf)
    if sooner >= half:
        return ""
    most = f"g = {half:.2g}" if math.isfinite(half) else "no g up to 1"
    return (
        f" Useless features go first: half of them are gone at g = {sooner:.2g}, half of the "
        f"{good} ones at {most}. The votes for a useless feature cancel; pulls do not."
    )


def price_sentence(evidence: Evidence) -> str:
    """Return how many features may go for one mistake in a hundred examples, and the paper's
    number."""
    none = evidence.none
    able = [outcome for outcome in evidence.sweep if outcome.mistakes <= none.mistakes + 0.01]
    if not able or not none.nonzeros:
        return "Already the least g costs more than one error per 100 examples."
    return (
        "Suppose you accept one more error per 100 examples while learning (without gravity there "
        f"are {100 * none.mistakes:.1f}). Then g can rise to {able[-1].knob:.2g}, which removes "
        f"{1 - able[-1].nonzeros / none.nonzeros:.1%} of the features in use without it. With "
        "1,000 random features the paper removes over 90% (but 71% on *ad*) for 1% of accuracy, in "
        "cross-validation."
    )
