"""Numbers to predict are classes or amounts: the guess, what says so, and the ways to change it."""

import numpy as np
import pandas as pd
import pytest

from datasets import Dataset, DatasetError, load_file, make_dataset, upload_recipe
from datasets.builtin.from_sklearn import shipped_table
from datasets.content import Rows, Table
from datasets.files.data_file import DataFile
from datasets.tables import table_dataset
from tests.support.many.turns import in_turn

HERE = {"name": "mine", "source": "here", "licence": "mine"}
DRAW = np.random.default_rng(0)


def spread(**rows):
    """A target that holds each number, written as ``_3``, in so many rows."""
    return [int(number.lstrip("_")) for number, n in rows.items() for _ in range(n)]


def counts(*rows, first=0):
    """A target of the numbers from ``first`` on, each in so many rows."""
    return np.repeat(np.arange(first, first + len(rows)), rows)


def dataset_of(y, **options):
    """A dataset with the target ``y`` and one feature."""
    return Dataset.from_arrays(np.arange(1, len(y) + 1)[:, None], y, **options)


RINGS = [1, 1, 15, 57, 115, 259, 391, 568, 689, 634, 487, 267, 203, 126, 103, 67, 58, 42, 32, 26,
         14, 6, 9, 2, 1, 1, 2, 0, 1]  # fmt: skip
CLASSES = {
    "wine": counts(59, 71, 48, first=1),
    "iris": counts(50, 50, 50),
    "glass": spread(_1=70, _2=76, _3=17, _5=13, _6=9, _7=29),
    "digits": counts(178, 182, 177, 183, 181, 182, 181, 179, 174, 180),
    "zoo": counts(41, 20, 5, 13, 4, 8, 10, first=1),
    "wheat seeds": counts(70, 70, 70, first=1),
    "new thyroid": counts(150, 35, 30, first=1),
    "lung_small": counts(16, 5, 21, 6, 13, 6, 6, first=1),
    "satimage": spread(_1=1533, _2=703, _3=1358, _4=626, _5=707, _7=1508),
    "cover types": counts(211, 283, 35, 3, 9, 17, 20, first=1),
    "letters": counts(*[750] * 26, first=1),
    "forty faces": counts(*[10] * 40),
    "connect-4": [-1] * 166 + [0] * 64 + [1] * 444,
    "nine rows of a lesson": [0, 1, 2] * 3,
    "heart disease": counts(164, 55, 36, 35, 13),
}
AMOUNTS = {
    "abalone's rings": counts(*RINGS, first=1),
    "ages": DRAW.integers(18, 90, 500),
    "years": DRAW.integers(1990, 2020, 900),
    "years of school": counts(51, 168, 333, 646, 514, 933, 1175, 433, 10501, 7291, 1382, first=1),
    "diabetes": [25, 346, *range(30, 240), *range(50, 200)],
    "accidents in a small sample": [0, 2, 1, 0, 0, 3, 1, 0, 5, 1, 2, 0, 1],
    "counts that thin out": counts(368, 368, 184, 61, 15, 3),
    "doses": [0, 10, 20, 50] * 20,
    "marks": counts(38, 0, 0, 0, 1, 7, 15, 9, 32, 28, 56, 47, 31, 31, 27, 33, 16, 6, 12, 5, 1),
    "wine's quality": counts(20, 163, 1457, 2198, 880, 175, 5, first=3),
    "another number in each row": [3, 1, 2],
    "halves": [0.5, 1.0, 1.5] * 9,
    "rows below zero": counts(20, 20, 20, 20, first=-2),
    "three hundred numbers": counts(*[5] * 300),
}


@in_turn("name", CLASSES)
def test_numbers_that_are_classes(name):
    dataset = dataset_of(CLASSES[name], target_name=name)
    values = np.unique(CLASSES[name])
    assert dataset.task == "multiclass" and dataset.classes == tuple(map(str, values))
    assert np.array_equal(values[dataset.y.astype(int)], CLASSES[name])
    said = dataset.notes[-1]
    assert said.startswith(f"The {len(values)} values of {name} (") and "taken for classes" in said
    assert "choose “amounts”" in said and "task='regression'" in said
    assert dataset.provenance.tasks == ("multiclass", "regression")
    amounts = dataset_of(CLASSES[name], task="regression")
    assert np.array_equal(amounts.y, CLASSES[name]) and amounts.notes == ()


@in_turn("name", AMOUNTS)
def test_numbers_that_are_amounts(name):
    y = np.asarray(AMOUNTS[name])
    dataset = dataset_of(y)
    assert dataset.task == "regression" and np.array_equal(dataset.y, y)
    few = len(np.unique(y)) <= 100 and name != "halves"
    said = " ".join(dataset.notes)
    assert ("taken for amounts" in said and "task='multiclass'" in said) == few or len(y) > 1000
    assert dataset.provenance.tasks == (("multiclass", "regression") if few else ("regression",))
    if few:
        assert dataset_of(y, task="multiclass").task == "multiclass"


