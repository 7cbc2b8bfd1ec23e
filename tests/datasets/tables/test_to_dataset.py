"""A column of a table becomes features by its kind, and every row and cell is kept or counted."""

import datetime
import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets import Column, DatasetError
from datasets.content import Table
from datasets.tables import table_dataset
from tests.support.loading import check_form
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn
from tests.support.tables import HERE, dataset_of, notes_of

DATES = ["2020-01-01", "2020-01-02", None, "1970-01-11"]


def test_each_column_says_what_it_was_and_where_it_went():
    dataset = dataset_of(
        {
            "age": [1.0, None, 3.0, 5.0],
            "colour": ["red", "blue", None, "red"],
            "id": ["u", "v", "w", "x"],
            "smoker": ["yes", "No", "no", None],
            "born": DATES,
            "void": [None] * 4,
            "note": [5, 6, 7, 8],
        },
        left_out="note",
    )
    assert dataset.columns == (
        Column("age", "numbers", 1, 0, 1),
        Column("colour", "categories", 1, 1, 3),
        Column("id", "left out"),
        Column("smoker", "yes or no", 1, 3, 4),
        Column("born", "dates", 1, 4, 5),
        Column("void", "left out", 4),
        Column("note", "left out"),
    )
    assert dataset.feature_names == ("age", "colour=blue", "colour=red", "smoker", "born")
    assert dataset.X.toarray().T.tolist() == [
        [1, 3, 3, 5], [0, 1, 0, 0], [1, 0, 0, 1], [1, 0, 0, 0], [18262, 18263, 18262, 10],
    ]  # fmt: skip
    assert dataset.groups.tolist() == [0, 1, 1, 2, 3]
    assert "left out as asked: note." in notes_of(dataset, "cleaned")
    assert "3 missing cells filled with the column's median" in notes_of(dataset, "cleaned")
    assert "1 column of dates turned into days since 1970-01-01: born." in notes_of(
        dataset, "encoded"
    )
    assert "of yes and no turned into 1 and 0: smoker." in notes_of(dataset, "encoded")


@in_turn(
    ("cells", "days"),
    [
        (["2020-01-02T12:00", "2020-01-01T00:00"], [18263.5, 18262]),
        (["2020-01-02 06:00:00Z", "2020-01-01 00:00:00Z"], [18263.25, 18262]),
        (["1969-12-31T22:00:00+00:00", "1970-01-01T02:00:00+04:00"], [-1 / 12, -1 / 12]),
        (["2020/01/02", "9999/12/31"], [18263, 2932896]),
        (pd.to_datetime(["2020-01-02", "1600-01-01"]), [18263, -135140]),
        ([datetime.date(2020, 1, 2), datetime.date(2020, 1, 1)], [18263, 18262]),
    ],
)
def test_dates_are_days(cells, days):
    dataset = dataset_of({"n": [1, 2], "when": cells})
    assert dataset.columns[1].kind == "dates"
    assert dataset.X.toarray()[:, 1] == pytest.approx(days, rel=1e-12)


@pytest.mark.parametrize("other", ["2020-01-02 10:00", "2/1/2020", "soon", "2020-13-01"])
def test_dates_in_several_formats_are_words(other):
    dataset = dataset_of({"n": range(6), "when": ["2020-01-01", other] * 3})
    assert dataset.columns[1].kind == "categories" and dataset.n_features == 3


def test_columns_of_every_dtype_come_to_the_same():
    plain = dataset_of({"a": [1, 2, 2, 4], "w": ["u", "v", "u", "v"], "b": [True, False] * 2})
    for kinds in (
        {"a": "int8", "w": "category", "b": "boolean"},
        {"a": "Int64", "w": "object", "b": "object"},
        {"a": "float32", "w": "string", "b": "bool"},
    ):
        frame = pd.DataFrame({"a": [1, 2, 2, 4], "w": ["u", "v", "u", "v"], "b": [True, False] * 2})
        other = dataset_of(dict(frame.astype(kinds)))
        assert other.feature_names == plain.feature_names == ("a", "w=u", "w=v", "b")
        assert np.array_equal(other.X.toarray(), plain.X.toarray())
        assert other.columns == plain.columns


def test_the_target_is_the_column_that_is_named():
    columns = {"a": [1.5, 2.5, 3.5], "target": [0, 1, 1], "b, c": ["x", "y", "x"]}
    assert dataset_of(columns).y.tolist() == [-1, 1, 1]
    assert dataset_of(columns, target="a").y.tolist() == [1.5, 2.5, 3.5]
    assert dataset_of(columns, target="b, c", left_out="a").feature_names == ("target",)
    assert dataset_of(columns, left_out='"b, c"').feature_names == ("a",)
    kept = dataset_of({"a": [1, 2, 3], "y": ["True", "false", " "]}, target="y", positive="TRUE")
    assert kept.y.tolist() == [1, -1] and "true is +1 (1 row)" in notes_of(kept, "target")
    dates = dataset_of({"a": [1, 2, 3, 4], "y": DATES}, target="y")
    assert dates.y.tolist() == [18262, 18263, 10] and "days since" in notes_of(dates, "target")


