"""The wheel: one package at its top, the names of ours below it, and it computes beside others."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile

import pytest
from packaging.requirements import Requirement

from pages.lessons import LESSONS
from tests.support.sources import ROOT, sources
from tools.wheel.rewrite import FOLDERS, OURS, below_parent

A_FIT = """
import contextlib, datasets, io, sys
assert datasets.OWNER == "somebody else"
from sparsity_lab import datasets as ours
from sparsity_lab.algorithms import CATALOGUE, record
from sparsity_lab.pages.lessons import LESSONS
from sparsity_lab.papers.fingerprint import reached_files
from sparsity_lab.ui.playground.export import estimator_script, trace_script
from sparsity_lab.ui.view import opening
data = ours.load("breast_cancer", scaling="unit variance")
trace = record(CATALOGUE["truncated_gradient"](gravity=0.1), data, passes=1)
assert trace.steps[-1] == data.n_rows
assert any(path.name == "truncation.py" for path in reached_files("papers.langford.strong_pull"))
with contextlib.redirect_stdout(io.StringIO()) as printed:
    for text in (trace_script(opening()), estimator_script(opening(), "classification")):
        assert "a Python in which Sparsity Lab is installed" in text.partition("import")[0]
        exec(text, {"__name__": "__main__"})
assert printed.getvalue().count("of 64") == 6
print(len(LESSONS), *sorted({name.split(".")[0] for name in sys.modules}))
"""
MODULE_NAME = re.compile(rf"""["'](?:{"|".join(sorted(OURS))})(?:\.[a-z]\w*)+["']""")
OURS_AT_THE_TOP = re.compile(rf"^(?:from|import) (?:{'|'.join(OURS)})\b|\]\(\.\.")
"""An import of ours, or a link to a document, neither of which the wheel has."""
FILE = re.compile(r"\.(?:md|js|css|json|py|toml)\W$")
ALL_BUT = "papers/fingerprint.py"
"""It has all names as in the project, by which its keys are the same in the wheel."""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import datasets", "from sparsity_lab import datasets"),
        ("import numpy, datasets as d", "import numpy; from sparsity_lab import datasets as d"),
        ("import ui.web.fonts as f", "import sparsity_lab.ui.web.fonts as f"),
        ("import ui.look", "import sparsity_lab.ui.look; from sparsity_lab import ui"),
        ("x = 'ä'; from ui import (\n a,\n)", "x = 'ä'; from sparsity_lab.ui import (\n a,\n)"),
        ("s = 'from ui import {names}'", "s = 'from sparsity_lab.ui import {names}'"),
        ("s = '#     import ui'", "s = '#     from sparsity_lab import ui'"),
        ("s = 'import knobs\\n'", "s = 'from sparsity_lab import knobs\\n'"),
        ('f"""\n{x}\nimport ui\n"""', 'f"""\n{x}\nfrom sparsity_lab import ui\n"""'),
        (
            '"""As in\n\n>>> from ui import a\n"""',
            '"""As in\n\n>>> from sparsity_lab.ui import a\n"""',
        ),
    ],
)
def test_an_import_of_ours_is_of_the_parent(source, expected):
    assert below_parent(source) == expected
    ast.parse(expected)


@pytest.mark.parametrize(
    "source",
    [
        "import datasets_of_others, sklearn.datasets",
        "from sklearn import datasets",
        "from .datasets import load",
        "x = 'from datasets of theirs'; y = ui.look",
        "# import datasets",
        "s = '# from datasets of theirs'; t = '#import ui'",
    ],
)
def test_all_else_stays_as_it_is(source):
    assert below_parent(source) == source


def test_no_string_names_a_module_of_ours():
    """In the wheel it would be somebody else's: say it by ``__name__`` or ``__package__``."""
    named = [
        f"{path}: {found}"
        for path, source in sources(*FOLDERS).items()
        for found in MODULE_NAME.findall(source)
        if not FILE.search(found) and str(path) != ALL_BUT
    ]
    assert not named
    assert MODULE_NAME.findall(sources("papers")[ALL_BUT]), "it looks for what there is"


def test_the_wheel_has_one_name_and_computes_beside_others_of_ours(tmp_path):
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        names = wheel.namelist()
        wheel.extractall(tmp_path / "site")
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"sparsity_lab"}
    for file in ("py.typed", ".streamlit/config.toml", "ui/live/browser/stage/stage.js"):
        assert f"sparsity_lab/{file}" in names
    notebooks = [json.loads(path.read_text()) for path in tmp_path.glob("site/*/notebooks/*")]
    cells = [cell for notebook in notebooks for cell in notebook["cells"]]
    assert len(notebooks) > 1
    assert not [line for cell in cells for line in cell["source"] if OURS_AT_THE_TOP.search(line)]
    other = tmp_path / "site" / "datasets.py"
    other.write_text('OWNER = "somebody else"')
    (tmp_path / "empty").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", A_FIT],
        cwd=tmp_path / "empty",
        env={**os.environ, "PYTHONPATH": str(other.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
    lessons, *modules = done.stdout.split()
    assert int(lessons) == len(LESSONS)
    assert OURS.intersection(modules) == {"datasets"}


def test_what_the_app_is_tested_with_lies_in_the_ranges_of_the_wheel():
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    pins = dict(line.split()[0].split("==") for line in lines if not line.startswith("#"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    ranges = {need.name: need.specifier for need in map(Requirement, project["dependencies"])}
    assert ranges.keys() == pins.keys()
    assert [name for name, pin in pins.items() if pin not in ranges[name]] == []


def test_the_image_runs_without_root_what_the_wheel_has():
    image = (ROOT / "Dockerfile").read_text()
    modules = re.findall(r"python -m sparsity_lab\.(\S+)", image)
    commands = {json.loads(line)[0] for line in re.findall(r"^CMD (.+)$", image, re.MULTILINE)}
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert modules and commands and commands <= scripts.keys()
    files = [f"{name.replace('.', '/')}.py" for name in modules]
    files += [f"{name.split(':')[0].replace('.', '/')}.py" for name in scripts.values()]
    assert all((ROOT / name.removeprefix("sparsity_lab/")).is_file() for name in files)
    assert re.findall(r"^USER (\d+)$", image, re.MULTILINE) == ["10001"]
