"""Exercises on a prediction, and on the way in which an example moves the weights."""

from __future__ import annotations

import numpy as np

from ui.lessons import Task, Verdict

NAMES = ("radius", "texture")
UP, DOWN = "goes up", "goes down"


def prediction_by_hand(seed: int) -> Task:
    """Return a task on the sum of weights times features."""
    draw = np.random.default_rng(seed)
    x = draw.choice([-2.0, -1.5, -1.0, 0.5, 1.0, 1.5, 2.0], 2, replace=False)
    w = draw.choice([0.2, 0.4, 0.6, 0.8], 2, replace=False) * np.array([1.0, draw.choice([-1, 1])])
    right = float(x @ w)

    def check(answer: float) -> Verdict:
        if abs(answer - right) <= 0.005:
            return Verdict(True, f"{x[0]:g} × {w[0]:g} and {x[1]:g} × {w[1]:g} add up to that.")
        if abs(answer - x.sum()) <= 0.005:
            return Verdict(False, "This is the sum of the features: every weight would be 1.")
        if abs(answer - np.abs(x * w).sum()) <= 0.005:
            return Verdict(False, "This is the sum without signs: no feature would count against.")
        guess = "malignant" if answer > 0 else "benign" if answer < 0 else "neither kind"
        why = f"With a prediction of {answer:g} the guess would be {guess}. "
        return Verdict(False, why + "The two products add up to another number.")

    return Task(
        "A patient's features, and the weights at that moment:\n\n"
        f"{table(('feature', x), ('weight', w))}\n\n**Which prediction does the learner make?**",
        check,
        (
            "Multiply each feature by its own weight.",
            "Then add the two products; mind the signs.",
        ),
        f"{x[0]:g} × {w[0]:g} + {x[1]:g} × {w[1]:g} = **{right:.2g}**.".replace("+ -", "− "),
        unit="",
        least=-100.0,
        most=100.0,
    )


def which_way(seed: int) -> Task:
    """Return a task on the directions in which one example moves both weights."""
    draw = np.random.default_rng(seed + 1000)
    x = draw.choice([0.4, 0.8, 1.2], 2) * draw.choice([-1.0, 1.0], 2)
    y = float(draw.choice([-1.0, 1.0]))
    moves = {f"radius {a}, texture {b}": (a, b) for a in (UP, DOWN) for b in (UP, DOWN)}
    right = tuple(UP if y * v > 0 else DOWN for v in x)
    label = "malignant (+1)" if y > 0 else "benign (−1)"
    wanted = "higher" if y > 0 else "lower"

    def check(answer: str) -> Verdict:
        wrong = [i for i in range(2) if moves[answer][i] != right[i]]
        if not wrong:
            return Verdict(True, f"Both moves make the prediction of this patient {wanted}.")
        name, move = NAMES[wrong[0]], moves[answer][wrong[0]]
        other = "lower" if y > 0 else "higher"
        why = f"If the weight of {name} {move}, this patient's prediction gets {other}."
        return Verdict(False, f"{why} The label asks for a {wanted} one.")

    return Task(
        f"Both weights are 0. The next patient is **{label}**, with these features:\n\n"
        f"{table(('feature', x))}\n\n**In which direction does each weight move?**",
        check,
        (
            "Should the prediction of this patient be higher or lower than it is?",
            "A larger weight raises the prediction where the feature is above 0.",
            "Where the feature is below 0 a larger weight lowers the prediction.",
        ),
        f"The radius **{right[0]}**, the texture **{right[1]}**: each weight moves by step size × "
        "label × feature, times a number between 0 and 1.",
        choices=tuple(moves),
    )


def table(*rows: tuple[str, np.ndarray]) -> str:
    """Return numbers of both features as a Markdown table."""
    lines = ["| | radius | texture |", "|---|---|---|"]
    lines += [f"| {name} | {v[0]:g} | {v[1]:g} |".replace("-", "−") for name, v in rows]
    lines[1] = "|---|---|---|"
    return "\n".join(lines)
