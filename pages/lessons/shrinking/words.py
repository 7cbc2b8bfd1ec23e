"""Say what the maps do to the weights that the page opens with."""

from __future__ import annotations

import numpy as np

from pages.lessons.shrinking.cards import FIVE, MAP_CARDS
from pages.lessons.shrinking.evidence import SIZE, WEIGHTS, Evidence


def lead(evidence: Evidence) -> str:
    """Return how many weights each map keeps."""
    names = {card.key: card.symbol for card in MAP_CARDS}
    kept = ", ".join(f"{names[key]} {evidence.kept(key)}" for key in FIVE)
    return (
        f"Of the six weights the page opens with, these knobs leave nonzero: {kept}; "
        f"the link {names['link']} leaves all {evidence.kept('link')}."
    )


def explanation(evidence: Evidence) -> str:
    """Return the explanation."""
    knobs = evidence.knobs
    second = np.linalg.norm(evidence.weights[SIZE:])
    fate = "is dropped whole" if second <= knobs.alpha else "stays, none of its weights being 0"
    line = ""
    if knobs.k < len(WEIGHTS):
        line = " Drag a weight across the k-line and another one changes places with it."
    return f"""
**T₀, rounding**, asks one question: is |v| ≤ θ = {knobs.theta:g}? It jumps by θ where the answer
turns. A weight has to get past θ between two cuts or it never gets anywhere.

**T₁, truncation**, is gentler within θ. {truncated(evidence)}

**S, the soft threshold**, is T₁ with θ = ∞. It never jumps, and pays for that: every weight loses
up to α, the largest too, here {WEIGHTS[0]:g} → {evidence.sent["soft_threshold"][0]:.2f}.

**H, keep k**, has no size of its own in mind. Whether a weight stays depends on the others: the
largest k = {knobs.k} stay as they are.{line}

**G, group shrink**, shrinks a group by α in its norm, all its weights by one factor. The second
group's norm is {second:.2f}, so that it {fate}. A small weight can live in a strong group, where a
larger one in a weak group dies.

**f⁻¹, the link of mirror descent** (SMIDAS), shrinks no weight to 0: it makes the small ones count
little beside the largest. SMIDAS makes its zeros with S, before the link, and f⁻¹ leaves 0 at 0.
{small_ones(evidence)}
"""


def truncated(evidence: Evidence) -> str:
    """Return the sentence on T₁ with these α and θ."""
    knobs = evidence.knobs
    if knobs.alpha >= knobs.theta:
        return "Here α ≥ θ, so that **T₁ is T₀**: the pull takes all that is within θ."
    if knobs.alpha == 0.0:
        return "With α = 0 it does nothing, and nor do S and G."
    return (
        f"What is within α = {knobs.alpha:g} becomes 0, what is within θ moves by α, and at θ "
        f"it jumps back by {knobs.alpha:g}: beyond, nothing is taken."
    )


def small_ones(evidence: Evidence) -> str:
    """Return the sentence on what the link leaves of the smallest weight."""
    if evidence.knobs.p == 2.0:
        return "With p = 2 it changes nothing."
    return (
        f"With p = {evidence.knobs.p:.3g} the smallest weight, {WEIGHTS[-1]:g}, becomes "
        f"{evidence.sent['link'][-1]:.1g}: small, but not 0."
    )
