"""A file is what it holds: its name says so, or its first bytes, or else the sentence does."""

import bz2
import gzip
import io
import pickle
import tarfile
import zipfile

import numpy as np
import pytest

import datasets
from datasets import DatasetError, refused_files, upload_recipe
from tests.support.many.turns import in_turn

SVM = b"+1 1:0.5 3:2\n-1 2:1\n+1 1:1 2:1 3:1\n"
VW = "".join(f"{1 if i % 2 else -1} |user age:{i % 7} |item price:{i % 5}\n" for i in range(50))
TABLE = b"a,b,y\n1.5,2,0\n3,4,1\n5,7,1\n"
ARFF = b"% a comment\n@relation r\n@attribute a real\n@attribute y {u,v}\n@data\n1,u\n2,v\n"
JSON = b'[{"a": 1.5, "b": 2, "y": 0},\n {"a": 3, "b": 4, "y": 1}, {"a": 5, "b": 7, "y": 1}]'
LINES = b'{"a": 1.5, "b": 2, "y": 0}\n{"a": 3, "b": 4, "y": 1}\n{"a": 5, "b": 7, "y": 1}\n'


def excel() -> bytes:
    import openpyxl

    book = openpyxl.Workbook()
    for row in (("a", "b", "y"), (1.5, 2, 0), (3, 4, 1), (5, 7, 1)):
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def parquet() -> bytes:
    import pandas as pd

    file = io.BytesIO()
    pd.DataFrame({"a": [1.5, 3, 5], "b": [2, 4, 7], "y": [0, 1, 1]}).to_parquet(file)
    return file.getvalue()


def zip_of(**members: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "."), content)
    return file.getvalue()


def tar() -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        member = tarfile.TarInfo("a.csv")
        member.size = len(TABLE)
        archive.addfile(member, io.BytesIO(TABLE))
    return file.getvalue()


def numpy_file() -> bytes:
    file = io.BytesIO()
    np.save(file, np.eye(3))
    return file.getvalue()


SPARSE, CELLS = [[0.5, 0, 2], [0, 1, 0], [1, 1, 1]], [[1.5, 2], [3, 4], [5, 7]]
READ = {
    # LIBSVM's own names
    "a9a": (SVM, SPARSE),
    "a9a.t": (SVM, SPARSE),
    "usps.bz2": (bz2.compress(SVM), SPARSE),
    "real.trn.bz2": (bz2.compress(SVM), SPARSE),
    "dna.scale.tr": (SVM, SPARSE),
    "dna.scale.val": (SVM, SPARSE),
    "svm.txt": (SVM, SPARSE),
    "svm.data": (SVM, SPARSE),
    "rows.csv": (SVM, SPARSE),
    # what an archive, or the content, says
    "data.zip": (zip_of(good__csv=TABLE), CELLS),
    "rows.zip": (zip_of(rows__svm=SVM), SPARSE),
    "any.zip": (zip_of(any=SVM), SPARSE),
    "data.gz": (gzip.compress(TABLE), CELLS),
    "packed.csv": (gzip.compress(TABLE), CELLS),
    "packed.data": (zip_of(any__csv=TABLE), CELLS),
    "iris": (TABLE, CELLS),
    "export.csv": (excel(), CELLS),
    "table.xls": (TABLE, CELLS),
    "records.csv": (JSON, CELLS),
    "records.txt": (LINES, CELLS),
    "columns.csv": (parquet(), CELLS),
    "columns": (parquet(), CELLS),
    "weka.txt": (ARFF, [[1], [2]]),
    "weka.arff.txt": (ARFF, [[1], [2]]),
}


@in_turn("name", READ)
def test_what_a_file_holds_is_seen_and_said(name):
    content, rows = READ[name]
    dataset = upload_recipe(name, content)().build()
    assert dataset.X.toarray().tolist() == rows
    is_said = dataset.notes[0].startswith(("The file is read as", "The file is packed as"))
    assert is_said or name in ("data.zip", "rows.zip"), dataset.notes


