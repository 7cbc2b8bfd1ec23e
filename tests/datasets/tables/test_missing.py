"""Marks of missing cells, as people write them: taken for missing among numbers, and named."""

import json

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets import DatasetError
from datasets.files import csv_table
from datasets.tables.columns import Numbers, Reading, Words, read_column
from datasets.tables.missing import Missing
from datasets.vocabulary import MISSING, is_mark, sign_in
from tests.support.loading import try_to_load
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn
from tests.support.tables import dataset_of, notes_of, upload

WORDS = """
na Na NA None none NONE n.a. N.A. k.A. N/D n/d missing Missing unknown UNKNOWN nil \\N <null> NULL
null NaN nan #N/A #DIV/0! #VALUE! #REF! #NUM! ? unbekannt n/v (null)
"""
SIGNS = "- -- --- – — . .. ... … * ** x X xx / : _ ?? -.- •"
WORDS, SIGNS = WORDS.split(), SIGNS.split()


def numbers_with(mark, n=12, every=3):
    """Numbers, of which each third is a mark."""
    return [mark if i % every == 1 else str(round(i * 1.37, 2)) for i in range(n)]


def table(cells, names="a,b,kind"):
    """A file of three columns with those cells in the middle."""
    lines = [f"{i % 7},{cell},{'uv'[i % 2]}" for i, cell in enumerate(cells)]
    return "\n".join([names, *lines])


@in_turn("mark", [*WORDS, *SIGNS])
def test_a_mark_among_numbers_is_missing_and_named(mark):
    for cells, n_missing in ((numbers_with(mark), 4), (numbers_with(mark, 6, 9), 1)):
        dataset = upload("a.csv", table(cells))
        column = dataset.columns[1]
        assert (column.kind, column.missing) == ("numbers", n_missing)
        assert f"since they read “{mark}” ({n_missing} in b)." in notes_of(dataset, "cleaned")


@in_turn("mark", [*WORDS, *SIGNS])
def test_rows_whose_target_is_a_mark_are_left_out_and_the_mark_is_named(mark):
    dataset = upload("a.csv", table(numbers_with(mark, 13)), target="b")
    assert (dataset.n_rows, dataset.task) == (9, "regression")
    assert notes_of(dataset, "cleaned").startswith(
        f"4 rows whose target reads “{mark}” left out (taken for missing; rows 2, 5, 8 and 11). "
        "Write none under “read as missing” to keep such rows (missing='none' in Python)."
    )


def test_a_mark_may_stand_in_most_cells():
    cells = ["x" if i % 5 else str(-0.3 * i - 0.1) for i in range(60)]
    dataset = upload("a.csv", table(cells), target="b")
    assert (dataset.n_rows, dataset.task) == (12, "regression")
    assert upload("a.csv", table(cells)).columns[1].missing == 48


def test_marks_of_all_formats_are_the_same():
    cells = numbers_with("-")
    records = json.dumps([{"a": i, "b": c, "y": i % 2} for i, c in enumerate(cells)])
    frame = {"a": range(12), "b": cells}
    for dataset in (upload("a.json", records), dataset_of(frame)):
        assert dataset.columns[1].missing == 4
        assert "since they read “-” (4 in b)" in notes_of(dataset, "cleaned")


def test_several_words_for_missing_are_taken_together_and_empty_cells_apart():
    cells = ["n.a.", "", "None", "1.5", "NA", "", *map(str, range(10))]
    dataset = upload("a.csv", table(cells))
    assert dataset.columns[1].missing == 5
    assert "5 missing cells filled" in notes_of(dataset, "cleaned")
    assert "“NA” (1 in b) or “n.a.” (1 in b) or “None” (1 in b)" in notes_of(dataset, "cleaned")
    target = upload("a.csv", table(cells), target="b")
    assert (
        "5 rows without a target left out (rows 1, 2, 3, 5 and 6): in 3 of them it reads “NA” or "
        "“n.a.” or “None”, taken for missing." in notes_of(target, "cleaned")
    )


