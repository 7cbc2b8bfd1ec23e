"""Ask for one weight through one map, for a group between two maps, and for a map by its path."""

from __future__ import annotations

import numpy as np

from algorithms import shrinkage
from pages.lessons.shrinking.evidence import SIZE, WEIGHTS, Evidence
from ui.lessons import Task, Verdict

KINDS = {
    "T₀": "leaves it by a jump of θ",
    "S": "leaves it without a jump, and loses α for ever",
    "H": "leaves it when it has passed the k-th largest of the others",
    "f⁻¹": "is never held at 0",
}


def by_hand(seed: int) -> Task:
    """Return a task on one weight through one map."""
    draw = np.random.default_rng(seed)
    theta, alpha = draw.choice([0.5, 0.8, 1.0]), draw.choice([0.2, 0.3])
    v = float(draw.choice([-1.0, 1.0]) * (theta + draw.choice([-0.1, 0.1, 0.2])))
    answer = float(shrinkage.truncation(np.array([v]), alpha, theta)[0])
    inside = abs(v) <= theta
    why = "within θ: α is taken" if inside else "beyond θ: nothing is taken"

    def check(w: float) -> Verdict:
        if abs(w - answer) < 0.005:
            return Verdict(True, f"|v| is {why}.")
        return Verdict(False, "Is |v| within θ? And which way is 0?")

    return Task(
        f"v = {v:.1f}, θ = {theta:g}, α = {alpha:g}. What is T₁(v, α, θ)?",
        check,
        ("First compare |v| with θ.", f"|v| = {abs(v):.1f} is {'' if inside else 'not '}within θ."),
        f"**{answer:.1f}**: |v| = {abs(v):.1f} is {why}.",
        unit="",
    )


def whole_group(seed: int) -> Task:
    """Return a task between the largest weight of a group and its norm."""
    g = seed % (len(WEIGHTS) // SIZE)
    part = slice(g * SIZE, (g + 1) * SIZE)
    group = np.array(WEIGHTS[part])
    low, high = np.abs(group).max(), np.linalg.norm(group)

    def check(evidence: Evidence) -> Verdict:
        soft = np.count_nonzero(evidence.sent["soft_threshold"][part])
        whole = np.count_nonzero(evidence.sent["group_shrink"][part])
        why = f"S keeps {soft} and G {whole} weights of the group."
        return Verdict(soft == 0 and whole == SIZE, why)

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


def leaving_zero(seed: int) -> Task:
    """Return a task on a map that is known by the way a weight leaves zero."""
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
