"""Columns that name or count the rows are recognised, named, and not learned from."""

import numpy as np
import pytest

from datasets import DatasetError
from datasets.tables.identifiers import is_identifier
from tests.support.many.turns import in_turn
from tests.support.tables import dataset_of, notes_of, upload

ROWS = np.arange(40)
MIXED = (ROWS * 7919) % 40
LIKE_WBC = 61_634.0 + (ROWS * 7_654_321) % 13_000_000


@in_turn(
    ("name", "values"),
    [
        ("id", MIXED),
        ("ID", MIXED // 1.5),  # a few repeat, as among wbc's
        ("PassengerId", ROWS),
        ("customer_id", LIKE_WBC),
        ("customerID", LIKE_WBC),
        ("Sample code number", LIKE_WBC),
        ("Nr.", ROWS + 1),
        ("sample no", ROWS + 1),
        ("index", ROWS),
        ("Observation", ROWS + 1),
        ("rownames", ROWS + 1),
        ("x1", ROWS + 1),  # glass.data, without names
        ("x1", LIKE_WBC),  # wbc's and wdbc's files, without names
        ("Unnamed: 0", ROWS),
    ],
)
def test_names_and_numbers_of_rows_are_identifiers(name, values):
    assert is_identifier(name, np.asarray(values, float), is_first=True)


@in_turn(
    ("name", "values"),
    [
        ("salary", LIKE_WBC),
        ("population", LIKE_WBC),
        ("a", ROWS),
        ("x", ROWS),
        ("day", ROWS + 1),
        ("time", ROWS),
        ("year", 1950 + ROWS),
        ("rank", ROWS + 1),
        ("index", MIXED),  # not in order, so it may be any index
        ("number of rooms", MIXED),
        ("atomic number", MIXED + 1),
        ("valid", MIXED),
        ("idle", MIXED),
        ("id", MIXED + 0.5),
        ("id", ROWS % 5),  # a few shops, say
        ("x1", MIXED),
        ("x1", 1_356_998_400.0 + 60 * MIXED),  # seconds since 1970
        ("x1", 20_240_100.0 + 1 + MIXED % 31),  # dates
        ("x1", 50_000 + 1000.0 * (ROWS % 20)),
        ("x1", LIKE_WBC[:10]),
    ],
)
def test_honest_measurements_are_none(name, values):
    assert not is_identifier(name, np.asarray(values, float), is_first=True)


def test_without_a_name_only_the_first_column_may_be_one():
    assert not is_identifier("x2", ROWS + 1.0, is_first=False)
    assert is_identifier("id", ROWS + 1.0, is_first=False)


def test_an_id_is_left_out_and_brought_back():
    columns = {"id": MIXED, "a": ROWS % 3}
    dataset = dataset_of(columns)
    assert dataset.feature_names == ("a",) and dataset.columns[0].kind == "left out"
    assert (
        "1 column of whole numbers that name or count the rows, left out: id. Name a column under "
        "“columns kept” to learn from it (kept='id' in Python)." in dataset.notes
    )
    kept = dataset_of(columns, kept="id")
    assert kept.feature_names == ("id", "a") and "left out" not in notes_of(kept, "cleaned")
    assert dataset_of(columns, categories="id").n_features == 41
    assert dataset_of({"id": MIXED}).feature_names == ("id",)  # better than nothing


def test_ids_of_a_file_without_names_are_left_out():
    glass = "".join(f"{row + 1},1.5{row % 7},{row % 5},{row % 2}\n" for row in ROWS)
    assert upload("glass.data", glass).feature_names == ("x2", "x3")
    wdbc = "".join(f"{int(n)},{'MB'[n % 2]},1.5{n % 7}\n" for n in LIKE_WBC.astype(int))
    assert upload("wdbc.data", wdbc, target="x2").feature_names == ("x3",)


def test_text_that_differs_in_most_rows_can_be_kept():
    columns = {"name": [f"n{row}" for row in ROWS], "a": ROWS % 3}
    dataset = dataset_of(columns)
    assert dataset.feature_names == ("a",)
    assert "left out: name. Name a column under “columns kept”" in notes_of(dataset, "cleaned")
    assert dataset_of(columns, kept="name").n_features == 41


def test_a_lone_column_of_reviews_is_refused_with_what_to_do():
    reviews = {"review": [f"a film of {row} parts" for row in ROWS]}
    with pytest.raises(DatasetError) as refused:
        dataset_of(reviews)
    for part in ("'review' holds text that differs in most rows", "kept='review'", "Vowpal Wabbit"):
        assert part in str(refused.value)
    assert dataset_of(reviews, kept="review").n_features == 40


@in_turn(
    ("name", "values", "others"),
    [
        ("NO", MIXED, ["T", "NO2", "CO"]),
        ("NO", ROWS[:12] * 31 % 97, ["T", "NOx"]),
        ("no", MIXED, ["Yes"]),
        ("No", MIXED, ["yes", "undecided"]),
        ("Yes/No", MIXED, []),
    ],
)
def test_a_gas_and_an_answer_are_none_wherever_they_stand(name, values, others):
    for is_first in (True, False):
        assert not is_identifier(name, values.astype(float), is_first, others)


@in_turn(
    "name",
    [
        "NO2",
        "NO3",
        "No 2",
        "nr1",
        "Nr 2",
        "PK",
        "key",
        "NO",
        "No.",
        "pk",
        "Key",
        "chip key",
        "phone",
    ],
)
def test_a_name_alone_makes_no_identifier(name):
    values = np.where(ROWS % 8 == 0, 5.0, 3.0 * MIXED)  # 36 of 40 differ
    assert not is_identifier(name, values, is_first=False)


@in_turn("name", ["No.", "PK", "key", "no", "order_key", "Phone"])
def test_ambiguous_names_count_or_are_unique_or_stand_first(name):
    counts, unique = ROWS + 1.0, MIXED + 3.0
    mostly = np.where(ROWS % 8 == 0, 5.0, 3.0 * MIXED)
    assert is_identifier(name, counts, is_first=False)
    assert is_identifier(name, counts[:6], is_first=False)
    assert is_identifier(name, unique, is_first=False)
    assert is_identifier(name, mostly, is_first=True)
    assert not is_identifier(name, unique[:6], is_first=False)  # by chance


@in_turn("name", ["id", "user_id", "nr", "Lfd. Nr.", "uid", "order no", "sample number"])
def test_names_that_identify_do_so_anywhere(name):
    values = np.where(ROWS % 8 == 0, 5.0, 3.0 * MIXED)
    assert is_identifier(name, values, is_first=False)


def test_gases_stay_in_a_table_whose_target_is_one_too():
    columns = {"T": ROWS * 0.3, "NO": MIXED * 7 + 3, "NO2": MIXED * 3 + 1, "O3": ROWS % 9}
    dataset = dataset_of({**columns, "target": ROWS % 2})
    assert dataset.feature_names == ("T", "NO", "NO2", "O3")
    answers = {"a": ROWS % 9, "No": MIXED * 7 + 3, "Yes": MIXED * 0.9}
    assert dataset_of(answers, target="Yes").feature_names == ("a", "No")


TICKETS = {
    "tickets": [f"A/5 {i * 37}" if i % 4 == 0 else str(100_000 + i * 739) for i in range(80)],
    "postcodes": [f"T{i % 9}H{i % 7}N" if i % 25 == 7 else str(10_000 + i * 97) for i in range(80)],
    "part numbers": [f"PX-{i}" if i % 3 else str(4000 + i) for i in range(80)],
    "a few of them twice": [f"C{i // 2}" if i % 4 < 2 else str(9 * i) for i in range(80)],
}


@in_turn("kind", TICKETS)
def test_letters_and_digits_that_differ_are_names_left_out_and_reported(kind):
    dataset = dataset_of({"n": TICKETS[kind], "a": np.arange(80) % 3})
    assert dataset.feature_names == ("a",)
    note = "1 column of text that differs in most rows, like an id or a name, left out: n."
    assert note in notes_of(dataset, "cleaned")


@in_turn(
    "cells",
    [
        [f"{i}k" if i in (3, 40) else str(i * 3) for i in range(80)],  # slips
        [f"{i * 0.5} kg" if i % 4 == 0 else str(i * 0.5) for i in range(80)],  # units
        ["often" if i % 4 == 0 else str(i * 3) for i in range(80)],  # one and the same word
    ],
)
def test_words_among_measurements_are_refused_and_leaving_out_is_offered(cells):
    with pytest.raises(DatasetError) as refused:
        dataset_of({"n": cells, "a": np.arange(80) % 3})
    assert "under “columns left out”" in str(refused.value)
    assert "left_out='n'" in str(refused.value)
