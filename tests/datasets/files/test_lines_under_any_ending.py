"""Lines are what they are under any ending: bags of words, tables with tabs, tables with bars."""

import pytest

from datasets import upload_recipe
from tests.support.many.turns import in_turn

TEXTS = ["win cash now", "lunch with mum", "ok?", "free prize win win", "see you at six"]
LABELS = ["1", "-1", "-1", "1", "-1"]
LOOSE = [".txt", ".dat", ".csv", ""]


def load(name, text, **options):
    content = text if isinstance(text, bytes) else text.encode()
    return upload_recipe(name, content)(**options).build()


def bag(line: str, n: int = 40) -> str:
    return "".join(
        line.format(label=LABELS[i % 5], text=TEXTS[i % 5], i=i) + "\n" for i in range(n)
    )


BAGS = {
    "label and words": "{label} | {text}",
    "a namespace": "{label} |s {text}",
    "two namespaces": "{label} |s {text} |u from{i}",
    "a tag": "{label} 'doc{i}| {text}",
    "importance and a touching tag": "{label} 2.0 doc{i}|f {text}",
    "values": "{label} | {text} len:{i}",
}


@in_turn("kind", BAGS)
@in_turn("ending", LOOSE)
def test_a_bag_of_words_is_one_under_any_ending(kind, ending):
    data = load(f"t{ending}", bag(BAGS[kind]))
    assert data.n_rows == 40 and data.task == "classification"
    assert data.y[:5].tolist() == [1, -1, -1, 1, -1]
    assert sum(name.rpartition("^")[2] == "cash" for name in data.feature_names) == 1
    assert any("Vowpal Wabbit" in note for note in data.notes)


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16"])
def test_a_bag_of_words_may_have_a_mark(codec):
    assert load("t.txt", bag("{label} | {text}").encode(codec)).n_rows == 40


def test_lines_without_a_label_are_no_reason_for_a_table():
    text = bag("{label} | {text}") + " | see you\n" * 10
    data = load("t.txt", text)
    assert data.n_rows == 40 and "10 rows without a label left out." in data.notes


TABLES = {
    "numbers": "".join(f"{i % 7} | {i * 3 % 11} | {i % 2}\n" for i in range(30)),
    "two columns": "x|y\n" + "".join(f"{i * 0.5}|{'ab'[i % 2]}\n" for i in range(30)),
    "texts": "age | city | rich\n"
    + "".join(f"{i} | {('Ulm', 'New York')[i % 2]} | {('yes', 'no')[i % 3 % 2]}\n"
              for i in range(30)),
}  # fmt: skip


@in_turn("kind", TABLES)
def test_a_table_between_bars_stays_one(kind):
    data = load("t.txt", TABLES[kind])
    assert data.n_rows == 30 and any("bars" in note for note in data.notes)


LEADING = "a\tb\ty\n\t1\t0\n" + "".join(f"{i}\t{i * i}\t{i % 2}\n" for i in range(9)) + "\t\t1\n"


@pytest.mark.parametrize("ending", [".tab", ".dat", ".asc", ".prn", ".tsv", ".txt", ".odd", ""])
def test_empty_cells_at_the_ends_of_lines_are_cells(ending):
    data = load(f"t{ending}", LEADING)
    assert data.X.shape == (11, 2)
    assert {column.name: column.missing for column in data.columns} == {"a": 2, "b": 1}


def test_texts_of_as_many_words_each_are_cut_at_tabs():
    text = "what\tprice\tkind\n" + "".join(
        f"{('red old car', 'big new bus')[i % 2]}\t{i}\t{('for sale', 'on hire')[i % 2]}\n"
        for i in range(30)
    )
    data = load("t.tsv", text)
    assert data.target_name == "kind" and data.n_rows == 30
    assert "price" in data.feature_names and "what=red old car" in data.feature_names


def test_columns_of_blanks_are_cut_at_blanks():
    text = "".join(f"  {i * 0.5:6.2f}  {i * 7 % 9:4d}  {i % 2}\n" for i in range(30))
    assert load("t.dat", text).X.shape == (30, 2)
