"""Words on what the pictures show: the lead, and what the curious read, with its numbers."""

from __future__ import annotations

from pages.lessons.rounding.evidence import PERIODS, Evidence, rounding_ahead
from papers.fairness.rounding import FREE


def lead(evidence: Evidence) -> str:
    """Return what the pictures show, in their own numbers."""
    knobs, path = evidence.knobs, evidence.one["rounding"].weights[:, 0]
    killed = not path[knobs.period - 1 :: knobs.period].any()
    if killed:
        fate = "It is cut every time, and starts again from 0."
    else:
        fate = "It gets past the threshold, and rounding leaves it alone."
    steps = "one step adds" if knobs.period == 1 else f"{knobs.period} steps add"
    return (
        f"A useful weight starts at 0, and {steps} {knobs.period * knobs.eta / 2:.3g} at most. "
        f"Rounding cuts every weight up to {knobs.threshold:g}. {fate}"
    )


def explanation(evidence: Evidence) -> str:
    """Return the explanation."""
    knobs, now = evidence.knobs, evidence.now
    rounding, truncation = now["rounding"], now["truncated_gradient"]
    early, *_, late = evidence.kept["rounding"]
    free = rounding_ahead(FREE)
    return f"""
**Rounding** waits K steps, and then sets every weight v with |v| ≤ θ to 0. One step moves a weight
by at most η|ℓ′x|. For the useful weight on its way up, x = 1 and |ℓ′| ≤ ½. So K steps bring it to
at most Kη/2 = {knobs.period * knobs.eta / 2:.3g}. If this is not above θ = {knobs.threshold:g}, the
weight never gets away. In the dataset some features are larger than 1, and a weight of theirs may.

**Truncated gradient** moves each weight within θ toward 0 by ηKg =
{knobs.eta * knobs.period * knobs.gravity:.3g} after every K steps, and stops there. Where ηKg ≥ θ
it does the same as rounding, whatever the data. Beyond θ both rules leave a weight alone, useful or
not; with θ = ∞ truncated gradient always pulls. The coin that the story follows was picked: with
pulls of 0.02 a coin's weight is 0 after seven pulls in eight, that of the story after all. With
K = 50 one coin in eight is past 0.05 at the first cut.

**On the dataset**, after ten passes, rounding keeps {rounding.real} real features and
{rounding.random} of noise. Truncated gradient keeps {truncation.real} and {truncation.random}. With
K = {PERIODS[0]} rounding keeps {early.real} real ones, with K = {PERIODS[-1]} {late.real}.

**Memory.** Between two cuts few weights are 0: one step before rounding's last cut
{evidence.before_cut:,} were in use. At their best knobs both rules need memory for many more
features on the way than they [keep at the end](papers?claim=fairness.memory).

**The paper** compares both rules at one threshold: there truncated gradient keeps more. Here the
numbers of features are equal and all knobs at their best, and rounding is clearly ahead in
{free.ahead} of {sum(free)} [comparisons](papers?claim=fairness.rounding), truncated gradient
(θ = ∞) in {free.behind or "none"}. So we do not find it [competitive
throughout](papers?claim=fairness.competitive) (§6.4), nor that a larger K helps [only
rounding](papers?claim=fairness.periods) (§6.2).

**A longer period** does help rounding where examples have few features that are not 0, such as
words: with K = 1 it [loses features](papers?claim=fairness.every_step) that it keeps with K = 10 or
100. On tables of numbers, such as the tumours', it predicts about as well with every period if each
has its best threshold. In the pictures above the threshold stands still, and the period counts. No
theorem limits the regret of rounding; for truncated gradient one does.
"""