def test_marks_of_many_columns_are_reported_and_cut():
    marks = ["na", "nil", "n.a.", "none", "unknown", "missing", "n/d"]
    columns = {f"n{at:03}": [mark, *range(7)] for at, mark in enumerate(marks * 20)}
    columns |= {"long": ["z" * 999, *range(7)]}
    dataset = dataset_of(columns, reading=Reading(missing=Missing.of("z" * 999)))
    (note,) = [what for what in dataset.notes if what.startswith("Cells taken for missing")]
    assert "read “na” (1 in n000, 1 in n007, " in note and "or 3 other marks." in note
    assert len(note) < 1000
    target = dataset_of(
        {"a": range(8), "y": ["z" * 999, *range(7)]},
        target="y",
        reading=Reading(missing=Missing.of("z" * 999)),
    )
    assert max(map(len, target.notes)) < 400


def test_dates_have_gaps_too():
    cells = ["2024-01-05", "-", "2024-03-01", "2024-03-02", "-", "2024-03-04"]
    column = upload("a.csv", table(cells)).columns[1]
    assert (column.kind, column.missing) == ("dates", 2)


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (["+", "-", "+", "-", ".", "+"] * 3, "categories"),
        (["red", "-", "unknown", "red", "blue", "-"] * 3, "categories"),
        (["yes", "unknown", "no"] * 6, "categories"),
        (["x", "0", "x", "0", "0"] * 3, "categories"),  # ticked or not
        (["1", "2", "5more", "3"] * 5, "categories"),
    ],
)
def test_signs_among_words_are_what_they_are(cells, kind):
    column = upload("a.csv", table(cells)).columns[1]
    assert (column.kind, column.missing) == (kind, 0)


def test_one_slip_among_a_hundred_numbers_is_refused():
    for slip in ("l7", "1O", "oops", "1.2.3", "12 kg", "-x"):
        cells = [str(i * 3) for i in range(100)]
        cells[40] = slip
        with pytest.raises(DatasetError) as refused:
            upload("a.csv", table(cells))
        assert str(refused.value) == (
            f"a.csv: column 'b' holds numbers except in 1 cell, first {slip!r} in row 41: write a "
            f"number there or leave the cell empty, write {slip!r} under “read as missing” "
            f"(missing={slip!r} in Python), or name the column under “columns left out” or “read "
            "as categories” (left_out='b' or categories='b' in Python)."
        )


def test_two_signs_may_mean_two_things():
    cells = ["-" if i == 1 else cell for i, cell in enumerate(numbers_with("*"))]
    with pytest.raises(DatasetError) as refused:
        upload("a.csv", table(cells))
    assert str(refused.value).startswith(
        "a.csv: column 'b' holds numbers except in 4 cells, first '-' in row 2: write '-, *' under "
        "“read as missing” (missing='-, *' in Python)"
    )
    assert upload("a.csv", table(cells), missing="-, *").columns[1].missing == 4


def test_a_word_of_its_own_in_many_cells_is_offered_as_a_mark_first():
    cells = numbers_with("<LOD", 30)
    with pytest.raises(DatasetError) as refused:
        upload("a.csv", table(cells))
    assert str(refused.value).startswith(
        "a.csv: column 'b' holds numbers except in 10 cells that read '<LOD', first in row 2: "
        "write '<LOD' under “read as missing” (missing='<LOD' in Python), name the column under"
    )
    dataset = upload("a.csv", table(cells), missing="<LOD")
    assert dataset.columns[1].missing == 10
    assert "Cells taken for missing since they read “<LOD” (10 in b)." in dataset.notes


