"""Lines above a table are passed over with a word, and what is odd in its names is said."""

import io

import numpy as np
import pytest

from datasets import DatasetError, upload_recipe
from tests.support.many.turns import in_turn

ROWS = "1.5,2,0\n3,4,1\n5,7,1\n6,1,0\n"
CELLS = [[1.5, 2], [3, 4], [5, 7], [6, 1]]


def load(text, name="t.csv", **options):
    """The dataset in a file of that text."""
    content = text if isinstance(text, bytes) else text.encode()
    return upload_recipe(name, content)(**options).build()


def save_text(**options) -> str:
    """A table that NumPy has written."""
    file = io.StringIO()
    table = np.column_stack([np.array(CELLS), [0, 1, 1, 0]])
    np.savetxt(file, table, **options)
    return file.getvalue()


HEADS = {
    "excel's separator": ("sep=,\na,b,y\n" + ROWS, "which character separates cells"),
    "excel's semicolon": (
        "sep=;\r\na;b;y\r\n" + ROWS.replace(",", ";").replace("\n", "\r\n"),
        "which character separates cells",
    ),
    "numpy's comment": (save_text(delimiter=",", header="a,b,y"), "1 comment line on top left out"),
    "numpy's blanks": (save_text(header="a b y"), "1 comment line on top left out"),
    "comments": ("# made in 2024\n# by hand, at home\na,b,y\n" + ROWS, "2 comment lines"),
    "a title": ("Report of 2024\na,b,y\n" + ROWS, "1 line above the table left out: 'Report of"),
    "a title in cells": ("Report of 2024,,\n,,\na,b,y\n" + ROWS, "2 lines above the table"),
    "blank lines": ("\n\nReport of 2024\n\na,b,y\n" + ROWS, "4 lines above the table left out"),
    "a long title": (
        "Sales, all countries\nfrom: the office\n\na,b,c,d,y\n"
        + "".join(f"{i},{i * i},{i % 3},{i % 4},{i % 2}\n" for i in range(9)),
        "3 lines above the table",
    ),
}


@in_turn("head", HEADS)
def test_lines_above_a_table_are_passed_over_and_said(head):
    text, note = HEADS[head]
    dataset = load(text)
    assert dataset.feature_names[:2] == ("a", "b")
    if dataset.n_features == 2:
        assert dataset.X.toarray().tolist() == CELLS
    assert any(note in sentence for sentence in dataset.notes), dataset.notes


def test_lines_to_skip_are_as_asked():
    text = "x1,x2,x3\nb,b,b\na,b,y\n" + ROWS
    dataset = load(text, skip="2")
    assert dataset.feature_names == ("a", "b") and dataset.X.toarray().tolist() == CELLS
    assert load("Report\na,b\n1,0\n2,1\n", skip="1").feature_names == ("a",)
    with pytest.raises(DatasetError, match="all its lines are skipped"):
        load("a,b\n1,0\n", skip="9")
    with pytest.raises(DatasetError, match=r"first row has 3 cells, but its first line 1 name"):
        load("Report\na,b,y\n1,2,0\n2,3,1\n", skip="0")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("#,a,y\n1,2,0\n5,3,1\n7,5,1\n", ("#", "a")),
        ("#id,a,y\n1.5,2,0\n5,3,1\n7,5,1\n", ("id", "a")),
        ("a,b,c,y\n,,,\n1,2,3,0\n4,5,6,1\n", ("a", "b", "c")),
        ("name,,,\n1,2,3,0\n4,5,6,1\n", ("x1", "x2", "x3")),
    ],
)
def test_names_with_marks_or_gaps_are_no_title(text, names):
    assert load(text).feature_names == names


def test_a_line_below_the_head_is_counted_from_the_top_of_the_file():
    with pytest.raises(DatasetError, match="line 6 has 2 cells, but the first line has 3"):
        load("# one\n# two\na,b,y\n1,2,0\n3,4,1\n5,6\n7,8,1\n")


def test_a_lone_row_of_numbers_is_a_row():
    with pytest.raises(DatasetError, match=r"no feature ever changes|target is 1 in every row"):
        load("1,2,1\n")
    assert load("5,5,0\n5,6,1\n7,8,1\n").feature_names == ("x1", "x2")


def test_two_columns_of_one_name_get_names_of_their_own():
    dataset = load("a,b,a,a (2),y\n1,2,3,4,0\n5,6,7,9,1\n2,2,1,0,1\n")
    assert dataset.feature_names == ("a", "b", "a (3)", "a (2)")
    note = "More than one column is called 'a': the second of a name has (2) after it."
    assert note in dataset.notes


LONG = "x" * 100_000


@in_turn(
    "text",
    [
        f"{LONG},{LONG},y\n1,2,0\n3,4,1\n",
        f"y,{LONG},y\n1,2,0\n3,4,1\n",
        f"a,y\n{LONG},0\n1,1\n2,1\n3,1\n",
        f"a,y\n1,{LONG}\n2,{LONG}y\n3,z\n",
        f"{LONG}\n{LONG}y\n",
        "1" * 5000 + "," + "2" * 5000 + "\n1,0\n2,1\n",
        "1" * 5000 + "," + "1" * 5000 + "\n" + "1" * 5000 + ",0\n2,1\n",
    ],
)
@in_turn("ending", [".csv", ".vw", ".svm", ".json", ".arff", ""])
def test_no_sentence_quotes_a_long_cell_whole(text, ending):
    try:
        load(text, f"t{ending}")
    except DatasetError as error:
        assert len(str(error)) < 500
        assert "4300" not in str(error)
