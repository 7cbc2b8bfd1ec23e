"""Dense ARFF rows have two readers, and whichever reads them the table is the same."""

import numpy as np
import pandas as pd
import pytest

from datasets import DatasetError, upload_recipe
from datasets.files import arff

HEAD = "@relation r\n@attribute a real\n@attribute b integer\n@attribute c {u,v,7}\n@data\n"
ROWS = [
    "1,2,u\n-0.5,?,v\n1e-7,3.9,7\n?,-3.9,?\n",
    "0.1,1,u\n\n0.30000000000000004,2,v",
    "1,2,u\r\n3,4,v\r\n",
]
ODD = [
    "1,2,'u'\n",
    "1, 2,u\n",
    "% 5\n1,2,u\n",
    "1\t,2,u\n",
    "nan,1,u\ninf,2,v\n",
    "1,,u\n2,3,v\n",
    ",2,u\n",
]
BAD = ["1,2\n", "1,2,u,3\n", "1,2,u\n1,2\n1,2,u,3\n", "x,2,u\n"]


def both(rows: str, monkeypatch) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The table by pandas, where it reads it, and by liac-arff."""

    def read() -> pd.DataFrame:
        return upload_recipe("r.arff", (HEAD + rows).encode())().content().frame

    first = read()
    monkeypatch.setattr(arff, "plain_rows", lambda *_: None)
    return first, read()


@pytest.mark.parametrize("rows", ROWS + ODD)
def test_the_two_read_the_same(rows, monkeypatch):
    one, other = both(rows, monkeypatch)
    pd.testing.assert_frame_equal(one, other)


@pytest.mark.parametrize("rows", ROWS)
def test_plain_rows_are_read_by_pandas(rows, monkeypatch):
    monkeypatch.setattr(arff, "dense", None)
    assert len(upload_recipe("r.arff", (HEAD + rows).encode())().content().frame)


def test_pandas_reads_every_digit(monkeypatch):
    numbers = np.random.default_rng(0).standard_normal(2000)
    rows = "".join(f"{x!r},1,u\n" for x in numbers.tolist())
    assert np.array_equal(both(rows, monkeypatch)[0]["a"], numbers)


@pytest.mark.parametrize("rows", BAD)
def test_what_is_wrong_is_said_with_its_line(rows):
    with pytest.raises(DatasetError, match=r"^r\.arff: line \d+ cannot be read"):
        upload_recipe("r.arff", (HEAD + rows).encode())().content()
