"""Exercises of the lesson: the price of a step, two bounds, and too little noise."""

from __future__ import annotations

import numpy as np

from pages.lessons.coordinates.evidence import BY_EXAMPLE, NAMES, Evidence
from ui.lessons import Task, Verdict


def one_greedy_step(seed: int) -> Task:
    """Return the question how many steps read as many entries as one greedy step."""
    draw = np.random.default_rng(seed)
    n = int(draw.choice([400, 900, 2000]))
    d = int(draw.choice([50, 300, 700]))
    share = draw.choice([5, 20])
    if seed % 2:
        method, part, answer = "truncated gradient", "row", n
    else:
        method, part, answer = "stochastic coordinate descent", "column", d

    def check(steps: float) -> Verdict:
        read = f"{steps:g} such steps read {steps / answer:.3g} times the cells of the whole table"
        if steps == answer:
            return Verdict(True, f"{read}: as many as one greedy step.")
        return Verdict(False, f"{read}; one greedy step reads all of them once.")

    return Task(
        f"Greedy coordinate descent reads the whole table before every step. A step of {method} "
        f"reads one {part}. For the cells of one greedy step, how many steps can {method} make, on "
        "average?\n\n"
        "| rows of the table | columns | cells that are not 0 |\n| --- | --- | --- |\n"
        f"| {n} | {d} | {share} % |",
        check,
        (
            "A greedy step reads all cells. How many cells does the other read, on average?",
            f"How many {part}s hold all cells of the table?",
        ),
        f"**{answer}**: so many {part}s hold all cells. The share of cells that are not 0 plays no "
        "part.",
        unit="steps",
        least=0,
        most=1e9,
        whole=True,
    )


def smaller_bound(seed: int) -> Task:
    """Return the question for the smaller of the bounds (3) and (4) of the paper."""
    draw = np.random.default_rng(seed)
    d = int(draw.choice([1000, 10_000]))
    k = int(draw.choice([3, 10]))
    s = int(draw.choice([d, 5]))
    bounds = {"SMIDAS": d * np.log(d) * k**2, "truncated gradient": d * k * s}
    least = min(bounds, key=bounds.get)

    def check(answer: str) -> Verdict:
        (other,) = set(bounds) - {answer}
        right = answer == least
        why = f"Its bound is {bounds[answer]:.2g} cells"
        why += f", and that of {other} is {'larger' if right else 'smaller'}."
        return Verdict(right, why)

    return Task(
        "Which rule needs to read fewer cells, by its bound, to come as near to the best "
        "objective?\n\n"
        "| columns d | best weights | cells of a row that are ±1, the others 0 |\n"
        f"| --- | --- | --- |\n| {d:,} | {k} are 1, the others 0 | {s:,} |\n\n"
        "(Bounds of the paper, (3) and (4), both over ε²: SMIDAS d·log d·‖w‖₁², truncated gradient "
        "d·‖w‖₂²·‖x‖₂².)",
        check,
        (
            f"‖w‖₁ adds the sizes of the weights: ‖w‖₁² = {k**2}. ‖w‖₂² adds their squares: {k}.",
            f"‖x‖₂² adds the squares of a row's cells: {s:,}. The logarithm of d is "
            f"{np.log(d):.1f}.",
        ),
        f"**{least}**: "
        + "; ".join(f"{name} {value:.2g} cells" for name, value in bounds.items())
        + ".",
        choices=tuple(bounds),
    )


def little_noise(seed: int) -> Task:
    """Return the search for so few noise features that nothing swaps."""
    factor = (1, 2)[seed % 2]

    def check(evidence: Evidence) -> Verdict:
        steps = evidence.knobs.steps
        if steps != factor:
            return Verdict(False, f"The step factor is {steps:g}, and should be {factor}.")
        ahead = {name: NAMES[side.first(BY_EXAMPLE)] for name, side in evidence.sides.items()}
        right = set(ahead.values()) == {NAMES["truncated_gradient"]}
        why = f"With {evidence.knobs.noise} noise features the nearer rule is: "
        return Verdict(right, why + "; ".join(f"{n} noise, {k}" for n, k in ahead.items()) + ".")

    return Task(
        f"Set the step factor to {factor}. Then find a number of noise features with which "
        "truncated gradient is nearer to the best objective on dense noise, too.",
        check,
        (
            "How much longer does one dense noise feature make every row?",
            "Fewer noise features make shorter rows.",
        ),
        f"On this lesson's example, with its λ: a step factor of {factor} and 10 noise features.",
    )
