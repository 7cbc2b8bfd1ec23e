"""Fetching that fails: one sentence with the way by hand, and nothing left that looks complete."""

import errno
import io
import os
import socket
from pathlib import Path

import pytest

import datasets
from datasets import DatasetError
from datasets.remote import download, download_errors
from tests.support.openml import CREDIT, ROWS, openml_here

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::RuntimeWarning")
BY_HAND = (
    ": download it from https://www.openml.org/d/29 as CSV or ARFF and put it into the data folder "
    "as crx.csv or crx.arff."
)


@pytest.fixture
def crx(tmp_path, monkeypatch):
    """The recipe and its OpenML, with an empty data folder and little patience."""
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    monkeypatch.setattr(download, "TIMEOUT", 0.3)
    with openml_here(monkeypatch) as here:
        here.add(29, CREDIT, ROWS)
        yield datasets.recipe("crx"), here


def refusal(recipe):
    """The refusal, less the way by hand; nothing may be left that looks complete."""
    with pytest.raises(DatasetError) as refused:
        recipe().build()
    assert str(refused.value).endswith(BY_HAND) and "\n" not in str(refused.value)
    assert not recipe.is_downloaded() and socket.getdefaulttimeout() is None
    staging = recipe.folder().with_name(".crx.part")
    assert not staging.exists() or any(path.is_file() for path in staging.rglob("*"))
    return str(refused.value).removesuffix(BY_HAND)


FAULTS = {
    "silent from the start": ({"/json/data/29": "silent"}, "OpenML was silent for 20 seconds"),
    "silent in the end": ({".arff": "silent"}, "OpenML was silent for 20 seconds"),
    "an error": ({"/json/data/29": 500}, "OpenML answered with the error 500 (Internal Server"),
    "gone": ({".arff": 404}, "OpenML answered with the error 404 (Not Found"),
    "unknown": ({"/json/data/29": 412}, "what OpenML sent cannot be read (Dataset with data_id 29"),
    "another file": ({".arff": "wrong"}, "what OpenML sent is not what it should be (its checksum"),
    "a cut file": ({".arff": "cut"}, "the connection to OpenML broke off"),
    "no JSON": ({"features": "wrong"}, "what OpenML sent cannot be read (Expecting"),
    "cut JSON": ({"features": "cut"}, "the connection to OpenML broke off"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_what_the_server_does_wrong_is_said_and_the_next_attempt_works(crx, case):
    recipe, here = crx
    here.faults, expected = FAULTS[case]
    assert refusal(recipe).startswith(expected)
    here.faults = {}
    assert recipe().build().n_rows == 6 and recipe.is_downloaded()


def test_an_unreachable_server(crx, monkeypatch):
    recipe, _ = crx
    with socket.socket() as taken:  # bound, but nobody listens
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}/api/v1/json"
        monkeypatch.setattr("datasets.remote.openml.SERVER", address)
        assert refusal(recipe) == "OpenML cannot be reached (Connection refused)"


def test_an_unknown_host(crx, monkeypatch):
    def refuse_host(*args, **options):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", refuse_host)
    assert refusal(crx[0]) == "OpenML cannot be reached (Name or service not known)"


def test_a_folder_that_cannot_be_made(crx, tmp_path):
    (tmp_path / "fetched").write_text("a file where the folder should be")
    said = refusal(crx[0])
    assert said.startswith("it cannot be stored in the data folder (") and "fetched" in said


class Full(io.FileIO):
    """A file on a disk that has no room for more."""

    def write(self, piece):
        super().write(piece[:10])
        full()


def full(*arguments):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("when", ["as it comes", "at the end", "after other files"])
def test_a_disk_that_is_filled_is_left_as_it_was(crx, monkeypatch, when):
    recipe, here = crx
    if when == "after other files":
        here.faults = {".arff": "cut"}
        refusal(recipe)
        assert recipe.folder().with_name(".crx.part").exists()
        here.faults = {}
    if when == "at the end":
        monkeypatch.setattr("pooch.core.shutil.move", full)
    else:
        monkeypatch.setattr(download, "open", Full, raising=False)
    assert refusal(recipe).startswith("the disk of the data folder is full; what had come")
    assert list(recipe.folder().parent.iterdir()) == []


def test_another_process_was_faster(tmp_path):
    place = tmp_path / "somewhere"

    def work(folder, arrived):
        for where in (folder, place):
            where.mkdir(exist_ok=True)
            (where / "all of it").touch()

    assert download.download(work, place, 1) is None
    assert list(tmp_path.iterdir()) == [place]


def test_what_an_ended_program_left_half_done_is_not_kept(crx):
    recipe, _ = crx
    folder = recipe.folder().with_name(".crx.part") / "somewhere"
    folder.mkdir(parents=True)
    for name in ("tmp_of_an_ended", "tmp_of_another"):
        (folder / name).write_bytes(b"half of a file")
    os.utime(folder / "tmp_of_an_ended", (0, 0))
    recipe.fetch()
    left = [path.name for path in recipe.folder().rglob("tmp*")]
    assert recipe.is_downloaded() and left == ["tmp_of_another"]


@pytest.mark.parametrize("damage", ["cut", "other", "gone", "metadata"])
def test_what_is_damaged_in_the_folder_is_fetched_again(crx, damage):
    recipe, here = crx
    recipe.fetch()
    n_asked = len(here.asked)
    pattern = "data.json" if damage == "metadata" else "data.arff"
    path = next(Path(recipe.folder()).rglob(pattern))
    content = path.read_bytes()
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(b"other" if damage == "other" else content[: len(content) // 2])
    assert recipe().build().n_rows == 6 and len(here.asked) == n_asked + 1
    path.write_bytes(b"other")
    here.faults = {"/": 503}
    assert refusal(recipe).startswith("OpenML answered with the error 503")


@pytest.mark.parametrize("fault", ["cut", "wrong"])
def test_a_sparse_file_is_checked_too(crx, fault):
    recipe, here = datasets.recipe("gisette"), crx[1]
    columns = {"V1": "numeric", "Class": ["-1", "1"]}
    here.add(41026, columns, ["{0 3, 1 1}", "{0 1}"], sparse=True)
    here.faults = {".arff": fault}
    with pytest.raises(
        DatasetError,
        match=r"^(what OpenML sent|the connection to OpenML) .*openml\.org/d/41026 .*\.arff\.$",
    ):
        recipe.fetch()
    assert not recipe.is_downloaded()
    here.faults = {}
    recipe.fetch()
    next(recipe.folder().rglob("*.arff")).write_bytes(b"damaged")
    assert recipe().build().y.tolist() == [1, -1]


def test_a_mistake_of_ours_is_not_the_networks(crx):
    def fail(part):
        raise ValueError("a mistake in a callback")

    with pytest.raises(ValueError, match=r"^a mistake in a callback$"):
        crx[0].fetch(fail)
    crx[0].fetch()
    with pytest.raises(ZeroDivisionError), download_errors.explain_errors("OpenML", "by hand"):
        raise ZeroDivisionError
