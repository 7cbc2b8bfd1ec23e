"""Five ways to shrink a weight, and a link that shrinks none to zero, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms import shrinkage
from algorithms.online.parts.pnorm import link, linked
from charts.lessons.map_cards import MAP_CARDS
from datasets import Dataset
from knobs import knob
from ui.lessons import Lesson, Task, Verdict, state
from ui.live.shrinker import Shrinker

WEIGHTS = (1.3, 0.55, -0.25, 0.3, -0.2, 0.1)
"""What the page opens with: two groups of ``SIZE``."""
SIZE = 3
MOST = 1.6
FIVE = tuple(card.key for card in MAP_CARDS if card.key != "link")


@dataclass(frozen=True)
class Knobs:
    """What the six maps are told; each uses its own."""

    theta: float = knob(
        0.6, "θ", "T₀ cuts weights up to θ; T₁ pulls them.",
        label="threshold", low=0.05, high=1.5, above=True,
    )  # fmt: skip
    alpha: float = knob(
        0.4, "α", "What a pull takes: of a weight in T₁ and S, of a group's norm in G.",
        label="pull", low=0.0, high=1.5,
    )  # fmt: skip
    k: int = knob(
        3, "k", "How many weights H keeps.",
        label="kept", low=1, high=6, integer=True, minimum=1,
    )  # fmt: skip
    p: float = knob(
        4.0, "p", "Norm of the link: 2 changes nothing, more favours the largest.",
        label="norm", low=2.0, high=20.0, scale="log", minimum=2.0,
    )  # fmt: skip


class Evidence(NamedTuple):
    """``sent``: where each map sends the weights, by its key."""

    knobs: Knobs
    weights: np.ndarray
    sent: dict[str, np.ndarray]

    def kept(self, key: str) -> int:
        """How many of the weights a map leaves nonzero."""
        return int(np.count_nonzero(self.sent[key]))


def all_maps(v: np.ndarray, knobs: Knobs) -> dict[str, np.ndarray]:
    """The six maps of ``v`` (d,), d a multiple of ``SIZE``."""
    most = np.abs(v).max()
    below = np.sum((np.abs(v) / most) ** knobs.p) ** (1.0 - 2.0 / knobs.p) if most else 1.0
    groups = [shrinkage.group_shrink(group, knobs.alpha) for group in v.reshape(-1, SIZE)]
    return {
        "rounding": shrinkage.rounding(v, knobs.theta),
        "truncation": shrinkage.truncation(v, knobs.alpha, knobs.theta),
        "soft_threshold": shrinkage.soft_threshold(v, knobs.alpha),
        "keep_largest": shrinkage.keep_largest(v, knobs.k),
        "group_shrink": np.concatenate(groups),
        "link": linked(v, (knobs.p, most, below)),
    }


def evidence(knobs: Knobs, data: Dataset | None) -> Evidence:
    """Where the weights that the page opens with go."""
    v = np.array(WEIGHTS)
    return Evidence(knobs, v, all_maps(v, knobs))


def stage(found: Evidence) -> list:
    """All of it in the hand."""
    return [Shrinker(WEIGHTS, SIZE, MOST, found.knobs, MAP_CARDS, state.moved(LESSON))]


def lead(found: Evidence) -> str:
    """How many each map keeps."""
    names = {card.key: card.symbol for card in MAP_CARDS}
    kept = ", ".join(f"{names[key]} {found.kept(key)}" for key in FIVE)
    return (
        f"Of the six weights the page opens with, these knobs leave nonzero: {kept}; "
        f"the link {names['link']} leaves all {found.kept('link')}."
    )


def words(found: Evidence) -> str:
    """The explanation."""
    knobs, sent = found.knobs, found.sent
    top = sent["soft_threshold"][0]
    second = np.linalg.norm(found.weights[SIZE:])
    if knobs.alpha >= knobs.theta:
        truncated = "Here α ≥ θ, so that **T₁ is T₀**: the pull takes all that is within θ."
    elif knobs.alpha == 0.0:
        truncated = "With α = 0 it does nothing, and nor do S and G."
    else:
        truncated = (
            f"What is within α = {knobs.alpha:g} becomes 0, what is within θ moves by α, and at θ "
            f"it jumps back by {knobs.alpha:g}: beyond, nothing is taken."
        )
    fate = "is dropped whole" if second <= knobs.alpha else "stays, none of its weights being 0"
    line = " Drag a weight across the k-line and another one changes places with it."
    linked_words = (
        "With p = 2 it changes nothing."
        if knobs.p == 2.0
        else f"With p = {knobs.p:.3g} the smallest weight, {WEIGHTS[-1]:g}, becomes "
        f"{sent['link'][-1]:.1g}: small, but not 0."
    )
    return f"""
**T₀, rounding**, asks one question: is |v| ≤ θ = {knobs.theta:g}? It jumps by θ where the answer
turns. A weight has to get past θ between two cuts or it never gets anywhere.

**T₁, truncation**, is gentler within θ. {truncated}

**S, the soft threshold**, is T₁ with θ = ∞. It never jumps, and pays for that: every weight loses
up to α, the largest too, here {WEIGHTS[0]:g} → {top:.2f}.

**H, keep k**, has no size of its own in mind. Whether a weight stays depends on the others: the
largest k = {knobs.k} stay as they are.{line * (knobs.k < len(WEIGHTS))}

