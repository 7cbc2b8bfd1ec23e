"""Values that several rows need: computed once, and never taken for those of other arguments."""

from __future__ import annotations

import dataclasses
import os

import numpy as np
import pytest

from algorithms.online.rounding import Rounding
from datasets import Dataset
from papers.once import FOLDER, folder_for_values, least, once, values_of

CALLS: list[str] = []
DATA = Dataset.from_arrays([[1.0, 0.0], [0.5, 2.0], [0.0, 1.0]], [1.0, -1.0, 1.0])


@pytest.fixture(autouse=True)
def own_folder(monkeypatch, tmp_path):
    CALLS.clear()
    monkeypatch.setenv(FOLDER, str(tmp_path))


@once
def weigh(dataset: Dataset, algorithm: Rounding, order: np.ndarray, name: str) -> np.ndarray:
    CALLS.append(name)
    return dataset.X @ np.array([0.1, algorithm.eta]) / 3.0 + len(order)


ORDER = np.arange(3)
FIRST = (DATA, Rounding(eta=0.2), ORDER, "a")


def test_a_value_is_computed_once_and_comes_back_to_the_last_bit():
    first, again = weigh(*FIRST), weigh(DATA, Rounding(eta=0.2), np.arange(3), "a")
    assert first.tobytes() == again.tobytes() and CALLS == ["a"]


OTHERS = {
    "labels": (dataclasses.replace(DATA, y=-DATA.y), *FIRST[1:]),
    "rows held out": (dataclasses.replace(DATA, test=DATA), *FIRST[1:]),
    "true weights": (dataclasses.replace(DATA, true_weights=np.ones(2)), *FIRST[1:]),
    "knobs": (DATA, Rounding(eta=np.nextafter(0.2, 1.0)), *FIRST[2:]),
    "order": (*FIRST[:2], ORDER[::-1].copy(), "a"),
    "name": (*FIRST[:3], "b"),
}


@pytest.mark.parametrize("what", OTHERS)
def test_other_arguments_are_computed_anew(what):
    weigh(*FIRST)
    weigh(*OTHERS[what])
    assert len(CALLS) == 2


def test_without_a_folder_every_call_computes(monkeypatch):
    monkeypatch.delenv(FOLDER)
    weigh(*FIRST)
    weigh(*FIRST)
    assert len(CALLS) == 2


def test_the_folder_goes_with_the_command(monkeypatch):
    monkeypatch.delenv(FOLDER)
    with folder_for_values():
        folder = os.environ[FOLDER]
        weigh(*FIRST)
        assert len(os.listdir(folder)) == 1
    assert not os.path.exists(folder) and FOLDER not in os.environ


def test_a_search_finds_the_first_of_the_least_in_any_process(monkeypatch):
    for pid in range(20):
        monkeypatch.setattr(os, "getpid", lambda pid=pid: pid)
        assert values_of(abs, [3, -1, 2]) == [3, 1, 2]
        assert least([3, -1, 1, 2], abs) == -1
