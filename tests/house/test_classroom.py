"""Each feature of the live classroom names the test that holds it, and that test exists."""

from __future__ import annotations

import ast
import re

from tests.support.sources import ROOT

TEXT = (ROOT / "docs/classroom.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def missing(text: str) -> list[str]:
    """The tests that a text names and that are nowhere."""
    return [
        f"{path}::{name}" for path, name in NAMED.findall(text) if name not in functions_of(path)
    ]


def functions_of(path: str) -> set[str]:
    file = ROOT / path
    body = ast.parse(file.read_text(encoding="utf-8")).body if file.exists() else []
    return {node.name for node in body if isinstance(node, ast.FunctionDef)}


def test_every_feature_of_the_classroom_names_tests_that_exist():
    rows = [line for line in TEXT.splitlines() if line.startswith("| ") and "|---" not in line]
    numbers = [int(found[1]) for row in rows if (found := re.match(r"\| (\d+) ", row))]
    assert numbers == list(range(1, 17))
    headings = [row for row in rows if row.endswith("| held by |")]
    unheld = [row for row in rows if row not in headings and not NAMED.search(row)]
    assert unheld == [] and missing(TEXT) == []


def test_a_test_that_is_nowhere_is_found_missing():
    assert missing("`tests/house/test_classroom.py::test_nothing`") != []
    assert missing("`tests/nowhere.py::test_it`") == ["tests/nowhere.py::test_it"]
