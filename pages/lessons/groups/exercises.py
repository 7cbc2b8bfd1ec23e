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
        limit = f"With λ = {l1:g} the limit is λ√{d} = {l1 * root:.4g}"
        if abs(l1 - answer) <= 0.01 * answer:
            return Verdict(True, f"{limit}, which is just the length of the arrow.")
        if l1 < answer:
            return Verdict(False, f"{limit}. The arrow is longer than that: the group lives.")
        return Verdict(False, f"{limit}. That keeps the group at 0, but a smaller λ does so, too.")

    return Task(
        "What is the smallest penalty λ with which the group lasso keeps all weights of this "
        "group at 0?\n\n"
        "| features in the group | average vote on the first | on the second | on all others |\n"
        "| --- | --- | --- | --- |\n"
        f"| {d} | {3 * unit:g} | −{4 * unit:g} | 0 |",
        check,
        (
            "How long is the arrow of the average votes? (Pythagoras.)",
            "The group is 0 while its arrow is not longer than λ times the root of the number "
            "of its features.",
            f"The length is {norm:g}, and the root of {d} is {root}.",
        ),
        f"**λ = {answer:.4g}**: the length {norm:g}, divided by {root}.",
        unit="",
        least=0.0,
        most=10.0,
    )


def lights(seed: int) -> Task:
    """Return the search for a penalty that lights so many groups."""
    wanted = int(np.random.default_rng(seed).choice(list(LIGHTS)))

    def check(evidence: Evidence) -> Verdict:
        knobs = evidence.knobs
        if knobs.size or knobs.shift:
            return Verdict(False, "The groups are edited: put m and s back to 0.")
        lit = int(evidence.lit("group").sum())
        why = f"With λ = {knobs.l1:g} the run ends with {lit} groups in use."
        if lit != wanted:
            why += " That is too many." if lit > wanted else " That is too few."
        return Verdict(lit == wanted, why)

    return Task(
        "Use this lesson's example with its own groups. Find a penalty λ with which the group "
        f"lasso ends with exactly **{wanted}** groups in use.",
        check,
        (
            "A larger penalty means a higher limit for the arrows.",
            "Try penalties between 0.005 and 0.05, and count the rows of the map that have colour "
            "in the last frame.",
        ),
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
    names = [f"the group of {d} features" for d in sizes]
    rows = "\n".join(f"| {d} | {norm:.3g} |" for d, norm in zip(sizes, norms, strict=True))
    limits = {name: l1 * np.sqrt(d) for name, d in zip(names, sizes, strict=True)}

    def check(name: str) -> Verdict:
        norm = norms[names.index(name)]
        why = f"The limit of {name} is λ√d = {limits[name]:.3g}, and its arrow has {norm:.3g}"
        right = name == names[alive]
        return Verdict(right, f"{why}: it {'lives' if right else 'is 0'}.")

    return Task(
        f"The penalty λ is {l1:g}. Which of these three groups is not 0?\n\n"
        f"| features in the group | length of the arrow |\n| --- | --- |\n{rows}",
        check,
        (
            "The limit is higher for larger groups.",
            "Compare each length with λ times the root of the number of features.",
        ),
        f"**{names[alive]}**: its arrow has {norms[alive]:.3g}, and its limit is "
        f"{limits[names[alive]]:.3g}.",
        choices=names,
    )
