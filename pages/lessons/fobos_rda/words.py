"""Say what the pictures show: the lead, and the explanation with its numbers."""

from __future__ import annotations

import numpy as np

from pages.lessons.fobos_rda.evidence import Evidence


def lead(evidence: Evidence) -> str:
    """Return how many features each of the two keeps."""
    fobos, rda = evidence.kept("fobos"), evidence.kept("rda")
    random = ""
    if evidence.data.n_noise:
        random = f"; {fobos.random} and {rda.random} are random ones"
    return (
        f"After {len(evidence.single)} examples FOBOS keeps **{sum(fobos)}** of "
        f"{evidence.data.n_features} features, RDA with the same λ **{sum(rda)}**{random}."
    )


def explanation(evidence: Evidence) -> str:
    """Return the explanation."""
    n, penalty = len(evidence.single), evidence.knobs.l1
    fobos, truncated = evidence.each["fobos"], evidence.each["truncated_gradient"]
    apart = np.abs(fobos.weights - truncated.weights).max()
    passed = int((np.abs(evidence.single) > penalty).sum())
    within = int((np.abs(evidence.mean) <= penalty).sum())
    ends = {key: sum(evidence.kept(key)) for key in evidence.more}
    return f"""
**Step, then shrink.** FOBOS (forward-backward splitting) lets one example move a weight by ηₜgₜ,
then pulls it back by ηₜλ. A weight at zero stays there only if that one |gₜ| ≤ λ. The feature in
the film says little of y, yet |gₜ| > λ in {passed} of {n} examples: such a one pushes off zero.

**Remember the average.** RDA (regularized dual averaging) asks whether the *mean* ū of all
gradients is within λ. Gradients of changing sign cancel in it: it was within λ after {within} of
{n} examples, and then w is 0, whatever the last example said.

**FOBOS is truncated gradient** with θ = ∞, K = 1, gravity λ: curves at most {apart:.3g} apart.

**The vanishing step.** Dhingra et al. (§2.3) blame FOBOS's lost zeros on single examples, and on
ηₜλ → 0. But the push vanishes as fast as the pull: whether a weight leaves zero depends on |gₜ|
against λ alone. What is lost is time: with η/t, all pulls from step t to T add up to some
ηλ ln(T/t), and what the first, long steps put up stays up long. Here steps of η leave {ends["η"]}
weights, of η/√t {ends["η/√t"]}, of η/t {ends["η/t"]}.

**Their two repairs**, both for single examples. The mean of m gradients is smaller where they
disagree, and λ is not; but m gradients then make one step. With m = {evidence.knobs.batch_size},
{ends["m"]} weights are left. With ½λ for the first half of the examples: {ends["½"]}.

On Gisette, at the λ of best accuracy, they print 99.10 % nonzero weights for FOBOS, 99.10 % in
rounds, 99.06 % with mini-batches, and 7.38 % for coordinate descent, on all examples at once.
"""
