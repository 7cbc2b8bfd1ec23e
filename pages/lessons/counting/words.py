"""Words of the lesson: the lead above its pictures, and the explanation below them."""

from __future__ import annotations

import numpy as np

from algorithms import Trace
from pages.lessons.counting.evidence import BATCH, COUNTING, HARDNESS, NAMES, ONLINE, Evidence


def lead(evidence: Evidence) -> str:
    """Return what the pictures show, in their own numbers."""
    counted = evidence.nearest[COUNTING]
    others = [(NAMES[key], evidence.nearest[key]) for key in ONLINE]
    return (
        f"Features kept: keep-k {counted.kept:,}; the nearest that {len(HARDNESS)} values of λ "
        f"come: {', '.join(f'{name} {point.kept:,}' for name, point in others)}. "
        f"Loss: {counted.loss:.3f} against "
        f"{', '.join(f'{point.loss:.3f}' for _, point in others)}."
    )


def explanation(evidence: Evidence) -> str:
    """Return the explanation, Markdown."""
    counted = evidence.runs[COUNTING]
    return f"""
**k says how many.** After each step Hₖ keeps the k largest weights and drops the rest, whatever
the data. λ says how hard to pull; how many weights are left one learns afterwards.

| method | k, λ | features | loss | errors |
|---|---|---|---|---|
{table(evidence)}

**Why it can be better.** λ pulls what it keeps as hard as what it drops; Hₖ leaves what it keeps as
large as it is. And one example tells so little, say the authors, that a large λ shrinks every
weight to zero and a small one none. {compared(evidence)}

**What it costs.** The constraint is not convex: a place once taken is hard to lose. Who is out
starts at 0 and has one step, ηₜ|ℓ′x|, to beat the weakest of the k, and ηₜ falls. Seen at
{len(counted.steps)} looks, nobody changed places after example {settled(counted):,} of
{counted.steps[-1]:,}.

**The paper** (Table 2; Gisette, 5000 features, half of them of no use; squared loss): keep-k 94.7%
right with 8.0% of the weights (k = 400), batch Lasso 93.5% with 7.4%, FOBOS 96.9% but with 99.1%:
accurate or sparse, not both.
"""


def table(evidence: Evidence) -> str:
    """Return a row per method, at the point nearest to k."""
    rows = []
    for key, point in evidence.nearest.items():
        kept = f"{point.kept:,}"
        if evidence.truth.useless:
            kept += f" ({point.useless:,} {evidence.truth.useless})"
        name, strength = NAMES[key], f"{point.strength:.3g}"
        rows.append(f"| {name} | {strength} | {kept} | {point.loss:.3f} | {point.wrong:.1%} |")
    return "\n".join(rows)


def compared(evidence: Evidence) -> str:
    """Return which methods have more loss than keep-k, and which keep less of no use."""
    counted = evidence.nearest[COUNTING]
    others = {
        NAMES[key]: point
        for key, point in evidence.nearest.items()
        if point.kept and key != COUNTING
    }
    more = [name for name, point in others.items() if point.loss > counted.loss]
    rest = [name for name in others if name not in more]
    purer = [name for name, point in others.items() if point.share < counted.share]
    sentences = [f"More loss than keep-k: {', '.join(more) or 'none'}."]
    if rest:
        sentences.append(f"Not more: {', '.join(rest)}.")
    if NAMES[BATCH] in rest:
        sentences.append("The batch Lasso reads all examples at every step.")
    if purer:
        sentences.append(f"A smaller share {evidence.truth.useless}: {', '.join(purer)}.")
    return " ".join(sentences)


def settled(run: Trace) -> int:
    """Return the example from which on the same weights were nonzero at every look."""
    other = ((run.weights != 0.0) != (run.weights[-1] != 0.0)).any(axis=1)
    return int(run.steps[np.flatnonzero(other).max(initial=-1) + 1])
