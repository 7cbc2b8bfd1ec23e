"""svmlight files: ids name the columns, the width can be asked for, nothing is made dense."""

import tracemalloc

import pytest

import datasets
from datasets import DatasetError
from datasets.files.svmlight.block import read_block


@pytest.fixture
def svm(tmp_path, monkeypatch):
    """``svm(text, **options)`` loads a file of that text."""
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))

    def load(text, **options):
        (tmp_path / "mine.svm").write_text(text)
        return datasets.load("mine", **options)

    return load


def test_ids_from_one_or_from_zero_name_the_columns(svm):
    one = svm("+1 1:0.5 3:2 # first\n-1 qid:4 2:1\n\n-1\n")
    assert one.feature_names == ("1", "2", "3")
    assert one.X.toarray().tolist() == [[0.5, 0, 2], [0, 1, 0], [0, 0, 0]]
    assert one.y.tolist() == [1, -1, -1]
    assert svm("1 0:5 2:6\n0 1:7\n").feature_names == ("0", "1", "2")


def test_query_ids_are_reported(svm):
    notes = svm("2 qid:1 1:1\n1 qid:1 2:1\n0 qid:2 1:3\n1 1:1 # qid:9\n").notes
    assert "Query ids (qid) of 3 rows left out: rows are learned from one by one." in notes
    assert not any("qid" in note for note in svm("1 1:1\n0 2:1\n").notes)


def test_stored_zeros_are_dropped(svm):
    assert svm("1 1:0 2:3\n0 1:4 2:0\n").X.nnz == 2


def test_the_width_is_the_largest_id_or_what_is_asked_for(svm):
    text = "1 1:1\n0 4:1\n"
    assert svm(text).X.shape == (2, 4)
    assert "4, up to its largest id" in svm(text).notes[0]
    assert svm(text, n_features="9").X.shape == (2, 9)
    wide = svm(text, n_features=9)
    assert wide.X.shape == (2, 9) and wide.feature_names[-1] == "9"
    assert "9 columns as asked for; the file's largest id is 4" in wide.notes[0]


@pytest.mark.parametrize("width", [3, -1, 10**9, 4.5, "3", "four"])
def test_a_width_the_ids_do_not_fit_is_refused(svm, width):
    with pytest.raises(DatasetError, match=r"mine\.svm: n_features = .*at least 4"):
        svm("1 1:1\n0 4:1\n", n_features=width)


def test_one_class_of_many_is_picked_with_positive(svm):
    text = "4 1:1\n9 1:2\n7 1:3\n"
    assert svm(text).task == "regression"
    assert svm(text, positive="9").y.tolist() == [-1, 1, -1]


def test_a_wide_file_takes_the_memory_of_its_nonzeros(svm):
    svm("1 1:1\n0 2:1\n")  # the imports are not what is measured
    text = "".join(f"{row % 2} {1 + row * 200}:1 {200_000 + row}:2\n" for row in range(1000))
    tracemalloc.start()
    dataset = svm(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert dataset.X.shape == (1000, 200_999)
    assert peak < 300 * 200_999  # a dense copy would take 8,000 bytes a column


def test_ids_that_do_not_rise_are_sorted_and_reported(svm):
    falling = svm("1 7:3 2:1 5:2\n-1 3:4\n1 5:1 1:6 # c\n-1 qid:1 7:1 1:1\n")
    rising = svm("1 2:1 5:2 7:3\n-1 3:4\n1 1:6 5:1\n-1 1:1 7:1\n")
    assert (falling.X != rising.X).nnz == 0 and falling.feature_names == rising.feature_names
    note = "Ids that did not rise: the pairs of 3 rows were put in their order."
    assert note in falling.notes and note not in rising.notes


@pytest.mark.parametrize("counts", ["3 5", "3 5 2", " 3\t5"])
def test_a_first_line_of_counts_is_no_row(svm, counts):
    dataset = svm(f"{counts}\n1 1:0.5 5:1\n-1 2:1\n1 3:1\n")
    assert dataset.n_rows == 3 and dataset.y.tolist() == [1, -1, 1]
    assert any(note.startswith("The first line, 3") for note in dataset.notes)


def test_a_first_row_without_features_is_a_row(svm):
    assert svm("1\n-1 1:2\n").n_rows == 2


TROUBLES = {
    "several labels": ("1,3 1:0.5\n2 1:1\n", "line 1 has several labels, '1,3'"),
    "labels with a blank": ("2 1:1\n1, 3 1:0.5\n", "line 2 has several labels, '1, 3'"),
    "counts and labels": ("2 5 4\n0,2 0:0.3\n1 1:0.2\n", "line 2 has several labels, '0,2'"),
    "a label of words": ("spam 1:3\n", "label 'spam' in line 1 is no number"),
    "a weight behind the label": ("1 0.5 1:3\n", "line 1 has 2 numbers before its first pair"),
    "a weight at the label": ("1:0.5 1:3\n", "stands where the label is expected"),
    "an id twice": ("1 2:1 5:1 2:4\n", "'2:4' in line 1 has an id that stands twice in the row"),
    "decimal commas": ("1 1:0,5 2:1,25\n", "'1:0,5' in line 1 has a decimal comma"),
    "commas between pairs": ("1 1:0.5,2:1\n", "commas or semicolons between its pairs"),
    "libffm": ("1 0:3:1 1:7:0.5\n", "three parts, field:id:value, as libffm"),
    "names": ("1 age:3\n", "names its feature by a word"),
    "no value": ("1 1: 3\n", "'1:' in line 1 has no value"),
    "an id below 0": ("1 -1:3\n", "no id that is a whole number from 0 on"),
    "another comment": ("// made\n1 1:3\n", "line 1 begins with '//': begin comments with #"),
    "Vowpal Wabbit": ("1 | a b\n", "line 1 has a bar |, as the lines of Vowpal Wabbit"),
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_each_trouble_has_its_own_sentence(svm, trouble):
    text, part = TROUBLES[trouble]
    with pytest.raises(DatasetError) as refused:
        svm(text)
    assert part in str(refused.value) and str(refused.value).endswith(".")
    others = [own for name, (_, own) in TROUBLES.items() if name != trouble]
    assert [own for own in others if own in str(refused.value)] == []


def test_a_line_of_counts_further_down_is_no_count():
    block = b"20 30\n1 1:2\n"
    assert len(read_block(block, lines_before=0).y) == 1
    with pytest.raises(DatasetError, match="line 11"):
        read_block(block, lines_before=10)
