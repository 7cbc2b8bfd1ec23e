"""RCV1: topics and parts of a corpus of this machine, and downloads that go wrong."""

import gzip
import re
from hashlib import sha256

import numpy as np
import pytest
import scipy.sparse as sp

import datasets
from datasets import DatasetError
from datasets.remote import download, rcv1
from datasets.remote.registry import RCV1, Remote
from tests.support.openml import openml_here

TOPICS = np.array(["C15", "CCAT", "ECAT", "GCAT", "MCAT"], dtype=object)
HAS = np.array(
    [[1, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 1, 1, 0, 0], [0, 0, 0, 1, 1], [1, 1, 0, 0, 0]]
)
WORDS = sp.random_array((5, 12), density=0.4, format="csr", rng=np.random.default_rng(0))


PARTS = {"train": slice(0, 3), "test 0": slice(3, 4), "test 1": slice(4, 5)}


def svmlight(rows: slice) -> bytes:
    """Some of the stories, as the article's files have them; they are numbered from 100."""
    lines = []
    for story in range(rows.start, rows.stop):
        row = WORDS[[story]]
        pairs = (
            f"{j + 1}:{x!r}" for j, x in zip(row.indices.tolist(), row.data.tolist(), strict=True)
        )
        lines.append(f"{100 + story}  {' '.join(pairs)}\n")
    return gzip.compress("".join(lines).encode())


def topics() -> bytes:
    """The topics of all stories, in another order than theirs."""
    lines = (
        f"{TOPICS[k]} {100 + story} 1\n"
        for story in (4, 0, 1, 3, 2)
        for k in range(len(TOPICS))
        if HAS[story, k]
    )
    return gzip.compress("".join(lines).encode())


@pytest.fixture
def corpus(tmp_path, monkeypatch):
    """An empty data folder, and a server that sends a small corpus instead of the real one."""
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    monkeypatch.setattr(rcv1, "N_WORDS", 12)
    monkeypatch.setattr(
        rcv1, "PARTS", {"train": ("train",), "test": ("test 0", "test 1"), "all": tuple(PARTS)}
    )
    contents = {name: svmlight(rows) for name, rows in PARTS.items()} | {"topics": topics()}
    with openml_here(monkeypatch) as here:
        files = {}
        for name, content in contents.items():
            path = f"/files/{name.replace(' ', '')}"
            here.files[path] = ("application/gzip", content)
            known = f"sha256:{sha256(content).hexdigest()}"
            files[name] = Remote(RCV1[name].name, here.url + path, known)
        monkeypatch.setattr(rcv1, "RCV1", files)
        yield here


@pytest.mark.parametrize(("topic", "column"), [("CCAT", 1), ("ECAT", 2), ("MCAT", 4)])
def test_a_topic_against_the_rest(corpus, topic, column):
    stories = datasets.load("rcv1", topic=topic, part="all")
    assert np.array_equal(stories.X.toarray(), WORDS.toarray())
    assert np.array_equal(stories.y, np.where(HAS[:, column], 1, -1))
    assert stories.feature_names == tuple(str(j) for j in range(1, 13))
    n = HAS[:, column].sum()
    assert f"{topic} is +1 ({n} rows), all other topics are −1 ({5 - n} rows)." in stories.notes[1]


def test_the_parts_share_one_download(corpus):
    early, late = datasets.load("rcv1"), datasets.load("rcv1", part="test")
    assert (early.n_rows, late.n_rows) == (3, 2) and len(corpus.asked) == 4
    whole = np.vstack([early.X.toarray(), late.X.toarray()])
    assert np.array_equal(whole, WORDS.toarray())
    assert early.y.tolist() == [1, -1, 1] and late.y.tolist() == [-1, 1]


@pytest.mark.parametrize("name", ["train.svm.gz", "test1.svm.gz", "topics.gz"])
def test_a_damaged_copy_is_fetched_again(corpus, name):
    kind = datasets.recipe("rcv1")
    kind.fetch()
    path = kind.folder() / name
    for damage in (path.read_bytes()[:-20], b"", b"something else"):
        path.write_bytes(damage)
        assert datasets.load("rcv1").n_rows == 3
    assert len(corpus.asked) == 4 + 3


def test_every_file_has_an_address_and_a_checksum_of_its_own():
    assert len({file.url for file in RCV1.values()}) == len(RCV1) == 6
    for file in RCV1.values():
        assert file.url.startswith("https://") and re.fullmatch(
            "sha256:[0-9a-f]{64}", file.known_hash
        )


FAULTS = {
    "other": ("wrong", "what figshare sent is not what it should be (its checksum differs): "),
    "cut": ("cut", "the connection to figshare broke off: "),
    "gone": (404, "figshare answered with the error 404 (Not Found): "),
    "silent": ("silent", "figshare was silent for 20 seconds: "),
}


@pytest.mark.parametrize("case", FAULTS)
def test_a_download_that_fails_is_reported_and_leaves_nothing(corpus, tmp_path, monkeypatch, case):
    fault, expected = FAULTS[case]
    monkeypatch.setattr(download, "TIMEOUT", 0.3)
    corpus.faults = {"/files/": fault}
    with pytest.raises(DatasetError) as refused:
        datasets.load("rcv1")
    assert str(refused.value).startswith(expected) and str(refused.value).endswith("as rcv1.svm.")
    assert not datasets.recipe("rcv1").is_downloaded()
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
