"""The notebooks of the documents run, end in a picture, and are stored without what they print."""

from __future__ import annotations

import ast
import json
import re

import plotly.graph_objects as go
import pytest

from tests.support.sources import ROOT

FOLDER = ROOT / "docs/notebooks"
NOTEBOOKS = {path.stem: json.loads(path.read_text("utf-8")) for path in FOLDER.glob("*.ipynb")}


def cells(name: str, kind: str) -> list[str]:
    """The sources of the cells of one kind."""
    found = [cell for cell in NOTEBOOKS[name]["cells"] if cell["cell_type"] == kind]
    return ["".join(cell["source"]) for cell in found]


def last_value(source: str, names: dict) -> object:
    """Run a cell, and return the value of its last line as a notebook shows it."""
    tree = ast.parse(source)
    if not isinstance(tree.body[-1], ast.Expr):
        exec(compile(tree, "cell", "exec"), names)
        return None
    last = ast.Expression(tree.body.pop().value)
    exec(compile(tree, "cell", "exec"), names)
    return eval(compile(last, "cell", "eval"), names)


def test_there_are_five():
    assert set(NOTEBOOKS) == {"first_run", "own_data", "sweep", "own_algorithm", "class"}


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs_and_ends_in_a_picture(name, capsys):
    names: dict = {}
    shown = [last_value(source, names) for source in cells(name, "code")]
    assert isinstance(shown[-1], go.Figure)
    assert all(hasattr(value, "_repr_html_") or isinstance(value, int | None) for value in shown)
    assert "nan" not in capsys.readouterr().out


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_stored_without_outputs(name):
    notebook = NOTEBOOKS[name]
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids) and len(ids) <= 16
    prose = "\n".join(cells(name, "markdown"))
    links = re.findall(r"\]\(([^)]+)\)", prose)
    assert prose.startswith("# ") and all((FOLDER / link).exists() for link in links)