@pytest.mark.parametrize(("file", "skip"), [("wine_data.csv", 1), ("iris.csv", 1)])
def test_the_files_themselves(file, skip):
    table = shipped_table(file, skip_rows=skip)
    assert Dataset.from_arrays(table[:, :-1], table[:, -1]).task == "multiclass"


def test_the_progress_of_diabetes_is_an_amount_without_a_word():
    y = shipped_table("diabetes_target.csv.gz", delimiter=None).ravel()
    assert dataset_of(y).task == "regression" and dataset_of(y).notes == ()


def test_more_than_a_hundred_classes_are_amounts_and_the_note_says_why():
    (said,) = dataset_of(AMOUNTS["three hundred numbers"]).notes
    assert "more than 100 classes cannot be learned together" in said
    assert "“one class against the rest” (in Python: positive='0')" in said


def test_two_numbers_stay_two_classes_and_may_be_amounts():
    assert dataset_of([1, 2] * 5).task == "classification"
    assert dataset_of([1, 2] * 5).provenance.tasks == ("classification", "regression")
    assert dataset_of([1, 2] * 5, task="regression").y.tolist() == [1, 2] * 5
    assert dataset_of(["a", "b"] * 5).provenance.tasks == ("classification",)


def of_text(name, text, **options):
    """The dataset in a file of that name and text."""
    return make_dataset(upload_recipe(name, text.encode()), options)


ROWS = [f"{i % 7},{i * i % 5},{i % 3 + 1}" for i in range(60)]
FILES = {
    "a.csv": "a,b,Type\n" + "\n".join(ROWS),
    "a.tsv": "a\tb\tType\n" + "\n".join(ROWS).replace(",", "\t"),
    "a.svm": "\n".join(f"{i % 3 + 1} 1:{i % 7} 2:1" for i in range(60)),
    "a.vw": "\n".join(f"{i % 3 + 1} |f a:{i % 7} b" for i in range(60)),
    "a.arff": "@relation r\n@attribute a real\n@attribute b real\n@attribute Type integer\n@data\n"
    + "\n".join(ROWS),
}


@in_turn("name", FILES)
def test_classes_of_every_kind_of_file_and_back(name):
    dataset = of_text(name, FILES[name])
    assert dataset.task == "multiclass" and dataset.classes == ("1", "2", "3")
    goal = "Type, the last column" if "Type" in FILES[name] else "the first number of each line"
    assert dataset.provenance.target_phrase == goal and f"Predicted: {goal}." in dataset.notes
    amounts = of_text(name, FILES[name], task="regression")
    assert amounts.task == "regression" and set(amounts.y) == {1, 2, 3}
    assert of_text(name, FILES[name], task="multiclass").classes == dataset.classes
    assert of_text(name, FILES[name], positive="2").task == "classification"
    with pytest.raises(DatasetError, match=r"3 classes .*“one class against the rest”.*positive="):
        of_text(name, FILES[name], task="classification")
    with pytest.raises(ValueError, match="task = 'amounts': it must be classification"):
        of_text(name, FILES[name], task="amounts")


def table(target, **options):
    """The dataset of a table of one feature and that target."""
    frame = pd.DataFrame({"a": np.arange(len(target)) % 5, "kind": target})
    return table_dataset(Table(frame), HERE, **options)


def test_declared_categories_are_classes_in_their_order():
    cells = ["mid", "low", "high", "low", None, "mid"]
    order = ["low", "mid", "high", "never"]
    dataset = table(pd.Categorical(cells, order))
    assert dataset.task == "multiclass" and dataset.classes == ("low", "mid", "high")
    assert dataset.y.tolist() == [1, 0, 2, 0, 1] and dataset.provenance.tasks == ("multiclass",)
    with pytest.raises(DatasetError, match="holds words"):
        table(pd.Categorical(cells, order), task="regression")
    assert table(pd.Categorical(cells, order), positive="high").y.tolist() == [-1, -1, 1, -1, -1]


def test_declared_numbers_are_classes_unless_they_are_said_to_be_amounts():
    cells = ["10", "-3", "2", "10", "-3", "2"]
    dataset = table(pd.Categorical(cells, ["-3", "2", "10", "11"]))
    assert dataset.classes == ("-3", "2", "10") and dataset.y.tolist() == [2, 0, 1, 2, 0, 1]
    assert dataset.provenance.tasks == ("multiclass", "regression")
    amounts = table(pd.Categorical(cells, ["-3", "2", "10", "11"]), task="regression")
    assert amounts.task == "regression" and amounts.y.tolist() == [10, -3, 2, 10, -3, 2]
    assert table(pd.Categorical([7, 3, 7, 3], [7, 3])).y.tolist() == [1, -1, 1, -1]
    signs = table(pd.Categorical(["+1", "-1", "+1"], ["-1", "+1"]))
    assert signs.y.tolist() == [1, -1, 1]


