"""The sources that the house tests read: every Python file of the project, by its path."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = (
    *("knobs", "datasets", "algorithms", "sweeps", "papers"),
    *("charts", "ui", "pages", "app", "serving"),
)
OUTSIDE = ("benchmarks", "tools", "tests")
ASKS_FOR_PICTURES = "algorithms/evaluation/plotting.py"
"""The one file against the arrows: for ``Trace.plot`` it imports charts when it is called."""


def files(package: str, *suffixes: str) -> list[Path]:
    """The files of a package, or the one file that it is, with one of these suffixes."""
    candidates = [ROOT / f"{package}.py", *sorted((ROOT / package).rglob("*"))]
    return [path for path in candidates if path.is_file() and path.suffix in suffixes]


def name(path: Path) -> str:
    """A path as it is written in this project: ``algorithms/record.py``."""
    return path.relative_to(ROOT).as_posix()


def sources(*packages: str) -> dict[str, str]:
    """The text of every Python file of the packages, by its name."""
    return {name(path): path.read_text() for each in packages for path in files(each, ".py")}


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements below a node, however deep; ``ast.walk`` is ten times as slow."""
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        # An expression may have a body, too, which is no list.
        below = getattr(node, field, ())
        for each in below if isinstance(below, list) else ():
            yield each
            yield from statements(each)


def list_complaints(complaints: dict[str, list[str]]) -> str:
    """Every complaint on a line of its own, behind its file; nothing where nothing is wrong."""
    return "\n".join(f"{path}: {wrong}" for path, each in complaints.items() for wrong in each)
