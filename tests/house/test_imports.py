"""The house keeps its shape: who may import whom, how long a file may be, who compiles.

Packages that are not built yet are passed over.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

ALL = {"knobs", "datasets", "algorithms", "charts", "ui", "streamlit"}
MAY_IMPORT = {
    "knobs": set(),
    "datasets": {"knobs"},
    "algorithms": {"knobs", "datasets"},
    "charts": {"knobs", "datasets", "algorithms"},
    "ui": ALL,
    "pages": ALL,
    "app": ALL | {"pages"},
}
# Below the bridge a dataset is only a type: nothing there loads one.
ONLY_DATASET = ("algorithms", "charts")
DATASET = {("datasets", "Dataset"), ("datasets.dataset", "Dataset")}
WATCHED = {*MAY_IMPORT, "streamlit", "tests", "benchmarks", "tools"}
COMPILES = re.compile(r"\bnjit\b|\bnumba\s*\.\s*jit\b|from\s+numba\s+import")
LONGEST = 250


def files(package: str, *suffixes: str) -> list[Path]:
    found = [ROOT / f"{package}.py", *sorted((ROOT / package).rglob("*"))]
    return [path for path in found if path.is_file() and path.suffix in suffixes]


SOURCES = [(package, path) for package in MAY_IMPORT for path in files(package, ".py")]
WRITTEN = [path for package in MAY_IMPORT for path in files(package, ".py", ".js")]
each_source = pytest.mark.parametrize(
    ("package", "path"), SOURCES, ids=lambda x: str(x).removeprefix(f"{ROOT}/")
)


def imports(source: str) -> list[tuple[str, str]]:
    """Every (module, name) a source imports, wherever in it; the name of a whole module is ""."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found += [(node.module, alias.name) for alias in node.names]
    return found


def forbidden(package: str, source: str) -> list[str]:
    """The imports of ``source``, a file of ``package``, that go against the arrows."""
    wrong = []
    for module, name in imports(source):
        target = module.split(".")[0]
        if target == package or target not in WATCHED:
            continue
        allowed = target in MAY_IMPORT[package]
        if target == "datasets" and package in ONLY_DATASET:
            allowed = (module, name) in DATASET
        if not allowed:
            wrong.append(f"{package} may not import {module} {name}".strip())
    return wrong


@each_source
def test_imports_follow_the_arrows(package, path):
    assert forbidden(package, path.read_text()) == []


@pytest.mark.parametrize("path", WRITTEN, ids=lambda x: str(x).removeprefix(f"{ROOT}/"))
def test_no_file_is_longer_than_a_reader_can_hold(path):
    assert len(path.read_text().splitlines()) <= LONGEST


@each_source
def test_one_place_compiles(package, path):
    if path != ROOT / "algorithms" / "kernel.py":
        assert COMPILES.search(path.read_text()) is None


@pytest.mark.parametrize(
    ("package", "source"),
    [
        ("knobs", "import datasets"),
        ("datasets", "from algorithms import record"),
        ("datasets", "import streamlit as st"),
        ("algorithms", "import datasets"),
        ("algorithms", "from datasets import load"),
        ("algorithms", "from datasets.lookup import Dataset"),
        ("algorithms", "def f():\n    from streamlit import cache_data"),
        ("charts", "from datasets import Dataset, load"),
        ("charts", "import ui.state"),
        ("ui", "from pages import playground"),
        ("ui", "import app"),
        ("pages", "import pages.home, app"),
        ("pages", "import app"),
        ("ui", "from tests.naive import run"),
    ],
)
def test_a_wrong_arrow_is_seen(package, source):
    assert forbidden(package, source)


@pytest.mark.parametrize(
    ("package", "source"),
    [
        ("datasets", "import knobs\nimport numpy\nfrom datasets.arrays import as_csr"),
        ("algorithms", "from datasets import Dataset"),
        ("algorithms", "from datasets.dataset import Dataset\nfrom . import maps"),
        ("charts", "from algorithms import CATALOGUE, Trace\nfrom datasets import Dataset"),
        ("pages", "import streamlit as st\nfrom ui import panel\nfrom datasets import load"),
        ("app", "import algorithms, charts, datasets, knobs, pages, ui"),
    ],
)
def test_a_right_arrow_is_not(package, source):
    assert forbidden(package, source) == []


def test_a_second_compiler_is_seen():
    for source in (
        "@njit\n",
        "numba.njit(cache=True)",
        "@numba.jit",
        "from numba import vectorize",
    ):
        assert COMPILES.search(source), source


def test_the_packages_are_found():
    assert {"knobs", "datasets", "algorithms"} <= {package for package, _ in SOURCES}
