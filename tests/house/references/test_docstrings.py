"""Docstrings, comments and style sheets name what is there: parameters, names, errors, files."""

from __future__ import annotations

import ast
import builtins
import re
from functools import cache

from tests.support.sources import OUTSIDE, PACKAGES, ROOT, files, list_complaints, name, statements

OF_OTHERS = ("fastmath", "strptime", "try_out", "ui/live/browser/lib/partners.js")
"""Names of Numba, of C and of PyPI, and a module that the server makes."""

SECTION = re.compile(r"^(?:Parameters|Attributes)\n-+\n((?:.*\n?)*?)(?=^\S[^\n]*\n---|\Z)", re.M)
PARAMETERS = re.compile(r"^(\*{0,2}\w+(?:, \*{0,2}\w+)*) : ", re.M)
QUOTED = re.compile(r"``([A-Za-z_][\w.]*)``")
RAISED = re.compile(r"\bRaises ([A-Z]\w+)")
FILE = re.compile(rf"(?<![\w/.])(?:{'|'.join((*PACKAGES, *OUTSIDE))})/[\w/.-]+\.(?:py|js|css|md)\b")
CLASS = re.compile(r"\.lab-([\w-]+)")


@cache
def texts() -> dict[str, str]:
    """All sources, by their names."""
    paths = [path for each in (*PACKAGES, *OUTSIDE) for path in files(each, ".py", ".js", ".css")]
    return {name(path): path.read_text("utf-8") for path in paths}


@cache
def words() -> set[str]:
    """The words of the code, but for those that are quoted as names."""
    code = "\n".join(text for path, text in texts().items() if not path.endswith(".css"))
    return {*re.findall(r"\w+", QUOTED.sub("", RAISED.sub("", code))), *dir(builtins)}


def absences(text: str) -> list[str]:
    """The names, errors and files that a source mentions and that are nowhere."""
    names = [each for each in QUOTED.findall(text) if not {*each.split(".")} <= words()]
    errors = [each for each in RAISED.findall(text) if each not in words()]
    paths = [each for each in FILE.findall(text) if not (ROOT / each).exists()]
    return [each for each in (*names, *errors, *paths) if each not in OF_OTHERS]


def unknown_parameters(source: str) -> list[str]:
    """The parameters that docstrings of functions explain and that these do not have."""
    wrong = []
    for node in statements(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and not node.args.kwarg:
            text = "\n".join(SECTION.findall(ast.get_docstring(node) or ""))
            has = {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
            named = {*re.findall(r"\w+", " ".join(PARAMETERS.findall(text)))}
            wrong += [f"{node.name} has no {each}" for each in sorted(named - has)]
    return wrong


def test_what_is_mentioned_is_there():
    own = {path: text for path, text in texts().items() if not path.startswith("tests/")}
    found = {path: absences(text) for path, text in own.items()}
    for path in (path for path in own if path.endswith(".py")):
        found[path] += unknown_parameters(own[path])
    assert not list_complaints(found), list_complaints(found)


def test_a_class_that_is_styled_is_given_to_something():
    code = "\n".join(text for path, text in texts().items() if not path.endswith(".css")).lower()
    wrong = {
        path: sorted({each for each in CLASS.findall(text) if each not in code})
        for path, text in texts().items()
        if path.endswith(".css")
    }
    assert not list_complaints(wrong), list_complaints(wrong)


def test_what_is_gone_is_seen():
    quoted = "``{}`` Raises {}. ``record`` Raises ValueError; {} ui/visit.py"
    found = ("no_such_" + "name", "Vanished" + "Error", "ui/none" + ".py")
    assert absences(quoted.format(*found)) == [*found]
    explained = '"""It.\n\n    Parameters\n    ----------\n    a, b : of these.\n    """'
    assert unknown_parameters(f"def f(a):\n    {explained}") == ["f has no b"]
