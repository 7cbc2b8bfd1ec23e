"""Exercises on a regret, and on the work that zeros save."""

from __future__ import annotations

import numpy as np

from ui.lessons import Task, Verdict


def regret_by_hand(seed: int) -> Task:
    """Return a task on the regret after four patients."""
    draw = np.random.default_rng(seed)
    learner = np.sort(draw.choice(np.arange(3, 13), 4, replace=False))[::-1] / 10.0
    fixed = draw.choice([0.1, 0.2, 0.3], 4)
    right = float((learner - fixed).sum())
    rows = "\n".join(
        f"| {i} | {a:.1f} | {b:.1f} |"
        for i, (a, b) in enumerate(zip(learner, fixed, strict=True), 1)
    )

    def check(answer: float) -> Verdict:
        if abs(answer - right) <= 0.005:
            return Verdict(True, "So much more the learner has paid than the best fixed weights.")
        if abs(answer - learner.sum()) <= 0.005:
            return Verdict(False, "This is all that the learner paid, as if the others paid 0.")
        if abs(answer - right / 4) <= 0.005:
            return Verdict(False, "This is the regret per patient; four patients have come.")
        if abs(answer + right) <= 0.005:
            return Verdict(False, "Then the learner would have paid less than the best weights.")
        why = f"Then the best fixed weights would have paid {learner.sum() - answer:.4g} in all."
        return Verdict(False, f"{why} Add up their column.")

    return Task(
        "Four patients have come. This is the loss that each has cost:\n\n"
        "| patient | learner | best fixed weights |\n|---|---|---|\n"
        f"{rows}\n\n**How large is the learner's regret after the four patients?**",
        check,
        (
            "Regret compares two sums of losses.",
            "Add up each column, then subtract the second sum from the first.",
        ),
        f"{learner.sum():.1f} − {fixed.sum():.1f} = **{right:.1f}**.",
        unit="",
        least=-100.0,
        most=100.0,
    )


def what_zeros_save(seed: int) -> Task:
    """Return a task on the work of a prediction with and without zeros."""
    draw = np.random.default_rng(seed + 1000)
    kept, times = int(draw.choice([20, 25, 40, 50])), int(draw.choice([8, 12, 16, 30]))
    total = kept * times

    def check(answer: float) -> Verdict:
        if answer == times:
            return Verdict(True, f"{total:,} multiplications instead of {kept}.")
        if answer == total - kept:
            return Verdict(False, "So many multiplications are saved. How many times as many?")
        why = f"{answer:g} times {kept} multiplications would be {answer * kept:,.6g}."
        return Verdict(False, f"{why} Without zeros every feature takes one.")

    return Task(
        "A prediction takes one multiplication for each weight that is not 0.\n\n"
        f"| | weights |\n|---|---|\n| in all | {total:,} |\n| not 0 | {kept} |\n\n"
        "**How many times as many multiplications would it take if no weight were 0?**",
        check,
        (
            "How many multiplications does it take now?",
            "How many would it take if every weight took one? Divide.",
        ),
        f"{total:,} / {kept} = **{times}** times as many.",
        unit="times",
        least=1.0,
        most=1e6,
    )
