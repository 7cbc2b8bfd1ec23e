"""Exercises on the place of a weight that no example moves, and on a cut as good as truncation."""

from __future__ import annotations

import math

import numpy as np

from pages.lessons.subgradient.evidence import Evidence
from ui.lessons import Task, Verdict


def zigzag(seed: int) -> Task:
    """Return a task on the place of a weight that no example moves."""
    draw = np.random.default_rng(seed)
    eta, g = float(draw.choice([0.1, 0.2])), float(draw.choice([0.1, 0.2]))
    push, whole, part = eta * g, int(draw.integers(2, 5)), float(draw.choice([0.3, 0.4]))
    steps = whole + int(draw.integers(3, 9))
    w = start = (whole + part) * push
    for _ in range(steps):
        w -= push * np.sign(w)
    meanings = {
        part * push: "after an even number of pushes from there on",
        (part - 1.0) * push: "after an odd number of pushes from there on",
        0.0: "if the push stopped at 0, as truncated gradient does",
        start - steps * push: "if all pushes went the same way, past 0 and on",
    }
    choices = {with_sign(place): meaning for place, meaning in meanings.items()}
    right = with_sign((part - 1.0) * push if w < 0.0 else part * push)
    first = f"The first {whole} pushes bring the weight to {part * push:.3g}"

    def check(choice: str) -> Verdict:
        if choice == right:
            return Verdict(True, f"{first}. From there on it changes sides at every step.")
        return Verdict(False, f"The weight would stand at {choice} {choices[choice]}.")

    return Task(
        f"A weight stands at {start:.4g}. For {steps} steps no example moves it, but the obvious "
        f"push does, by {push:.3g} at each step. **Where does it stand then?** (A push is ηg, "
        f"with step size η = {eta:g} and gravity g = {g:g}.)",
        check,
        (f"{first}. And the next one?", "From there on the weight changes sides at every step."),
        f"**{right}**: it never stops at 0. Truncated gradient would have left it at 0.",
        choices=list(choices),
    )


def with_sign(place: float) -> str:
    """Return a place with its sign."""
    return f"{place:+.4g}".replace("-", "−") if place else "0"


def late_cut(seed: int) -> Task:
    """Return a task on a cut that comes up to truncation."""
    g = float(np.random.default_rng(seed).choice([0.06, 0.12, 0.24]))
    theta = {0.06: 0.007, 0.12: 0.016, 0.24: 0.04}[g]

    def check(evidence: Evidence) -> Verdict:
        gravity, now, other = evidence.knobs.gravity, evidence.now, evidence.truncated
        if not math.isclose(gravity, g):
            return Verdict(False, f"Gravity is {gravity:g}; this task is about g = {g:g}.")
        if now.features > other.features:
            over = now.features - other.features
            return Verdict(False, f"The cut leaves {over} features more than truncated gradient.")
        if now.loss > 1.05 * other.loss:
            share = 100.0 * (now.loss / other.loss - 1.0)
            return Verdict(False, f"Few features, but the loss is {share:.0f} % higher.")
        return Verdict(True, f"{now.features} features at an average loss of {now.loss:.3f}.")

    return Task(
        f"Set gravity to g = {g:g}, and turn the threshold θ of the last cut. **Make the obvious "
        "push keep no more features than truncated gradient, at an average loss at most 5 % "
        "higher.**",
        check,
        (
            "How far from 0 does a weight get that no example moves?",
            "About as far as one push, ηg. Begin there.",
        ),
        f"On this lesson's example, with step size η = 0.1, θ = {theta:g} does.",
    )
