"""Whatever is in a file: a dataset in order, or a DatasetError; never anything else."""

import lzma
import re

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import datasets
from datasets import DatasetError
from tests.test_datasets_arrays import check_form

WORDS = st.sampled_from(
    ["", "?", "NA", "a", "b", "c d", "True", "false", "x;y", '"q"', "1_0", "0x1F", "None", "é"]
)
NUMBERS = st.one_of(
    st.integers(-3, 3).map(str),
    st.integers(-(10**30), 10**30).map(str),
    st.floats().map(str),
    st.sampled_from(["1e400", "-1e-400", "1e101", "  5 ", "+1", "1,5"]),
)
ANY = st.one_of(WORDS, NUMBERS, st.text(max_size=4))
COLUMN = st.sampled_from([st.sampled_from("01"), st.sampled_from("ab"), NUMBERS, WORDS, ANY])
PAIRS = st.tuples(st.sampled_from(["0", "1", "3", "9", "-1", "1e9", "qid", ""]), NUMBERS)


@st.composite
def tables(draw):
    """The text of a CSV that may be in order, or nearly, or not at all."""
    columns = draw(st.lists(COLUMN, min_size=1, max_size=4))
    names = [draw(st.sampled_from(["a", "b", "target", "", "1", "a "])) for _ in columns]
    rows = draw(st.lists(st.tuples(*columns), max_size=8))
    return "\n".join(",".join(cells) for cells in [names, *rows])


@st.composite
def good_tables(draw):
    """``(text, rows, missing)`` of a CSV in order; the target is sometimes missing."""
    n = draw(st.integers(2, 12))
    target = [draw(st.sampled_from(["yes", "no", ""])) for _ in range(n)] + ["yes", "no"]
    cell = st.one_of(st.just(""), st.integers(0, 9).map(str))
    rows = [f"{i},{draw(cell)},{draw(st.sampled_from('uv'))},{t}" for i, t in enumerate(target)]
    return "\n".join(["count,cell,word,target", *rows]), len(target), target.count("")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A data folder for many examples."""
    path = tmp_path_factory.mktemp("generated")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPARSITY_LAB_DATA", str(path))
        yield path
        for file in path.iterdir():
            file.unlink()


def try_to_load(folder, name, content, **options):
    """The dataset in a file of that content, or None where it was refused in a sentence."""
    for file in folder.iterdir():
        file.unlink()
    (folder / name).write_bytes(content)
    try:
        dataset = datasets.load(name.split(".")[0], **options)
    except DatasetError as refused:
        assert str(refused).startswith(f"{name}: ") and len(str(refused)) < 1000
        return None
    for side in (dataset, dataset.test):
        if side is not None:
            check_form(side)
            assert np.all(np.abs(side.X.data) <= 1e100) and np.all(np.abs(side.y) <= 1e100)
            if side.task == "multiclass":
                assert 2 < len(side.classes) <= 100
                assert set(side.y) <= set(range(len(side.classes)))
    return dataset


EXAMPLES = settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])


@EXAMPLES
@given(text=tables(), scaling=st.sampled_from(["none", "unit variance", "max-abs 1", "unit rows"]))
def test_any_table(folder, text, scaling):
    try_to_load(folder, "any.csv", text.encode(errors="replace"), scaling=scaling)


@EXAMPLES
@given(st.binary(max_size=60))
def test_any_bytes(folder, content):
    for name in ("any.csv", "any.svm", "any.csv.xz", "any.svm.gz"):
        try_to_load(folder, name, content)


@EXAMPLES
@given(st.integers(0, 200), st.binary(max_size=3))
def test_any_damage_to_a_packed_file(folder, at, patch):
    packed = lzma.compress(b"a,b,target\n1,2,0\n3,4,1\n")
    try_to_load(folder, "any.csv.xz", packed[:at] + patch + packed[at + len(patch) + 1 :])


@EXAMPLES
@given(st.lists(st.tuples(NUMBERS, st.lists(PAIRS, max_size=3)), max_size=4))
def test_any_svmlight_lines(folder, lines):
    text = "\n".join(" ".join([y, *(f"{i}:{v}" for i, v in pairs)]) for y, pairs in lines)
    try_to_load(folder, "any.svm", text.encode())


@EXAMPLES
@given(good_tables())
def test_rows_in_are_rows_kept_and_rows_counted(folder, table):
    text, n_rows, missing = table
    dataset = try_to_load(folder, "good.csv", text.encode())
    assert dataset.n_rows == n_rows - missing
    said = [re.match(r"(\d+) rows? without a target", note) for note in dataset.notes]
    assert sum(int(match[1]) for match in said if match) == missing
    counts = re.findall(r"\((\d+) rows?\)", dataset.notes[-1])
    assert sum(map(int, counts)) == dataset.n_rows
