"""Dense ARFF rows have two readers, and whichever reads them the table is the same."""

import csv
import io

import numpy as np
import pandas as pd
import pytest
from scipy.io.arff import loadarff

from datasets import DatasetError, upload_recipe
from datasets.files.arff import dense
from tests.support.many.turns import in_turn

HEAD = "@relation r\n@attribute a real\n@attribute b integer\n@attribute c {u,v,7}\n@data\n"
ROWS = [
    "1,2,u\n-0.5,?,v\n1e-7,3.9,7\n?,-3.9,?\n",
    "0.1,1,u\n\n0.30000000000000004,2,v",
    "1,2,u\r\n3,4,v\r\n",
    "1, 2,u\n",
    "% 5\n1,2,u\n  %,,\n3,4,v",
    "  1\t,2,u  \n\t3,  4  ,v\n",
    "1,,u\n2,3,v\n",
    ",2,u\n",
    "1\t2\tu\n3\t4\tv\n",
    "1 2  u\n 3 4 v \n",
    "1, 2 u\n3 ,4\tv\n",
]
ODD = [
    "nan,1,u\ninf,2,v\n",
    "1,2,'u'\n",
    '"1",2,u\n',
    "1,2,u % said so\n3,4,v\n",
    "1,2,u\n1 2 v\n",
    "1,2,u,\n3,4,v,\n",
    "1,2,u,{0.5}\n3 4 v {2}\n",
]
BAD = [
    "1,2\n",
    "1,2,u,3\n",
    "1,2,u\n1,2\n1,2,u,3\n",
    "x,2,u\n",
    "1,,2,u\n",
    "1,2\nu\n",
    "1,1_0,u\n",
]


def table(rows: str, head: str = HEAD):
    """The table in a file of such rows."""
    return upload_recipe("r.arff", (head + rows).encode())().content()


