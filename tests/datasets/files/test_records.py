"""Excel workbooks and JSON records: values as they stand, the odd said, the wild refused."""

import datetime
import io
import json
import zipfile

import pytest

from datasets import DatasetError, upload_recipe
from datasets.files import excel as reader
from tests.support.many.turns import in_turn

ROWS = [("a", "b", "y"), (1.5, "u", 0), (3, "v", 1), (5, "u", 1), (7, "v", 0)]
PLAIN = [[1.5, 1, 0], [3, 0, 1], [5, 1, 0], [7, 0, 1]]
SHEET = "xl/worksheets/sheet1.xml"
NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def book(**sheets) -> bytes:
    """A workbook of such sheets, each a list of rows."""
    import openpyxl

    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in (sheets or {"one": ROWS}).items():
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(row)
    file = io.BytesIO()
    made.save(file)
    return file.getvalue()


def patch_sheet(cells: str) -> bytes:
    """A workbook whose first sheet has other XML in it."""
    file, old = io.BytesIO(), zipfile.ZipFile(io.BytesIO(book()))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in old.namelist():
            xml = f"<worksheet {NAMESPACE}><sheetData>{cells}</sheetData></worksheet>"
            archive.writestr(name, xml if name == SHEET else old.read(name))
    return file.getvalue()


def load(name, content, **options):
    """The dataset in a file of that content."""
    content = content.encode() if isinstance(content, str) else content
    return upload_recipe(name, content)(**options).build()


def test_the_first_sheet_is_read_or_the_one_asked_for():
    content = book(one=ROWS, two=[("c", "y"), (1, "n"), (2, "m"), (4, "m")])
    dataset = load("b.xlsx", content)
    assert dataset.feature_names == ("a", "b=u", "b=v") and dataset.X.toarray().tolist() == PLAIN
    assert dataset.notes[0] == "Sheet 'one' of the workbook is read; others are 'two'."
    assert load("b.xlsx", content, sheet="two").feature_names == ("c",)
    with pytest.raises(DatasetError, match="no sheet 'three': choose among 'one' and 'two'"):
        load("b.xlsx", content, sheet="three")


def test_titles_blank_rows_and_blank_columns_at_the_end_are_no_part_of_a_table():
    rows = [("Report of 2024",), (), *ROWS[:3], (), *ROWS[3:], (None, None, None, None)]
    dataset = load("b.xlsx", book(one=rows))
    assert dataset.X.toarray().tolist() == PLAIN
    assert any("above the table left out: 'Report of 2024" in note for note in dataset.notes)
    bare = load("b.xlsx", book(one=ROWS[1:]))
    assert bare.feature_names == ("x1", "x2=u", "x2=v")
    assert "The first row is a row already (guessed)." in bare.notes


def test_dates_truth_and_errors_are_what_they_mean():
    day, moment = datetime.date(2024, 12, 31), datetime.datetime(2024, 1, 1, 12)
    rows = [
        ("day", "moment", "ok", "part", "y"),
        (day, moment, True, 0.125, "n"),
        (day.replace(day=1), None, False, "#DIV/0!", "m"),
        (day.replace(day=2), moment.replace(hour=6), True, 2.5, "m"),
    ]
    dataset = load("b.xlsx", book(one=rows))
    kinds = {column.name: column.kind for column in dataset.columns}
    assert kinds["day"] == kinds["moment"] == "dates" and kinds["ok"] == "yes or no"
    assert dataset.X.toarray()[0, 3] == 0.125
    assert "1 cell with an error of a formula taken as missing." in dataset.notes


def test_a_formula_gives_the_value_that_was_stored_with_it():
    def row(number, *cells):
        written = "".join(
            f'<c r="{column}{number}" t="str"><v>{cell}</v></c>'
            if isinstance(cell, str)
            else f'<c r="{column}{number}"><f>1+1</f><v>{cell}</v></c>'
            for column, cell in zip("ABC", cells, strict=True)
        )
        return f'<row r="{number}">{written}</row>'

    cells = "".join(row(at, *cells) for at, cells in enumerate(ROWS, start=1))
    assert load("b.xlsx", patch_sheet(cells)).X.toarray().tolist() == PLAIN


WILD = {
    "one row": ("<row>" + "<c/>" * 5000 + "</row>", "more than the 1,000 cells"),
    "far": (
        '<row r="1"><c r="A1"><v>1</v></c></row><row r="99999999"><c r="A9"><v>1</v></c></row>',
        "too far apart",
    ),
    "wide": ('<row><c r="A1"><v>1</v></c><c r="ZZ1"><v>1</v></c></row>' * 9, "9|[0-9] rows of 702"),
    "no cells": ("", "empty"),
    "broken": ("<row><c></row>", "no intact Excel workbook"),
    "no number": ('<row><c r="A1"><v>x</v></c></row>', "no intact|one column"),
}


