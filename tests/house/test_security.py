"""SECURITY.md: every test that it names is there, and what it says of libraries holds."""

from __future__ import annotations

import ast
import re

from tests.support.sources import ROOT

TEST = re.compile(r"(tests/[\w/]+\.py)::(\w+)")
PINNED_ALONE = r"^[\w.-]+==[\w.]+"
PINNED = re.compile(r"[\w.-]+==[\w.]+(\s+#.*)?")


def missing(markdown: str) -> list[str]:
    """The tests that a document names and that are not there."""
    wrong = []
    for path, name in TEST.findall(markdown):
        file = ROOT / path
        tree = ast.parse(file.read_text("utf-8")) if file.exists() else ast.Module([], [])
        if name not in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}:
            wrong.append(f"{path}::{name}")
    return wrong


def without_a_test(markdown: str) -> list[str]:
    """The threats in the tables whose line names no test."""
    lines = [line for line in markdown.split("## Settings")[0].splitlines() if line[:2] == "| "]
    return [line for line in lines if line != "| threat | protection | test |" and "::" not in line]


def test_what_is_missing_is_found():
    here = "tests/house/test_security.py::"
    assert missing(f"`{here}test_nothing`, `{here}missing`") == [f"{here}test_nothing"]
    assert missing("`tests/no.py::test_x`") == ["tests/no.py::test_x"]
    assert without_a_test("| a | b | none |") == ["| a | b | none |"]


def test_every_threat_names_tests_that_are_there():
    markdown = (ROOT / "SECURITY.md").read_text("utf-8")
    assert len(TEST.findall(markdown)) > 20
    assert not missing(markdown) and not without_a_test(markdown)


def test_every_library_that_is_named_is_pinned():
    for path in sorted(ROOT.glob("requirements*.txt")):
        lines = [line for line in path.read_text("utf-8").splitlines() if line.strip()]
        named = [line for line in lines if not line.startswith(("#", "-r "))]
        assert named and not [line for line in named if not PINNED.fullmatch(line)], path.name


def test_the_lock_has_every_library_as_it_is_pinned_and_the_digests_of_all():
    lock = (ROOT / "requirements.lock").read_text("utf-8")
    locked = re.findall(r"^([\w.-]+==[\w.]+).*((?:\n +--hash=sha256:[0-9a-f]{64}.*)*)", lock, re.M)
    named = re.findall(PINNED_ALONE, (ROOT / "requirements.txt").read_text("utf-8"), re.M)
    assert named and set(named) <= {library for library, _ in locked}
    assert all(digests for _, digests in locked)
