"""Whatever is in a file: a dataset in order, or a DatasetError; never anything else.

``python -m tests.support.fuzz_files 20000`` tries so many files of all
formats, other ones each time.
"""

import csv
import io
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets import DatasetError, upload_recipe
from datasets.files.svmlight.block import normalise, parse_by_cells, parse_by_lines
from tests.support.files import (
    NUMBERS,
    csv_texts,
    damage,
    doubly_headed_texts,
    files,
    pairs,
)
from tests.support.fuzz_files import carries_units
from tests.support.loading import try_to_load
from tests.support.many.examples import examples

SCALINGS = ["none", "unit variance", "max-abs 1", "unit rows"]


@examples(200)
@given(files())
def test_any_file(file):
    try_to_load(*file)


@examples(60)
@given(doubly_headed_texts())
def test_words_of_a_second_header_are_no_class_and_no_feature(content):
    dataset = try_to_load("any.tab", content)
    if dataset is not None:  # the numbers may be the same in all rows
        assert not carries_units(dataset) and dataset.task == "classification"
        assert all(name[0] == "n" and name[1:].isdecimal() for name in dataset.feature_names)


@examples(60)
@given(pairs())
def test_any_pair(pair):
    kind, first, second = pair
    try_to_load(f"any{kind}", first, second)


@examples(80)
@given(text=csv_texts(), scaling=st.sampled_from(SCALINGS))
def test_any_table_scaled(text, scaling):
    try_to_load("any.csv", text, scaling=scaling)


@examples(40)
@given(st.binary(max_size=60))
def test_any_bytes(content):
    for kind in (".csv", ".arff", ".svm", ".vw", ".parquet", ".csv.xz", ".svm.gz", ".vw.zip"):
        try_to_load(f"any{kind}", content)


@st.composite
def good_tables(draw):
    """``(text, rows, missing)`` of a CSV in order; the target is sometimes missing."""
    n = draw(st.integers(2, 12))
    target = [draw(st.sampled_from(["yes", "no", ""])) for _ in range(n)] + ["yes", "no"]
    cell = st.one_of(st.just(""), st.integers(0, 9).map(str))
    rows = [f"{i},{draw(cell)},{draw(st.sampled_from('uv'))},{t}" for i, t in enumerate(target)]
    return "\n".join(["count,cell,word,target", *rows]), len(target), target.count("")


@examples(60)
@given(good_tables())
def test_rows_in_are_rows_kept_and_rows_counted(table):
    text, n_rows, missing = table
    dataset = try_to_load("good.csv", text.encode())
    assert dataset.n_rows == n_rows - missing
    said = [re.match(r"(\d+) rows? without a target", note) for note in dataset.notes]
    assert sum(int(match[1]) for match in said if match) == missing
    counts = re.findall(r"\((\d+) rows?\)", dataset.notes[-1])
    assert sum(map(int, counts)) == dataset.n_rows


CELLS = st.text(st.sampled_from("ab ,;|\t\"'\né"), min_size=1, max_size=5).map(lambda s: f"x{s}x")


@examples(60)
@given(
    st.lists(st.tuples(CELLS, st.floats(-1e9, 1e9), CELLS), min_size=2, max_size=8),
    st.sampled_from(",;\t|"),
)
def test_quoted_cells_read_back_as_they_were_written(rows, separator):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerows([("word", "number", "target"), *rows])
    names = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
    recipe = upload_recipe("t.csv", text.getvalue().encode())
    frame = recipe(separator=names[separator], header="yes", decimal="point").content().frame
    assert frame.columns.tolist() == ["word", "number", "target"]
    assert [tuple(row) for row in frame.itertuples(index=False)] == rows


LINE = st.tuples(NUMBERS, st.dictionaries(st.integers(0, 50), NUMBERS, max_size=4))


@st.composite
def svmlight_blocks(draw):
    """Lines in order, mostly."""
    lines = draw(st.lists(LINE, min_size=1, max_size=5))
    text = "\n".join(
        " ".join([y, *(f"{j}:{row[j]}" for j in sorted(row))]) for y, row in lines
    ).encode()
    return draw(st.one_of(st.just(text), damage(text)))


@examples(60)
@given(svmlight_blocks())
def test_both_ways_to_read_svmlight_agree(block):
    quick = [
        rows for text in (block, normalise(block)) if (rows := parse_by_cells(text)) is not None
    ]
    try:
        slow = parse_by_lines(block, 0)
    except DatasetError:
        assert not quick
        return
    for rows in quick:
        assert all(np.array_equal(a, b) for a, b in zip(rows, slow, strict=True))


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_the_quick_way_is_taken_for_lines_in_order(end):
    block = parse_by_cells(b"+1 1:0.5 7:-2e3\n-1\n3 0:1 2:2" + end)
    assert block.y.tolist() == [1, -1, 3] and block.lengths.tolist() == [2, 0, 2]
    assert block.ids.tolist() == [1, 7, 0, 2] and block.values.tolist() == [0.5, -2000, 1, 2]


@pytest.mark.parametrize(
    "block",
    [
        b"1 1:2 # first\n# none\n\n-1 2:3\n",
        b"1\t1:2\r\n-1  2:3  \r\n\r\n",
        b"1 qid:7 1:2\n-1 qid:8 2:3",
        b"  1 1:2\n \n  -1 2:3",
    ],
)
def test_comments_blanks_and_query_ids_are_no_reason_to_go_by_the_line(block):
    quick, slow = parse_by_cells(normalise(block)), parse_by_lines(block, 0)
    assert quick.y.tolist() == slow.y.tolist() == [1, -1]
    assert quick.ids.tolist() == slow.ids.tolist() == [1, 2]
    assert quick.values.tolist() == slow.values.tolist() == [2, 3]