def both(rows: str, monkeypatch) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The table by pandas, where it reads it, and line by line."""
    first = table(rows).frame
    monkeypatch.setattr(dense, "plain_rows", lambda *_: None)
    return first, table(rows).frame


@pytest.mark.parametrize("rows", ROWS + ODD)
def test_the_two_read_the_same(rows, monkeypatch):
    one, other = both(rows, monkeypatch)
    pd.testing.assert_frame_equal(one, other)
    assert one["c"].cat.categories.tolist() == ["u", "v", "7"]


@pytest.mark.parametrize("rows", ROWS)
def test_plain_rows_are_read_by_pandas(rows, monkeypatch):
    monkeypatch.setattr(dense, "rows_by_line", None)
    assert len(table(rows).frame)


def test_pandas_reads_every_digit(monkeypatch):
    numbers = np.random.default_rng(0).standard_normal(2000)
    rows = "".join(f"{x!r},1,u\n" for x in numbers.tolist())
    assert np.array_equal(both(rows, monkeypatch)[0]["a"], numbers)


@in_turn("rows", BAD)
def test_what_is_wrong_is_said_with_its_line(rows):
    with pytest.raises(DatasetError, match=r"^r\.arff: line \d+"):
        table(rows)


def test_rows_may_be_cut_by_blanks_or_tabs_or_both_and_commas():
    for rows in ("1 2 u\n3 4 v\n", "1\t2\tu\n3\t4\tv\n", "1, 2 u\n3 ,4\tv\n", "1,2,u\n3 4 v\n"):
        content = table(rows)
        assert content.frame["a"].tolist() == [1, 3] and content.frame["b"].tolist() == [2, 4]
        assert content.frame["c"].tolist() == ["u", "v"]
    with pytest.raises(DatasetError, match=r"line 6 has 2 cells for 3 attributes: write a row on "):
        table("1 2\nu\n")


def test_blanks_inside_a_cell_between_commas_are_its_own():
    head = "@relation r\n@attribute a {light blue,u}\n@attribute b string\n@data\n"
    frame = table("light blue, two words\n'light blue','a , b'\n", head).frame
    assert frame["a"].tolist() == ["light blue"] * 2
    assert frame["b"].tolist() == ["two words", "a , b"]


def test_a_fraction_among_whole_numbers_is_kept_and_reported(monkeypatch):
    for _ in range(2):
        content = table("1,1.5,u\n1,2,v\n1,2.5,u\n")
        assert content.frame["b"].tolist() == [1.5, 2, 2.5]
        assert content.report[-1].what == (
            "2 cells declared as whole numbers hold fractions and are kept as written: 2 in b."
        )
        monkeypatch.setattr(dense, "plain_rows", lambda *_: None)


def test_what_is_taken_off_a_row_is_reported():
    notes = [step.what for step in table("1 2 u {3}\n3,4,v % four\n").report]
    assert notes[1:] == [
        "Blanks or tabs separate the cells of 1 row.",
        "A comment after % at the end of 1 row left out.",
        "The weight in braces of 1 row left out: each row counts once.",
    ]


def test_quotes_escapes_and_signs_inside_them():
    head = "@relation r\n@attribute 'it\\'s' {'a, b','c\\'d','50 %','{x}','?',\"e'f\"}\n"
    head += "@attribute s string\n@data\n"
    rows = "'a, b','x\\ty'\n'c\\'d',\"say \\\"so\\\"\"\n'50 %',5%\n"
    rows += "'{x}','\\u00e9'\n'?',don't\n?,''\n\"e'f\",z"
    frame = table(rows, head).frame
    assert frame.columns[0] == "it's"
    assert frame["it's"].tolist()[:5] == ["a, b", "c'd", "50 %", "{x}", "?"]
    assert frame["it's"].isna().tolist() == [False] * 5 + [True, False]
    assert frame["s"].tolist()[:5] == ["x\ty", 'say "so"', "5%", "é", "don't"]
    assert frame["s"].isna().tolist() == [False] * 5 + [True, False]


REFEREED = [
    HEAD + "1,2,u\n-0.5,?,v\n1e-7,3.9,7\n",
    "@relation bolts\n@attribute SPEED2 integer\n@attribute T real\n@data\n1.5,2\n2,3\n2.5,4\n",
    "@relation car\n@attribute doors {2,3,4,5more}\n@attribute persons {2,4,more}\n"
    "@attribute class {unacc,acc,good,vgood}\n@data\n2,2,unacc\n5more,more,vgood\n4,4,acc\n",
    "@relation w\n@attribute thickness integer [1,10]\n@attribute share real [0,1]\n"
    "@attribute class { benign, malignant}\n@data\n5,0.5,benign\n10,1,malignant\n",
    "@relation digits\n@attribute ink numeric\n@attribute digit {0,1,2,3,4,5,6,7,8,9}\n"
    "@data\n3,7\n4,0\n%\n5,1\n",
    "@relation d\n@attribute on date 'yyyy-MM-dd'\n@attribute y numeric\n@data\n"
    "2020-01-02,1\n1969-12-31,2\n",
    "@relation q\n@attribute 'a b' numeric\n@attribute c {'x y','z'}\n@data\n1,'x y'\n2,z\n",
]


def by_scipy(text):
    """The rows and their description by SciPy, which lifts the csv module's limit for everybody."""
    limit = csv.field_size_limit()
    try:
        return loadarff(io.StringIO(text))
    finally:
        csv.field_size_limit(limit)


@in_turn("text", REFEREED)
def test_scipy_reads_the_same(text):
    frame = table("", text).frame
    rows, meta = by_scipy(text)
    assert frame.columns.tolist() == meta.names()
    for name in frame:
        kind, declared = meta[name]
        if kind == "nominal":
            assert frame[name].cat.categories.tolist() == list(declared)
            assert frame[name].tolist() == [word.decode() for word in rows[name]]
        else:
            np.testing.assert_array_equal(frame[name].to_numpy(), rows[name])


@pytest.mark.parametrize(
    ("bound", "rows"),
    [("MOST_CELLS", "1,2,u\n"), ("MOST_CUT", "1,2,'u'\n"), ("MOST_ROWS", "1,2,u\n")],
)
def test_a_table_beyond_the_bounds_is_refused_before_it_is_read(bound, rows, monkeypatch):
    monkeypatch.setattr(f"datasets.files.limits.{bound}", 3)
    with pytest.raises(DatasetError, match=r"^r\.arff: it has .* rows.* read: give fewer rows"):
        table(rows * 5)
