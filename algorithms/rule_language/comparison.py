"""A rule held to a known one: at simple numbers first, then at drawn ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from algorithms.rule_language.program import Program
from algorithms.shrinkage import truncation

WEIGHTS = (0.03, 0.01, 0.06, 0.0, -0.03, -0.01, -0.06, 0.05, -0.05, 0.02, -0.02, 0.5, -0.5)
"""Weights within a pull of 0.02, beyond it, at and beyond a threshold of 0.05."""

SIMPLE = {"eta": 0.1, "g": 0.1, "theta": 0.05, "K": 2.0, "t": 1.0}
OTHERS = (
    {"theta": math.inf},
    {"K": 4.0},
    {"eta": 0.05},
    {"g": 0.0},
    {"theta": 0.01},
    {"t": 500.0},
    {"theta": 0.0},
)
"""The knobs of the first comparison, and what is another in those after it."""

DRAWN, NEAR = 40, 1e-9
"""Knobs that are drawn, and the difference that rounding makes, as a share of a number."""

Inputs = Mapping[str, float]


class Counterexample(NamedTuple):
    """A weight of which a rule makes another one than it should.

    Parameters
    ----------
    inputs : what the rule reads, ``w`` among it.
    given, expected : what the rule makes of it, nan where that is no number, and what it should.
    """

    inputs: Inputs
    given: float
    expected: float


def truncate(w: np.ndarray, inputs: Inputs) -> np.ndarray:
    """Return T1(w, η K g, θ): what truncated gradient makes of weights."""
    return truncation(w, inputs["eta"] * inputs["K"] * inputs["g"], inputs["theta"])


def counterexample(
    program: Program, known: Callable[[np.ndarray, Inputs], np.ndarray] = truncate, seed: int = 0
) -> Counterexample | None:
    """Return the first weight of which a rule makes another one than a known rule does.

    Parameters
    ----------
    known : returns the right weights of weights (n,) and what a rule reads besides.
    seed : of the numbers that are drawn.

    Examples
    --------
    >>> from algorithms.rule_language import compile_rule
    >>> found = counterexample(compile_rule("0 if abs(w) <= theta else w"))
    >>> found.inputs["w"], found.given, round(found.expected, 10)
    (0.03, 0.0, 0.01)
    """
    for w, inputs in _cases(seed):
        given, expected = program.apply(w, **inputs), known(w, inputs)
        right = np.abs(given - expected) <= NEAR * (np.abs(expected) + np.abs(w))
        if not right.all():
            i = int(right.argmin())
            return Counterexample({"w": float(w[i]), **inputs}, float(given[i]), float(expected[i]))
    return None


def _cases(seed: int) -> Iterator[tuple[np.ndarray, Inputs]]:
    """Weights, and what a rule reads besides."""
    for other in ({}, *OTHERS):
        yield np.array(WEIGHTS), SIMPLE | other
    draw = np.random.default_rng(seed)
    for _ in range(DRAWN):
        eta, g, theta = 10.0 ** draw.uniform((-3, -3, -2), (0, 0, 1))
        inputs = {"eta": eta, "g": g, "theta": theta}
        inputs |= {"K": float(draw.integers(1, 100)), "t": float(draw.integers(1, 10_000))}
        size = min(theta, eta * g * inputs["K"])
        yield np.concatenate([draw.normal(0.0, scale, 20) for scale in (size, theta)]), inputs
