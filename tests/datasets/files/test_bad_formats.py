"""ARFF, Vowpal Wabbit and Parquet files that cannot be used, or hardly."""

import io

import numpy as np
import pytest

from datasets import DatasetError, upload_recipe
from tests.support.many.turns import in_turn

HEAD = "% two\n@relation r\n@attribute a numeric\n@attribute b {x,y}\n@data\n"


def load(name, content, **options):
    """The dataset in such a file."""
    content = content if isinstance(content, bytes) else content.encode()
    return upload_recipe(name, content)(**options).build()


def parquet(**columns) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = io.BytesIO()
    pq.write_table(pa.table(columns), file)
    return file.getvalue()


GOOD = parquet(a=[1.5, 2.5], y=[0, 1])
FILES = {
    "no-data.arff": ("@relation r\n@attribute a numeric\n", ["no line @data"]),
    "no-rows.arff": (HEAD + "% none\n", ["no rows: add some"]),
    "word.arff": (HEAD + "1,x\n\nz,y\n", ["line 8, column 'a': 'z' is no number"]),
    "long.arff": (HEAD + "1,x,y\n", ["line 6 has 3 cells for 2 attributes"]),
    "short.arff": (HEAD + "1,x\n1\n", ["line 7 has 1 cell for 2 attributes"]),
    "sparse.arff": (HEAD + "{0 1}\n{7 1}\n", ["line 7 names attribute 7", "the last one is 1"]),
    "mixed.arff": (HEAD + "{0 1, 1 y}\n1,x\n", ["line 7 is no sparse row", "in the same way"]),
    "kind.arff": (
        HEAD.replace("numeric", "complex"),
        ["line 3", "type 'complex'", "none of numeric"],
    ),
    "twice.arff": (HEAD.replace(" b ", " a ") + "1,x\n", ["line 4", "is there already"]),
    "one.arff": ("@relation r\n@attribute a real\n@data\n1\n", ["one column only"]),
    "order.arff": (
        "@attribute a real\n@relation r\n@data\n1\n",
        ["line 1", "before", "put @relation"],
    ),
    "open.arff": (HEAD + "1,'x\n", ["line 6, column 'b'", "quotation mark", "close it"]),
    "text.arff": (
        "@relation r\n@attribute s string\n@attribute y {a,b}\n@data\n{0 u}\n{1 b}\n",
        ["'s' of sparse rows", "declare its categories"],
    ),
    "untold.arff": (HEAD + "{0 1,1 ?}\n{1 ?}\n", ["no row has both", "fill some in"]),
    "nul.arff": (HEAD + "1,x\0\n", ["NUL", "save it"]),
    "value.vw": ("1 | a:1\n-1 | a:b\n", ["line 2", "'b' is no number", "write label |"]),
    "label.vw": ("1 | a:1\nspam | a\n", ["line 2", "'spam' is no number"]),
    "costs.vw": ("1:0.5 2:1 | a\n", ["line 1", "'1:0.5' is no number"]),
    "no-bar.vw": ("1 a b c d\n", ["line 1", "'c' stands where", "bar |"]),
    "long-head.vw": ("1 2 3 4 | a\n", ["line 1", "'4' stands where", "bar |"]),
    "scale.vw": ("1 |ns:big a\n", ["line 1", "'big' is no number"]),
    "nameless.vw": ("1 | :3\n", ["line 1", "':3' has no name"]),
    "unlabelled.vw": ("| a:1\n'tag| b\n", ["no row with a label"]),
    "featureless.vw": ("1 |\n-1 |a\n", ["no row with a feature"]),
    "codes.vw": (b"1 | a\n-1 | caf\x81\n", ["line 2", "UTF-8"]),
    "nan.vw": ("1 | a:nan b\n-1 | b\n", ["'a', row 1", "NaN"]),
    "cut.parquet": (GOOD[:-5], ["no intact Parquet", "copy it here again"]),
    "words.parquet": (b"a,b\n1,0\n", ["no intact Parquet", "write it again"]),
    "spoilt.parquet": (GOOD[:20] + b"\xff" * 30 + GOOD[50:], ["no intact Parquet"]),
    "letters.parquet": (
        parquet(a=["uuuu", "vvvv"] * 2, y=[0, 1] * 2).replace(b"uuuu", b"\xff\xfeuu"),
        ["no intact Parquet", "copy it here again"],
    ),
    "lists.parquet": (parquet(a=[[1], [2]], y=[0, 1]), ["'a' holds list", "leave the column"]),
    "bytes.parquet": (parquet(a=[b"\xff", b"2"], y=[0, 1]), ["'a' holds binary", "leave"]),
    "one.parquet": (parquet(a=[1, 2]), ["one column only"]),
    "no-rows.parquet": (parquet(a=np.zeros(0), y=np.zeros(0)), ["no rows: add some"]),
}


@in_turn("name", FILES)
def test_a_bad_file_is_refused_in_a_sentence(name):
    content, parts = FILES[name]
    with pytest.raises(DatasetError) as refused:
        load(name, content)
    sentence = str(refused.value)
    assert [part for part in parts if part not in sentence] == [], sentence
    assert sentence.startswith(f"{name}: ") and sentence.endswith(".")


