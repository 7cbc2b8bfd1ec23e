"""Words on what the pictures show: the lead, and the explanation with its numbers."""

from __future__ import annotations

from pages.lessons.online.evidence import ETAS, IDLE, LAST, Evidence


def lead(evidence: Evidence) -> str:
    """Return what the pictures show, in their own numbers."""
    knobs = evidence.knobs
    times = "once" if knobs.passes == 1 else f"{knobs.passes} times"
    return (
        f"The learner meets each patient {times}, with a step size of {knobs.eta:g}. It pays "
        f"**{evidence.mean_loss:.3f}** of loss per patient; without learning it would pay "
        f"{IDLE:.3f}. Of its last {LAST} guesses {evidence.right} are right."
    )


def explanation(evidence: Evidence) -> str:
    """Return the explanation."""
    w = evidence.weights[-1]
    best = evidence.by_eta.argmin()
    return f"""
**The example.** 569 patients with a breast tumour (Wolberg et al. 1995): 212 malignant, 357 benign.
Two of the 30 measurements are used here: the mean radius of the cell nuclei, and their texture, the
standard deviation of the grey values. Both are scaled to mean 0 and variance 1 over all patients. A
feature left ten times as large would get votes ten times as strong, and each change of its weight
would count ten times in the prediction. There is no constant term, so the line always passes
through the average patient.

**The prediction** is w·x, the sum of weights times features. On the line in the picture it is 0. At
the end of this run the weights are {w[0]:.2f} for the radius and {w[1]:.2f} for the texture.

**The loss** is the logistic loss, ln(1 + e^(−yp)) for the prediction p and the label y. It is minus
the logarithm of the probability 1/(1 + e^(−yp)) that the learner gives to the right label: one half
at p = 0, so the loss is ln 2 = {IDLE:.3f} there. It is close to 0 where yp is large, and grows by
about 1 for each unit that p is further on the wrong side.

**The gradient** of the loss in the weights is ℓ′(p, y)·x. It points uphill; its opposite is the
*vote* of the story. The slope ℓ′ lies between −1 and 1, and is near 0 for a guess that is right and
sure. Two features that are always equal get the same votes, so their weights stay equal.

**The step size** η is constant here. Of the {len(ETAS)} step sizes in the story's last picture
{ETAS[best]:.2g} does best, with {evidence.by_eta[best]:.3f} per patient. Online learning has other
choices, such as a step size that falls with time; later lessons use some.

**Each loss is paid before the weights move.** So the average is honest: no patient is judged by
weights that have already learned from this patient. With more than one pass that is no longer quite
so, since the patient was met in the pass before.

The paper (§2) describes the same protocol: an example arrives, the learner predicts, the label is
shown, the weights change by its rule (3).
"""
