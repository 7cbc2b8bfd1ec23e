"""The examples in docstrings give what they say, and there are some for a beginning."""

from __future__ import annotations

import doctest
import importlib

from tests.support.many.turns import in_turn
from tests.support.sources import PACKAGES, sources

LEAST = 30
EXAMPLE = ">>> "
FOUND = {path: text for path, text in sources(*PACKAGES).items() if EXAMPLE in text}
"""The files with examples."""


def examples(path: str) -> list[doctest.DocTest]:
    module = importlib.import_module(
        path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    )
    return [found for found in doctest.DocTestFinder().find(module) if found.examples]


@in_turn("path", list(FOUND))
def test_examples_give_what_they_say(path):
    runner, said = doctest.DocTestRunner(), []
    for each in examples(path):
        runner.run(each, out=said.append)
    assert not said, "".join(said)


def test_none_is_passed_over():
    """An example in a kernel's docstring, or in a text that is no docstring, would never run."""
    for path, text in FOUND.items():
        assert sum(len(each.examples) for each in examples(path)) == text.count(EXAMPLE), path


def test_what_a_person_calls_first_has_an_example():
    public = [each for path in FOUND for each in examples(path) if "._" not in each.name]
    assert len(public) >= LEAST
