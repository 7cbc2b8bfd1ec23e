"""Exercises on one weight through a rule, a group between two rules, a rule by its path."""

from __future__ import annotations

import numpy as np

from algorithms import shrinkage
from pages.lessons.shrinking.evidence import SIZE, WEIGHTS, Evidence
from ui.lessons import Task, Verdict

KINDS = {
    "rounding": "comes out as 0, and then suddenly as it is",
    "soft threshold": "comes out as 0, and then without a jump, but always smaller than it is",
    "keep-k": "comes out as 0 until it is larger than enough of the others, and then as it is",
    "p-norm link": "never comes out as 0, however small it is",
}


def by_hand(seed: int) -> Task:
    """Return a task on one weight through one rule."""
    draw = np.random.default_rng(seed)
    theta, alpha = draw.choice([0.5, 0.8, 1.0]), draw.choice([0.2, 0.3])
    v = float(draw.choice([-1.0, 1.0]) * (theta + draw.choice([-0.1, 0.1, 0.2])))
    answer = float(shrinkage.truncation(np.array([v]), alpha, theta)[0])
    inside = abs(v) <= theta
    why = (
        f"The size {abs(v):.1f} is at most the threshold {theta:g}: the pull is taken off."
        if inside
        else f"The size {abs(v):.1f} is above the threshold {theta:g}: the weight is left alone."
    )

    def check(w: float) -> Verdict:
        if abs(w - answer) < 0.005:
            return Verdict(True, why)
        return Verdict(False, f"If {w:g} came out: {meaning(w, v, alpha)}.")

    return Task(
        "A weight goes through truncated gradient.\n\n| | |\n|---|---|\n"
        f"| the weight (v) | {v:.1f} |\n| the threshold (θ) | {theta:g} |\n"
        f"| the pull (α) | {alpha:g} |\n\n**What comes out?**",
        check,
        (
            "Is the size of the weight above the threshold, or not?",
            f"The size of the weight is {abs(v):.1f}. Only weights up to {theta:g} are pulled, "
            "toward 0.",
        ),
        f"**{answer:.1f}**. {why}",
        unit="weight",
    )


def meaning(w: float, v: float, alpha: float) -> str:
    """Return the fate of a weight v of which w comes out, in words."""
    meanings = {
        v: "the weight would be left alone, as one above the threshold is",
        v - np.sign(v) * alpha: "the weight would be pulled, as one below the threshold is",
        v + np.sign(v) * alpha: "the pull would go away from 0, not toward 0",
        0.0: "the weight would be cut, as rounding does below the threshold",
    }
    near = [text for place, text in meanings.items() if abs(w - place) < 0.005]
    return near[0] if near else "a pull would have another size"


def whole_group(seed: int) -> Task:
    """Return a task between the largest weight of a group and its length."""
    g = seed % (len(WEIGHTS) // SIZE)
    part = slice(g * SIZE, (g + 1) * SIZE)
    group = np.array(WEIGHTS[part])
    low, high = np.abs(group).max(), np.linalg.norm(group)

    def check(evidence: Evidence) -> Verdict:
        soft = np.count_nonzero(evidence.sent["soft_threshold"][part])
        whole = np.count_nonzero(evidence.sent["group_shrink"][part])
        why = (
            f"With this pull the soft threshold keeps {soft} weights of the group, and group "
            f"shrink keeps {whole}."
        )
        return Verdict(soft == 0 and whole == SIZE, why)

    return Task(
        f"Open “Two more rules”. Take the weights the page opens with. **Find a pull α with which "
        f"the soft threshold keeps no weight of group {g + 1}, and group shrink keeps all three.**",
        check,
        (
            "The soft threshold asks each weight for its size. Group shrink asks for the length of "
            "the group, the root of the sum of the three squares.",
            "A group is never shorter than its largest weight.",
            f"From α = {low:g} on the soft threshold keeps none of these three.",
        ),
        f"Any α from {low:g} up to, but not including, the length {high:.2f}.",
    )


def leaving_zero(seed: int) -> Task:
    """Return a task on a rule that is known by the way a weight leaves zero."""
    names = list(KINDS)
    right = names[int(np.random.default_rng(seed).integers(len(names)))]
    return Task(
        f"A weight grows slowly from 0 while the others rest. Under one rule it {KINDS[right]}. "
        "**Which rule is it?**",
        lambda name: Verdict(name == right, f"Under the rule “{name}” it {KINDS[name]}."),
        (
            "Drag a weight slowly outward and watch the graphs; the last one is under “Two more "
            "rules”.",
            "A gap in a graph is a jump. A flat piece is where the weight comes out as 0.",
        ),
        f"**{right}**.",
        choices=names,
    )
