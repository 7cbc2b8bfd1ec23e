"""The shape of the project: short functions, and folders that one can overlook.

Each test reports every offender at once, and each check is checked on a source that breaks it.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests.support.sources import (
    OUTSIDE,
    PACKAGES,
    ROOT,
    files,
    list_complaints,
    name,
    sources,
    statements,
)

LONGEST, LONGEST_PROSE, LONGEST_CONTENTS, MOST_FILES = 40, 50, 60, 20
LITERAL = re.compile(r"[rRfFbBtT]*[\"']")
WRITTEN = (".py", ".js", ".css", ".md", ".svg")


def functions(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return [node for node in statements(tree) if isinstance(node, kinds)]


def is_kernel(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("kernel" in ast.unparse(decorator) for decorator in function.decorator_list)


def lines_of_prose(function: ast.FunctionDef | ast.AsyncFunctionDef, lines: list[str]) -> int:
    """The number of lines of a function that begin a text, or stand inside a long one."""
    inside = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            inside |= set(range(node.lineno, node.end_lineno + 1))
    within = range(function.lineno, function.end_lineno + 1)
    return sum(LITERAL.match(lines[i - 1].strip()) is not None or i in inside for i in within)


def long_functions(source: str) -> list[str]:
    """The functions of ``source`` with more lines than they may have."""
    lines, wrong = source.splitlines(), []
    for function in functions(ast.parse(source)):
        length = function.end_lineno - function.lineno + 1
        if length <= LONGEST:
            continue
        wordy = is_kernel(function) or lines_of_prose(function, lines) >= length / 2
        longest = LONGEST_PROSE if wordy else LONGEST
        if length > longest:
            wrong.append(f"{function.name}: {length} lines of {longest}")
    return wrong


def crowded_folders(paths: list[str]) -> dict[str, int]:
    """The number of files in each folder of ``paths`` that holds too many."""
    counts = Counter(Path(path).parent.as_posix() for path in paths)
    return {folder: count for folder, count in counts.items() if count > MOST_FILES}


def checked_sources() -> dict[str, str]:
    """The sources that are held to the rules."""
    return sources(*PACKAGES, *OUTSIDE)


def offenders(check) -> str:
    """Every complaint of ``check``, file by file."""
    return list_complaints({path: check(source) for path, source in checked_sources().items()})


def test_functions_can_be_read_at_once():
    assert not offenders(long_functions), offenders(long_functions)


def test_no_line_of_a_page_is_kept_from_the_formatter():
    pages = {path: text for path, text in checked_sources().items() if path.startswith("pages/")}
    assert [path for path, text in pages.items() if "fmt: skip" in text] == []


def test_the_contents_of_a_lesson_fit_on_a_screen():
    contents = [
        path for path in checked_sources() if re.fullmatch(r"pages/lessons/\w+/__init__\.py", path)
    ]
    lengths = {path: len((ROOT / path).read_text().splitlines()) for path in contents}
    assert {path: n for path, n in lengths.items() if n > LONGEST_CONTENTS} == {}


def test_no_room_is_crowded():
    paths = [name(path) for each in (*PACKAGES, *OUTSIDE) for path in files(each, *WRITTEN)]
    assert crowded_folders(paths) == {}


def links(listing: str) -> list[str]:
    """The symbolic links in what ``git ls-files --stage`` lists."""
    return [line.split("\t")[1] for line in listing.splitlines() if line.startswith("120000")]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no repository here")
def test_no_link_is_part_of_the_project():
    """A link to an environment, once committed, would take the place of the environment."""
    command = ["git", "-C", str(ROOT), "ls-files", "--stage"]
    assert links(subprocess.run(command, capture_output=True, text=True).stdout) == []
    assert links("100644 1a 0\tapp.py\n120000 2b 0\t.venv\n") == [".venv"]


def test_a_long_function_is_seen():
    def of(lines: list[str], decorator: str = "") -> list[str]:
        return long_functions(f"{decorator}\ndef f():\n" + "\n".join(lines))

    plain, prose = ["    x = 1"], ['    "a sentence"']
    assert of(39 * plain) == []
    assert of(40 * plain) == ["f: 41 lines of 40"]
    assert of(49 * plain, "@kernel") == of(49 * prose) == []
    assert of(50 * plain, "@kernel") == of(50 * prose) == ["f: 51 lines of 50"]
    assert of(['    """Say it.', *39 * ["    On and on."], '    """']) == []


def test_a_crowded_room_is_seen():
    paths = [f"ui/{n}.py" for n in range(21)]
    assert crowded_folders(paths) == {"ui": 21}
    assert crowded_folders([*paths[1:], "ui/live/more.py"]) == {}
