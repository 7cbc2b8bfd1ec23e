"""No circle of imports: neither at import time nor in types nor inside functions."""

from __future__ import annotations

import ast

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components

from tests.support.sources import ASKS_FOR_PICTURES, OUTSIDE, PACKAGES, sources, statements


def module_of(path: str) -> str:
    """The name of the module at a path: ``datasets.files`` for ``datasets/files/__init__.py``."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imports_of(source: str, modules: frozenset[str]) -> set[str]:
    """The modules that a source imports anywhere: in functions and for type checkers, too."""
    found = set()
    for node in statements(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = {alias.name: f"{node.module}.{alias.name}" for alias in node.names}
            found |= {full if full in modules else node.module for full in names.values()}
    return found & modules


def circles(texts: dict[str, str]) -> list[list[str]]:
    """The modules that import each other, a list for each strongly connected component."""
    by_module = {module_of(path): text for path, text in sorted(texts.items())}
    place = {module: at for at, module in enumerate(by_module)}
    edges = [
        (place[module], place[other])
        for module, text in by_module.items()
        for other in imports_of(text, frozenset(place))
        if other != module
    ]
    start, end = np.array(edges, int).reshape(-1, 2).T
    graph = sp.csr_array((np.ones(len(edges)), (start, end)), (len(place), len(place)))
    _, component = connected_components(graph, connection="strong")
    members: dict[int, list[str]] = {}
    for module, at in place.items():
        members.setdefault(int(component[at]), []).append(module)
    return [each for each in members.values() if len(each) > 1]


def test_no_module_imports_itself_by_way_of_another():
    assert circles(sources(*PACKAGES, *OUTSIDE) | {ASKS_FOR_PICTURES: ""}) == []


@pytest.mark.parametrize(
    "back",
    [
        "from a.one import f",
        "from a import one",
        "import a.one as other",
        "def f():\n    from a.one import f",
        "if TYPE_CHECKING:\n    from a.one import f",
    ],
)
def test_a_circle_is_seen(back):
    files = {"a/__init__.py": "", "a/one.py": "import b", "b.py": "import a.two", "a/two.py": back}
    assert circles(files) == [["a.one", "a.two", "b"]]


def test_a_line_of_imports_is_no_circle():
    files = {
        "a/__init__.py": "from a.one import f",
        "a/one.py": "from b import g",
        "b.py": "import numpy",
    }
    assert circles(files) == []
