"""Ask for the place of a weight that no example touches, and for a cut as good as truncation."""

from __future__ import annotations

import math

import numpy as np

from pages.lessons.subgradient.evidence import Evidence
from ui.lessons import Task, Verdict


def zigzag(seed: int) -> Task:
    """Return a task on the place of a weight that no example touches."""
    draw = np.random.default_rng(seed)
    eta, g = float(draw.choice([0.1, 0.2])), float(draw.choice([0.1, 0.2]))
    push, whole, part = eta * g, int(draw.integers(2, 5)), float(draw.choice([0.3, 0.4]))
    steps = whole + int(draw.integers(3, 9))
    w = start = (whole + part) * push
    for _ in range(steps):
        w -= push * np.sign(w)
    places = (part * push, (part - 1.0) * push, 0.0, start - steps * push)
    choices = [f"{place:+.4g}".replace("-", "−") if place else "0" for place in places]
    answer = choices[1] if w < 0.0 else choices[0]
    return Task(
        f"A weight stands at {start:.4g}; η = {eta:g}, g = {g:g}. For {steps} steps no example "
        "touches it. Where does (5) leave it?",
        lambda choice: Verdict(choice == answer, f"Each of the {steps} pushes is ηg = {push:.3g}."),
        (
            f"The first {whole} pushes bring it to {part * push:.3g}. And the next?",
            "From there on it changes sides at every step.",
        ),
        f"**{answer}**: it never stops, and never arrives. (6) would have left it at 0.",
        choices=choices,
    )


def late_cut(seed: int) -> Task:
    """Return a task on a cut that comes up to truncation."""
    g = float(np.random.default_rng(seed).choice([0.06, 0.12, 0.24]))
    theta = {0.06: 0.007, 0.12: 0.016, 0.24: 0.04}[g]

    def check(evidence: Evidence) -> Verdict:
        gravity, now, truncated = evidence.knobs.gravity, evidence.now, evidence.truncated
        fits = now.features <= truncated.features and now.loss <= 1.05 * truncated.loss
        return Verdict(
            fits and math.isclose(gravity, g),
            f"With g = {gravity:g} (5) {now.features} features at {now.loss:.3f}, "
            f"(6) {truncated.features} at {truncated.loss:.3f}.",
        )

    return Task(
        f"Set g = {g:g}. Find a θ with which (5) keeps no more features than (6), at a mean loss "
        "at most 5 % above it.",
        check,
        ("How far from zero does a weight get that means nothing?", "About ηg: start there."),
        f"On this lesson's example, with η = 0.1, θ = {theta:g} does.",
    )
