"""Words of the lesson: the lead above its pictures, and the explanation below them."""

from __future__ import annotations

import numpy as np

from algorithms import Trace
from pages.lessons.counting.evidence import BATCH, COUNTING, NAMES, ONLINE, Evidence


def lead(evidence: Evidence) -> str:
    """Return what the pictures show, in their own numbers."""
    counted = evidence.nearest[COUNTING]
    others = [(NAMES[key], evidence.nearest[key]) for key in ONLINE]
    return (
        f"Keep-k keeps {counted.nonzeros:,} features, as many as it was asked for. The others have "
        "a penalty instead. Of the strengths tried, the nearest give "
        f"{', '.join(f'{name} {point.nonzeros:,}' for name, point in others)}."
    )


def explanation(evidence: Evidence) -> str:
    """Return the explanation, Markdown."""
    counted = evidence.runs[COUNTING]
    rows = "rows learned from" if evidence.data.test is None else "held-out rows"
    return f"""
**A number, or a strength.** After each step keep-k keeps the k largest weights and sets the rest to
0, whatever the data. A penalty λ says how hard to push; how many weights are left is known only
afterwards.

| method | k or λ | features | loss on {rows} | mistakes |
|---|---|---|---|---|
{table(evidence)}

**Is it better, too?** A penalty makes what it keeps as much smaller as what it drops; keep-k
leaves what it keeps as large as it is. And one example tells so little, say the authors, that a
strong penalty shrinks every weight to zero and a weak one none. {comparison_with(evidence)}
All online methods have one step size here. With each at its best knobs it looks different: on
other digits, 3 against 8 with 1,000 noise features, and with at most 10 features, RDA reached a
better AUC on held-out rows (.996) than keep-k (.988).

**What it costs.** The seats are hard to win. A feature without one starts at 0 and has one step,
ηₜ|ℓ′x|, to get past the weakest of the k, and ηₜ falls. Seen at {len(counted.steps)} looks, no seat
changed hands after example {steady_from(counted):,} of {counted.steps[-1]:,}. Mathematicians say
that the set of allowed weights is not *convex*: halfway between two allowed settings may lie one
that is not allowed.

**The paper** (Table 2; Gisette, 5000 features, half of them noise; squared loss): keep-k predicts
94.7 % right with 8.0 % of the weights (k = 400), the Lasso 93.5 % with 7.4 %, and FOBOS 96.9 %,
but with 99.1 % of the weights: accurate or sparse, not both.
"""


def table(evidence: Evidence) -> str:
    """Return a row per method, at the point nearest to k."""
    rows = []
    for key, point in evidence.nearest.items():
        kept = f"{point.nonzeros:,}"
        if evidence.truth.useless:
            kept += f" ({point.useless:,} {evidence.truth.useless})"
        name, strength = NAMES[key], f"{point.strength:.3g}"
        rows.append(f"| {name} | {strength} | {kept} | {point.loss:.3f} | {point.wrong:.1%} |")
    return "\n".join(rows)


def comparison_with(evidence: Evidence) -> str:
    """Return which methods have more loss than keep-k, and which keep less of no use."""
    counted = evidence.nearest[COUNTING]
    others = {
        NAMES[key]: point
        for key, point in evidence.nearest.items()
        if point.nonzeros and key != COUNTING
    }
    more = [name for name, point in others.items() if point.loss > counted.loss]
    rest = [name for name in others if name not in more]
    purer = [name for name, point in others.items() if point.share < counted.share]
    sentences = [f"More loss than keep-k: {', '.join(more) or 'none'}."]
    if rest:
        sentences.append(f"Not more: {', '.join(rest)}.")
    if NAMES[BATCH] in rest:
        sentences.append("The Lasso reads all examples at every step.")
    if purer:
        useless = evidence.truth.useless
        sentences.append(f"A smaller share of what is kept is {useless}: {', '.join(purer)}.")
    return " ".join(sentences)


def steady_from(run: Trace) -> int:
    """Return the example from which on the same weights were nonzero at every look."""
    other = ((run.weights != 0.0) != (run.weights[-1] != 0.0)).any(axis=1)
    return int(run.steps[np.flatnonzero(other).max(initial=-1) + 1])
