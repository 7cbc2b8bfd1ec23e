"""Files that are packed wrongly, too large, or change while they are read."""

import bz2
import gzip
import io
import lzma
import os
import tracemalloc
import zipfile
from functools import cache

import pyarrow as pa
import pytest

import datasets
from datasets import DatasetError, SvmlightStream, upload_recipe
from datasets.files import compression
from datasets.files.origin import OnDisk
from tests.support.many.turns import in_turn

GOOD = b"a,b,target\n" + b"".join(b"%d,%d,%d\n" % (i, i * i, i % 2) for i in range(500))


def zip_of(*names, password=False, method=zipfile.ZIP_DEFLATED):
    """A zip archive with the same good table under each name."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name in names:
            archive.writestr(name, GOOD)
    content = bytearray(file.getvalue())
    if password:  # bit 0 of the flags, in the file's own header and in the directory
        content[6] |= 1
        content[content.find(b"PK\1\2") + 8] |= 1
    return bytes(content)


def with_method(number):
    """A zip archive said to be packed in a way of that number."""
    content = bytearray(zip_of("a.csv"))
    at = content.find(b"PK\1\2")
    content[8], content[at + 10] = number, number
    return bytes(content)


XZ, GZ, ZIP = lzma.compress(GOOD), gzip.compress(GOOD), zip_of("a.csv")
PACKED = {
    "cut.csv.xz": (XZ[: len(XZ) // 2], ["cut short", "copy it here again"]),
    "cut.csv.gz": (GZ[: len(GZ) // 2], ["cut short", "copy it here again"]),
    "cut.csv.zip": (ZIP[: len(ZIP) // 2], ["no intact .zip", "copy it here again"]),
    "hardly.csv.xz": (XZ[:3], ["cut short", "copy it here again"]),
    "plain.csv.xz": (GOOD, ["no intact .xz file", "compress it again"]),
    "plain.csv.gz": (GOOD, ["no intact .gz file", "compress it again"]),
    "plain.csv.zip": (GOOD, ["no intact .zip file", "compress it again"]),
    "flipped.csv.xz": (XZ[:40] + b"!!!!" + XZ[44:], ["no intact .xz", "copy it here again"]),
    "flipped.csv.gz": (GZ[:40] + b"!!!!" + GZ[44:], ["no intact .gz", "copy it here again"]),
    "flipped.csv.zip": (ZIP[:60] + b"!!!!" + ZIP[64:], ["no intact .zip", "copy it here again"]),
    "other.csv.gz": (XZ, ["no intact .gz file", "compress it again"]),
    "two.csv.zip": (zip_of("a.csv", "b.csv"), ["2 files (a.csv and b.csv)", "one file alone"]),
    "none.csv.zip": (zip_of(), ["holds no file", "one file alone"]),
    "locked.csv.zip": (zip_of("a.csv", password=True), ["password", "without one"]),
    "strange.csv.zip": (with_method(97), ["cannot be unpacked", "ordinary .zip"]),
    "hollow.csv.gz": (gzip.compress(b"\n  \n"), ["empty", "put rows into it"]),
    "hollow.svm.xz": (lzma.compress(b"\n"), ["empty", "put rows into it"]),
    "cut.svm.xz": (lzma.compress(b"1 1:2\n" * 10_000)[:80], ["cut short", "copy it here again"]),
}


@in_turn("name", PACKED)
def test_bad_packing_is_refused_in_a_sentence(name):
    content, parts = PACKED[name]
    with pytest.raises(DatasetError) as refused:
        upload_recipe(name, content)().build()
    sentence = str(refused.value)
    assert [part for part in parts if part not in sentence] == [], sentence
    assert sentence.startswith(f"{name}: ") and sentence.endswith(".")


@cache
def bomb(ending: str, size: int) -> bytes:
    """As many blanks, packed."""
    blanks = b" " * size
    if ending == ".zip":
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a", blanks)
        return file.getvalue()
    if ending == ".zst":
        return pa.compress(blanks, codec="zstd", asbytes=True)
    return {".gz": gzip.compress, ".xz": lzma.compress, ".bz2": bz2.compress}[ending](blanks)


@pytest.mark.parametrize("kind", [".csv", ".arff", ".parquet", ".svm", ".vw"])
@pytest.mark.parametrize("ending", [".gz", ".xz", ".zip", ".bz2", ".zst"])
def test_a_bomb_is_unpacked_no_further_than_the_limit(ending, kind, monkeypatch):
    monkeypatch.setattr(compression, "LARGEST_FILE", 4_000_000)
    recipe = upload_recipe(f"bomb{kind}{ending}", bomb(ending, 40_000_000))()
    tracemalloc.start()
    with pytest.raises(DatasetError, match=r"unpacked it is larger than 0\.004 GB.*fewer rows\.$"):
        recipe.build()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 24_000_000  # of which .xz takes 8 million for its dictionary


def test_the_limit_is_a_gigabyte():
    assert compression.LARGEST_FILE == 10**9


@pytest.mark.parametrize("change", ["longer", "shorter", "touched", "gone"])
@pytest.mark.parametrize("spoilt", [False, True])
def test_a_file_that_changes_while_it_is_read_is_refused(change, spoilt, tmp_path):
    path = tmp_path / "mine.csv"
    path.write_bytes(GOOD)
    sentence = r"(try again when|check that it is there)"
    with pytest.raises(DatasetError, match=sentence), OnDisk(path).open() as file:
        file.read(100)
        if change == "touched":
            os.utime(path, ns=(1, 1))
        elif change == "gone":
            path.unlink()
        else:
            path.write_bytes(GOOD * 2 if change == "longer" else GOOD[:50])
        if spoilt:  # the error names the change, not what half of a file looks like
            raise DatasetError("it has no sense.")


def test_a_file_that_vanishes_is_missed_by_name(tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    (tmp_path / "gone.csv").write_bytes(GOOD)
    recipe = datasets.recipe("gone")()
    (tmp_path / "gone.csv").unlink()
    with pytest.raises(DatasetError, match=r"gone\.csv: .*No such file.*check that it is there"):
        recipe.build()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("s.svm.zip", zip_of("a.csv")[:90]),
        ("s.svm.xz", lzma.compress(b"1 1:2\n")[:40]),
        ("s.svm.gz", b"no gzip"),
    ],
    # Not by content: a packed file holds the second in which it was packed.
    ids=["zip", "xz", "gz"],
)
def test_streams_name_what_is_packed_badly(name, content, tmp_path):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DatasetError, match=rf"^{name}[: ].*\.$"):
        list(SvmlightStream(tmp_path / name))


def test_streams_read_every_packing(tmp_path):
    for ending, pack in ((".xz", lzma.compress), (".gz", gzip.compress), ("", bytes)):
        (tmp_path / f"s.svm{ending}").write_bytes(pack(b"1 1:2\n-1 3:4\n"))
        ((X, y),) = SvmlightStream(tmp_path / f"s.svm{ending}")
        assert X.indices.tolist() == [1, 3] and y.tolist() == [1, -1]
