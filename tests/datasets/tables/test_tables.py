"""A CSV table becomes a dataset: every row and cell is kept, or counted and named in a note."""

import gzip
import lzma

import pytest

import datasets


def done(dataset):
    """The notes on a table after it was read."""
    return tuple(step.what for step in dataset.report if step.stage != "read")


@pytest.fixture
def table(tmp_path, monkeypatch):
    """``table(text, **options)`` loads a CSV of that text."""
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))

    def load(text, name="mine", **options):
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
        return datasets.load(name, **options)

    return load


def test_the_target_is_the_column_of_that_name_or_the_last(table):
    assert table("target,a\n0,7\n1,8\n").feature_names == ("a",)
    assert table("b,a\n0,7\n2,8\n").feature_names == ("b",)


def test_numbers_and_booleans_are_one_column_each_and_make_no_groups(table):
    dataset = table("a,b,c,y\n1.5,True,-2,0\n2.5,False,0,1\n3.5,,1e3,1\n,true,4,0\n")
    assert dataset.feature_names == ("a", "b", "c")
    assert dataset.X.toarray().tolist() == [[1.5, 1, -2], [2.5, 0, 0], [3.5, 1, 1000], [2.5, 1, 4]]
    assert dataset.groups is None
    assert done(dataset)[0] == (
        "2 missing cells filled with the column's median: 1 in a and 1 in b."
    )


def test_words_are_a_column_for_each_category_and_a_group_for_each_word(table):
    dataset = table("n,colour,y\n1,red,0\n2,blue ,1\n3,,1\n4, red,0\n5,blue,0\n6,,1\n")
    assert dataset.feature_names == ("n", "colour=blue", "colour=red")
    assert dataset.X.toarray()[:, 1:].tolist() == [[0, 1], [1, 0], [0, 0], [0, 1], [1, 0], [0, 0]]
    assert dataset.groups.tolist() == [0, 1, 1]
    assert done(dataset)[:2] == (
        "1 column of text turned into 2 columns of 0 and 1, one for each category: 2 in colour.",
        "2 missing cells of text left 0 in all their categories: 2 in colour.",
    )


def test_question_marks_are_missing_and_none_is_a_word(table):
    dataset = table("a,drug,y\n1,None,0\n?,None,1\n3,some,1\n5,some,0\n")
    assert dataset.X.toarray()[1, 0] == 3
    assert dataset.feature_names[1:] == ("drug=None", "drug=some")


def test_empty_columns_and_identifiers_are_left_out_by_name(table):
    dataset = table("id,void,a,y\nann,,1,0\nbob,,2,1\ncid,,3,1\nann,,4,0\n")
    assert dataset.feature_names == ("a",)
    assert "1 column without any value left out: void." in done(dataset)
    assert "like an id or a name, left out: id." in done(dataset)[1]


def test_identifiers_stay_when_there_is_nothing_else(table):
    assert table("word,y\nann,0\nbob,1\ncid,1\n").feature_names == (
        "word=ann",
        "word=bob",
        "word=cid",
    )


def test_row_numbers_written_by_pandas_are_no_feature(table):
    assert table(",a,y\n0,5,0\n1,6,1\n2,8,1\n").feature_names == ("a",)
    assert table(",a,y\n9,5,0\n1,6,1\n2,8,1\n").feature_names == ("Unnamed: 0", "a")


def test_rows_without_a_target_are_left_out_and_counted(table):
    lines = [f"{i},{'' if i % 3 == 0 else i % 2}" for i in range(1, 31)]
    dataset = table("a,y\n" + "\n".join(lines))
    assert dataset.n_rows == 20
    assert (
        done(dataset)[0] == "10 rows without a target left out (rows 3, 6, 9, 12, 15 and 5 more)."
    )
    alone = table("a,y\n1,0\n2,\n3,1\n")
    assert done(alone)[0] == "1 row without a target left out (row 2)."


def test_a_class_of_many_is_picked_with_positive(table):
    text = "a,kind\n1,cat\n2,dog\n3,eel\n4,cat\n"
    dataset = table(text, positive="cat")
    assert dataset.y.tolist() == [1, -1, -1, 1]
    assert done(dataset)[-1] == "Target: cat is +1 (2 rows), dog and eel are −1 (2 rows)."


def test_another_class_in_each_row_is_refused(table):
    text = "legs,kind\n4,mammal\n2,bird\n8,shellfish\n0,fish\n"
    for name in ("farm", "zoo"):
        with pytest.raises(datasets.DatasetError, match="4 classes"):
            table(text, name=name)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("pack", [bytes, lzma.compress, gzip.compress])
def test_packed_files_and_byte_order_marks_are_read(pack, encoding, tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    ending = {bytes: "", lzma.compress: ".xz", gzip.compress: ".gz"}[pack]
    packed = pack("größe,target\r\n1,0\r\n2,1\r\n".encode(encoding))
    (tmp_path / f"mine.csv{ending}").write_bytes(packed)
    assert datasets.load("mine").feature_names == ("größe",)


def test_numbers_too_long_for_an_integer_are_numbers(table):
    assert table(f"a,y\n1,0\n{10**26},1\n").X.toarray().tolist() == [[1], [1e26]]
    assert table("a,y\n-5,0\n18446744073709551615,1\n").X.toarray().tolist() == [[-5], [2.0**64]]
