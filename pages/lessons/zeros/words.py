"""Words on what the pictures show: the lead, and the explanation with its numbers."""

from __future__ import annotations

import numpy as np

from pages.lessons.zeros.evidence import (
    ETA_BEFORE,
    LARGEST,
    MEASURED,
    PENALTY,
    Evidence,
    mistakes,
)


def lead(evidence: Evidence) -> str:
    """Return what the pictures show, in their own numbers."""
    total, test = len(evidence.weights), evidence.data.test
    nonzero = int(np.count_nonzero(evidence.weights))
    wrong, zeroed = mistakes(evidence.weights, test), mistakes(evidence.without_noise, test)
    return (
        f"**{nonzero:,} of {total:,} weights** are not 0, though only {MEASURED} features are "
        f"measurements. Of {test.n_rows} held-out patients {wrong:g} are misjudged; with every "
        f"noise weight set to 0 it is {zeroed:g}."
    )


def explanation(evidence: Evidence) -> str:
    """Return the explanation."""
    every, measured, few = (
        evidence.regret(run) for run in (evidence.every, evidence.measured, evidence.few)
    )
    nonzero, fixed = np.count_nonzero(evidence.u), evidence.fixed[-1] / evidence.data.n_rows
    met, met_zeroed = (
        mistakes(weights, evidence.data) for weights in (evidence.weights, evidence.without_noise)
    )
    return f"""
**The example.** The 569 patients of the lesson before, with all {MEASURED} measurements;
{evidence.data.test.n_rows} are held out, the learner meets the other {evidence.data.n_rows} once.
Noise of the kind *coin tosses* is +1 or −1 for each patient. Noise of the kind *rare* is 1 for one
patient in twenty and 0 for all others; the next lessons use that kind.

**The kind of noise decides how much harm it does.** A thousand coin tosses take part in every
prediction. Over 8 other choices of the patients held out, at η = 0.03, the learner misjudges 11.8%
of the held-out patients with the noise weights and 3.7% with zeros in their place. With rare noise
it is 3.1% and 3.2%: zeros then save memory and time and change no prediction for the worse or the
better.

**Among the patients it has met** the learner misjudges {met:g} of {evidence.data.n_rows} with the
noise weights, and {met_zeroed:g} with zeros: noise helps to know patients by heart. Of the
{LARGEST} largest weights {evidence.noise_among_largest} belong to noise.

**Regret** is the loss of the learner minus the loss of the best fixed weights, on the same patients
in the same order. Here it is {measured:.3f} per patient without noise, {every:.3f} with noise, and
{few:.3f} with radius and texture alone (with step size {ETA_BEFORE:g}, as in the lesson before,
which suits them). The paper (§3.4) bounds it: regret per example goes to 0
if the step size is smaller the more examples T are to come, such as 1/√T; see the lesson *Regret*.

**The best fixed weights** minimise the average loss + λ times the sum of their sizes, with
λ = {PENALTY:g}, over the {MEASURED} measurements: {nonzero} of these weights are not 0, and they
pay {fixed:.3f} per patient. They can be large, for nobody has to walk there in small steps. Many
measurements say nearly the same, so few are needed. Without λ there would be no best ones: the
{MEASURED} measurements separate the patients to learn from nearly or wholly, and larger and larger
weights would pay less and less.

**The three runs** learn separately. *Without noise* is a learner that never saw the noise; setting
noise weights to 0 after learning, as the bars do, is not quite the same.

**Why sparse?** The paper (§1) names two reasons, memory and the time that a prediction takes; that
a person can read the weights is ours. It also says why plain steps give no zeros: a step adds two
numbers, and few pairs of numbers add up to exactly 0.
"""
