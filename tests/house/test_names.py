"""Names are nouns and verbs: no file, class or function is called by a lone past participle."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.support.sources import (
    OUTSIDE,
    PACKAGES,
    files,
    list_complaints,
    name,
    sources,
    statements,
)

CLEAN = (
    *("algorithms", "app", "benchmarks", "charts", "datasets", "knobs", "pages", "papers"),
    *("serving", "sweeps", "tools", "ui"),
)
CLEAN_TESTS = (
    *("algorithms", "benchmarks", "browser", "charts", "datasets", "house", "lessons", "naive"),
    *("pages", "papers", "serving", "support", "sweeps", "ui"),
)
"""The folders that the rules hold for, and those below ``tests``."""

IRREGULAR = """
asked beaten begun bent bought bound brought broken built chosen dealt done drawn driven eaten
fallen felt forbidden forgotten found frozen given gone grown heard held hidden hung kept known laid
left lent lost made meant met paid proven risen said seen sent shown shrunk sought spent spoilt
spoken stolen stood struck sung swept taken thrown told torn undone unheard unknown unmet unsaid
unseen understood woken won worn written
"""
REGULAR = re.compile(r"[a-z]+ed")
FUNCTION = re.compile(r"\bfunction\*? (\w+)|\bconst (\w+) = (?:async )?(?:\([^()]*\)|\w+) =>")
"""A function of JavaScript that has a name."""
FIELD = ("bound", "cancelled", "done", "embed", "feed", "need", "seed", "shed", "speed")
"""Words of the field that look like participles: ``seed``, and ``Future.done`` of Python itself."""

WORDS = re.compile(r"\b(told|hushed|spared|wayward)\b")
ITSELF = "tests/house/test_names.py"


def is_participle(word: str) -> bool:
    """Return whether a name is one past participle alone; underscores around it do not count."""
    word = word.strip("_").lower()
    return word not in FIELD and (word in IRREGULAR.split() or REGULAR.fullmatch(word) is not None)


def participles(path: str, source: str) -> list[str]:
    """The names in a file, its own among them, that are a lone past participle."""
    kinds = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    names = [node.name for node in statements(ast.parse(source)) if isinstance(node, kinds)]
    return [each for each in (Path(path).stem, *names) if is_participle(each)]


def participles_of_javascript(source: str) -> list[str]:
    """The functions of a module of the browser that are called by a lone past participle."""
    names = [each for pair in FUNCTION.findall(source) for each in pair if each]
    return [each for each in names if each == each.lower() and is_participle(each)]


def clean(path: str) -> bool:
    """Return whether the rules hold for a file yet."""
    path = path.removesuffix(".py")
    first, _, rest = path.partition("/")
    return first in CLEAN or (first == "tests" and rest.partition("/")[0] in CLEAN_TESTS)


def test_names_are_nouns_and_verbs():
    kept = {path: text for path, text in sources(*PACKAGES, *OUTSIDE).items() if clean(path)}
    wrong = list_complaints({path: participles(path, text) for path, text in kept.items()})
    assert not wrong, wrong


def test_functions_of_the_browser_are_nouns_and_verbs():
    paths = [path for each in (*PACKAGES, *OUTSIDE) for path in files(each, ".js")]
    texts = {name(path): path.read_text() for path in paths}
    wrong = {path: participles_of_javascript(text) for path, text in texts.items()}
    assert not list_complaints(wrong), list_complaints(wrong)


def test_the_dialect_is_gone():
    """Words that nobody searches for, in code, comments and docstrings."""
    paths = [path for each in (*PACKAGES, *OUTSIDE) for path in files(each, ".py", ".js")]
    texts = {name(path): path.read_text() for path in paths if clean(name(path))}
    texts.pop(ITSELF)
    wrong = list_complaints({path: WORDS.findall(text) for path, text in texts.items()})
    assert not wrong, wrong


def test_a_participle_is_seen():
    assert participles("ui/kept.py", "def _told():\n    class Spared: ...") == [
        "kept",
        "_told",
        "Spared",
    ]
    assert participles("ui/page.py", "async def seed(): ...\ndef held_out_error(): ...") == []
    modules = "export async function spoken(url) {}\nconst drawn = ({ y }) => y, scaled = 2;"
    assert participles_of_javascript(modules) == ["spoken", "drawn"]
    assert is_participle("fitted") and not is_participle("speed")
    assert WORDS.findall("he was told; untold; retold") == ["told"]