def test_a_target_of_numbers_and_one_word_is_refused_as_such():
    cells = ["late" if i % 3 else str(i * 0.7) for i in range(30)]
    with pytest.raises(DatasetError) as refused:
        upload("a.csv", table(cells), target="b")
    assert str(refused.value) == (
        "a.csv: the target, column 'b', holds numbers in 10 rows and the word 'late' in 20: write "
        "'late' under “read as missing” to leave these rows out (missing='late' in Python), or "
        "choose another column as the “target” (in Python: target=...)."
    )
    assert upload("a.csv", table(cells), target="b", missing="late").n_rows == 10
    classes = upload("a.csv", table(["1", "2", "3", "other"] * 5), target="b")
    assert classes.classes == ("1", "2", "3", "other")


@pytest.mark.parametrize("missing", ["-200", "-200.0", "−200", " -, -200 ", '"-200"'])
def test_numbers_can_be_marks(missing):
    cells = numbers_with("-200", 30)
    dataset = upload("a.csv", table(cells), missing=missing)
    assert dataset.columns[1].missing == 10 and dataset.X.min() >= 0
    assert "since they read “-200” (10 in b)." in notes_of(dataset, "cleaned")
    target = upload("a.csv", table(cells), missing=missing, target="b")
    assert target.n_rows == 20 and "10 rows whose target reads “-200”" in notes_of(
        target, "cleaned"
    )
    german = upload("a.csv", table(cells).replace(",", ";").replace(".", ","), missing=missing)
    assert german.columns[1].missing == 10
    named = dataset_of({"a": [1, -200, 3]}, reading=Reading(missing=Missing.of(missing)))
    assert named.columns[0].missing == 1


def test_with_none_only_an_empty_cell_is_missing():
    cells = ["NA", "", *["Pave", "Grvl"] * 5]
    assert upload("a.csv", table(cells)).columns[1].missing == 2
    dataset = upload("a.csv", table(cells), missing="none")
    assert dataset.columns[1].missing == 1
    assert dataset.feature_names[1:] == ("b=Grvl", "b=NA", "b=Pave")
    kept = upload("a.csv", table(cells), missing="none", target="b")
    assert kept.classes == ("Grvl", "NA", "Pave") and kept.n_rows == 11
    with pytest.raises(DatasetError, match="except in 4 cells that read 'NA'"):
        upload("a.csv", table(numbers_with("NA")), missing="none")


def test_an_infinity_can_be_a_mark():
    cells = numbers_with("inf", 8, 9)
    with pytest.raises(DatasetError, match=r"holds inf in row 2 .* \(missing='inf' in Python\)"):
        upload("a.csv", table(cells))
    assert upload("a.csv", table(cells), missing="inf").columns[1].missing == 1


def test_a_first_row_with_marks_is_no_line_of_names():
    cells = ((i if i % 3 else "-", i * 0.4 if i % 5 else "-", i % 2) for i in range(20))
    rows = [",".join(map(str, row)) for row in cells]
    dataset = upload("a.data", "\n".join(rows))
    assert dataset.n_rows == 20 and dataset.feature_names == ("x1", "x2")
    assert upload("a.csv", "x,#,y\n" + "\n".join(rows)).feature_names == ("x", "#")


def test_a_list_that_is_none_is_refused():
    with pytest.raises(DatasetError, match="marks to read as missing cannot be read"):
        upload("a.csv", table(numbers_with("-")), missing='"-')


CODES = ["AF", "AS", "EU", "NA", "OC", "SA"]


def test_na_is_a_value_among_codes_of_two_letters():
    dataset = upload("a.csv", table(CODES * 5))
    assert dataset.feature_names[1:] == tuple(f"b={code}" for code in CODES)
    assert "“NA” is taken for a value, as one code of two letters" in notes_of(dataset, "cleaned")
    target = upload("a.csv", table(CODES * 5), target="b")
    assert target.classes == tuple(CODES) and "“NA” is taken for a class" in notes_of(
        target, "target"
    )
    assert upload("a.csv", table(CODES * 5), missing="NA").columns[1].missing == 5


