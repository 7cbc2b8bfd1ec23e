"""A rule that is truncated gradient is found right however it is written; any other is not."""

from __future__ import annotations

import math

import numpy as np
import pytest

from algorithms.rule_language import compile_rule
from algorithms.rule_language.comparison import counterexample, truncate
from algorithms.shrinkage import truncation
from tests.support.many.turns import in_turn

RIGHT = (
    "sign(w) * max(abs(w) - eta * K * g, 0) if abs(w) <= theta else w",
    "w - clip(w, -g*K*η, g*K*η) if -θ <= w <= θ else w",
    "where(abs(w) > theta, w, max(w - eta*K*g, 0) + min(w + eta*K*g, 0))",
    "p = η * K * g\nif_small = 0 if abs(w) < p else w - p * sign(w)\nw if abs(w) > θ else if_small",
)
WRONG = {
    "w": {},
    "0 if abs(w) <= theta else w": {},
    "sign(w) * max(abs(w) - eta*K*g, 0)": {},
    "w - sign(w) * eta*K*g if abs(w) <= theta else w": {},
    "sign(w) * max(abs(w) - 0.02, 0) if abs(w) <= theta else w": {"K": 4.0},
    "sign(w) * max(abs(w) - 0.1*K*g, 0) if abs(w) <= theta else w": {"eta": 0.05},
    "sign(w) * max(abs(w) - eta*K*0.1, 0) if abs(w) <= theta else w": {"g": 0.0},
    "sign(w) * max(abs(w) - eta*K*g, 0) if abs(w) <= 0.05 else w": {"theta": math.inf},
    "sign(w) * max(abs(w) - eta*K*g, 0) if abs(w) < theta else w": {"theta": 0.05},
    "sign(w) * max(abs(w) - eta*K*g, 0) if w <= theta else w": {},
    "sign(w) * max(abs(w) - eta*K*g / sqrt(t), 0) if abs(w) <= theta else w": {"t": 500.0},
    "1 / 0": {},
    "w / (1 - 1)": {},
}


@in_turn("text", RIGHT)
def test_what_is_right_has_no_counterexample(text):
    assert all(counterexample(compile_rule(text), seed=seed) is None for seed in range(3))


@in_turn(("text", "inputs"), list(WRONG.items()))
def test_what_is_wrong_has_one_that_is_true(text, inputs):
    """At its weight the two give what is said of them, and that is not the same."""
    found = counterexample(compile_rule(text))
    own = dict(found.inputs)
    w = own.pop("w")
    given = compile_rule(text).apply(w, **own)
    right = truncation(np.array([w]), own["eta"] * own["K"] * own["g"], own["theta"])
    assert np.array_equal([found.given], [given], equal_nan=True)
    assert found.expected == right[0] == truncate(np.array([w]), own)[0]
    assert found.given != pytest.approx(found.expected, rel=1e-9)
    assert {name: own[name] for name in inputs} == inputs


def test_drawn_numbers_find_what_simple_ones_do_not():
    text = f"{RIGHT[0].removesuffix('w')}w + (t > 600)"
    assert counterexample(compile_rule(text)).inputs["t"] > 600