**G, group shrink**, shrinks a group by α in its norm, all its weights by one factor. The second
group's norm is {second:.2f}, so that it {fate}. A small weight can live in a strong group, where a
larger one in a weak group dies.

**f⁻¹, the link of mirror descent** (SMIDAS), shrinks no weight to 0: it makes the small ones count
little beside the largest. SMIDAS makes its zeros with S, before the link, and f⁻¹ leaves 0 at 0.
{linked_words}
"""


def by_hand(seed: int) -> Task:
    """One weight through one map."""
    draw = np.random.default_rng(seed)
    theta, alpha = draw.choice([0.5, 0.8, 1.0]), draw.choice([0.2, 0.3])
    v = float(draw.choice([-1.0, 1.0]) * (theta + draw.choice([-0.1, 0.1, 0.2])))
    right = float(shrinkage.truncation(np.array([v]), alpha, theta)[0])
    inside = abs(v) <= theta
    why = "within θ: α is taken" if inside else "beyond θ: nothing is taken"
    return Task(
        f"v = {v:.1f}, θ = {theta:g}, α = {alpha:g}. What is T₁(v, α, θ)?",
        lambda w: Verdict(
            abs(w - right) < 0.005,
            f"|v| is {why}." if abs(w - right) < 0.005 else "Is |v| within θ? And which way is 0?",
        ),
        ("First compare |v| with θ.", f"|v| = {abs(v):.1f} is {'' if inside else 'not '}within θ."),
        f"**{right:.1f}**: |v| = {abs(v):.1f} is {why}.",
        unit="",
    )


def whole_group(seed: int) -> Task:
    """Between the largest weight of a group and its norm."""
    g = seed % (len(WEIGHTS) // SIZE)
    group = np.array(WEIGHTS[g * SIZE : (g + 1) * SIZE])
    low, high = np.abs(group).max(), np.linalg.norm(group)

    def check(found: Evidence) -> Verdict:
        part = slice(g * SIZE, (g + 1) * SIZE)
        soft = np.count_nonzero(found.sent["soft_threshold"][part])
        whole = np.count_nonzero(found.sent["group_shrink"][part])
        return Verdict(
            soft == 0 and whole == SIZE, f"S keeps {soft} and G {whole} weights of the group."
        )

    return Task(
        f"On the weights the page opens with: find α with which S drops all of group {g + 1} and "
        "G keeps all of it.",
        check,
        (
            "S asks each weight, G asks the norm of all three.",
            "A norm is never less than the largest of its entries.",
            f"S drops the group once α ≥ {low:g}.",
        ),
        f"Any α from {low:g} up to, but not including, the norm {high:.2f}.",
    )


KINDS = {
    "T₀": "leaves it by a jump of θ",
    "S": "leaves it without a jump, and loses α for ever",
    "H": "leaves it when it has passed the k-th largest of the others",
    "f⁻¹": "is never held at 0",
}


def leaving_zero(seed: int) -> Task:
    """Which map is it?"""
    names = list(KINDS)
    right = names[int(np.random.default_rng(seed).integers(len(names)))]
    return Task(
        f"A weight grows from 0 while the others rest; under one map it {KINDS[right]}. Which?",
        lambda name: Verdict(name == right, f"Under {name} it {KINDS[name]}."),
        (
            "Drag a weight slowly outward and watch the graphs.",
            "A gap in a graph is a jump; a flat piece is where the weight is held.",
        ),
        f"**{right}**.",
        choices=names,
    )


LESSON = Lesson(
    key="shrinking",
    title="Shrinking",
    claim="Five ways to shrink a weight",
    knobs=Knobs,
    evidence=evidence,
    stage=stage,
    lead=lead,
    words=words,
    formula=r"""\begin{aligned}
T_0(v,\theta) &= v\,[\,|v| > \theta\,] \\
T_1(v,\alpha,\theta) &= S(v,\alpha)\text{ if } |v| \le \theta,\ v\text{ otherwise} \\
S(v,\alpha) &= \operatorname{sign}(v)\,\max(|v|-\alpha,\,0) \\
G(v_g,\alpha) &= [1-\alpha/\lVert v_g\rVert_2]_+\,v_g \\
f^{-1}(v)_j &= \operatorname{sign}(v_j)\,|v_j|^{p-1}/\lVert v\rVert_p^{p-2}
\end{aligned}""",
    symbols={
        "v": "A weight before the map, or all of them.",
        "[|v| > θ]": "1 where it is so, else 0; [a]₊ is the larger of a and 0.",
        "v_g": "The weights of a group; ‖v_g‖₂ is the root of the sum of their squares.",
        "‖v‖_p": "The p-th root of the sum of all |vⱼ| to the power p.",
        "H": "The k largest in magnitude stay; of ties, the first.",
    },
    source="Langford et al. (2009), (4), (6) and Fig. 1; Dhingra et al., Alg. 5; Yang et al. "
    "(2010), (8); Shalev-Shwartz and Tewari (2009), §3, (12) and Alg. 3.",
    code=(
        shrinkage.rounding,
        shrinkage.truncation,
        shrinkage.soft_threshold,
        shrinkage.keep_largest,
        shrinkage.group_shrink,
        link,
    ),
    exercises=(by_hand, whole_group, leaving_zero),
)  # fmt: skip
