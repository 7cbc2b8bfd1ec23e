"""Files are read and never run, and lead to no other file."""

from __future__ import annotations

import ast
import io
import zipfile
from pathlib import Path

import openpyxl
import pytest

from datasets import DatasetError, upload_recipe
from tests.support.sources import ROOT

RUNS = {
    "eval", "exec", "compile", "__import__", "os.system", "os.popen", "pickle.load",
    "pickle.loads", "pd.read_pickle", "joblib.load", "marshal.loads", "shelve.open", "yaml.load",
    "subprocess.run", "subprocess.Popen", "extract", "extractall", "np.load", "numpy.load",
}  # fmt: skip
"""Calls that run, or may run, what they are given, and those that write an archive's names."""

FOLDERS = ("datasets", "ui", "charts", "pages")


def calls(source: str) -> set[str]:
    """The names of what a source calls, and of methods their last part, too."""
    called = [ast.unparse(n.func) for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Call)]
    methods = {name.rpartition(".")[2] for name in called if "." in name}
    return set(called) | (methods & {"extract", "extractall"})


def test_nothing_that_reads_files_could_run_one():
    assert {"eval", "pickle.loads", "extractall"} <= calls(
        "eval(a); pickle.loads(b); zipfile.ZipFile(c).extractall()"
    )
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    found = {path.name: calls(path.read_text("utf-8")) & RUNS for path in paths}
    assert len(paths) > 100 and not {name: runs for name, runs in found.items() if runs}


ENTITIES = '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(9)
)
OUTSIDE = f'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY j SYSTEM "{Path(__file__).as_uri()}">'
SPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
CELL = '<row r="{0}"><c r="A{0}" t="inlineStr"><is><t>{1}</t></is></c></row>'
SHEET = f"<worksheet {SPACE}><sheetData>{CELL.format(1, '&j;')}{CELL.format(2, 'x')}</sheetData>"
PART = "xl/worksheets/sheet1.xml"


def workbook(part: str, text: str) -> bytes:
    """A workbook of which one part is another."""
    book, saved, changed = openpyxl.Workbook(), io.BytesIO(), io.BytesIO()
    book.active.append(["a", "y"])
    book.save(saved)
    with zipfile.ZipFile(saved) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            new.writestr(name, text if name == part else old.read(name))
    return changed.getvalue()


@pytest.mark.parametrize("head", [ENTITIES, OUTSIDE], ids=["grows", "leads out"])
def test_an_entity_in_a_workbook_neither_grows_nor_leads_to_another_file(head):
    content = workbook(PART, f"{head}]>{SHEET}</worksheet>")
    with pytest.raises(DatasetError, match="no intact Excel workbook"):
        upload_recipe("b.xlsx", content)().build()


@pytest.mark.parametrize("name", ["../../../x.csv", "/etc/x.csv", "..\\x.csv"])
def test_the_names_in_an_archive_are_written_nowhere(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(name, "a,y\n1,0\n2,1\n")
    assert upload_recipe("x.csv.zip", packed.getvalue())().build().n_rows == 2
    assert not list(tmp_path.parent.rglob("x.csv"))


def test_a_link_in_an_archive_is_not_followed():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        link = zipfile.ZipInfo("x.csv")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, str(Path(__file__)))
    with pytest.raises(DatasetError, match="one column only"):
        upload_recipe("x.csv.zip", packed.getvalue())().build()
