"""Every format has its bounds, and none costs what lies beyond them."""

import gzip
import io
import tracemalloc

import numpy as np
import pytest

from datasets import DatasetError, upload_recipe
from datasets.files import dialect, limits, vowpal
from datasets.files.svmlight import block

ARFF = "@relation r\n@attribute a real\n@attribute y {u,v}\n@data\n"
ROWS = {
    "r.csv": "0,1\n1,0\n",
    "r.txt": "0 1\n1 0\n",
    "r.svm": "1 1:1\n-1 1:2\n",
    "r.vw": "1 | a\n-1 | b\n",
    "r.arff": "0,u\n1,v\n",
}


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("end", ["\n", "\r"])
def test_more_rows_than_are_read_are_refused_before_they_are_unpacked(name, end, monkeypatch):
    monkeypatch.setattr(limits, "MOST_ROWS", 1000)
    head = ARFF if name == "r.arff" else ""
    text = (head + ROWS[name] * 1_000_000).replace("\n", end)
    recipe = upload_recipe(f"{name}.gz", gzip.compress(text.encode(), 1))()
    tracemalloc.start()
    with pytest.raises(DatasetError, match=r"more than 1,000 rows, the most that are read: give f"):
        recipe.build()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 60_000_000  # a piece of 2 MB, many times over


def test_more_cells_than_are_read_are_refused(monkeypatch):
    monkeypatch.setattr(limits, "MOST_CELLS", 100)
    for name, text in (("c.csv", "0,1,0\n1,0,1\n" * 20), ("c.txt", "0 1 0\n1 0 1\n" * 20)):
        with pytest.raises(DatasetError, match=r"(39|40) rows of 3 cells, and at most 100"):
            upload_recipe(name, text.encode())().build()
    for name, text in (("c.svm", "1 1:1 2:1\n0 1:1\n"), ("c.vw", "1 | a b\n-1 | c\n")):
        with pytest.raises(DatasetError, match=r"more than 100 values.*SvmlightStream"):
            upload_recipe(name, (text * 40).encode())().build()


def test_a_line_longer_than_any_row_is_refused(monkeypatch):
    monkeypatch.setattr(limits, "LONGEST_LINE", 1000)
    monkeypatch.setattr(dialect, "LONGEST_LINE", 1000)
    for text in ("a,y\n1,0\n2," + "1" * 3000, "1,0\n" * 500 + "2," * 3000):
        with pytest.raises(DatasetError, match="a line of more than 1,000 bytes"):
            upload_recipe("l.csv", text.encode())().build()


def test_lines_that_come_again_are_read_once(monkeypatch):
    cells, words = [], []
    add, features = block._add, vowpal.features
    monkeypatch.setattr(block, "_add", lambda *a: cells.append(a) or add(*a))
    monkeypatch.setattr(vowpal, "features", lambda *a: words.append(a) or features(*a))
    lines = b"1\f1:10 2:1\n" * 50 + b"-1 2:1\n"  # a form feed is read by the line
    assert upload_recipe("r.svm", lines)().build().X.sum(axis=0).tolist() == [500, 51]
    assert upload_recipe("r.vw", b"1 | a b\n" * 50 + b"-1 | b\n")().build().n_rows == 51
    assert len(cells) == 3 and len(words) == 2


def test_texts_of_parquet_are_as_long_as_they_are_written_out(monkeypatch):
    import pyarrow as pa
    import pyarrow.parquet as pq

    from datasets.files import parquet

    monkeypatch.setattr(parquet, "LARGEST_WHOLE", 1_000_000)
    file = io.BytesIO()
    texts = pa.array(["x" * 1000 if i % 2 else "y" for i in range(5000)])
    pq.write_table(pa.table({"a": texts, "y": np.arange(5000) % 2}), file)
    assert len(file.getvalue()) < 10_000
    with pytest.raises(DatasetError, match="its texts have 2,502,500 letters, and at most"):
        upload_recipe("t.parquet", file.getvalue())().build()


def test_the_bounds_are_for_a_computer_of_everyday():
    """At these a file costs less than 2 GB and some 10 seconds, as was measured."""
    assert limits.MOST_ROWS * 10 == limits.MOST_CELLS == 50_000_000
    assert limits.LARGEST_WHOLE == 5e8 and limits.LARGEST_SPELLED == 1e8