@pytest.mark.parametrize("what", WILD)
def test_a_wild_workbook_is_refused_in_a_sentence(what, monkeypatch):
    monkeypatch.setattr(reader, "MOST_IN_SHEET", 1000)
    monkeypatch.setattr(reader, "MOST_MARKS", 4000)
    monkeypatch.setattr(reader, "MOST_BLANK", 50_000)
    cells, words = WILD[what]
    with pytest.raises(DatasetError, match=words):
        load("b.xlsx", patch_sheet(cells))


def cells_at(**cells: object) -> bytes:
    """A workbook with some cells, by their names."""
    import openpyxl

    workbook = openpyxl.Workbook()
    for name, value in cells.items():
        workbook.active[name] = value
    file = io.BytesIO()
    workbook.save(file)
    return file.getvalue()


TABLE = {"A1": "a", "B1": "y", "A2": 1, "B2": 0, "A3": 2, "B3": 1}
FAR = {
    "its only cell": ({}, "XFD1048576"),
    "the corner": (TABLE, "XFD1048576"),
    "the last row": (TABLE, "B1048576"),
    "the last column": (TABLE, "XFD2"),
    "after a table": (TABLE, "A200000"),
    "beside its names": (TABLE, "BZZ1"),
}


@pytest.mark.parametrize("where", FAR)
def test_a_cell_that_stands_far_from_all_others_is_named_and_costs_no_time(where):
    table, name = FAR[where]
    with pytest.raises(DatasetError, match=f"cell {name} stands far beyond"):
        load("b.xlsx", cells_at(**table, **{name: 1}))


def test_some_room_between_cells_is_no_fault():
    data = load("b.xlsx", cells_at(**TABLE, A300=3, B300=0))
    assert data.X.toarray().tolist() == [[1.0], [2.0], [3.0]]


def test_names_of_many_columns_and_no_rows_are_refused_before_they_are_read(monkeypatch):
    monkeypatch.setattr("datasets.files.csv_table.parse_rows", None)
    for content in (b"," * 40_000 + b"y", b"," * 40_000 + b"y\r\n\r\n", b"a,b,y\n \n"):
        with pytest.raises(DatasetError, match="a line of names and no rows"):
            load("a.csv", content)


def test_a_workbook_that_unpacks_to_too_much_is_refused_unread(monkeypatch):
    monkeypatch.setattr(reader, "LARGEST_PARTS", 1000)
    with pytest.raises(DatasetError, match="save the sheet as CSV"):
        load("b.xlsx", book())


def test_json_records_become_columns_in_the_order_of_their_keys():
    records = [dict(zip(ROWS[0], row, strict=True)) for row in ROWS[1:]]
    for text in (
        json.dumps(records),
        json.dumps(records, indent=2),
        "\ufeff" + json.dumps(records),
        "\n".join(map(json.dumps, records)),
        "\n\n".join(map(json.dumps, records)) + "\n",
    ):
        for name in ("r.json", "r.jsonl", "r.txt"):
            assert load(name, text).X.toarray().tolist() == PLAIN
    assert "4 JSON records; columns are named by their keys." in load("r.json", text).notes


def test_json_keys_may_lack_and_values_may_be_null_or_true():
    text = (
        '[{"a": 1, "y": "n"}, {"b": true, "a": null, "y": "m"}, {"a": 1e-3, "b": false, "y": "m"}]'
    )
    dataset = load("r.json", text, target="y")
    assert dataset.feature_names == ("a", "b")
    assert [column.missing for column in dataset.columns] == [1, 1]
    assert dataset.X.toarray()[2].tolist() == [0.001, 0]


JSON = {
    "columns": ('{"a": [1, 2], "y": [0, 1]}', "one object that holds others"),
    "matrix": ("[[1, 2], [3, 4]]", "holds a list where a record should be"),
    "numbers": ("[1, 2, 3]", "a number or a text where a record should be"),
    "nested": ('[{"a": {"b": 1}, "y": 1}, {"a": 2, "y": 0}]', "'a' of record 1 holds an object"),
    "listed": ('[{"a": 1, "y": 1}, {"a": [2], "y": 0}]', "'a' of record 2 holds a list"),
    "broken": ('[{"a": 1, "y": 1},\n {"a": 2, "y: 0}]', "record 2, on line 2, is no JSON"),
    "deep": ('[{"a": ' + "[" * 50_000, "lists within lists"),
    "none": ("[]", "no rows|no record"),
    "empty": ("[{}]", "no rows|no record"),
    "one key": ('[{"y": 1}, {"y": 0}]', "one column only"),
}


@in_turn("what", JSON)
def test_other_json_is_refused_in_a_sentence(what):
    text, words = JSON[what]
    with pytest.raises(DatasetError, match=words):
        load("r.json", text)


def test_json_of_more_cells_than_are_read_is_refused_unread(monkeypatch):
    from datasets.files import formats, json_table

    monkeypatch.setattr(json_table, "MOST_WRITTEN", 5)
    with pytest.raises(DatasetError, match="more than the 5 cells"):
        load("r.json", json.dumps([{"a": 1, "y": 0}] * 9))
    monkeypatch.setattr(formats, "LARGEST_SPELLED", 50)
    with pytest.raises(DatasetError, match="larger than"):
        load("r.json", json.dumps([{"a": 1, "y": 0}] * 9))
