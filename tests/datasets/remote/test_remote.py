"""Fetched datasets: what arrives, that it stays, who waits for whom, and what is said of each."""

import threading

import numpy as np
import pytest

import datasets
from datasets import DatasetError
from datasets.remote.base import RemoteDataset
from datasets.remote.download import download
from datasets.remote.registry import OPENML
from knobs import words_of
from tests.support.many.turns import in_turn
from tests.support.openml import CREDIT, ROWS, openml_here

FETCHED = [k for k, kind in datasets.CATALOGUE.items() if kind.family == "remote"]


@pytest.fixture
def openml(tmp_path, monkeypatch):
    """An OpenML of this machine and an empty data folder."""
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    with openml_here(monkeypatch) as here:
        yield here


def test_a_table_arrives_once_and_stays(openml):
    openml.add(29, CREDIT, ROWS)
    crx = datasets.recipe("crx")
    assert crx.family == "remote" and not crx.is_downloaded()
    dataset = datasets.load("crx")
    assert crx.is_downloaded() and len(openml.asked) == 3
    assert dataset.feature_names == ("A1=a", "A1=b", "A2", "A9=f", "A9=t")
    assert dataset.X.shape == (6, 5) and dataset.y.tolist() == [1, -1, 1, -1, -1, 1]
    assert dataset.X[:, [2]].toarray().ravel().tolist() == [30.83, 58.67, 24.5, 24.5, 20.17, 1]
    assert dataset.groups.tolist() == [0, 0, 1, 2, 2]
    notes = " ".join(dataset.notes)
    assert "OpenML's dataset 29, credit-approval: 6 rows × 3." in notes and crx.differs in notes
    assert "690 rows × 15 were expected." in notes
    again = datasets.load("crx", positive="-")
    assert len(openml.asked) == 3 and np.array_equal(again.y, -dataset.y)


def test_the_zoo_is_to_be_predicted_in_ucis_numbers(openml):
    columns = {"animal": ["frog", "girl", "ox"], "eggs": ["false", "true"], "legs": "numeric"}
    columns["type"] = ["mammal", "amphibian"]
    rows = ["frog,true,4,amphibian", "girl,false,2,mammal", "ox,false,4,mammal"]
    openml.add(62, columns, rows, ignored=("animal",))
    zoo = datasets.load("zoo")
    assert zoo.task == "regression" and zoo.y.tolist() == [5, 1, 1]
    assert "mammal 1 and amphibian 5" in " ".join(zoo.notes)
    assert zoo.provenance.target_phrase == "type, as OpenML says"
    assert datasets.load("zoo", task="classification").y.tolist() == [-1, 1, 1]
    assert zoo.X.toarray().tolist() == [[1, 4], [0, 2], [0, 4]]


def test_escaped_names_are_read_and_the_target_may_stand_anywhere(openml):
    columns = {"class": ["e", "p"], "bruises%3F": ["t", "f"], "odor": ["a", "n"]}
    openml.add(24, columns, ["p,t,n", "e,f,n", "p,t,a"], target="class")
    mushroom = datasets.load("mushroom")
    assert mushroom.feature_names[0].startswith("bruises?") and mushroom.y.tolist() == [1, -1, 1]


def test_sparse_rows_stay_sparse(openml):
    columns = {f"V{j}": "numeric" for j in range(1, 5)} | {"Class": ["-1", "1"]}
    openml.add(41026, columns, ["{0 3, 4 1}", "{1 7, 3 2}", "{4 1}"], sparse=True)
    gisette = datasets.load("gisette")
    assert gisette.X.toarray().tolist() == [[3, 0, 0, 0], [0, 7, 0, 2], [0, 0, 0, 0]]
    assert gisette.y.tolist() == [1, -1, 1] and gisette.feature_names[0] == "V1"


def test_digits_are_classes_unless_one_is_asked_for(openml):
    columns = {"p1": "numeric", "p2": "numeric", "class": [str(d) for d in range(10)]}
    openml.add(554, columns, ["0,255,5", "7,0,0", "0,1,9", "3,3,5"])
    mnist, fives = datasets.load("mnist"), datasets.load("mnist", positive="5")
    assert mnist.task == "multiclass" and mnist.classes == ("0", "5", "9")
    assert mnist.y.tolist() == [1, 0, 2, 1] and fives.y.tolist() == [1, -1, -1, 1]


def test_a_file_of_the_name_wins_over_the_network(openml, tmp_path):
    (tmp_path / "crx.csv").write_text("a,target\n1,0\n2,1\n3,1\n")
    assert datasets.recipe("crx").family == "file" and datasets.load("crx").n_rows == 3
    assert openml.asked == []


def test_progress_rises_to_one_in_the_callers_thread(openml):
    openml.add(29, CREDIT, ROWS)
    seen = []
    datasets.recipe("crx").fetch(lambda part: seen.append((part, threading.current_thread())))
    parts = [part for part, _ in seen]
    assert parts == sorted(parts) and parts[0] >= 0 and parts[-1] == 1.0
    assert {thread for _, thread in seen} == {threading.current_thread()}
    datasets.recipe("crx").fetch(lambda part: seen.clear())
    assert len(openml.asked) == 3 and seen  # it is here: there is nothing to watch


def test_who_gives_up_leaves_nothing_that_looks_complete_and_the_next_joins(tmp_path):
    place, go, started = tmp_path / "fetched" / "it", threading.Event(), []

    def work(folder, arrived):
        started.append(folder)
        (folder / "half").write_bytes(b"12345")
        arrived(5)
        go.wait(20)
        (folder / "whole").write_bytes(b"67890")
        arrived(5)

    def give_up(part):
        if part >= 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        download(work, place, 10, give_up)
    assert not place.exists()
    go.set()
    assert download(work, place, 10) is None and len(started) == 1
    assert {path.name for path in place.iterdir()} == {"half", "whole"}
    assert [path.name for path in place.parent.iterdir()] == ["it"]


@in_turn("key", FETCHED)
def test_every_fetched_recipe_says_what_it_is_and_how_to_do_without_a_network(key):
    kind = datasets.CATALOGUE[key]
    assert issubclass(kind, RemoteDataset) and kind.key == key
    assert all((kind.title, kind.about, kind.source, kind.licence, kind.server, kind.differs))
    assert kind.about.endswith(".") and kind.about.count(".") == 1
    assert kind.size >= 1000 and min(kind.shape) > 1
    assert f"into the data folder as {key}." in " ".join(kind.by_hand.split())
    assert not kind.by_hand.endswith(".") and "https://" in kind.by_hand


def test_openmls_numbers_are_said_and_are_all_different():
    assert len({kind.data_id for kind in OPENML}) == len(OPENML)
    for kind in OPENML:
        assert kind.by_hand.startswith(f"download it from https://www.openml.org/d/{kind.data_id} ")
        assert f"dataset {kind.data_id} ({kind.name})" in kind.source
        assert "positive" in words_of(kind) and kind.form in ("table", "numbers")


def test_what_no_server_has_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    with pytest.raises(DatasetError, match=r"R and N .*download wpbc\.data from .*wpbc\.csv\.$"):
        datasets.load("wpbc")
    assert not datasets.recipe("wpbc").is_downloaded() and list(tmp_path.iterdir()) == []
