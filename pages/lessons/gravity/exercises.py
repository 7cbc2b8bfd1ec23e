"""Exercises on both ends of the frontier, the weight that reaches zero first, and the rule."""

from __future__ import annotations

import numpy as np

from pages.lessons.gravity.evidence import Evidence
from pages.lessons.gravity.rule_check import check_rule
from ui.lessons import Task, Verdict


def few_features(seed: int) -> Task:
    """Return a task on both ends of the frontier at once."""
    most, errors, g = [(25, 5.2, 0.09), (22, 5.6, 0.1), (20, 6.2, 0.13), (14, 7.0, 0.2)][seed % 4]

    def check(evidence: Evidence) -> Verdict:
        now, own = evidence.now, evidence.data.n_noise == 1000
        if not own:
            return Verdict(False, "Turn to this lesson's example first.")
        few, able = now.nonzeros <= most, 100.0 * now.mistakes <= errors
        why = f"{now.nonzeros:,} features are left, with {100 * now.mistakes:.1f} errors per 100. "
        if not now.nonzeros:
            return Verdict(False, f"{why}With no feature every guess is the same.")
        if few and able:
            return Verdict(True, f"{why}Both are few enough.")
        return Verdict(False, f"{why}{'Too many errors' if few else 'Too many features'}.")

    return Task(
        "**Find knobs that keep few features and make few errors, on this lesson's example.**\n\n"
        "| | at most |\n|:--|--:|\n"
        f"| features kept | {most} |\n| errors per 100 examples | {errors:g} |",
        check,
        (
            "More gravity keeps fewer features, and makes more errors. Turn it up until few "
            "enough features are left.",
            f"Try period 10, threshold ∞ and gravity between {0.8 * g:.2g} and {1.2 * g:.2g}.",
        ),
        f"Period 10, threshold ∞, step size 0.01 and **gravity {g:g}**.",
    )


def next_to_go(seed: int) -> Task:
    """Return a task on gravity against the votes of the examples."""
    draw = np.random.default_rng(seed)
    eta, g = 0.01, float(draw.choice([0.1, 0.2, 0.3]))
    pull = eta * g
    w = draw.permutation([30, 45, 60]) * pull
    push = draw.permutation([0.0, 0.4, 1.2]) * pull
    left = np.where(push < pull, w / np.abs(pull - push), np.inf)
    names = "ABC"
    first = names[int(left.argmin())]
    rows = "\n".join(f"| {n} | {v:.3g} | {p:.2g} |" for n, v, p in zip(names, w, push, strict=True))

    def check(name: str) -> Verdict:
        chosen = names.index(name)
        if name == first:
            return Verdict(True, f"{name} comes nearer to 0 by {pull - push[chosen]:.2g} per step.")
        return Verdict(False, reply(name, push[chosen], pull))

    ends = (
        f"{name} {'never' if np.isinf(steps) else f'after some {steps:.0f} steps'}"
        for name, steps in zip(names, left, strict=True)
    )
    return Task(
        "At every step the examples push each weight away from 0, and gravity pulls it back by "
        f"{pull:.2g}.\n\n| weight | now | pushed away per step |\n|:--|--:|--:|\n{rows}\n\n"
        f"**Which weight reaches 0 first?** (The pull is ηg, with step size η = {eta:g} and "
        f"gravity g = {g:g}; every weight is pulled after every step.)",
        check,
        (
            "How much nearer to 0 does A come at each step? How many such steps are there in the "
            "weight?",
            f"Each step takes {pull:.2g} minus the push. Where the push is stronger than the pull, "
            "the weight moves away from 0.",
        ),
        f"**{first}**: {', '.join(ends)}.",
        choices=tuple(names),
    )


def reply(name: str, push: float, pull: float) -> str:
    """Return what it would mean that a weight which is not the first were the first."""
    if push >= pull:
        return (
            f"The push on {name}, {push:.2g}, is stronger than the pull of {pull:.2g}: {name} "
            "moves *away* from 0."
        )
    return (
        f"{name} comes nearer by {pull - push:.2g} per step. Count its steps to 0, and those of "
        "the others."
    )


def own_rule(seed: int) -> Task:
    """Return a task to make a rule that is nearly truncated gradient into it."""
    text, mistake = [
        ("0 if abs(w) <= theta else w", "sets small weights to 0 at once"),
        ("sign(w) * max(abs(w) - eta * K * g, 0)", "pulls large weights, too"),
        (
            "w - sign(w) * eta * K * g if abs(w) <= theta else w",
            "pulls small weights past 0",
        ),
        (
            "size = max(abs(w) - eta * g, 0)\nsign(w) * size if abs(w) <= theta else w",
            "pulls as if K were 1",
        ),
    ][seed % 4]
    return Task(
        "**Write truncated gradient.** Every K steps a weight w whose size is at most the "
        "threshold comes nearer to 0 by step size × period × gravity, and stops at 0. Larger "
        f"weights stay as they are.\n\nThe rule below {mistake}. **Change it**, and check. It "
        "reads w, and the knobs as eta (step size), K (period), g (gravity) and theta (threshold).",
        check_rule,
        (
            "The size of a weight is abs(w), its sign is sign(w). A choice between two is written "
            "`a if abs(w) <= theta else b`.",
            "`max(abs(w) - eta * K * g, 0)` is the new size of a weight that is pulled. Multiply "
            "it by sign(w), and let weights beyond theta be w.",
        ),
        "For instance\n\n```\nsize = max(abs(w) - eta * K * g, 0)\n"
        "sign(w) * size if abs(w) <= theta else w\n```",
        text=text,
    )
