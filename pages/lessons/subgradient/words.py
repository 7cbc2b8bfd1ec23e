"""Say what the pictures show: the lead, and the explanation with its numbers."""

from __future__ import annotations

import numpy as np

from pages.lessons.subgradient.evidence import CUTS, Evidence, T


def lead(evidence: Evidence) -> str:
    """Return how many weights each update leaves at exactly zero."""
    pushed, truncated = evidence.runs.values()
    met, at_zero = int(pushed.seen[-1]), int(pushed.seen[-1] - pushed.nonzeros[-1])
    return (
        f"After {T} steps {met:,} features have been met. Weights of theirs that are exactly 0: "
        f"**{at_zero or 'none'}** under (5), **{met - int(truncated.nonzeros[-1]):,}** under (6), "
        "with the same g and η."
    )


def explanation(evidence: Evidence) -> str:
    """Return the explanation."""
    knobs, now, whole = evidence.knobs, evidence.now, evidence.whole
    same, truncated = evidence.same, evidence.truncated
    pushed, pulled = evidence.runs.values()
    near = (pushed.final_weights != 0.0) & (np.abs(pushed.final_weights) <= knobs.push)
    settled = int(np.count_nonzero(pulled.final_weights[near] == 0.0))
    verdict = "that cut costs loss." if same.loss > 1.02 * truncated.loss else "as good."
    return f"""
**(5)** is gradient descent on loss + g‖w‖₁ (the sum of all |wⱼ|), as anyone would write it. Each
step pushes what is not 0 by ηg = {knobs.push:.3g} toward zero, and past it: 0.4ηg lands at −0.6ηg,
then at 0.4ηg again. Only a whole multiple of ηg arrives. {arrivals(evidence)}

**(6)** pulls by the same ηg and *stops* at zero. One `max` is all the difference.

At the end {int(near.sum()):,} weights of (5) that are not 0 lie within ±ηg, and {settled:,} of
these (6) has at exactly 0. They jitter, and none can be forgotten: (5) held
{int(pushed.nonzeros.max()):,} weights at once, (6) never more than {int(pulled.nonzeros.max()):,}.
In a stream with more features than memory, that decides.

**Round at the end**, then. With θ = {knobs.threshold:.3g} there remain {now.real} real and
{now.random} random features, and the mean loss goes from {whole.loss:.3f} to {now.loss:.3f};
(6) has {truncated.real} and {truncated.random} at {truncated.loss:.3f}. Cut to as many features as
(6), {same.features}, (5) is at {same.loss:.3f}: {verdict} Yet θ is one more number to find, after
the fact: θ = ηg/4 leaves {evidence.quarter.features} features; {room(evidence)}. What no late cut
gives back is the memory.

Langford et al. use (5) with a last rounding as a baseline that "does not produce sparse weights
online", and find truncation ahead on some of their datasets (Fig. 7). Dhingra et al. print 99.10 %
nonzero weights for it, in mini-batches or one by one (Table 2), on data we do not have.
"""


def arrivals(evidence: Evidence) -> str:
    """Return the sentence on the weights of (5) that stood at 0 by accident."""
    pushed = evidence.runs["subgradient"]
    at_once = int((pushed.seen - pushed.nonzeros).max())
    if not at_once:
        return "Here none did, at any step."
    return (
        f"Here up to {at_once} stood at 0 at once; such a weight stays until an example moves it."
    )


def room(evidence: Evidence) -> str:
    """Return the clause on the largest cut that costs little."""
    limit = 1.05 * evidence.whole.loss
    dear = (place for place, cut in enumerate(evidence.cuts) if cut.loss > limit)
    safe = next(dear, len(CUTS))
    if not safe:
        return "even the least cut drawn costs more than 5 % of loss"
    return (
        f"the loss stays within 5 % of the uncut one up to θ = {CUTS[safe - 1]:.2g}, where "
        f"{evidence.cuts[safe - 1].features} are left"
    )
