"""What modules of the browser import from one another is exported there, and used by somebody."""

from __future__ import annotations

import re
from functools import cache
from posixpath import basename, dirname, join, normpath

from tests.support.sources import OUTSIDE, PACKAGES, files, list_complaints, name, sources

EXPORT = re.compile(
    r"^export (?:async )?(?:const|let|function\*?|class) (?:(\w+)|\[([\w, ]+)\])", re.M
)
IMPORT = re.compile(r'^import (?:\w+, )?\{([^}]*)\} from "(\.[^"]+)";', re.M)
MADE = "ui/live/browser/lib/partners.js"
"""The module that the server makes."""


@cache
def modules() -> dict[str, str]:
    """All sources of the browser, by their names."""
    paths = [path for each in (*PACKAGES, *OUTSIDE) for path in files(each, ".js")]
    return {name(path): path.read_text("utf-8") for path in paths}


def exports(text: str) -> set[str]:
    """The names that a module exports."""
    return {each for pair in EXPORT.findall(text) for each in re.findall(r"\w+", " ".join(pair))}


def imports(path: str, text: str) -> set[tuple[str, str]]:
    """(module, name) of all that a module imports by name from another."""
    return {
        (normpath(join(dirname(path), target)), each.partition(" as ")[0].strip())
        for names, target in IMPORT.findall(text)
        for each in names.split(",")
        if each.strip()
    }


def strangers(path: str, text: str) -> list[str]:
    """What a module imports that is not exported where it looks for it."""
    asked = sorted(pair for pair in imports(path, text) if pair[0] != MADE)
    return [f"{each} of {there}" for there, each in asked if each not in exports(modules()[there])]


def test_what_is_imported_is_exported():
    wrong = list_complaints({path: strangers(path, text) for path, text in modules().items()})
    assert not wrong, wrong
    path = "ui/live/browser/classroom/lead.js"
    assert strangers(path, 'import { leave, go } from "./room.js";') == [
        f"go of {dirname(path)}/room.js"
    ]


def test_what_is_exported_is_imported():
    """Or has a test; a stage finds pictures by their file's name, and some modules come later."""
    by_name = {pair for path, text in modules().items() for pair in imports(path, text)}
    elsewhere = [text for text in modules().values() if "import(" in text]
    words = {*re.findall(r"\w+", "\n".join((*elsewhere, *sources("tests", "benchmarks").values())))}
    wrong = {}
    for path, text in modules().items():
        needless = exports(text) - words - {basename(path).removesuffix(".js")}
        wrong[path] = [each for each in needless if (path, each) not in by_name]
    assert not list_complaints(wrong), list_complaints(wrong)
