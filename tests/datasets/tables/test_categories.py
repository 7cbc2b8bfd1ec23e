"""Numbers are categories where that is plain, declared or asked for; the table has bounds."""

import numpy as np
import pandas as pd
import pytest

from datasets import Column, DatasetError
from datasets.tables import features
from datasets.tables.columns import Numbers, Words, read_column
from tests.support.tables import dataset_of, notes_of, upload

CAR = "".join(
    f"{buying},{doors},{persons},{['unacc', 'acc'][n % 3 == 0]}\n"
    for n in range(3)
    for buying in ("vhigh", "low")
    for doors in ("2", "3", "4", "5more")
    for persons in ("2", "4", "more")
)


@pytest.mark.parametrize("names", ["", "buying,doors,persons,class\n"])
def test_cars_doors_and_persons_are_categories(names):
    dataset = upload("car.data", names + CAR)
    _, doors, persons = names.split(",")[:3] if names else ("x1", "x2", "x3")
    assert [column.kind for column in dataset.columns] == ["categories"] * 3
    assert dataset.feature_names[2:] == tuple(
        [f"{doors}={n}" for n in ("2", "3", "4", "5more")]
        + [f"{persons}={n}" for n in ("2", "4", "more")]
    )
    assert (
        "2 columns of a few whole numbers and words read as categories: "
        f"{doors} (2, 3, 4 and 5more) and {persons} (2, 4 and more)." in dataset.notes
    )


def test_nurserys_children_are_categories():
    cells = ["1", "2", "3", "more"] * 6
    dataset = dataset_of({"children": cells})
    assert dataset.feature_names == tuple(f"children={n}" for n in ("1", "2", "3", "more"))


@pytest.mark.parametrize(
    "cells",
    [
        ["1", "2", "3", "4"] * 6 + ["l"],  # a typing error
        ["1.5", "2.5", "3.5", "more"] * 6,  # no whole numbers
        [*map(str, range(30)), *["never"] * 3],  # many numbers
    ],
)
def test_numbers_with_slips_are_refused_with_the_ways_out(cells):
    with pytest.raises(DatasetError) as refused:
        dataset_of({"a": cells})
    sentence = str(refused.value)
    assert "column 'a' holds numbers except in" in sentence
    assert "write a number there or leave the cell empty" in sentence
    assert "under “read as missing” (missing=" in sentence
    assert "“columns left out” or “read as categories” (left_out='a' or categories='a'" in sentence
    assert dataset_of({"a": cells}, categories="a").columns[0].kind == "categories"


def test_any_numbers_can_be_read_as_categories():
    """Cleveland's chest pain is 1 to 4 in its file, and some rows have none."""
    columns = {"cp": [4.0, 1.0, None, 10.0, 1.0], "age": [60, 50, 40, 55, 61]}
    dataset = dataset_of(columns, categories="cp")
    assert dataset.columns[0] == Column("cp", "categories", 1, 0, 3)
    assert dataset.feature_names == ("cp=1", "cp=4", "cp=10", "age")
    assert dataset.X.toarray()[:, :3].tolist() == [
        [0, 1, 0], [1, 0, 0], [0, 0, 0], [0, 0, 1], [1, 0, 0],
    ]  # fmt: skip
    assert "1 column read as categories, as asked: cp (1, 4 and 10)." in dataset.notes
    file = "cp,age,y\n4,60,0\n1,50,1\n4,61,1\n1,44,0\n"
    assert upload("heart.csv", file, categories="cp").feature_names[:2] == ("cp=1", "cp=4")


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({"categories": "z"}, ["no column 'z' to read as categories", "choose among"]),
        ({"kept": "z"}, ["no column 'z' to keep"]),
        ({"kept": "a", "left_out": "a"}, ["'a' is to be left out and to be kept"]),
        ({"categories": "a", "left_out": "a"}, ["left out and to be read as categories"]),
    ],
)
def test_lists_that_cannot_be_are_refused(options, parts):
    with pytest.raises(DatasetError) as refused:
        dataset_of({"a": [1, 2, 3], "b": [3, 4, 5]}, **options)
    assert [part for part in parts if part not in str(refused.value)] == []


def test_declared_categories_are_words_in_the_declared_order():
    cells = pd.Categorical([" 10", "2", "2", None, ""], ["never", "2", " 10", ""])
    read = read_column(pd.Series(cells))
    assert isinstance(read, Words) and read.words == ["2", "10"]
    assert read.codes.tolist() == [1, 0, 0, -1, -1]
    dataset = dataset_of({"n": [1, 2, 3, 4, 5], "size": pd.Series(cells)})
    assert dataset.feature_names == ("n", "size=2", "size=10")
    switch = read_column(pd.Series(pd.Categorical(["false", "true"])))
    assert isinstance(switch, Numbers) and switch.kind == "yes or no"


def test_numbers_beyond_a_floats_digits_are_said_to_be_so():
    big = [10**25 + n for n in range(4)]
    text = "a,b,y\n" + "".join(f"{n},{n % 3},{n % 2}\n" for n in big)
    assert "1 column of numbers that differ only after some 16 digits" in notes_of(
        upload("a.csv", text), "cleaned"
    )
    for column in ([str(n) for n in big], [2**60 + n for n in range(4)]):
        with pytest.raises(DatasetError, match=r"'a' .* differ by less than a computer's numbers"):
            dataset_of({"a": column})
    with pytest.raises(DatasetError, match="no feature ever changes"):
        dataset_of({"a": ["1.0", "1", "1.00", "1"]})


@pytest.mark.parametrize(
    ("bound", "sentence"),
    [
        ("MOST_CELLS", "60 rows of 2 features, and at most 99 cells"),
        ("MOST_TEXTS", "more than 99 different texts, 60 of them in 'v': leave out columns"),
        ("MOST_FEATURES", "more than 99 columns, one for each category, 60 of them in 'v': leave"),
    ],
)
def test_a_table_has_limits_that_are_reported(bound, sentence, monkeypatch):
    words = [f"w{n}" for n in range(60)]
    monkeypatch.setattr(features, bound, 99)
    with pytest.raises(DatasetError, match=sentence):
        dataset_of({"u": words, "v": words}, kept="u,v")
    assert dataset_of({"u": words, "v": np.arange(60)}, kept="u", left_out="v").n_features == 60


def test_a_word_that_the_list_of_marks_would_break_at_is_not_offered_as_one():
    cells = [str(i * 3) for i in range(100)]
    cells[40] = "ca, 7"
    with pytest.raises(DatasetError) as refused:
        dataset_of({"a": cells})
    assert "first 'ca, 7'" in str(refused.value)
    assert "read as missing" not in str(refused.value)
    assert "“columns left out” or “read as categories”" in str(refused.value)
