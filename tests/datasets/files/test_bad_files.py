"""Files that cannot be used: each refusal names the file, the place and the remedy."""

import tracemalloc

import pytest

import datasets
from datasets import DatasetError

GOOD = "a,b,target\n" + "".join(f"{i},{i * i},{i % 2}\n" for i in range(200))

FILES = {
    "empty.csv": ("", ["empty", "put rows into it"]),
    "blank.csv": (" \n\n", ["empty", "put rows into it"]),
    "header.csv": ("a,b,target\n", ["no rows", "add some"]),
    "noise.csv": (bytes(range(256)) * 4, ["NUL", "save it as CSV"]),
    "codes.csv": (b"a,b\n1,2\n3,\x81\n", ["line 3 is not Windows-1252", "say its encoding"]),
    "mark.csv": (b"\xef\xbb\xbf", ["empty", "put rows into it"]),
    "half.csv": ("a,b\n1,0\n".encode("utf-16")[:-1], ["line 2 is not UTF-16", "save it"]),
    "nul.csv": (b"a,b\n1,\0\n", ["NUL", "save it as CSV"]),
    "ragged.csv": ("a,b\n1,0\n2,1,5\n", ["line 3", "same number of cells"]),
    "short.csv": ("a,b,c\n1,0,1\n\n2,1\n", ["line 4 has 2 cells", "the first line has 3", "same"]),
    "quoted.csv": ('a,b\n"1\n",0\n2,"1,1",0\n', ["line 4 has 3 cells", "same number of cells"]),
    "quote.csv": ('a,b\n1,"0\n2,1\n', ["line 2", "never closed", "close it"]),
    "nameless.csv": ("a,b\n1,2,0\n2,3,1\n", ["3 cells", "2 names", "name every column"]),
    "nameless-index.csv": ("a,b\n0,2,0\n1,3,1\n", ["3 cells", "2 names", "name every"]),
    "endless.csv": ("a,b\n" + "x" * 200_000 + ",1\n", ["line 2", "field limit", "commas"]),
    "one.csv": ("target\n1\n0\n", ["one column only", "separated by commas"]),
    "colons.csv": ("a:b\n1:0\n2:1\n", ["one column only", "semicolons, tabs, bars"]),
    "broad.csv": (",".join(map(str, range(10**6))), ["1,000,000 cells", "50,000", "svmlight"]),
    "twice.csv": ("target,a,target\n1,2,0\n0,3,1\n", ["two columns named 'target'", "rename"]),
    "blanks.csv": ("y,y ,b\n1,2,0\n0,3,1\n", ["two columns named 'y'", "rename"]),
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
    "two-hundred.csv": (
        "a,y\n" + "".join(f"{i},c{i % 200}\n" for i in range(400)),
        ["200 classes", "more than the 100", "positive="],
    ),
    "wild.csv": ("a,y\n1,0\n2,inf\n3,1\n", ["'y'", "inf", "row 2", "finite number"]),
    "empty.svm": ("\n", ["empty", "put rows into it"]),
    "comment.svm": ("# nothing\n", ["no row with a feature", "id:value"]),
    "words.svm": ("1 1:2\nspam 1:3\n", ["'spam' in line 2", "id:value"]),
    "pair.svm": ("1 1:2\n# x\n0 1:3 b\n", ["'b' in line 3", "id:value"]),
    "value.svm": ("1 1:2\n0 1:two\n", ["'1:two' in line 2", "id:value"]),
    "colon.svm": ("1 1:2\n0 :1\n", ["':1' in line 2", "id:value"]),
    "far.svm": ("1 1:2\n0 99999999:1\n", ["99999999", "10,000,000", "from 1"]),
    "equal.svm": ("1 1:2\n0 3:1 3:1\n", ["'3:1' in line 2", "twice in the row", "once in a row"]),
    "negative.svm": ("1 1:2\n0 -3:1\n", ["'-3:1' in line 2", "whole number from 0 on"]),
    "label.svm": ("1 1:2\n2:1 3:1\n", ["'2:1' in line 2", "target, a number"]),
    "two.svm": ("1,2 1:2\n0 1:1\n", ["line 1 has several labels", "'1,2'"]),
    "farther.svm": ("1 1:2\n0 99999999999999999999:1\n", ["line 2", "an id beyond", "from 1"]),
    "nan.svm": ("1 1:2\n0 2:nan\n", ["column '2', row 2", "NaN", "leave the row out"]),
    "inf.svm": ("1 1:2\n0 2:inf\n", ["column '2', row 2", "inf", "finite number"]),
    "one.svm": ("1 1:2\n1 2:3\n", ["target is 1 in every row", "two different values"]),
    "noise.svm": (bytes(range(256)), ["NUL", "save it as text"]),
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


def test_a_million_columns_cost_no_more_than_their_line(tmp_path):
    (tmp_path / "broad.csv").write_text(",".join(["a"] * 10**6) + "\n" + ",".join(["1"] * 10**6))
    tracemalloc.start()
    with pytest.raises(DatasetError, match="1,000,000 cells"):
        datasets.load_file(tmp_path / "broad.csv")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000_000


def test_the_good_file_is_good(tmp_path):
    (tmp_path / "good.csv").write_text(GOOD)
    assert datasets.load_file(tmp_path / "good.csv").n_rows == 200
