"""Numbers and dates as people write them are read as they meant them, and it is said."""

import numpy as np
import pandas as pd
import pytest

from datasets import DatasetError
from datasets.tables.columns import Numbers, Reading, Words, read_column
from datasets.tables.dates import parse_dates
from datasets.tables.number_formats import parse_numbers
from tests.support.many.turns import in_turn
from tests.support.tables import dataset_of, notes_of, upload

NAN = np.nan


@in_turn(
    ("words", "numbers", "phrase"),
    [
        (["1,234.5", "7", "12.25"], [1234.5, 7, 12.25], "numbers with commas between thousands"),
        (["1.234,5", "7", "12,25"], [1234.5, 7, 12.25], "numbers with points between thousands"),
        (["1.234.567", "5"], [1234567, 5], "numbers with points between thousands"),
        (["1 234,5", "7"], [1234.5, 7], "numbers with blanks between thousands"),
        (
            ["1\u00a0234", "1\u202f000\u202f000"],
            [1234, 1e6],
            "numbers with blanks between thousands",
        ),
        (["1'234.50", "3"], [1234.5, 3], "numbers with apostrophes between thousands"),
        (["12,5", "1e2"], [12.5, 100], "numbers with a decimal comma"),
        (["0,123", "0,456"], [0.123, 0.456], "numbers with a decimal comma"),
        (["$ 12.50", "-$3", "$-4", "5"], [12.5, -3, -4, 5], "amounts with $"),
        (["12,50 €", "1.000 €", "−2 €"], [12.5, 1000, -2], "amounts with €"),
        (["USD 1,000", "USD 20.5"], [1000, 20.5], "amounts with USD"),
        (["12 %", "3.5%", "-1 %"], [12, 3.5, -1], "percentages"),
        (["(12.50)", "3.10"], [-12.5, 3.1], "numbers, negative ones in brackets,"),
        (["$ (3)", "$ 4", "($ 5)"], [NAN, 4, -5], "amounts with $"),
    ],
)
def test_numbers_of_people_are_read(words, numbers, phrase):
    written = parse_numbers(words)
    assert written.values == pytest.approx(numbers, nan_ok=True)
    assert written.form.phrase == phrase and written.form.other == ""


@in_turn(
    ("words", "numbers"),
    [
        (["12 %", "3.5", "4"], [NAN, 3.5, 4]),  # a percentage among plain numbers is a slip
        (["12 %", "3 %", "4"], [12, 3, NAN]),
        (["$ 5", "€ 6", "$ 7"], [5, NAN, 7]),
        (["(1)", "(2)"], [NAN, NAN]),  # footnotes, perhaps
        (["1,23,4", "12,34.5.6", "1.2.3", "12:30", "1_0", "--3", "(-3)"], [NAN] * 7),
        (["192.168.1.1", "10.0.0.1"], [NAN, NAN]),
        (["2020-01-01", "$", "%", "", "a"], [NAN] * 5),
        (["inf", "-1e400", "1e5"], [np.inf, -np.inf, 1e5]),
    ],
)
def test_other_cells_are_not(words, numbers):
    assert parse_numbers(words).values == pytest.approx(numbers, nan_ok=True)


@pytest.mark.parametrize(
    ("words", "with_point", "with_comma"),
    [
        (["1,234", "5,678"], [1234, 5678], [1.234, 5.678]),
        (["1.234", "5.678"], [1.234, 5.678], [1234, 5678]),
        (["€ 1,234", "€ 5"], [1234, 5], [1.234, 5]),
        (["1.234", "5.67"], [1.234, 5.67], [1.234, 5.67]),  # its second cell leaves no choice
        (["1.234", "5"], [1.234, 5], [1234, 5]),
    ],
)
def test_an_open_mark_is_what_decimals_says(words, with_point, with_comma):
    assert parse_numbers(words, ".").values == pytest.approx(with_point)
    assert parse_numbers(words, ",").values == pytest.approx(with_comma)
    differs = with_point != with_comma
    assert bool(parse_numbers(words, ",").form.other) == differs


def test_thousands_of_words_are_read_like_a_few():
    words = [f"$ {n:,}.5" for n in range(3000)]
    assert parse_numbers(words).values == pytest.approx(np.arange(3000) + 0.5)
    assert np.isnan(parse_numbers([f"word {n}" for n in range(3000)]).values).all()


def test_a_price_keeps_its_name_and_says_how_it_was_read():
    prices = ["1,234.5", "7", "12.25", "8"]
    dataset = dataset_of({"price": prices, "tip": ["$ 1", "$ 2", None, "$ 3"]})
    assert dataset.feature_names == ("price", "tip")
    assert dataset.X.toarray().tolist() == [[1234.5, 1], [7, 2], [12.25, 2], [8, 3]]
    assert (
        "1 column of numbers with commas between thousands read as numbers, such as “1,234.5” as "
        "1234.5: price." in notes_of(dataset, "encoded")
    )
    assert "1 column of amounts with $ read as numbers, such as “$ 1” as 1: tip." in notes_of(
        dataset, "encoded"
    )


def test_percentages_stay_the_number_before_the_sign():
    dataset = dataset_of({"share": ["12%", "3.5%", "0%", "100%"]})
    assert dataset.X.toarray().ravel().tolist() == [12, 3.5, 0, 100]
    assert "1 column of percentages read as numbers, such as “3.5%” as 3.5: share." in dataset.notes


