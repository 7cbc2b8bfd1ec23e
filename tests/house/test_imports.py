"""Imports go one way, one file compiles, and no test module imports from another.

Each test reports every offender at once. Packages that are not built yet are passed over.
"""

from __future__ import annotations

import ast
import re

import pytest

from tests.support.sources import (
    ASKS_FOR_PICTURES,
    PACKAGES,
    list_complaints,
    sources,
    statements,
)

ALL = {"knobs", "datasets", "algorithms", "sweeps", "papers", "charts", "ui", "streamlit"}
MAY_IMPORT = {
    "knobs": set(),
    "datasets": {"knobs"},
    "algorithms": {"knobs", "datasets"},
    "sweeps": {"knobs", "datasets", "algorithms"},
    "papers": {"knobs", "datasets", "algorithms", "sweeps"},
    "charts": {"knobs", "datasets", "algorithms"},
    "ui": ALL,
    "pages": ALL,
    "app": ALL | {"pages"},
    # It runs the app in processes of their own, and is none of it.
    "serving": set(),
}
STARTS_THE_APP = "ui/serve.py"
# Below the bridge a dataset is only a type: nothing there loads one.
ONLY_DATASET = ("algorithms", "charts")
DATASET = {("datasets", "Dataset"), ("datasets.dataset", "Dataset")}
WATCHED = {*MAY_IMPORT, "streamlit", "tests", "benchmarks", "tools"}
COMPILES = re.compile(r"\bnjit\b|\bnumba\s*\.\s*jit\b|from\s+numba\s+import")
THE_COMPILER = "algorithms/kernel.py"
# The text of imports, and of whatever else looks alike; only where that has such a word a source is
# taken apart.
IMPORT = re.compile(r"\b(?:from|import)\b[^(\n]*(?:\([^)]*\)|[^\n]*)")
TEST_WORD = re.compile(r"\btest_|\bconftest\b")
TEST_MODULE = re.compile(r"tests\..*\btest_\w+|tests\.conftest")


def imports(source: str) -> list[tuple[str, str]]:
    """Every (module, name) a source imports, wherever in it; the name of a whole module is ""."""
    pairs = []
    for node in statements(ast.parse(source)):
        if isinstance(node, ast.Import):
            pairs += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            pairs += [(node.module, alias.name) for alias in node.names]
    return pairs


def forbidden_imports(package: str, source: str) -> list[str]:
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


def borrowed_imports(source: str) -> list[str]:
    """The imports of ``source`` that come from a module of tests."""
    if not any(TEST_WORD.search(text) for text in IMPORT.findall(source)):
        return []
    modules = [f"{module}.{name}".rstrip(".") for module, name in imports(source)]
    return [module for module in modules if TEST_MODULE.match(module)]


def test_imports_follow_the_arrows():
    wrong = {
        path: forbidden_imports("app" if path == STARTS_THE_APP else package, source)
        for package in MAY_IMPORT
        for path, source in sources(package).items()
    }
    assert wrong.pop(ASKS_FOR_PICTURES) == ["algorithms may not import charts notebook"]
    assert not list_complaints(wrong), list_complaints(wrong)


def test_one_place_compiles():
    compiling = [path for path, source in sources(*PACKAGES).items() if COMPILES.search(source)]
    assert compiling == [THE_COMPILER]


def test_no_test_module_imports_from_another():
    """Common parts stand in tests/support and tests/naive, so that each test file can go alone."""
    shared = {path: borrowed_imports(source) for path, source in sources("tests").items()}
    assert not list_complaints(shared), list_complaints(shared)


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
        ("charts", "import ui.view"),
        ("charts", "from sweeps import Run"),
        ("algorithms", "from sweeps import Run"),
        ("sweeps", "import streamlit as st"),
        ("sweeps", "from charts.sweep import curves"),
        ("ui", "from pages import playground"),
        ("ui", "import app"),
        ("pages", "import pages.home, app"),
        ("pages", "import app"),
        ("serving", "from ui.serve import app"),
        ("ui", "import serving"),
        ("ui", "from tests.naive import run"),
        ("pages", "from benchmarks.kernels import seconds"),
    ],
)
def test_a_wrong_arrow_is_seen(package, source):
    assert forbidden_imports(package, source)


@pytest.mark.parametrize(
    ("package", "source"),
    [
        ("datasets", "import knobs\nimport numpy\nfrom datasets.arrays import as_csr"),
        ("algorithms", "from datasets import Dataset"),
        ("algorithms", "from datasets.dataset import Dataset\nfrom . import maps"),
        ("charts", "from algorithms import CATALOGUE, Trace\nfrom datasets import Dataset"),
        ("sweeps", "from datasets import prepare\nfrom algorithms import sweeping"),
        ("ui", "from sweeps import Request, Run"),
        ("pages", "import streamlit as st\nfrom ui import panel\nfrom datasets import load"),
        ("app", "import algorithms, charts, datasets, knobs, pages, ui"),
    ],
)
def test_a_right_arrow_is_not(package, source):
    assert forbidden_imports(package, source) == []


def test_a_second_compiler_is_seen():
    for source in (
        "@njit\n",
        "numba.njit(cache=True)",
        "@numba.jit",
        "from numba import vectorize",
    ):
        assert COMPILES.search(source), source


@pytest.mark.parametrize(
    "source",
    [
        "from tests.pages.test_knobs import ends",
        "import tests.algorithms.test_record",
        "from tests.ui import test_state",
        "from tests.ui import (\n    odd,\n    test_state,\n)",
        "def f():\n    from tests.conftest import Pages",
    ],
)
def test_a_borrowed_test_is_seen(source):
    assert borrowed_imports(source)


def test_what_is_there_to_be_shared_is_not():
    assert borrowed_imports("from tests.support.files import test\nfrom tests import naive") == []


def test_the_packages_are_found():
    assert set(PACKAGES) == set(MAY_IMPORT)
    assert {path.split("/")[0].removesuffix(".py") for path in sources(*PACKAGES)} == set(PACKAGES)
    assert "tests/house/test_imports.py" in sources("tests")
