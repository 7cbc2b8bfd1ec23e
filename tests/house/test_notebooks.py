"""The notebooks of the documents run, end in a picture, and are stored without what they print."""

from __future__ import annotations

import ast
import json
import re
from functools import cache

import plotly.graph_objects as go
import pytest
from PIL import Image

from pages import playground
from tests.support.sources import ROOT
from tools.moving_picture import DESCRIPTION, TARGET
from tools.wheel import readme_picture
from ui.address import spell_out
from ui.view import opening

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


@pytest.fixture(scope="module")
def evidence() -> playground.Evidence:
    """What the app opens with."""
    return readme_picture.evidence_of_the_app()


@cache
def values(name: str) -> list[object]:
    """Run a notebook, and return the values that its cells show."""
    names: dict = {}
    return [last_value(source, names) for source in cells(name, "code")]


def test_there_are_six():
    others = {"own_data", "sweep", "own_algorithm", "class"}
    assert set(NOTEBOOKS) == {"opening", "first_run"} | others


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs_and_ends_in_a_picture(name, capsys):
    shown = values(name)
    assert isinstance(shown[-1], go.Figure)
    assert all(hasattr(value, "_repr_html_") or isinstance(value, int | None) for value in shown)
    assert "nan" not in capsys.readouterr().out


def test_a_notebook_draws_the_curves_that_the_app_opens_with():
    """As JSON, which is what Jupyter keeps: ``make wheel`` compares the same from the wheel."""
    shown = [value for value in values("opening") if isinstance(value, go.Figure)]
    outputs = [{"data": {readme_picture.PLOTLY: json.loads(each.to_json())}} for each in shown]
    theirs = readme_picture.pictures_of({"cells": [{"outputs": outputs}]})
    ours = readme_picture.pictures_of_the_app()
    assert readme_picture.differences(ours, theirs) == []
    assert [len(picture) for picture in ours] == [2, 2, 2, 2]
    (name, x, y), *_ = theirs[1]
    theirs[1][0] = name, x, y * (1.0 + 1e-6)
    assert readme_picture.differences(ours, theirs) == [f"{name}, {name}"]
    with pytest.raises(ValueError):
        readme_picture.differences(ours, theirs[:3])


def test_the_readmes_picture_shows_what_the_app_opens_with(evidence):
    """``python -m tools.moving_picture`` makes it again, when this fails."""
    seen = json.loads(Image.open(TARGET).getexif()[DESCRIPTION])
    assert seen["view"] == spell_out(opening())
    score = playground.score(evidence)
    assert [row[1:] for row in seen["table"][1:]] == [row["cells"] for row in score["rows"]]
    assert seen["table"][0][1:] == [column["text"] for column in score["columns"]]


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
