"""Words on what the pictures show: the lead, and the explanation with its numbers."""

from __future__ import annotations

import numpy as np

from pages.lessons.fobos_rda.evidence import Evidence
from ui.lessons.evidence import features_met


def lead(evidence: Evidence) -> str:
    """Return how many features each of the two keeps."""
    fobos, rda = evidence.kept_by("fobos"), evidence.kept_by("rda")
    noise = ""
    if evidence.data.n_noise:
        noise = f" Of these, {fobos.random} and {rda.random} are noise features."
    return (
        f"After {len(evidence.useless.single)} examples FOBOS, which hears one vote at a time, has "
        f"**{sum(fobos)}** of {features_met(evidence.each['fobos'])} in use. RDA, which hears the "
        f"average of all votes, has **{sum(rda)}** under the same penalty.{noise}"
    )


def explanation(evidence: Evidence) -> str:
    """Return the explanation."""
    n, penalty = len(evidence.useless.single), evidence.knobs.l1
    fobos, truncated = evidence.each["fobos"], evidence.each["truncated_gradient"]
    apart = np.abs(fobos.weights - truncated.weights).max()
    passed = int((np.abs(evidence.useless.single) > penalty).sum())
    within = int((np.abs(evidence.useless.average) <= penalty).sum())
    ends = {key: sum(evidence.kept_by(key)) for key in evidence.more}
    return f"""
**A vote is a gradient turned round.** The gradient of one example is g = ℓ′(w·x, y)x, its vote −g,
so that up means "larger". Each run takes its gradients at its own weights.

**FOBOS** (forward-backward splitting: forward with a vote, back with the penalty) takes
the step w − ηₜgₜ. Then it moves each weight by ηₜλ
toward 0, and stops it there. A weight at 0 stays there only if |gₜ| ≤ λ. On the feature in the film
|gₜ| was larger at {passed} of {n} examples.

**RDA** (regularized dual averaging) compares λ with the mean ū of all gradients so far. At
{within} of {n} looks, one after each example, ū was within λ, and exactly then the weight was 0.
Else the weight is what ū has beyond λ, turned round and multiplied by η√t. *Regularized* means with
a penalty; *dual*, that gradients are averaged and not weights.

**FOBOS is truncated gradient** without a threshold (θ = ∞), with period K = 1 and gravity g = λ:
the weights of the two differ by {apart:.3g} at most. With a longer period one pull answers many
votes, and truncated gradient comes closer to RDA. Over many datasets, each method at its best
knobs, RDA [predicted better](papers?claim=fairness.later_methods) than truncated gradient with as
few features.

**A disputed cause.** Dhingra et al. (§2.3) give two reasons why FOBOS loses its zeros: it sees
single examples, and its penalty ηₜλ vanishes as the steps shrink. The second is no reason: the push
ηₜgₜ vanishes as fast, so |gₜ| against λ alone decides whether a weight leaves 0. Short steps cost
time. With ηₜ = η/t all penalties from step t to step T add up to about ηλ ln(T/t), and a weight
that the first, long steps pushed up stays up long. Here steps η leave {ends["η"]} weights, steps
η/√t {ends["η/√t"]}, and steps η/t {ends["η/t"]}.

**Their two repairs**, both for single examples. *Mini-batches:* the average of m gradients is
smaller wherever examples disagree, while λ stays the same; the price is one step per m examples.
With m = {evidence.knobs.batch_size}, {ends["m"]} weights are left. *Rounds:* with only ½λ during
the first half of the run, {ends["½"]} are left.

**What they print** (Gisette, λ of best accuracy): 99.10 % of FOBOS's weights are not 0, in rounds
99.10 %, with mini-batches 99.06 %; of coordinate descent, which reads all examples for every step,
7.38 %.
"""
