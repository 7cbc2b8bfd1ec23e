"""What is wrong with a text is said in one sentence, with the place and what was expected."""

from __future__ import annotations

import pytest

from algorithms.rule_language import RuleError, compile_rule
from algorithms.rule_language.tokens import MOST_LETTERS, MOST_LINES
from tests.support.many.turns import in_turn

KNOWN = "known are w, eta, g, theta, K, t"
CONDITION = "a condition such as w > 0 is expected"
CHOICE = "a choice is written “a if condition else b”"
FUNCTIONS = "and abs, sign, max, min, sqrt, exp, log, clip, where"


@in_turn(
    ("text", "sentence"),
    [
        ("", "a rule is expected, such as “w” or “w * (1 - eta * g)”"),
        ("# only a remark", "a rule is expected, such as “w” or “w * (1 - eta * g)”"),
        ("w * (1 - eta", "column 13: “)” is expected at the end of the rule"),
        ("w * (1 - eta\nw", "line 2, column 1: “)” is expected, not “w”"),
        ("2w", "column 2: an operator such as * or + is expected, not “w”"),
        ("w +", "column 4: a number, a name or “(” is expected at the end of the rule"),
        (
            "a = w +\na",
            "line 1, column 8: a number, a name or “(” is expected at the end of the line",
        ),
        ("w * * 2", "column 5: a number, a name or “(” is expected, not “*”"),
        ("ηKg", "column 1: “ηKg” is read as one name; write eta * K * g"),
        ("w - ηg", "column 5: “ηg” is read as one name; write eta * g"),
        ("v", f"column 1: “v” stands for nothing; {KNOWN}, {FUNCTIONS}"),
        ("b = w\nw - a", f"line 2, column 5: “a” stands for nothing; {KNOWN}, b, {FUNCTIONS}"),
        ("|w|", "column 1: “|”: the size of a weight is written abs(w)"),
        ("w $ 2", "column 3: “$”: it means nothing in a rule"),
        ("x = 3", "column 1: the last line is the new weight: write “w = …”, or a formula alone"),
        ("w\nw", "line 1, column 1: only the last line is without a name; write “name = …” here"),
        ("eta = 3\nw", "line 1, column 1: “eta” has a meaning already; take another name"),
        ("max = 3\nw", "line 1, column 1: “max” has a meaning already; take another name"),
        ("w == 3 = 4", "column 8: equality is written “==”, and a name stands alone before “=”"),
        ("if w > 0: w", f"column 9: “:”: {CHOICE}, without a colon"),
        ("if w > 0\nw", f"line 1, column 1: {CHOICE}, on one line"),
        (
            "w if w > 0",
            "column 11: “else” is expected, as in “a if condition else b” at the end of the rule",
        ),
        ("w if w else 0", f"column 6: {CONDITION} after “if”, not a number"),
        ("where(w, 0, 1)", f"column 7: {CONDITION} first in where(condition, a, b), not a number"),
        ("0 if w and w > 1 else w", f"column 6: {CONDITION} before “and”, not a number"),
        ("0 if w > 1 or g else w", f"column 15: {CONDITION} after “or”, not a number"),
        ("0 if not w else w", f"column 10: {CONDITION} after “not”, not a number"),
        ("w > 0", "column 1: the new weight is a number, and this is true or false"),
        ("max(w)", "column 1: max is of 2 or more numbers, and here it has 1"),
        ("abs(w, 2)", "column 1: abs is of 1 number, and here it has 2"),
        ("clip(w, 1)", "column 1: clip is of 3 numbers, and here it has 2"),
        ("abs w", "column 5: “(” is expected after abs, not “w”"),
        ("abs(w", "column 6: “)” is expected after what abs is of at the end of the rule"),
        ("1e999", "column 1: “1e999” is too large a number"),
        ("(" * 40 + "w", "column 31: at most 30 parts stand in each other"),
        ("-" * 40 + "w", "column 31: at most 30 parts stand in each other"),
        ("w" * (MOST_LETTERS + 1), "a rule has at most 1,000 letters, and this has 1,001"),
        ("\n" * MOST_LINES + "w", "a rule has at most 10 lines, and this has 11"),
    ],
)
def test_the_sentence(text, sentence):
    with pytest.raises(RuleError) as error:
        compile_rule(text)
    assert str(error.value) == sentence


def test_the_place_is_known():
    with pytest.raises(RuleError) as error:
        compile_rule("a = 1\nw +* a")
    assert (error.value.line, error.value.column) == (2, 4)


def test_a_program_has_an_end():
    """So many operations are a program, and one more is none; what was there is not counted."""
    different = " + ".join(f"{n} * w" for n in range(1, 101))
    assert len(compile_rule(different).instructions) == 199
    assert len(compile_rule(f"{different} - w").instructions) == 200
    with pytest.raises(RuleError, match="at most 200 operations; this is one more"):
        compile_rule(f"{different} - w - w")
    assert len(compile_rule(" * ".join(["(w + 1)"] * 99)).instructions) == 99
