"""Say how much of the coin is remembered."""

from __future__ import annotations

from pages.lessons.coin.evidence import Evidence


def lead(evidence: Evidence) -> str:
    """Return the weights that are left."""
    left, of = evidence.now.used[-1], evidence.now.final.weights.size
    return (
        f"The labels are flips of a coin. With λ = {evidence.knobs.l1:g} the run keeps {left} of "
        f"{of} weights."
    )


def explanation(evidence: Evidence) -> str:
    """Return the explanation."""
    loss = evidence.now.loss[-1] / evidence.now.steps[-1]
    return f"""
No feature has anything to do with a flip. In a hundred examples some features agree with the labels
by luck, and a learner without a penalty believes them. The penalty takes ηλ from every weight at
every step. Luck that is weaker than that leaves nothing behind. The mean loss of the run is
{loss:.3f} per example; a learner that says nothing pays ln 2 = 0.693.
"""
