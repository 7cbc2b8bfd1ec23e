"""RCV1: topics and parts of a corpus of this machine, and downloads that go wrong."""

from pathlib import Path

import joblib
import numpy as np
import pytest
import scipy.sparse as sp
import sklearn.datasets
from sklearn.datasets import _rcv1

import datasets
from datasets import DatasetError
from datasets.fetched import download, rcv1
from tests.support.openml import openml_here

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
TOPICS = np.array(["C15", "CCAT", "ECAT", "GCAT", "MCAT"], dtype=object)
HAS = np.array(
    [[1, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 1, 1, 0, 0], [0, 0, 0, 1, 1], [1, 1, 0, 0, 0]]
)
WORDS = sp.random_array((5, 12), density=0.4, format="csr", rng=np.random.default_rng(0))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty data folder, and a corpus whose first three stories are the training part."""
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    parts = {"train": slice(3), "test": slice(3, None), "all": slice(None)}
    monkeypatch.setattr(rcv1, "PARTS", parts)
    return tmp_path


@pytest.fixture
def corpus(folder, monkeypatch):
    """What is sent instead of the corpus, kept as ``fetch_rcv1`` keeps it; a list of the calls."""
    real, sent = sklearn.datasets.fetch_rcv1, []

    def fetch(data_home, n_retries):
        home = Path(data_home) / "RCV1"
        if not home.exists():
            sent.append(home)
            home.mkdir()
            kept = {"samples": WORDS, "sample_id": np.arange(5), "topics_names": TOPICS}
            kept["sample_topics"] = sp.csr_array(HAS.astype(np.uint8))
            for name, content in kept.items():
                joblib.dump(content, home / f"{name}_py3.pkl", compress=9)
        return real(data_home=data_home, n_retries=n_retries, download_if_missing=False)

    monkeypatch.setattr(sklearn.datasets, "fetch_rcv1", fetch)
    return sent


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
    assert (early.n_rows, late.n_rows) == (3, 2) and len(corpus) == 1
    whole = np.vstack([early.X.toarray(), late.X.toarray()])
    assert np.array_equal(whole, WORDS.toarray())
    assert early.y.tolist() == [1, -1, 1] and late.y.tolist() == [-1, 1]


@pytest.mark.parametrize("name", ["samples", "sample_topics", "topics_names"])
def test_a_damaged_copy_is_fetched_again(corpus, name):
    kind = datasets.recipe("rcv1")
    kind.fetch()
    path = kind.place() / "RCV1" / f"{name}_py3.pkl"
    for damage in (path.read_bytes()[:-20], b"", b"something else"):
        path.write_bytes(damage)
        assert datasets.load("rcv1").n_rows == 3
    assert len(corpus) == 4


FAULTS = {
    "other": (None, "what figshare sent is not what it should be (its checksum differs): "),
    "cut": ("cut", "the connection to figshare broke off: "),
    "gone": (404, "figshare answered with the error 404 (Not Found): "),
    "silent": ("silent", "figshare was silent for 20 seconds: "),
}


@pytest.mark.parametrize("case", FAULTS)
def test_a_download_that_fails_is_told_and_leaves_nothing(folder, monkeypatch, case):
    fault, expected = FAULTS[case]
    monkeypatch.setattr(download, "TIMEOUT", 0.3)
    monkeypatch.setattr("sklearn.datasets._base.time.sleep", lambda seconds: None)
    with openml_here(monkeypatch) as here:
        here.files["/part"] = ("application/gzip", b"no story")
        here.faults = {"/part": fault} if fault else {}
        parts = [part._replace(url=f"{here.url}/part") for part in _rcv1.XY_METADATA]
        monkeypatch.setattr(_rcv1, "XY_METADATA", parts)
        with pytest.raises(DatasetError) as refused:
            datasets.load("rcv1")
    assert str(refused.value).startswith(expected) and str(refused.value).endswith("as rcv1.svm.")
    assert not datasets.recipe("rcv1").is_here()
    assert [path for path in folder.rglob("*") if path.is_file()] == []
