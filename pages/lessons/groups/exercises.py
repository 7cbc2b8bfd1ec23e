"""Exercises of the lesson: the λ that holds a group, a λ for so many groups, and a survivor."""

from __future__ import annotations

import numpy as np

from pages.lessons.groups.evidence import Evidence
from ui.lessons import Task, Verdict

LIGHTS = {2: 0.04, 3: 0.034, 4: 0.028, 5: 0.02}
"""A λ for each number of lit groups, the other knobs as they open."""


def holding_on(seed: int) -> Task:
    """Return the question from which λ on a group is 0."""
    draw = np.random.default_rng(seed)
    unit = draw.choice([0.01, 0.02, 0.05])
    d = int(draw.choice([4, 9, 16, 25]))
    norm, root = 5 * unit, int(np.sqrt(d))
    answer = norm / root

    def check(l1: float) -> Verdict:
        right = abs(l1 - answer) <= 0.01 * answer
        return Verdict(right, f"λ√d_g = {l1 * root:.4g} against ‖ū_g‖₂ = {norm:g}.")

    return Task(
        f"A group of {d} features has the mean gradient ({3 * unit:g}, −{4 * unit:g}, 0, …, 0). "
        "From which λ on does the group lasso keep all of it at 0?",
        check,
        ("The group is 0 while ‖ū_g‖₂ ≤ λ√d_g.", f"‖ū_g‖₂ = {norm:g}, √d_g = {root}."),
        f"**λ = {answer:.4g}**, which is ‖ū_g‖₂/√d_g = {norm:g}/{root}.",
        unit="",
    )


def lights(seed: int) -> Task:
    """Return the search for a penalty that lights so many groups."""
    wanted = int(np.random.default_rng(seed).choice(list(LIGHTS)))

    def check(evidence: Evidence) -> Verdict:
        knobs = evidence.knobs
        if knobs.size or knobs.shift:
            return Verdict(False, "Put m and s back to 0.")
        lit = int(evidence.lit("group").sum())
        return Verdict(lit == wanted, f"λ = {knobs.l1:g} lights up {lit} groups.")

    return Task(
        f"On this page's own examples, with their own groups: find a λ at which the group lasso "
        f"ends with exactly **{wanted}** groups lit.",
        check,
        ("More λ, fewer groups.", "Between 0.005 and 0.05; the map shows the last frame's count."),
        f"With the other knobs as the page opens, **λ = {LIGHTS[wanted]:g}** does it.",
    )


def survivor(seed: int) -> Task:
    """Return the question which of three groups is longer than λ√d_g."""
    draw = np.random.default_rng(seed)
    l1 = float(draw.choice([0.02, 0.05, 0.1]))
    sizes = draw.permutation([4, 16, 36])
    alive = int(draw.integers(3))
    norms = [
        l1 * np.sqrt(d) * (1.25 if i == alive else draw.choice([0.7, 0.8, 0.9]))
        for i, d in enumerate(sizes)
    ]
    names = [f"{d} features, ‖ū_g‖₂ = {norm:.3g}" for d, norm in zip(sizes, norms, strict=True)]
    held = "; ".join(f"{d} features: {l1 * np.sqrt(d):.3g}" for d in sizes)
    return Task(
        f"λ = {l1:g}. Which of these three groups does the group lasso leave alive?",
        lambda name: Verdict(name == names[alive], f"λ√d_g is, for {held}."),
        ("Larger groups are held harder.", "Compare each ‖ū_g‖₂ with λ√d_g."),
        f"**{names[alive]}**: λ√d_g is, for {held}.",
        choices=names,
    )
