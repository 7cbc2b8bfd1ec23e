"""A program gives what the text says: held to Python's own reading, and never anything else."""

from __future__ import annotations

from time import thread_time

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from algorithms.rule_language import RuleError, compile_rule
from algorithms.rule_language.program import INPUTS
from algorithms.shrinkage import rounding, soft_threshold, truncation
from tests.naive.rules import new_weight
from tests.support.many.turns import in_turn

WEIGHTS = np.array([-3.0, -0.3, -0.25, -0.01, -0.0, 0.0, 1e-9, 0.04, 0.25, 0.3, 2.0, 40.0])
GIVEN = {"eta": 0.1, "g": 0.3, "theta": 0.25, "K": 4.0, "t": 7.0}

NUMBERS = st.sampled_from(["0", "1", "2", "0.5", ".25", "3.", "1e-3", *INPUTS, "θ", "η"])


def of_numbers(part):
    """Numbers that are made of numbers, and of conditions."""
    condition = conditions(part)
    signs = st.sampled_from(["+", "-", "*", "/", "^", "**", "·", "−"])
    of_one = st.sampled_from(["abs", "sign", "sqrt", "exp", "log"])
    of_two = st.sampled_from(["max", "min"])
    return st.one_of(
        st.tuples(part, signs, part).map(" ".join),
        part.map("-{}".format),
        part.map("({})".format),
        st.tuples(of_one, part).map("{0[0]}({0[1]})".format),
        st.tuples(of_two, part, part).map("{0[0]}({0[1]}, {0[2]})".format),
        st.tuples(part, part, part).map("clip({0[0]}, {0[1]}, {0[2]})".format),
        st.tuples(condition, part, part).map("where({0[0]}, {0[1]}, {0[2]})".format),
        st.tuples(part, condition, part).map("({0[0]} if {0[1]} else {0[2]})".format),
    )


def conditions(part):
    """Comparisons, two of them joined, or the opposite of one."""
    signs = st.sampled_from(["<", "<=", ">", ">=", "==", "!=", "≤", "≠"])
    one = st.tuples(part, signs, part).map(" ".join)
    chain = st.tuples(part, signs, part, signs, part).map(" ".join)
    joined = st.tuples(one, st.sampled_from(["and", "or"]), chain).map(" ".join)
    return one | chain | joined | joined.map("not ({})".format) | one.map("not {}".format)


FORMULAS = st.recursive(NUMBERS, of_numbers, max_leaves=12)


@given(FORMULAS, FORMULAS)
@example("-w^2", "2^-w^2")
@example("1 if w > 0 else 2 if w < -1 else 3", "w - 1 - 2 / 4 / 2")
@example("0 if not w > 0 and g < theta < 1 or t == 7 else w", "log(w)")
def test_a_program_is_what_python_reads(one, other):
    text = f"a = {one}\nw = {other}\nw + a"
    try:
        new = compile_rule(text).apply(WEIGHTS, **GIVEN)
    except RuleError as error:
        assert "at most" in str(error)  # too long, or too deep: nothing else is wrong with it
        return
    expected = [new_weight(text, w=w, **GIVEN) for w in WEIGHTS]
    np.testing.assert_allclose(new, expected, rtol=1e-9, atol=0.0)


PIECES = st.lists(
    st.sampled_from(["w", "g", "K", "θ", "1", "0.5", "+", "-", "*", "/", "^", "(", ")", ",", "=",
                     "<", ">", "==", " ", "\n", "if", "else", "and", "or", "not ", "abs", "max(",
                     "where(", "clip(", "#", "e", "é", "_", "\t", "1e", "."])
).map("".join)  # fmt: skip


@given(st.one_of(st.text(max_size=1200), PIECES))
@example("(" * 1000)
@example("not " * 250)
@example("w^" * 499 + "w")
@example("0 if w>0 else " * 70 + "0")
@example("w+" * 499 + "w")
@example("0<" * 499 + "w")
@example("max(" + "w," * 400 + "w)")
@example("\u0661 + w")
@example("\x00\ud800"[:1] + "w\r\nw")
def test_any_text_is_a_rule_or_refused(text):
    """Nothing else is ever raised, nothing takes long, and a rule gives a number for a number."""
    began = thread_time()
    try:
        program = compile_rule(text)
    except RuleError as error:
        assert 0 <= error.line <= 10 and 1 <= error.column <= 1001 and "\n" not in str(error)
        assert len(str(error)) < 400
    else:
        assert program.apply(WEIGHTS, **GIVEN).shape == WEIGHTS.shape
    assert thread_time() - began < 0.1


@in_turn(
    ("text", "expected"),
    [
        ("0 if abs(w) <= theta else w", lambda v: rounding(v, 0.25)),
        ("sign(w) * max(abs(w) - η*K*g, 0)", lambda v: soft_threshold(v, 0.12)),
        (
            "pull = eta * K * g  # the pulls of K steps\n"
            "\n"
            "smaller = max(abs(w) - pull, 0)\n"
            "w = sign(w) * smaller if abs(w) ≤ θ else w\n",
            lambda v: truncation(v, 0.12, 0.25),
        ),
        ("w − clip(w, -eta·K·g, eta·K·g)", lambda v: soft_threshold(v, 0.12)),
        ("w = 2 * w\nw = w + 1\nw", lambda v: 2 * v + 1),
        ("w", lambda v: v),
        ("0.5", lambda v: np.full_like(v, 0.5)),
        ("t", lambda v: np.full_like(v, 7.0)),
        ("w * (w > 0)", lambda v: np.maximum(v, 0.0)),
        ("w * (\n1 - eta\n)", lambda v: v * 0.9),
    ],
)
def test_known_rules(text, expected):
    v = np.linspace(-0.5, 0.5, 301)  # more than a block
    new = compile_rule(text).apply(v, **GIVEN)
    np.testing.assert_allclose(new, expected(v), rtol=1e-15, atol=1e-16)


def test_what_is_no_number_stays_none():
    new = compile_rule("min(max(w, 0), 1) + sign(w) + abs(w)").apply([np.nan, 0.5])
    assert np.isnan(new[0]) and new[1] == 2.0
    assert np.isnan(compile_rule("log(0 - 1)").apply(0.0))
    assert compile_rule("1 / w").apply(0.0) == np.inf


def test_what_reads_no_weight_comes_first():
    """It is done once for all weights; what nothing needs is not done."""
    program = compile_rule("a = exp(w)\nb = w + 1\npull = eta * K * g\nb * pull - eta * K")
    assert (len(program.instructions), program.n_scalar) == (5, 2)
    assert {0.4, 0.4 * 0.3, *GIVEN.values()} <= set(program.scalars(**GIVEN).tolist())


def test_a_rule_is_compiled_once():
    assert compile_rule("w * 0.5") is compile_rule("w * 0.5")
    with pytest.raises(ValueError, match="read-only"):
        compile_rule("w * 0.5").instructions[0, 0] = 1
