"""Words of the lesson: the lead above its pictures, and the explanation below them."""

from __future__ import annotations

import datasets
from pages.lessons.groups.evidence import Evidence
from pages.lessons.groups.machines import EXAMPLES, LONELY, NOISE, WHOLE
from pages.lessons.groups.runs import BLOCK, METHODS

PAPER = {"L1": 0.649, "group": 0.672, "sparse group": 0.873}
"""Yang et al. 2010, Table 1, N = 1000: mean F1 of L1-RDA, DA-GL and DA-SGL."""


def lead(evidence: Evidence) -> str:
    """Return how many groups are in use, and how many of those for nothing."""

    def lives(method: str) -> str:
        lit = evidence.lit(method)
        count = f"{lit.sum()} of {len(lit)} groups"
        if evidence.data.true_weights is None:
            return count
        return f"{count}, {(lit & evidence.empty(method)).sum()} of them without a useful feature"

    return (
        f"At the end of this run L1 (RDA, each weight for itself) uses {lives('L1')}. "
        f"The group lasso uses {lives('group')}."
    )


def explanation(evidence: Evidence) -> str:
    """Return the explanation, Markdown."""
    knobs = evidence.knobs
    current = ", ".join(f"{method} {evidence.score(method):.2f}" for method in METHODS)
    moved = f" moved by {knobs.shift}" if knobs.shift else ""
    f1 = ""
    if evidence.data.true_weights is not None:
        f1 = (
            " F1 counts how well the signs +, − and 0 are found, each against the others; "
            "1 is perfect."
        )
    windows, blocks = (max(evidence.on_windows[method]) for method in ("overlapping", "group"))
    return f"""
**L1** (RDA) judges each weight alone. **The group lasso** takes the mean gradient of a group as one
vector. If it is shorter than λ√d_g, all weights of the group are 0; otherwise all of them live
(but for features that were always 0). Large groups need longer vectors, by the root of their size.

**Sparse group** first takes λr off every mean gradient. With r > 0 single weights inside a living
group can be 0, too. **Enhanced** takes off γρ/√t more: most at the start, when a mean is one of few
gradients. **Overlapping** groups are windows that share half their features with the next window.
A feature has a weight in each of its windows and counts with their sum, so it can live in a window
that is dark.

After {evidence.runs["L1"].steps[-1]} examples the {measure(evidence)} is: {current}.{f1}
{beside_the_paper(evidence)}

**Wrong groups.** The knobs m and s change the groups that the methods are given, not the true ones.
Groups that you edit one by one on the page Data count here with the chosen dataset.

**True windows.** Where the true groups are overlapping windows, windows of
{knobs.size or BLOCK}{moved} reach {windows:.2f} at their best λ, and blocks {blocks:.2f}.

**The story's machines** are drawn here: {EXAMPLES} examples of independent normal features, true
weights ±1, a label sign(w·x + ε). The standard deviation of ε is {NOISE[WHOLE]:g} on the first
machine and {NOISE[LONELY]:g} on the second, whose w·x varies less. On the second kind whoever
keeps nothing has 95 of 100 weights right. So F1 of the signs decides there who is ahead, each
method at its best λ: it counts the useful weights that are found, too.
"""


def measure(evidence: Evidence) -> str:
    """Return the name of the score."""
    known = evidence.data.true_weights is not None
    return "F1 of the signs" if known else "share predicted rightly"


def beside_the_paper(evidence: Evidence) -> str:
    """Return the sentences that compare with the paper's table, on data made as it was."""
    paper = ", ".join(f"{method} {value:.2f}" for method, value in PAPER.items())
    text = (
        f"**The paper.** Yang et al.'s Table 1 has, after 1000 such examples and over 50 draws, "
        f"the F1 {paper}."
    )
    if evidence.data.name != datasets.CATALOGUE["yang_groups"].title:
        return text
    best = {method: max(scores) for method, scores in evidence.scores.items()}
    text += f" Ours, each at its best λ, are {', '.join(f'{m} {best[m]:.2f}' for m in PAPER)}."
    if best["L1"] > PAPER["L1"] + 0.1:
        text += (
            " **Our L1 does far better than theirs.** Theirs ran with γ = L/D, from bounds on "
            "gradients and weights, and with a λ that the paper does not name. In these data six "
            "groups have 10, 8, 6, 4, 2 and 1 useful features. After 1000 examples L1 finds most "
            "single weights, so the group lasso is behind; after 200 examples it is ahead."
        )
    return text
