"""Every format, written by the library that people write it with, reads back as what it was."""

import bz2
import gzip
import io
import json
import lzma
import zipfile

import numpy as np
import pytest
import scipy.sparse as sp

import datasets
from datasets import upload_recipe
from datasets.files.detection.extensions import FULL_EXTENSIONS
from tests.support.many.turns import in_turn

rng = np.random.default_rng(5)
N = 40
NUMBERS = rng.standard_normal(N).round(9)  # Excel keeps no more than 16 digits
COUNTS = rng.integers(0, 9, N)
WORDS = np.array(["red", "light blue", "green"])[rng.integers(0, 3, N)]
CLASSES = np.array(["no", "yes"])[np.arange(N) % 2]
GAPS = np.arange(N) % 7 == 3


def frame():
    """A table of numbers, whole numbers, words and gaps."""
    import pandas as pd

    colours = pd.Series(WORDS).mask(GAPS)
    return pd.DataFrame(
        {"length": np.where(GAPS, np.nan, NUMBERS), "n": COUNTS, "colour": colours, "y": CLASSES}
    )


def as_csv(**options) -> bytes:
    return frame().to_csv(index=False, **options).encode()


def as_parquet() -> bytes:
    file = io.BytesIO()
    table = frame()
    table["colour"] = table["colour"].astype("category")
    table.set_index(np.arange(N) * 3).to_parquet(file)
    return file.getvalue()


def as_arff() -> bytes:
    import arff

    kinds = ["REAL", "INTEGER", ["green", "light blue", "red"], ["yes", "no"]]
    rows = frame().astype(object).where(frame().notna(), None).to_numpy().tolist()
    attributes = list(zip(frame().columns, kinds, strict=True))
    return arff.dumps({"relation": "a b", "attributes": attributes, "data": rows}).encode()


def as_excel() -> bytes:
    file = io.BytesIO()
    frame().to_excel(file, index=False)
    return file.getvalue()


def records() -> list[dict]:
    return frame().astype(object).where(frame().notna(), None).to_dict("records")


def as_json() -> bytes:
    return json.dumps(records(), indent=1).encode()


def as_json_lines() -> bytes:
    return "\n".join(map(json.dumps, records())).encode()


TABLES = {
    ".csv": as_csv,
    ".tsv": lambda: as_csv(sep="\t"),
    ".txt": lambda: as_csv(sep="|", lineterminator="\r\n"),
    ".data": lambda: as_csv(sep=";", decimal=","),
    ".tab": lambda: as_csv(sep="\t", quoting=1),
    ".dat": lambda: as_csv(sep="\t", lineterminator="\r"),
    ".asc": lambda: as_csv(sep="\t", decimal=","),
    ".prn": lambda: as_csv(sep=";"),
    ".xlsx": as_excel,
    ".json": as_json,
    ".jsonl": as_json_lines,
    ".arff": as_arff,
    ".parquet": as_parquet,
}


def same(one, other):
    """True if two datasets hold the same, whatever they were read from."""
    assert one.feature_names == other.feature_names and one.task == other.task
    assert np.array_equal(one.X.toarray(), other.X.toarray()) and np.array_equal(one.y, other.y)
    assert [s for s in one.report if s.stage != "read"] == [
        s for s in other.report if s.stage != "read"
    ]


def plain():
    """The table that every writing of it is read as."""
    length = np.where(GAPS, np.median(NUMBERS[~GAPS]), NUMBERS)
    colours = [(word == WORDS) & ~GAPS for word in ("green", "light blue", "red")]
    return np.column_stack([length, COUNTS, *colours])


@in_turn("ending", TABLES)
def test_a_table_reads_back_as_it_was(ending):
    dataset = upload_recipe(f"t{ending}", TABLES[ending]())().build()
    assert np.array_equal(dataset.X.toarray(), plain())
    assert np.array_equal(dataset.y, np.where(CLASSES == "yes", 1.0, -1.0))
    assert [c.name for c in dataset.columns] == ["length", "n", "colour"]
    same(dataset, upload_recipe("t.csv", as_csv())().build())


def sparse():
    """Sparse rows, one of them without any feature."""
    X = sp.random_array((N, 30), density=0.1, rng=np.random.default_rng(1), format="csr")
    X.data = np.round(X.data, 9)  # scikit-learn writes no more than 16 digits
    X = sp.csr_array(X * (np.arange(N) != 4)[:, None])
    X.eliminate_zeros()
    return X, np.where(np.arange(N) % 3 == 0, 1.0, -1.0)


def as_svmlight(X, y) -> bytes:
    from sklearn.datasets import dump_svmlight_file

    file = io.BytesIO()
    dump_svmlight_file(X, y, file, zero_based=False)
    return file.getvalue()


def as_vowpal(X, y) -> bytes:
    lines = []
    for row, label in enumerate(y):
        pairs = zip(X[[row]].indices.tolist(), X[[row]].data.tolist(), strict=True)
        words = " ".join(f"{column + 1}:{2 * value!r}" for column, value in pairs)
        lines.append(f"{label:g} 'row{row}|a:0.5 {words}")
    return "\n".join(lines).encode()


def as_sparse_arff(X, y) -> bytes:
    import arff

    y = sp.csr_array(np.where(y > 0, 1.0, 0.0)[:, None])
    attributes = [(f"{j + 1}", "REAL") for j in range(X.shape[1])] + [("y", "REAL")]
    rows = {"relation": "s", "attributes": attributes, "data": sp.hstack([X, y]).tocoo()}
    return arff.dumps(rows).encode()


SPARSE = {
    ".svm": as_svmlight,
    ".svmlight": as_svmlight,
    ".libsvm": as_svmlight,
    ".vw": as_vowpal,
    ".arff": as_sparse_arff,
}


@in_turn("ending", SPARSE)
def test_sparse_rows_read_back_as_they_were(ending):
    X, y = sparse()
    dataset = upload_recipe(f"s{ending}", SPARSE[ending](X, y))().build()
    assert np.array_equal(dataset.y, y)
    columns = [int(name.removeprefix("a^")) - 1 for name in dataset.feature_names]
    assert len(set(columns)) == len(columns) and set(X.indices) <= set(columns)
    assert np.array_equal(dataset.X.toarray(), X.toarray()[:, columns])


def zip_of(content: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.mkdir("folder")
        archive.writestr("folder/anything.csv", content)
        archive.writestr("__MACOSX/._anything.csv", b"what a Mac adds")
    return file.getvalue()


def zstandard(content: bytes) -> bytes:
    import pyarrow as pa

    return pa.compress(content, codec="zstd", asbytes=True)


PACK = {
    "": bytes,
    ".gz": gzip.compress,
    ".xz": lzma.compress,
    ".bz2": bz2.compress,
    ".zip": zip_of,
    ".zst": zstandard,
    ".zstd": zstandard,
}


@pytest.mark.parametrize("ending", FULL_EXTENSIONS)
def test_every_ending_is_read_packed_or_not(ending, tmp_path, monkeypatch):
    compression = next((p for p in PACK if p and ending.endswith(p)), "")
    kind = ending.removesuffix(compression)
    content = TABLES[kind]() if kind in TABLES else SPARSE[kind](*sparse())
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    (tmp_path / f"mine{ending.upper()}").write_bytes(PACK[compression](content))
    same(datasets.load("mine"), upload_recipe(f"x{kind}", content)().build())


def test_all_formats_in_all_packings_are_endings():
    assert set(FULL_EXTENSIONS) == {k + p for k in {**TABLES, **SPARSE} for p in PACK}