def test_an_assumption_is_said_and_decimals_decides_otherwise():
    cells = 'price,y\n"1,234",0\n"5,678",1\n"1,000",0\n'
    dataset = upload("a.csv", cells)
    assert dataset.X.toarray().ravel().tolist() == [1234, 5678, 1000]
    assert "“1,234” as 1234 could be 1.234): price. “Decimals” says" in notes_of(dataset, "encoded")
    dataset = upload("a.csv", cells, decimal="comma")
    assert dataset.X.toarray().ravel().tolist() == [1.234, 5.678, 1]
    columns = {"a": ["1,234", "5,678"], "b": ["1.234", "5.678"]}
    assert dataset_of(columns, reading=Reading(",")).X.toarray().tolist() == [
        [1.234, 1234],
        [5.678, 5678],
    ]


def test_a_word_among_amounts_is_refused_with_both_ways_out():
    with pytest.raises(DatasetError) as refused:
        dataset_of({"price": ["$ 1", "$ 2", "free", "$ 4"]})
    assert str(refused.value) == (
        "column 'price' holds amounts with $ except in 1 cell, first 'free' in row 3: write a "
        "number there or leave the cell empty, write 'free' under “read as missing” "
        "(missing='free' in Python), or name the column under “columns left out” or “read as "
        "categories” (left_out='price' or categories='price' in Python)."
    )


@in_turn(
    ("words", "days", "order"),
    [
        (["31.12.2024", "1.1.1970"], [20088, 0], "day first"),
        (["12/31/2024", "1/1/1970"], [20088, 0], "month first"),
        (["31/12/2024", "01/02/1970"], [20088, 31], "day first"),
        (["31-12-2024 18:00", "01-02-1970 00:00"], [20088.75, 31], "day first"),
        (["12/31/2024 06:00 PM", "1/1/1970 12:00 AM"], [20088.75, 0], "month first"),
        (["31.12.2024, 06:00:00", "1.1.1970, 00:00:00"], [20088.25, 0], "day first"),
        (["01.02.1970", "02.01.1970"], [31, 1], "day first"),  # points: the day is first
        (["5/5/1970", "1/1/1970"], [124, 0], "day first"),  # the same either way
    ],
)
def test_dates_of_people_are_days(words, days, order):
    dates = parse_dates(words)
    assert dates.values == pytest.approx(days) and dates.order == order


@in_turn(
    "words",
    [
        ["31.12.2024", "12/31/2024"],
        ["31/12/2024", "12/31/2024"],
        ["31.12.2024", "1.1.1970 10:00"],
        ["31.02.2024"],
        ["31.12.24"],
        ["1.2.20245"],
    ],
)
def test_dates_in_no_one_order_are_words(words):
    assert parse_dates(words) is None


def test_dates_that_can_be_read_both_ways_wait_for_a_choice():
    words = pd.Series(["01/02/1970", "02/03/1970"])
    assert read_column(words).is_ambiguous_date
    first = {"day first": [31, 60], "month first": [1, 33]}
    for order, days in first.items():
        assert read_column(words, Reading(dates=order)).values.tolist() == days
    columns = {"n": [1, 2], "when": words}
    dataset = dataset_of(columns)
    assert dataset.feature_names == ("n",) and dataset.columns[1].kind == "left out"
    assert (
        "1 column of dates left out, since “01/02/1970” in when could be day first or month "
        "first: when. Choose “dates” to learn from them (dates='day first' in Python)."
        in dataset.notes
    )
    chosen = dataset_of(columns, reading=Reading(dates="day first"))
    assert chosen.X.toarray()[:, 1].tolist() == [31, 60]
    assert "1 column of dates read with the day first: when." in chosen.notes
    assert dataset_of(columns, kept="when").n_features == 3
    with pytest.raises(DatasetError, match=r"'when' holds dates .* no other .* choose “dates”"):
        dataset_of({"when": words})


@pytest.mark.parametrize("kind", [Numbers, Words])
def test_a_file_of_dates_can_be_given_their_order(kind):
    lines = "n,when,y\n1,01/02/2024,0\n2,02/03/2024,1\n3,03/03/2024,1\n"
    options = {"dates": "month first"} if kind is Numbers else {"categories": "when"}
    dataset = upload("a.csv", lines, **options)
    assert dataset.columns[1].kind == ("dates" if kind is Numbers else "categories")


def test_a_target_written_for_people_is_said_too():
    amounts = dataset_of({"a": [1, 2, 3, 4], "y": ["$ 1.5", "$ 2", "$ 3", "$ 4"]}, target="y")
    assert amounts.task == "regression" and amounts.y.tolist() == [1.5, 2, 3, 4]
    assert "Target: amounts with $ read as numbers, such as “$ 1.5” as 1.5." in amounts.notes
    columns = {"a": [1, 2, 3], "y": ["1/2/1970", "2/2/1970", "3/1/1970"]}
    with pytest.raises(DatasetError, match=r"'y' holds dates .* it is the target: choose “dates”"):
        dataset_of(columns, target="y")
    dates = dataset_of(columns, target="y", reading=Reading(dates="month first"))
    assert dates.y.tolist() == [1, 32, 59]
    assert "read with the month first, as days since" in notes_of(dates, "target")
    assert dataset_of(columns, target="y", categories="y").classes == tuple(columns["y"])


@pytest.mark.parametrize("word", ["9" * 100_000, "$ " + "9" * 350, "w" * 100_000])
def test_a_giant_cell_is_never_quoted_whole(word):
    cells = ["$ 1", "$ 2", "$ 3", "$ 4", word]
    try:
        sentence = " ".join(dataset_of({"a": cells}).notes)
    except DatasetError as refused:
        sentence = str(refused)
    assert len(sentence) < 600
