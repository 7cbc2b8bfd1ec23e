"""The guide to adding is true: its changes alone put four new things into the menus.

``docs/adding.md`` is read here as a recipe. Files that it links to in ``tests/house/added`` are
copied to their places, and lines that it shows are put where it says, in a copy of the project.
"""

from __future__ import annotations

import os
import pickle
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from algorithms.estimators.factory import make_estimator
from tests.support.sources import ROOT

GUIDE = (ROOT / "docs" / "adding.md").read_text(encoding="utf-8")
ADDED = "tests/house/added"
COPIED = (
    "algorithms",
    "charts",
    "datasets",
    "docs",
    "pages",
    "sweeps",
    "papers",
    "tests",
    "tools",
    "ui",
    ".streamlit",
)
FILE = re.compile(rf"\]\(\.\./{ADDED}/([^)]+)\)")
LINES = re.compile(
    r"\*\*`(?P<path>[^`]+)`\*\*, (?:after `(?P<after>[^`]+)`|after the last row|at the end)"
    r"(?:(?!\n\n).)*\n\n   ```\n(?P<lines>.*?)\n   ```",
    re.DOTALL,
)


class Change(NamedTuple):
    """Lines for a file, after the line ``after``, or after the last one that begins alike."""

    path: str
    after: str | None
    lines: str

    def insert(self, text: str) -> str:
        """``text`` with the lines in their place."""
        if self.lines.startswith("def "):
            return f"{text.rstrip()}\n\n\n{self.lines}\n"
        rows = text.splitlines()
        if self.after is not None:
            places = [i for i, row in enumerate(rows) if row == self.after]
        else:
            places = [i for i, row in enumerate(rows) if row.startswith(self.lines[:3])][-1:]
        assert len(places) == 1, f"{self.path} has no line {self.after!r}, or several"
        rows[places[0] + 1 : places[0] + 1] = self.lines.splitlines()
        return "\n".join(rows) + "\n"


def changes(guide: str) -> list[Change]:
    """The changes of files that the guide shows."""
    matches = LINES.finditer(guide)
    return [Change(each["path"], each["after"], unindent(each["lines"])) for each in matches]


def unindent(lines: str) -> str:
    """Lines of a list's item without the three blanks that make them its own."""
    return "\n".join(line.removeprefix("   ") for line in lines.splitlines())


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Path:
    """A copy of the project with the guide's changes made."""
    project = tmp_path_factory.mktemp("project")
    for name in COPIED:
        unwanted = shutil.ignore_patterns("__pycache__", "node_modules", "*.png")
        shutil.copytree(ROOT / name, project / name, ignore=unwanted)
    for path in (*ROOT.glob("*.py"), *ROOT.glob("*.md"), *ROOT.glob("*.toml")):
        shutil.copy(path, project)
    for path in FILE.findall(GUIDE):
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / ADDED / path, project / path)
    for change in changes(GUIDE):
        target = project / change.path
        target.write_text(change.insert(target.read_text("utf-8")), encoding="utf-8")
    return project


def test_the_guide_names_every_file():
    added = [path.relative_to(ROOT / ADDED) for path in (ROOT / ADDED).rglob("*.py")]
    assert sorted(FILE.findall(GUIDE)) == sorted(p.as_posix() for p in added if p.parent != Path())
    assert [change.path for change in changes(GUIDE)] == [
        "algorithms/catalogue.py",
        "algorithms/catalogue.py",
        "tests/naive/descent.py",
        "tests/support/grids.py",
        "docs/algorithms.md",
        "datasets/catalogue.py",
        "datasets/catalogue.py",
        "tests/datasets/synthetic/test_all.py",
        "pages/lessons/__init__.py",
        "README.md",
        "ui/home/links.py",
        "ui/home/links.py",
        "pages/catalogue.py",
        "pages/catalogue.py",
    ]


def test_a_class_in_a_folder_of_its_own_needs_no_change_of_the_project(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / ADDED / "algorithms" / "online")
    (code,) = re.findall(r"```python\n(import charts\n.*?)```", GUIDE, re.DOTALL)
    names: dict = {}
    exec(code, names)
    method = names["SignSGD"]
    assert method.key not in CATALOGUE and len(names["edges"]["signs"].points) == 2
    X, y = names["data"].X, names["data"].y
    learner = make_estimator(method, "classifier")(eta=0.001, random_state=0).fit(X, y)
    trace = record(learner.as_algorithm(), names["data"], passes=10, intercept=True)
    assert learner.coef_.ravel().tolist() == trace.final.weights.tolist()
    again = pickle.loads(pickle.dumps(learner))
    assert type(again) is type(learner) and np.array_equal(again.predict(X), learner.predict(X))
    (knob,) = re.findall(
        r"```python\n(from dataclasses import dataclass\n[^`]*knob\([^`]*)```", GUIDE
    )
    exec(knob, names)
    with pytest.raises(ValueError, match=r"floor = -1\.0: it must be a number >= 0"):
        names["FlooredSignSGD"](floor=-1.0)


def test_what_is_added_is_found_in_the_menus_and_held_to_its_twin(copy):
    answer = subprocess.run(
        [sys.executable, "-m", "tests.house.added.check"],
        cwd=copy,
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert answer.returncode == 0, (answer.stdout[-3000:], answer.stderr[-3000:])
    assert answer.stdout.split()[-1] == "found"


def test_a_change_goes_where_the_guide_says():
    row = Change("x.md", None, "| `c` |")
    assert row.insert("| `a` |\n| `b` |\n\nend\n") == "| `a` |\n| `b` |\n| `c` |\n\nend\n"
    line = Change("x.py", "    A,", "    B,")
    assert line.insert("(\n    A,\n)\n") == "(\n    A,\n    B,\n)\n"
    with pytest.raises(AssertionError, match="no line"):
        line.insert("(\n)\n")