@in_turn(
    ("options", "parts"),
    [
        ({"target": "z"}, ["no column 'z' to predict", "choose among a, b c and y"]),
        ({"left_out": "a,z"}, ["no column 'z' to leave out", "choose among a, b c and y"]),
        ({"left_out": '"a'}, ["list of columns", "double quotes"]),
        ({"left_out": "y"}, ["'y' is the target", "name another target"]),
        ({"left_out": "a,b c"}, ["every column but the target", "leave a feature in"]),
    ],
)
def test_a_column_that_cannot_be_is_refused(options, parts):
    frame = pd.DataFrame({"a": [1, 2], "b c": [3, 4], "y": [0, 1]})
    with pytest.raises(DatasetError) as refused:
        table_dataset(Table(frame), HERE, **options)
    assert [part for part in parts if part not in str(refused.value)] == []


def test_what_never_changes_stays_and_is_named():
    dataset = dataset_of(
        {"a": [1, 2, 2], "one": [7, 7, 7], "same": ["x"] * 3, "gap": ["x", "", "x"]}
    )
    assert dataset.n_features == 4
    assert "2 columns hold the same in every row" in notes_of(dataset, "cleaned")
    assert "stayed: one and same." in notes_of(dataset, "cleaned")


def test_repeated_rows_are_counted_and_kept():
    table = {"a": [1, 1, 1, 2, 2, 0], "w": ["u", "u", "u", "v", "w", "u"], "target": [0, 0, 1] * 2}
    dataset = dataset_of(table)
    assert dataset.n_rows == 6 and "1 row is repeated" in notes_of(dataset, "cleaned")
    assert "repeated" not in notes_of(dataset_of({"a": [1, 1, 2, 2]}), "cleaned")


CELLS = {
    "numbers": st.sampled_from([None, 0.0, 1.0, -2.5, 7.0]),
    "words": st.sampled_from([None, "u", "v w", " u", "é", ""]),
    "dates": st.sampled_from(["2020-01-01", "2021-05-06", "", None, "1899-12-31"]),
    "switch": st.sampled_from(["yes", "No", None]),
    "any": st.sampled_from([None, "1", "2.5", "x", "yes", "2020-01-01", "inf", "true"]),
}


@st.composite
def frames(draw):
    """A table of a few columns of any kind and a target with gaps."""
    n_rows = draw(st.integers(1, 9))
    kinds = draw(st.lists(st.sampled_from(sorted(CELLS)), min_size=1, max_size=4))
    columns = [draw(st.lists(CELLS[kind], min_size=n_rows, max_size=n_rows)) for kind in kinds]
    target = draw(
        st.lists(st.sampled_from(["a", "b", None, " "]), min_size=n_rows, max_size=n_rows)
    )
    return pd.DataFrame({f"c{j}": cells for j, cells in enumerate(columns)} | {"target": target})


@examples(150)
@given(frames())
def test_rows_and_cells_are_kept_or_counted(frame):
    try:
        dataset = table_dataset(Table(frame), HERE)
    except DatasetError as refused:
        assert str(refused).endswith(".") and "\n" not in str(refused)
        return
    check_form(dataset)
    kept = frame["target"].fillna("").str.strip() != ""
    dropped = [int(n) for n in re.findall(r"(\d+) rows? without", notes_of(dataset, "cleaned"))]
    assert dataset.n_rows + sum(dropped) == len(frame) and dataset.n_rows == kept.sum()
    filled = re.findall(r"(\d+) missing cells? (?:filled|of text)", " ".join(dataset.notes))
    features = [column for column in dataset.columns if column.kind != "left out"]
    assert sum(map(int, filled)) == sum(column.missing for column in features)
    assert [column.name for column in dataset.columns] == list(frame.columns[:-1])
    assert features[0].first == 0 and features[-1].last == dataset.n_features
    cells = frame[kept].drop(columns="target").astype(object)
    blank = cells.isna() | (cells == "")
    for column in dataset.columns:
        assert column.missing == blank[column.name].sum()
        block = dataset.X[:, column.first : column.last].toarray()
        if column.kind == "categories":
            assert np.array_equal(block.sum(axis=1), ~blank[column.name])
        if column.kind == "numbers" and column.missing == 0:
            assert np.array_equal(block[:, 0], cells[column.name].astype(float))
    rows = np.column_stack([dataset.X.toarray(), dataset.y])
    n_repeated = len(rows) - len(np.unique(rows, axis=0))
    counts = re.findall(r"(\d+) rows? (?:is|are) repeated", notes_of(dataset, "cleaned"))
    assert sum(map(int, counts)) == n_repeated
