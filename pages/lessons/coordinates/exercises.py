"""Exercises of the lesson: the price of a step, two bounds, and too little noise."""

from __future__ import annotations

import numpy as np

from pages.lessons.coordinates.evidence import BY_EXAMPLE, NAMES, Evidence
from ui.lessons import Task, Verdict


def one_greedy_step(seed: int) -> Task:
    """Return the question how many steps read as many entries as one greedy step."""
    draw = np.random.default_rng(seed)
    n = draw.choice([400, 900, 2000])
    d = draw.choice([50, 300, 700])
    share = draw.choice([5, 20])
    if seed % 2:
        method, answer = "truncated gradient", n
    else:
        method, answer = "stochastic coordinate descent", d

    def check(steps: float) -> Verdict:
        share_read = steps / answer
        return Verdict(
            steps == answer, f"{steps:g} such steps read {share_read:.3g} of all entries."
        )

    return Task(
        f"X has {n} rows and {d} columns; {share} % of its entries are not 0. For the entries that "
        f"one greedy step reads, how many steps can {method} make, on average?",
        check,
        ("Greedy reads all entries.", "The other reads one column, or one row, a step."),
        f"**{answer}**: so many columns, or rows, hold all entries.",
        unit="steps",
    )


def smaller_bound(seed: int) -> Task:
    """Return the question for the smaller of the bounds (3) and (4) of the paper."""
    draw = np.random.default_rng(seed)
    d = int(draw.choice([1000, 10_000]))
    k = int(draw.choice([3, 10]))
    s = int(draw.choice([d, 5]))
    bounds = {"SMIDAS": d * np.log(d) * k**2, "truncated gradient": d * k * s}
    least = min(bounds, key=bounds.get)
    why = "; ".join(f"{name} {value:.2g}" for name, value in bounds.items()) + "."
    return Task(
        f"d = {d:,}; the best w has {k} ones and else zeros; an example has {s:,} entries ±1 and "
        "else zeros. By (3) and (4) of the paper, which needs fewer entries for the same gap? (3), "
        "SMIDAS: d·log d·‖w‖₁²; (4), truncated gradient: d·‖w‖₂²·‖x‖₂²; both over ε².",
        lambda answer: Verdict(answer == least, why),
        (f"‖w‖₁² = {k**2}, ‖w‖₂² = {k}.", f"‖x‖₂² = {s:,}, log d = {np.log(d):.1f}."),
        f"**{least}**: {why}",
        choices=tuple(bounds),
    )


def little_noise(seed: int) -> Task:
    """Return the search for so few noise features that nothing swaps."""
    factor = (1, 2)[seed % 2]

    def check(evidence: Evidence) -> Verdict:
        ahead = [NAMES[side.first(BY_EXAMPLE)] for side in evidence.sides.values()]
        steps = evidence.knobs.steps
        right = steps == factor and set(ahead) == {NAMES["truncated_gradient"]}
        return Verdict(right, f"c = {steps:g}; sparse, then dense: {', '.join(ahead)}.")

    return Task(
        f"With c = {factor}, find m with which truncated gradient is ahead on dense noise, too.",
        check,
        ("What of the dense noise is in X₂²?", "Each dense noise feature adds 1 to it: fewer."),
        f"On this lesson's example, with its λ: c = {factor} and m = 10.",
    )
