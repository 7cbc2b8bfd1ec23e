"""Words of the lesson: the lead above its pictures, and the explanation below them."""

from __future__ import annotations

import datasets
from pages.lessons.groups.evidence import BLOCK, METHODS, Evidence

PAPER = {"L1": 0.649, "group": 0.672, "sparse group": 0.873}
"""Yang et al. 2010, Table 1, N = 1000: mean F1 of L1-RDA, DA-GL and DA-SGL."""


def lead(evidence: Evidence) -> str:
    """Return how many groups live, and how many of those in vain."""

    def lives(method: str) -> str:
        lit = evidence.lit(method)
        count = f"{lit.sum()} of {len(lit)} groups"
        if evidence.data.true_weights is None:
            return count
        return f"{count}, {(lit & evidence.empty(method)).sum()} of them without a true weight"

    return f"In the end L1 lights up {lives('L1')}; the group lasso {lives('group')}."


def explanation(evidence: Evidence) -> str:
    """Return the explanation, Markdown."""
    knobs = evidence.knobs
    current = ", ".join(f"{method} {evidence.score(method):.2f}" for method in METHODS)
    paper = ", ".join(f"{method} {value:.2f}" for method, value in PAPER.items())
    moved = f" moved by {knobs.shift}" if knobs.shift else ""
    f1 = ""
    if evidence.data.true_weights is not None:
        f1 = " (F1 of +, of − and of 0, averaged; 1 if all signs are the true ones)"
    windows, blocks = (max(evidence.on_windows[method]) for method in ("overlapping", "group"))
    return f"""
**L1** judges each weight alone: one whose mean gradient passes λ lights up, in any group. **The
group lasso** takes a group's mean gradient as one vector: within λ√d_g the whole group is 0, beyond
it all lives that ever had a gradient. It finds groups and is blind within them.

**Sparse group** cuts every mean gradient by λr first: with r > 0 weights inside a living group can
be 0, too. **Enhanced** cuts by γρ/√t more: most at the start, when a mean is one of few gradients.
**Overlapping** groups are windows that share half their features with the next. A feature has a
weight in each of its windows and counts with the sum: it can live in a window that is itself dark.

After {evidence.runs["L1"].steps[-1]} examples, {measure(evidence)}{f1}: {current}. Yang et al.'s
Table 1 has {paper} (F1, 1000 examples made as those that this page opens on, mean of 50
draws).{beside_the_paper(evidence)}

**Wrong groups.** m and s edit what the methods are told, not what is true: a group told across true
borders lives or dies with features it has nothing to do with. Groups edited one by one on the page
Data count here with the chosen dataset.

**Where windows are true** (right), windows of {knobs.size or BLOCK}{moved} reach
{windows:.2f} at their best λ, blocks {blocks:.2f}.
"""


def measure(evidence: Evidence) -> str:
    """Return the name of the score."""
    known = evidence.data.true_weights is not None
    return "F1 of the signs" if known else "share predicted rightly"


def beside_the_paper(evidence: Evidence) -> str:
    """Return the sentences that compare with the paper's table, on data made as it was."""
    if evidence.data.name != datasets.CATALOGUE["yang_groups"].title:
        return ""
    best = {method: max(scores) for method, scores in evidence.scores.items()}
    text = f" Ours, each at its best λ: {', '.join(f'{m} {best[m]:.2f}' for m in PAPER)}."
    if best["L1"] > PAPER["L1"] + 0.1:
        text += (
            " **Our L1 does far better than theirs**, which ran with γ = L/D, from bounds on "
            "gradients and weights, and with a λ the paper does not name."
        )
    return text