@pytest.mark.parametrize(
    "cells",
    [
        ["AF", "AS", "EU", "SA"] * 20 + ["NA"],  # much rarer than the others
        ["AF", "AS", "EU", "SA"] * 2 + ["NA"] * 30,  # much more frequent
        ["Africa", "Asia", "Europe", "NA"] * 5,  # no codes
        ["OK", "NG", "NA"] * 5,  # too few of them
    ],
)
def test_na_is_missing_elsewhere_and_named(cells):
    dataset = upload("a.csv", table(cells))
    n_missing = cells.count("NA")
    assert dataset.columns[1].missing == n_missing
    assert f"since they read “NA” ({n_missing} in b)" in notes_of(dataset, "cleaned")
    target = upload("a.csv", table(cells), target="b")
    rows = "1 row" if n_missing == 1 else f"{n_missing} rows"
    assert f"{rows} whose target reads “NA” left out (taken for" in notes_of(target, "cleaned")


def test_test_rows_have_the_marks_of_the_training_rows():
    rows = [
        f"{c},{n},{t}" for c, n, t in zip(CODES * 4, numbers_with("-", 24), "uv" * 12, strict=True)
    ]
    second = "c,n,kind\nNA,-,u\nEU,NA,v\n?,7,u\nNA,3,?\n"
    dataset = try_to_load("a.csv", "\n".join(["c,n,kind", *rows]).encode(), second.encode())
    assert dataset.test.n_rows == 3
    first = dataset.test.X.toarray()
    median = first[0, 6]
    assert first[:, 3].tolist() == [1, 0, 0] and first[2, :6].sum() == 0
    assert first[:, 6].tolist() == [median, median, 7]


@pytest.mark.parametrize("where", ["kind", "c"])
def test_na_stays_a_class_of_test_rows(where):
    rows = [f"{c},{i}" for i, c in enumerate(CODES * 4)]
    second = f"{where},n\nNA,1\nNA,2\nEU,3\n".encode()
    first = "\n".join([f"{where},n", *rows]).encode()
    dataset = try_to_load("a.csv", first, second, target=where)
    assert [dataset.classes[int(code)] for code in dataset.test.y] == ["NA", "NA", "EU"]


def test_marks_in_a_long_table_are_reported_without_counting(monkeypatch):
    monkeypatch.setattr(csv_table, "MOST_COUNTED", 5)
    dataset = upload("a.csv", table(numbers_with("NA")))
    assert dataset.columns[1].missing == 4
    note = "Numbers that read “NA” are missing, as in some of the first 5 rows."
    assert note in dataset.notes


@examples(100)
@given(
    st.lists(st.floats(-1e6, 1e6).map(lambda v: f"{v:.3f}"), min_size=2, max_size=20, unique=True),
    st.sampled_from([mark for mark in [*WORDS, *SIGNS, *MISSING] if mark]),
    st.integers(1, 30),
)
def test_numbers_and_one_mark_are_numbers(numbers, mark, n_marks):
    cells = pd.Series([*numbers, *[mark] * n_marks])
    read = read_column(cells)
    assert isinstance(read, Numbers)
    assert read.values[: len(numbers)].tolist() == [float(number) for number in numbers]
    assert read.gaps == {mark: n_marks}


@examples(100)
@given(st.lists(st.sampled_from([*WORDS, *SIGNS]), min_size=1, max_size=8))
def test_marks_alone_are_words(cells):
    read = read_column(pd.Series(cells))
    assert isinstance(read, Words)
    assert len(read.words) == len({cell for cell in cells if cell not in MISSING})


def test_no_number_is_a_mark():
    for word in ("0", "-1", "1.", ".5", "1e5", "−3", "$ 5", "a", "ok", "red", "xy", "-x", "+"):
        assert not is_mark(word)
    assert sign_in("––") == sign_in("-") == "-" and sign_in("X") == "x" and sign_in("NA") == ""