def test_rows_of_vowpal_wabbit_are_no_table_with_bars():
    dataset = upload_recipe("train.txt", VW.encode())().build()
    assert dataset.feature_names == ("user^age", "item^price")
    assert "read as Vowpal Wabbit's lines" in dataset.notes[0]
    bars = "".join(f"{i % 2} | {i} | {i * i}\n" for i in range(9))
    assert upload_recipe("bars.txt", bars.encode())().build().feature_names == ("x1", "x2")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("times.txt", "1 12:30\n0 12:45\n1 13:00\n"),
        ("words.csv", "a b,c d,e f\n1 2,3 4,5 6\n"),
        ("numbers.data", "5 2:1 x\n6 3:1 y\n"),
    ],
)
def test_what_only_looks_like_pairs_stays_a_table(name, text):
    assert upload_recipe(name, text.encode()).__name__ == "CsvFile"


REFUSED = {
    "old.xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "Office file of the old kind"),
    "sheet.ods": (zip_of(mimetype=b"x", content__xml=b"<x/>"), "OpenDocument"),
    "m.mat": (b"MATLAB 5.0 MAT-file" + bytes(200), "MATLAB.*writetable"),
    "new.mat": (b"\x89HDF\r\n\x1a\n" + bytes(100), "HDF5"),
    "r.rda": (gzip.compress(b"RDX3\nX\n\0\0"), "R's objects.*write.csv"),
    "m.pkl": (pickle.dumps({"a": 1}), "pickle.*never opened"),
    "all.tar.gz": (gzip.compress(tar()), "tar: unpack it"),
    "all.tgz": (gzip.compress(tar()), "tar: unpack it"),
    "all.tar": (tar(), "tar: unpack it"),
    "a.npy": (numpy_file(), "NumPy.*savetxt"),
    "a.npz": (zip_of(a__npy=numpy_file()), "NumPy.*savetxt"),
    "page.csv": (b"<!DOCTYPE html>\n<html><body>1,2</body></html>", "web page.*CSV"),
    "twice.csv.gz": (gzip.compress(gzip.compress(TABLE)), "packed twice"),
    "nothing.bin": (bytes(range(256)), "neither its name nor its first lines"),
    "prose": (b"It was a bright day in April,\nand the clocks were striking.\n", "neither"),
    "two.zip": (zip_of(a__csv=TABLE, b__csv=TABLE), "2 files"),
    "broken.zip": (zip_of(a__csv=TABLE)[:40], r"no intact \.zip"),
    "cut.bz2": (bz2.compress(SVM)[:30], "cut short"),
}


@in_turn("name", REFUSED)
def test_what_is_not_read_is_named_for_what_it_is(name):
    content, words = REFUSED[name]
    with pytest.raises(DatasetError, match=words) as refused:
        upload_recipe(name, content)
    sentence = str(refused.value)
    assert sentence.startswith(f"{name}: ") and sentence.endswith(".")
    assert "rename" not in sentence


def test_the_data_folder_takes_what_it_can_and_says_why_not(tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    (tmp_path / "a9a").write_bytes(SVM)
    (tmp_path / "a9a.t").write_bytes(SVM)
    (tmp_path / "usps.bz2").write_bytes(bz2.compress(SVM))
    (tmp_path / "m.pkl").write_bytes(pickle.dumps([1]))
    (tmp_path / "README.md").write_text("Read me, please.\n\nAll of me.\n")
    (tmp_path / ".hidden").write_text("")
    keys = list(datasets.available())[len(datasets.CATALOGUE) :]
    assert keys == ["a9a", "a9a.t", "usps"]
    assert datasets.load("usps").n_rows == 3
    assert list(refused_files()) == ["README.md", "m.pkl"]
    assert refused_files()["m.pkl"].startswith("it is a pickle")
    for name in ("m", "m.pkl"):
        with pytest.raises(DatasetError, match=r"^m\.pkl: it is a pickle"):
            datasets.load(name)
    (tmp_path / "m.pkl").write_bytes(TABLE)  # a file that changes is looked at anew
    assert "m.pkl" in datasets.available() and list(refused_files()) == ["README.md"]
