"""Streamlit is used by its public API; its private names stand in one file, and are few."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from types import ModuleType

import pytest
import streamlit

from tests.support.sources import PACKAGES, ROOT, list_complaints, sources
from ui.web.contract import NAMES

CONTRACT = "ui/web/contract.py"
MOST = 5

PUBLIC = {
    "streamlit",
    "streamlit.column_config",
    "streamlit.components",
    "streamlit.components.v1",
    "streamlit.components.v2",
    "streamlit.components.v2.types",
    "streamlit.testing.v1",
    "streamlit.typing",
}
"""The modules that Streamlit's documentation names."""

HOME = Path(streamlit.__file__).parent
COMMANDS = {name for name, what in vars(streamlit).items() if not isinstance(what, ModuleType)}
MODULES = {path.stem for path in HOME.iterdir()} - COMMANDS
MENTIONED = re.compile(r"\b(streamlit|st)\b")
DOTTED = re.compile(r"streamlit(\.\w+)+", re.ASCII)


def private_modules(source: str) -> list[str]:
    """The modules of Streamlit that a source imports, reaches or names and that are not public."""
    if not MENTIONED.search(source):
        return []
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add(node.module)
            if node.module == "streamlit":  # a module of it, or a command
                found |= {f"streamlit.{each.name}" for each in node.names if each.name in MODULES}
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id in ("st", "streamlit") and node.attr in MODULES:
                found.add(f"streamlit.{node.attr}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= {node.value} if DOTTED.fullmatch(node.value) else set()
    return sorted(name for name in found - PUBLIC if name.split(".")[0] == "streamlit")


@pytest.mark.parametrize(
    "source",
    [
        "from streamlit import config",
        "import streamlit.runtime",
        "def f():\n    from streamlit.proto.BackMsg_pb2 import BackMsg",
        "from streamlit.components.v2.bidi_component import main",
        "import streamlit as st\nst.runtime.exists()",
        "import sys\nsys.modules['streamlit.elements.lib.theme'] = None",
    ],
)
def test_a_private_name_is_found(source):
    assert len(private_modules(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "import streamlit as st\nst.get_option('server.port')",
        "from streamlit import cache_data",
        "from streamlit.typing import UploadedFile",
        '"""Streamlit, see streamlit.runtime."""',
        "import streamlit.components.v2 as components",
    ],
)
def test_a_public_one_is_not(source):
    assert private_modules(source) == []


def test_no_other_file_has_a_private_name_of_streamlit():
    found = {name: private_modules(text) for name, text in sources(*PACKAGES).items()}
    assert found.pop(CONTRACT)
    wrong = {name: each for name, each in found.items() if each}
    assert not wrong, list_complaints(wrong)


def test_they_are_few_and_each_is_told_of():
    assert 0 < len(NAMES) <= MOST
    source = (ROOT / CONTRACT).read_text()
    guide = (ROOT / "docs" / "upgrading.md").read_text("utf-8")
    for each in NAMES:
        assert source.count(each.name) > 1, "it is used"
        assert f"`{each.name}`" in guide and each.purpose and each.without