def test_a_parquet_file_of_more_cells_than_are_read_is_refused_unread(monkeypatch):
    from datasets.files import limits as reader

    monkeypatch.setattr(reader, "MOST_CELLS", 3)
    with pytest.raises(DatasetError, match=r"2 rows of 2 cells, and at most 3 cells"):
        load("p.parquet", GOOD)
    monkeypatch.setattr(reader, "MOST_COLUMNS", 1)
    with pytest.raises(DatasetError, match=r"has 2 columns, and at most 1"):
        load("p.parquet", GOOD)


def test_a_long_list_of_categories_out_of_order_takes_no_time():
    kinds = "{" + "a," * 5000 + " b c}"
    dataset = load("a.arff", HEAD.replace("{x,y}", kinds) + "1,a\n2,'b c'\n")
    assert dataset.y.tolist() == [-1, 1]


def test_arff_names_dates_tabs_and_line_ends_of_every_kind():
    text = (
        "\ufeff@RELATION\t'any thing'\n@ATTRIBUTE\t'the size'\tREAL\n"
        '@Attribute "on the" date "yyyy-MM-dd"\n@attribute k { u , \'v w\' }\n@DATA\n'
        "1.5,2020-01-01,u\n?,2020-01-03,'v w'\n 2.5 , 2020-01-02 , u\n"
    )
    for content in (text.encode(), text.replace("\n", "\r\n").encode(), text.encode("utf-16")):
        dataset = load("a.arff", content)
        assert dataset.feature_names == ("the size", "on the")
        assert dataset.X.toarray().tolist() == [[1.5, 18262], [2, 18264], [2.5, 18263]]
        assert dataset.y.tolist() == [-1, 1, -1]


def test_sparse_arff_rows_leave_out_zeros_and_first_categories():
    text = (
        "@relation r\n@attribute a numeric\n@attribute b {u,v,'w x'}\n@attribute id numeric\n"
        "@attribute target {no,yes}\n@attribute c numeric\n@data\n"
        "{0 1.5, 1 'w x', 4 2}\n{2 7, 1 v, 3 yes}\n{}\n{3 ?, 0 5}\n{4 ?, 0 3, 3 yes}\n"
    )
    dataset = load("a.arff", text, left_out="id")
    assert dataset.feature_names == ("a", "b=v", "b=w x", "c")
    assert dataset.X.toarray().tolist() == [[1.5, 0, 1, 2], [0, 1, 0, 0], [0] * 4, [3, 0, 0, 0]]
    assert dataset.y.tolist() == [-1, 1, -1, 1]
    assert "1 row without a target left out." in dataset.notes
    assert "1 missing cell of sparse rows taken as 0: 1 in c." in dataset.notes
    assert load("a.arff", text, target="a").task == "regression"


def test_vowpals_weights_tags_scales_and_repeats():
    text = (
        "1 2.5 'first|ns:2 a:3 b |w x y:0.5\n-1 1.0 0.0 |ns a:1 a:2\n\n1 | plain\n"
        "'only|w x\n-1 1 0.5 last|w x:-1\r\n"
    )
    dataset = load("t.vw", text)
    assert dataset.feature_names == ("ns^a", "ns^b", "w^x", "w^y", "plain")
    rows = [[6, 2, 1, 0.5, 0], [3, 0, 0, 0, 0], [0, 0, 0, 0, 1], [0, 0, -1, 0, 0]]
    assert dataset.X.toarray().tolist() == rows and dataset.y.tolist() == [1, -1, 1, -1]
    assert "1 row without a label left out." in dataset.notes
    assert any(
        n.startswith("Importance weights or base predictions of 2 rows") for n in dataset.notes
    )


def test_parquet_types_become_numbers_words_and_dates():
    import datetime
    from decimal import Decimal

    import pyarrow as pa

    day, moment = datetime.date(2020, 1, 2), datetime.datetime(2020, 1, 3, 12)
    content = parquet(
        small=pa.array([1, None, 3], pa.int8()),
        price=pa.array([Decimal("1.50"), None, Decimal("2.50")]),
        half=pa.array(np.array([1, 2, 4], np.float16)),
        day=pa.array([day, None, day]),
        moment=pa.array([moment, moment, None], pa.timestamp("us", tz="UTC")),
        clock=pa.array([datetime.time(0, 0, 1), None, None]),
        word=pa.array(["u", "v", "u"]).dictionary_encode(),
        none=pa.nulls(3),
        y=pa.array([True, False, True]),
    )
    dataset = load("p.parquet", content)
    kinds = {c.name: (c.kind, c.missing) for c in dataset.columns}
    assert kinds["small"] == ("numbers", 1) and kinds["price"] == ("numbers", 1)
    assert kinds["half"] == ("numbers", 0) and kinds["clock"] == ("numbers", 2)
    assert kinds["day"] == ("dates", 1) and kinds["moment"] == ("dates", 1)
    assert kinds["word"][0] == "left out" or kinds["word"][0] == "categories"
    assert dataset.X.toarray()[0, :3].tolist() == [1, 1.5, 1] and dataset.y.tolist() == [1, -1, 1]
