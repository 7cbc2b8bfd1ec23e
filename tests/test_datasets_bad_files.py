"""Files that cannot be used: each refusal names the file, the place and the remedy."""

import gzip
import lzma

import pytest

import datasets
from datasets import DatasetError

GOOD = "a,b,target\n" + "".join(f"{i},{i * i},{i % 2}\n" for i in range(200))
XZ, GZ = lzma.compress(GOOD.encode()), gzip.compress(GOOD.encode())

FILES = {
    "empty.csv": ("", ["empty", "put rows into it"]),
    "blank.csv": (" \n\n", ["empty", "put rows into it"]),
    "header.csv": ("a,b,target\n", ["no rows", "add some"]),
    "latin.csv": ("a,b\n1,2\n3,caf\xe9\n".encode("latin-1"), ["line 3", "UTF-8"]),
    "noise.csv": (bytes(range(256)) * 4, ["not UTF-8", "save it as CSV"]),
    "nul.csv": (b"a,b\n1,\0\n", ["NUL", "save it as CSV"]),
    "cut.csv.xz": (XZ[: len(XZ) // 2], ["cut short", "copy it here again"]),
    "cut.csv.gz": (GZ[: len(GZ) // 2], ["cut short", "copy it here again"]),
    "hardly.csv.xz": (XZ[:3], ["cut short", "copy it here again"]),
    "plain.csv.xz": (GOOD, ["no intact .xz file", "compress it again"]),
    "plain.csv.gz": (GOOD, ["no intact .gz file", "compress it again"]),
    "flipped.csv.xz": (XZ[:40] + b"!!!!" + XZ[44:], ["no intact .xz file", "copy it here again"]),
    "flipped.csv.gz": (GZ[:40] + b"!!!!" + GZ[44:], ["no intact .gz file", "copy it here again"]),
    "ragged.csv": ("a,b\n1,0\n2,1,5\n", ["line 3", "same number of cells"]),
    "quote.csv": ('a,b\n1,"0\n2,1\n', ["row 1", "separated by commas"]),
    "nameless.csv": ("a,b\n1,2,0\n2,3,1\n", ["3 cells", "2 names", "name every column"]),
    "nameless-index.csv": ("a,b\n0,2,0\n1,3,1\n", ["3 cells", "2 names", "name every"]),
    "endless.csv": ("a,b\n" + "x" * 200_000 + ",1\n", ["first two lines", "commas"]),
    "numbers.csv": ("1.5,2,0\n1,2,0\n2,3,1\n", ["first line (1.5, 2", "names there"]),
    "one.csv": ("target\n1\n0\n", ["one column only", "separated by commas"]),
    "semicolons.csv": ("a;b\n1;0\n2;1\n", ["one column only", "not by semicolons"]),
    "twice.csv": ("target,a,target\n1,2,0\n0,3,1\n", ["two columns named 'target'", "rename"]),
    "blanks.csv": ("a,a ,b\n1,2,0\n0,3,1\n", ["two columns named 'a'", "rename"]),
    "infinite.csv": ("a,b\n1,0\n-inf,1\ninf,1\n", ["'a'", "-inf", "row 2", "(2 such cells)"]),
    "huge.csv": ("a,b\n1,0\n1e200,1\n", ["'a', row 2", "1e+200", "larger unit"]),
    "beyond.csv": ("a,b\n1,0\n1e999,1\n", ["'a'", "inf", "row 2", "finite number"]),
    "stray.csv": ("a,b\n1,0\n2,1\nabc,1\n4,0\n", ["'a'", "1 cell", "'abc' in row 3", "leave"]),
    "void.csv": ("a,b,y\n,,0\n,,1\n", ["every feature is missing", "fill some in"]),
    "untold.csv": ("a,b,y\n1,2,\n3,4,\n", ["'y'", "empty in every row", "fill it in"]),
    "constant.csv": (
        "a,b,y\n1,x,0\n1,x,1\n1,x,1\n",
        ["no feature ever changes (a and b=x)", "add"],
    ),
    "same.csv": ("a,y\n1,5\n2,5\n", ["target is 5 in every row", "two different values"]),
    "many.csv": ("a,y\n1,u\n2,v\n3,w\n", ["3 classes (u, v and w)", "positive='u'"]),
    "wild.csv": ("a,y\n1,0\n2,inf\n3,1\n", ["'y'", "inf", "row 2", "finite number"]),
    "empty.svm": ("\n", ["empty", "put rows into it"]),
    "comment.svm": ("# nothing\n", ["no row with a feature", "id:value"]),
    "words.svm": ("1 1:2\nspam 1:3\n", ["'spam' in row 2", "id:value"]),
    "pair.svm": ("1 1:2\n# x\n0 1:3 b\n", ["'b' in row 2", "id:value"]),
    "value.svm": ("1 1:2\n0 1:two\n", ["'1:two' in row 2", "id:value"]),
    "falling.svm": ("1 1:2\n0 5:1 3:1\n", ["'3:1' in row 2", "rising ids"]),
    "colon.svm": ("1 1:2\n0 :1\n", ["':1' in row 2", "id:value"]),
    "far.svm": ("1 1:2\n0 99999999:1\n", ["99999999", "10,000,000", "from 1"]),
    "farther.svm": ("1 1:2\n0 99999999999999999999:1\n", ["row 2", "rising ids"]),
    "nan.svm": ("1 1:2\n0 2:nan\n", ["column '2', row 2", "NaN", "leave the row out"]),
    "inf.svm": ("1 1:2\n0 2:inf\n", ["column '2', row 2", "inf", "finite number"]),
    "one.svm": ("1 1:2\n1 2:3\n", ["target is 1 in every row", "two different values"]),
    "noise.svm": (bytes(range(256)), ["row 1", "id:value"]),
    "cut.svm.xz": (XZ[: len(XZ) // 2], ["cut short", "copy it here again"]),
}


@pytest.mark.parametrize("name", FILES)
def test_a_bad_file_is_refused_in_a_sentence(name, tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    content, parts = FILES[name]
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(DatasetError) as refused:
        datasets.load(name.split(".")[0])
    sentence = str(refused.value)
    assert [part for part in parts if part not in sentence] == [], sentence
    assert sentence.startswith(f"{name}: ") and sentence.endswith(".")
    assert str(tmp_path) not in sentence


def test_a_file_that_vanishes_is_missed_by_name(tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    (tmp_path / "gone.csv").write_text(GOOD)
    recipe = datasets.recipe("gone")()
    (tmp_path / "gone.csv").unlink()
    with pytest.raises(DatasetError, match=r"gone\.csv: .*No such file.*check that it is there"):
        recipe.build()


def test_the_good_file_is_good(tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    (tmp_path / "good.csv.xz").write_bytes(XZ)
    assert datasets.load("good").n_rows == 200
