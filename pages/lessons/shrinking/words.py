"""Words on what the rules do to the weights that the page opens with."""

from __future__ import annotations

import numpy as np

from pages.lessons.shrinking.cards import FIVE, MAP_CARDS
from pages.lessons.shrinking.evidence import SIZE, WEIGHTS, Evidence


def lead(evidence: Evidence) -> str:
    """Return how many weights each rule keeps."""
    kept = {card.title: evidence.n_kept(card.key) for card in MAP_CARDS if card.key in FIVE}
    first, *others = kept.items()
    rest = ", ".join(f"{title.lower()} {count}" for title, count in others)
    return (
        f"Six weights, and rules that make them smaller. With these knobs {first[0].lower()} keeps "
        f"{first[1]} of the 6, {rest}."
    )


def explanation(evidence: Evidence) -> str:
    """Return the explanation."""
    knobs = evidence.knobs
    second = np.linalg.norm(evidence.weights[SIZE:])
    fate = "is dropped whole" if second <= knobs.alpha else "stays, and none of its weights is 0"
    line = ""
    if knobs.k < len(WEIGHTS):
        line = " Drag a weight across the line k: another weight changes places with it."
    return f"""
**Rounding,** T₀, asks one question of a weight v: is its size |v| at most the threshold
θ = {knobs.theta:g}? The weight jumps by θ where the answer changes. It has to get past θ between
two cuts, or it never gets anywhere.

**Truncated gradient,** T₁, is gentler up to θ. {truncation_sentences(evidence)}

**The soft threshold,** S, is T₁ with θ = ∞. It never jumps. The price is that every weight loses up
to α, the largest, too: here {WEIGHTS[0]:g} becomes {evidence.sent["soft_threshold"][0]:.2f}.

**Keep-k,** H, has no threshold. It ranks the weights and keeps the k = {knobs.k} largest as they
are, so whether a weight survives depends on the others.{line}

*Two more rules stand in free play alone.* **Group shrink,** G, takes the six weights as two groups
of three. It makes the length of a whole group smaller by α, and all its weights by the same factor.
The second group has length {second:.2f}, so it {fate}. A small weight can live in a strong group,
while a larger one in a weak group becomes 0.

**The link,** f⁻¹, belongs to SMIDAS, a kind of mirror descent. The link sets no weight to 0: it
makes small weights count little beside the largest. SMIDAS makes its zeros with S, before the link,
and f⁻¹ leaves 0 at 0. {small_ones(evidence)}
"""


def truncation_sentences(evidence: Evidence) -> str:
    """Return the sentences on T₁ with these α and θ."""
    knobs = evidence.knobs
    if knobs.alpha >= knobs.theta:
        return "Here α ≥ θ, so **T₁ is T₀**: the pull takes all of every weight up to θ."
    if knobs.alpha == 0.0:
        return "With a pull of α = 0 it does nothing, and neither do S and G."
    return (
        f"Drag the first weight slowly outward from 0 and watch the graph. Up to the pull "
        f"α = {knobs.alpha:g} it comes out as 0. From there to θ it comes out {knobs.alpha:g} "
        "smaller. Beyond θ it comes out unchanged: large weights are left alone."
    )


def small_ones(evidence: Evidence) -> str:
    """Return the sentence on the smallest weight after the link."""
    if evidence.knobs.p == 2.0:
        return "With p = 2 it changes nothing."
    return (
        f"With p = {evidence.knobs.p:.3g} the smallest weight, {WEIGHTS[-1]:g}, becomes "
        f"{evidence.sent['link'][-1]:.1g}: small, but not 0."
    )
