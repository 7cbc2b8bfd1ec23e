"""Sparse ARFF rows: categories and classes as declared, and refusals that name the line."""

import numpy as np
import pytest

from datasets import DatasetError, upload_recipe
from tests.support.many.turns import in_turn

HEAD = (
    "@relation r\n@attribute a numeric\n@attribute n integer\n@attribute c {u,v,w}\n"
    "@attribute y {0,1,2,3}\n@data\n"
)


def content(rows, **options):
    """The rows of a file."""
    return upload_recipe("s.arff", (HEAD + rows).encode())(**options).content()


def test_declared_classes_are_classes():
    rows = content("{0 1, 3 2}\n{0 2}\n{0 3,3 1}\n{0 4,3 2}\n")
    assert rows.classes == ("0", "1", "2") and rows.y.tolist() == [2, 0, 1, 2]
    assert rows.labels.tolist() == ["2", "0", "1", "2"]
    lines = HEAD + "{0 1, 3 2}\n{0 2}\n{0 3,3 1}\n{0 4, 3 2}\n"
    data = upload_recipe("s.arff", lines.encode())().build()
    assert data.task == "multiclass" and data.classes == ("0", "1", "2")
    assert data.y.tolist() == [2, 0, 1, 2]


def test_a_numeric_target_is_numbers():
    rows = content("{0 1, 3 2}\n{2 v}\n{0 3,3 1}\n", target="a")
    assert rows.classes == () and rows.labels.tolist() == [1, 0, 3]
    assert rows.names == ("n", "c=v", "y=1", "y=2")


def test_cells_may_be_quoted_cut_by_tabs_weighted_and_commented():
    rows = content("{0 '1.5',\t2\t'w'}, {2}\n% none\n { 2 \"v\" , 3 1 , } % end\n{}\n")
    assert rows.X.toarray().tolist() == [[1.5, 0, 0, 1], [0, 0, 1, 0], [0] * 4]
    assert rows.names == ("a", "n", "c=v", "c=w") and rows.labels.tolist() == ["0", "1", "0"]
    assert [step.what for step in rows.report[1:]] == [
        "A comment after % at the end of 1 row left out.",
        "The weight in braces of 1 row left out: each row counts once.",
    ]


def test_fractions_among_whole_numbers_are_kept_and_reported():
    rows = content("{1 1.5,3 1}\n{1 2}\n")
    assert rows.X.toarray()[:, 1].tolist() == [1.5, 2]
    assert rows.report[1].what == (
        "1 cell declared as whole numbers holds a fraction and is kept as written: 1 in n."
    )


def test_many_chunks_are_read_as_one(monkeypatch):
    rng = np.random.default_rng(3)
    lines = [f"{{0 {rng.integers(9)}, 2 {rng.choice(['v', '?'])}, 3 {i % 4}}}" for i in range(50)]
    whole = content("\n".join(lines))
    monkeypatch.setattr("datasets.files.arff.sparse.CHUNK", 7)
    parts = content("\n".join(lines))
    assert np.array_equal(whole.X.toarray(), parts.X.toarray())
    assert np.array_equal(whole.y, parts.y) and whole.report == parts.report


BAD = {
    "category": ("{0 1}\n{2 x}\n", "line 8, column 'c': 'x' is none of the categories declared"),
    "number": ("{0 1}\n{0 z}\n", "line 8, column 'a': 'z' is no number"),
    "class": ("{0 1,3 9}\n", "line 7, column 'y': '9' is none of the categories declared"),
    "far": ("{0 1}\n{9 1}\n", "line 8 names attribute 9, and the last one is 3"),
    "twice": ("{0 1,0 2}\n", "line 7 names attribute 0 twice: give it one value."),
    "dense": ("{0 1}\n1,2,u,0\n", "line 8 is no sparse row, and those before it are"),
    "open": ("{0 1\n", "line 7 is no sparse row: write {place value, place value}"),
    "name": ("{a 1}\n", "line 7 is no sparse row: write {place value, place value}"),
    "quote": ("{2 'v}\n", "line 7 is no sparse row: write {place value, place value}"),
}


@in_turn("name", BAD)
def test_a_refusal_names_the_line(name):
    rows, sentence = BAD[name]
    with pytest.raises(DatasetError) as refused:
        content(rows)
    assert str(refused.value).startswith(f"s.arff: {sentence}"), str(refused.value)


@pytest.mark.parametrize(
    ("bound", "rows"),
    [
        ("MOST_CUT", "{0 1,1 2}\n{0 1,3 2}\n"),
        ("MOST_ROWS", "{0 1}\n" * 4),
        ("MOST_ROWS", "{}\n" * 4),
    ],
)
def test_more_than_is_read_is_refused(bound, rows, monkeypatch):
    monkeypatch.setattr(f"datasets.files.limits.{bound}", 3)
    with pytest.raises(DatasetError, match=r"more than 3 (values|rows), the most that are read"):
        content(rows)
