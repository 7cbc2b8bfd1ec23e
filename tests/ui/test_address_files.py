"""The files of the data folder have a place in the address too, and so has their ``positive``."""

from __future__ import annotations

import pytest

from tests.support.views import make, on, runs_of_view
from ui.address import decode, encode
from ui.view import View, opening

TEXT = "size,weight,kind\n" + "".join(f"{i},{i * i % 7},{'abc'[i % 3]}\n" for i in range(30))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    (tmp_path / "fruit.csv").write_text(TEXT)
    return tmp_path


def fruit(**options) -> View:
    return View(recipe=on("fruit", **options), runs=(make("sgd"),))


@pytest.mark.parametrize("positive", ["a", "b", "no such kind", "ä & b = 1", "1", "inf"])
def test_positive_comes_back(positive):
    state = fruit(positive=positive)
    assert encode(state)["data.positive"] == positive
    assert decode(encode(state)) == (state, [])


def test_no_positive_is_left_out():
    assert "data.positive" not in encode(fruit())
    assert "data.positive" not in encode(fruit(positive=""))
    assert decode(encode(fruit())) == (fruit(), [])


def test_an_empty_positive_is_no_positive():
    state, notes = decode({"data": "fruit", "data.positive": "", "a": "sgd"})
    assert notes == [] and state.recipe == fruit().recipe


def test_it_reaches_the_data():
    data, _ = runs_of_view(decode({"data": "fruit", "data.positive": "b", "a": "sgd"})[0])
    assert (data.y > 0).sum() == 10 and any("b is +1" in note for note in data.notes)


def test_built_in_datasets_have_none():
    _, (note,) = decode({"data": "breast_cancer", "data.positive": "b"})
    assert "“data.positive”" in note


def test_a_changed_file_is_another_source(folder):
    import os

    first, _ = runs_of_view(fruit(positive="a"))
    (folder / "fruit.csv").write_text(TEXT + "1,2,a\n")
    os.utime(folder / "fruit.csv", (1e9, 1e9))
    second, _ = runs_of_view(fruit(positive="a"))
    assert (first.n_rows, second.n_rows) == (30, 31)


def test_a_file_that_is_gone_is_an_unknown_dataset(folder):
    (folder / "fruit.csv").unlink()
    state, (note,) = decode({"data": "fruit", "a": "sgd"})
    assert "“fruit”" in note and state.recipe == opening().recipe and state.runs == (make("sgd"),)
