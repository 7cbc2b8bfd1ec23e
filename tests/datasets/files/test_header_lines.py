"""Lines below the names: units, types, questions and roles are no rows; words by right are."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets import DatasetError, upload_recipe
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn

N = 24
NUMBERS = [(f"{i * 0.5}", f"{i * 7 % 11}", "yes" if i % 2 else "no") for i in range(N)]
WORDS = [("ab"[i % 2], "uvw"[i % 3], "lo" if i // 2 % 2 else "hi") for i in range(N)]
NAMES = ("time", "load", "state")


def load(name, content, **options):
    return upload_recipe(name, content.encode())(**options).build()


def lines(*rows, mark=",") -> str:
    return "\n".join(mark.join(row) for row in rows) + "\n"


SECOND = {
    "units": [("s", "kN", "-")],
    "units, none for the target": [("s", "m/s²", "")],
    "in brackets": [("[s]", "(kN)", "")],
    "types": [("float64", "int", "object")],
    "types of a database": [("DOUBLE", "INTEGER", "VARCHAR(20)")],
    "units and types": [("(s)", "(kN)", ""), ("float", "int", "str")],
    "questions": [("How long, in s?", "How heavy?", "Is it fine?")],
    "questions and ids": [
        ("How long is it?", "How heavy is it?", "Is it fine?"),
        ('{""ImportId"":""QID1""}', '{""ImportId"":""QID2""}', '{""ImportId"":""QID3""}'),
    ],
    "Orange": [("c", "continuous", "d"), ("", "", "class")],
}


@in_turn("kind", SECOND)
def test_lines_that_fit_no_column_are_no_rows(kind):
    below = [tuple(f'"{cell}"' if cell else "" for cell in row) for row in SECOND[kind]]
    data = load("t.csv", lines(NAMES, *below, *NUMBERS))
    assert data.X[:, [0, 1]].toarray().tolist() == [[float(a), float(b)] for a, b, _ in NUMBERS]
    assert data.feature_names == NAMES[:2] and data.target_name == "state"
    assert data.task == "classification"
    assert any(f"{len(below)} line" in note and "second header" in note for note in data.notes)


def test_types_over_words_alone_are_no_category():
    data = load("t.csv", lines(NAMES, ("string", "nominal", "string"), *WORDS))
    assert data.n_rows == N and data.task == "classification"
    assert not any("=string" in name or "=nominal" in name for name in data.feature_names)


def test_questions_over_words_alone_are_no_category():
    asked = ("How often do you cycle?", "Which letter is it?", "Is it high, or low?")
    text = lines(NAMES, tuple(f'"{cell}"' for cell in asked), *WORDS)
    data = load("t.csv", text)
    assert data.n_rows == N and data.task == "classification"
    assert not any("?" in name for name in data.feature_names)


ORANGE = lines(
    ("name", "size", "grade", "note", "junk"),
    ("string", "d", "big small", "t", "continuous"),
    ("meta", "", "class", "meta", "ignore"),
    *((f"P{i}", f"{i % 3}", ("small", "big")[i % 2], f"2024-01-{i + 1:02}", "7") for i in range(N)),
    mark="\t",
)


def test_roles_and_kinds_of_orange_are_used():
    data = load("t.tab", ORANGE)
    assert data.target_name == "grade" and data.provenance.target_reason == "as the file says"
    assert data.feature_names == ("size=0", "size=1", "size=2")
    left = {column.name for column in data.columns if column.kind == "left out"}
    assert left == {"name", "note", "junk"}
    assert any("name, note and junk are no features" in note for note in data.notes)
    assert any("left out as the file says: name, note and junk." in note for note in data.notes)


def test_what_is_asked_for_goes_before_what_orange_says():
    assert load("t.tab", ORANGE, target="size").target_name == "size"
    assert "note" in load("t.tab", ORANGE, kept="note").feature_names


def test_categories_of_orange_keep_the_order_of_their_list():
    rows = [(a, b, ("soft", "hard", "none")[i % 3]) for i, (a, b, _) in enumerate(NUMBERS)]
    below = ("c", "c", "none soft hard"), ("", "", "class")
    data = load("t.tab", lines(NAMES, *below, *rows, mark="\t"))
    assert data.n_rows == N and data.classes == ("none", "soft", "hard")
    assert data.y[:3].tolist() == [1, 2, 0]


def test_prefixes_of_orange_are_no_part_of_names():
    rows = ((f"{i}", f"P{i}", ("lo", "hi")[i % 2]) for i in range(N))
    data = load("t.csv", lines(("C#height", "m#name", "cD#grade"), *rows))
    assert data.feature_names == ("height",) and data.target_name == "grade"


def test_units_in_a_workbook_are_no_row():
    import openpyxl

    book = openpyxl.Workbook()
    numbers = ((float(a), int(b), c) for a, b, c in NUMBERS)
    for row in (NAMES, ("s", "kN", None), *numbers):
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    data = upload_recipe("t.xlsx", file.getvalue())().build()
    assert data.n_rows == N and data.feature_names == NAMES[:2]


RIGHT = {
    "words": (NAMES, ("a", "u", "hi"), *WORDS),
    "notes": (NAMES, ("c", "d", "lo"), *(("cdef"[i % 4], "cd"[i % 2], c) for i, (_, _, c) in
                                         enumerate(WORDS))),
    "roles that come again": (
        ("kind", "level", "what"),
        *((("class", "object")[i % 2], ("meta", "base")[i // 2 % 2], ("ignore", "keep")[i % 2])
          for i in range(N)),
    ),
    "questions among answers": (
        NAMES,
        *((("really?", "so?")[i % 2], ("why not?", "no")[i // 2 % 2], c)
          for i, (_, _, c) in enumerate(WORDS)),
    ),
    "missing": (NAMES, ("NA", "NA", "yes"), *NUMBERS),
    "dashes": (NAMES, ("-", "-", "yes"), *NUMBERS),
    "mixed": (NAMES, ("x", "3", "yes"), *NUMBERS),
    "dates": (NAMES, *((f"2024-01-{i + 1:02}", b, c) for i, (_, b, c) in enumerate(NUMBERS))),
    "amounts": (NAMES, *((f"$ {a}", b, c) for a, b, c in NUMBERS)),
}  # fmt: skip


@in_turn("kind", RIGHT)
def test_a_row_of_words_by_right_stays(kind):
    rows = RIGHT[kind]
    assert load("t.csv", lines(*rows), dates="day first").n_rows == len(rows) - 1


def test_a_table_without_names_loses_no_row():
    assert load("t.csv", lines(*NUMBERS)).n_rows == N
    assert load("t.csv", lines(*WORDS), header="no").n_rows == N


def test_one_slip_in_the_first_row_is_refused():
    with pytest.raises(DatasetError, match=r"'time' holds numbers except in 1 cell, first '1o'"):
        load("t.csv", lines(NAMES, ("1o", "3", "yes"), *NUMBERS))


def test_a_refusal_offers_the_lines_below_first_and_they_can_be_set():
    text = lines(NAMES, ("Ns", "3", "yes"), *NUMBERS)
    with pytest.raises(DatasetError, match="row 1: choose 1 under “lines below the names”"):
        load("t.csv", text)
    assert load("t.csv", text, skip_below="1").n_rows == N


def test_lines_below_can_be_kept_or_counted_by_hand():
    text = lines(NAMES, ("string", "nominal", "string"), *WORDS)
    assert load("t.csv", text, skip_below="0").n_rows == N + 1
    text = lines(NAMES, *WORDS)
    assert load("t.csv", text, skip_below="3").n_rows == N - 3
    with pytest.raises(DatasetError, match="9 lines below the names left out as asked leave"):
        load("t.csv", lines(NAMES, *WORDS[:9]), skip_below="9")
    with pytest.raises(DatasetError, match="no names on top of it, as asked, and 1 line below"):
        load("t.csv", text, header="no", skip_below="1")


def test_the_number_of_a_line_in_a_refusal_counts_lines_below():
    with pytest.raises(DatasetError, match="line 4 has 2 cells"):
        load("t.csv", lines(NAMES, ("s", "kN", "-"), NUMBERS[0], ("1", "2"), *NUMBERS))


@examples(40)
@given(
    st.lists(st.sampled_from(["s", "degC", "(mm)", "[kN]", "€/kg", "per year"]), min_size=2,
             max_size=2, unique=True),
    st.sampled_from(",;\t|"),
    st.sampled_from(["\n", "\r\n", "\r"]),
)  # fmt: skip
def test_units_in_any_dialect_are_no_class_and_no_feature(units, mark, end):
    text = lines(NAMES, (*units, "class"), *NUMBERS, mark=mark).replace("\n", end)
    data = load("t.txt", text)
    assert data.n_rows == N and data.task == "classification"
    assert data.feature_names == NAMES[:2]
