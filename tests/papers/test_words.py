"""What claims say: no number of ours typed by hand, and no curve that others move."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import papers
from charts.claim import Series, XAxis, claim
from papers.catalogue import all_claims
from papers.claim import Claim, Quantity
from papers.rules import Order

CLAIMS = dict(all_claims())
ROOT = Path(papers.__file__).parent
DECIMAL = re.compile(r"(?<![\w.§])\d*\.\d+(?![\w.]*\.)")


@cache
def constants(paper: str) -> set[float]:
    """The numbers that the code of a paper's claims has: knobs, sizes, what the paper prints."""
    found = set()
    for path in (ROOT / paper).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and type(node.value) in (int, float):
                found |= {float(node.value), 100.0 * node.value, node.value / 100.0}
    return found


def typed_by_hand(text: str, known: set[float]) -> list[str]:
    """The decimal numbers of a text that no code has."""
    return [
        number
        for number in DECIMAL.findall(text)
        if not any(abs(float(number) - each) <= 1e-9 * abs(each) for each in known)
    ]


def texts_of(one: Claim) -> list[str]:
    readings = [reading.says for reading in one.readings]
    return [one.says, one.notes.cause, *one.notes.differs, *readings]


@pytest.mark.parametrize("name", CLAIMS)
def test_no_number_of_ours_is_typed_by_hand(name):
    """A text may name a knob, and what the paper prints; what came out stands in the table."""
    one = CLAIMS[name]
    quoted = {float(number) for number in DECIMAL.findall(one.source.quote)}
    known = constants(name.partition(".")[0]) | quoted
    wrong = {text: typed_by_hand(text, known) for text in texts_of(one)}
    assert not any(wrong.values()), wrong


def test_a_number_that_is_typed_by_hand_is_seen():
    assert typed_by_hand("It keeps 0.734 of them at λ = .055, see §6.1.", {0.055}) == ["0.734"]


def test_another_method_moves_no_curve_and_no_verdict():
    rng = np.random.default_rng(0)
    values = rng.uniform(1, 2, (20, 3)) + np.array([0.0, 1.0, 0.5])
    quantities = [Quantity(name) for name in "abc"]
    rule = Order((("a", "<", "b"),))
    fewer, more = (rule.judge(values[:, :n], (), quantities[:n]) for n in (2, 3))
    assert fewer == more
    numbers = np.arange(6.0).reshape(3, 2)
    series = [
        Series(name, row, row, row, np.full(2, np.nan))
        for name, row in zip("abc", numbers, strict=True)
    ]
    across = XAxis("n", [1.0, 2.0])
    two, three = (claim(series[:n], across, "y").data for n in (2, 3))
    for first, second in zip(two, three, strict=False):
        assert np.array_equal(first["y"], second["y"]) and first["line"] == second["line"]