def test_of_two_declared_classes_the_later_in_the_alphabet_is_plus():
    dataset = table(pd.Categorical(["usual", "rare", "rare"], ["usual", "rare"]))
    assert dataset.y.tolist() == [1, -1, -1] and "usual is +1 (1 row)" in dataset.notes[-1]


class DeclaredFile(DataFile):
    """Sparse rows whose file declares the target's classes."""

    def read(self, file):
        import scipy.sparse as sp

        y = np.array([2, 0, 2, 1])
        return Rows(sp.csr_array(np.eye(4)), y, tuple("abcd"), classes=("u", "v", "w", "x"))


def test_declared_classes_of_sparse_rows_have_their_names():
    from datasets.files.origin import InMemory

    DeclaredFile.origin, DeclaredFile.compression = InMemory("mine.svm", b"any"), ""
    dataset = DeclaredFile().build()
    assert dataset.classes == ("u", "v", "w") and dataset.y.tolist() == [2, 0, 2, 1]


NAMES = [
    (["class", "a", "b"], "class", "by its name"),
    (["label", "a", "id"], "label", "by its name"),
    ([" Label ", "a", "class"], " Label ", "by its name"),
    (["a", "Y", "b"], "Y", "by its name"),
    (["outcome", "y", "a"], "y", "by its name"),
    (["TARGET", "label", "class"], "TARGET", "by its name"),
    (["a", "b", "c"], "c", "the last column"),
    (["x", "y", "area"], "area", "the last column"),
    (["y", "x"], "y", "by its name"),
]


@in_turn(("columns", "name", "reason"), NAMES)
def test_a_target_is_known_by_its_name_or_is_the_last(columns, name, reason):
    frame = pd.DataFrame({c: [j, 1, 2 + j, 1] for j, c in enumerate(columns)})
    dataset = table_dataset(Table(frame), HERE)
    assert (dataset.target_name, dataset.provenance.target_reason) == (name, reason)
    assert f"Predicted: {name}, {reason}." in dataset.notes
    chosen = table_dataset(Table(frame), HERE, target=columns[1])
    assert chosen.provenance.target_phrase == f"{columns[1].strip()}, as asked for"


REFUSALS = {
    "one row has the last column": ([None] * 99 + [3.0], {}, ["in 1 of 100 rows", "“target”"]),
    "no row has it": ([None] * 9, {}, ["empty in every row", "“target” (in Python: target=...)"]),
    "beyond the digits of a number": ([10.0**25, 10.0**25 + 1], {}, ["in the 16 digits"]),
    "three hundred words": (
        [f"class{i:03}" for i in range(300)] * 2,
        {},
        ["300 classes", "“one class against the rest” (in Python: positive='class000')"],
    ),
    "words as amounts": (
        ["a", "b", "c"] * 3,
        {"task": "regression"},
        ["words", "choose “classes”", "task='regression'"],
    ),
    "no such class": (["a", "b"] * 3, {"positive": "c"}, ["“one class against the rest”"]),
}


@in_turn("case", REFUSALS)
def test_a_refusal_names_the_field_of_the_page_and_the_option_in_python(case):
    target, options, parts = REFUSALS[case]
    with pytest.raises(DatasetError) as refused:
        table(target, **options)
    assert [part for part in parts if part not in str(refused.value)] == []


@pytest.mark.parametrize("form", ["{a},{y}", "{{0 {a}, 1 {y}}}"])
def test_declared_numbers_of_a_test_file_become_what_they_are_in_the_training_file(tmp_path, form):
    head = "@relation r\n@attribute a real\n@attribute y {3,1,2}\n@data\n"
    for name in ("mine.arff", "mine_test.arff"):
        rows = (form.format(a=i % 5 + 1, y=i % 3 + 1) for i in range(12))
        (tmp_path / name).write_text(head + "\n".join(rows))
    classes = load_file(tmp_path / "mine.arff", test="mine_test.arff")
    assert classes.classes == ("3", "1", "2") and classes.test.y[:3].tolist() == [1, 2, 0]
    amounts = load_file(tmp_path / "mine.arff", test="mine_test.arff", task="regression")
    assert amounts.y[:3].tolist() == amounts.test.y[:3].tolist() == [1, 2, 3]


def test_a_target_of_numbers_and_words_is_classes_in_their_order():
    dataset = table(["5more", "2", "4", "3"] * 9)
    assert dataset.classes == ("2", "3", "4", "5more")
    assert dataset.provenance.tasks == ("multiclass",)


def test_other_columns_are_read_as_classes_when_they_are_named_as_categories():
    assert table([25, 70, 30] * 9).task == "regression"
    assert table([25, 70, 30] * 9, categories="kind").classes == ("25", "30", "70")
