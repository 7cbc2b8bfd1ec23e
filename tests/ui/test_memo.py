"""Memories shared by all sessions: bounded, computed once, and without what has to be forgotten."""

from __future__ import annotations

import gc
import weakref
from dataclasses import dataclass
from threading import Event, Thread

import pytest

from ui.memo import Memo, forget


class Data:
    """Something that nothing else equals, as a dataset."""


@dataclass(frozen=True)
class Source:
    name: str
    stamp: str


def test_a_value_is_computed_once_and_the_oldest_goes_first():
    memory, computed = Memo(2), []
    for key in (1, 2, 1, 3, 1, 2):
        memory.get(key, lambda key=key: computed.append(key))
    assert computed == [1, 2, 3, 2]


def test_what_raises_is_not_remembered():
    memory = Memo(2)
    with pytest.raises(ZeroDivisionError):
        memory.get("a", lambda: 1 / 0)
    assert memory.get("a", lambda: 5) == 5


def test_what_came_of_an_upload_is_forgotten_wherever_it_is():
    datasets, runs = Memo(8), Memo(8)
    for stamp in ("one", "two"):
        data = datasets.get(Source("mine", stamp), Data)
        runs.get((Source("mine", stamp), "sgd", 0.1), str)
        runs.get(("lesson", data), str)
    gone = weakref.ref(datasets.get(Source("mine", "one"), Data))
    del data
    forget("one")
    gc.collect()
    assert gone() is None, "neither the dataset nor a key that holds it is kept"
    computed = []
    for stamp in ("one", "two"):
        datasets.get(Source("mine", stamp), lambda stamp=stamp: computed.append(stamp))
        runs.get((Source("mine", stamp), "sgd", 0.1), lambda stamp=stamp: computed.append(stamp))
    assert computed == ["one", "one"]


def test_numbers_that_are_equal_are_no_reason_to_forget():
    memory = Memo(8)
    memory.get(("scored", "one"), lambda: 0.5)
    memory.get(("scored", "none"), lambda: None)
    memory.get(("kept", 0.5, None), lambda: 1)
    forget("one")
    forget("none")
    assert memory.get(("kept", 0.5, None), lambda: 2) == 1


def test_what_was_computed_from_a_dataset_goes_when_the_dataset_does():
    datasets, runs = Memo(1), Memo(8)
    gone = weakref.ref(datasets.get("a", Data))
    runs.get(("lesson", gone()), lambda: 1)
    datasets.get("b", Data)
    gc.collect()
    assert gone() is None, "nobody can ask for it again"


def test_what_is_forgotten_while_it_is_computed_is_not_remembered():
    memory, started, go = Memo(8), Event(), Event()

    def compute() -> int:
        started.set()
        go.wait(20)
        return 1

    thread = Thread(target=lambda: memory.get(("slow", "one"), compute))
    thread.start()
    started.wait(20)
    forget("one")
    go.set()
    thread.join()
    assert memory.get(("slow", "one"), lambda: 2) == 2
