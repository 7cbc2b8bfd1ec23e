"""Memories shared by all sessions: bounded, computed once, and without what has to be forgotten."""

from __future__ import annotations

import gc
import weakref
from dataclasses import dataclass
from threading import Event, Thread

import numpy as np
import pytest

import datasets
from ui.memo import Memo, bytes_of, forget


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


def test_what_is_known_is_not_computed():
    memory = Memo(1)
    assert memory.lookup("a") is None
    memory.get("a", lambda: 5)
    assert memory.lookup("a") == 5


def test_what_raises_is_not_remembered():
    memory = Memo(2)
    with pytest.raises(ZeroDivisionError):
        memory.get("a", lambda: 1 / 0)
    assert memory.get("a", lambda: 5) == 5


def squares(computed):
    """A function of keys that notes in ``computed`` for which it was called."""

    def of(keys):
        computed.append(keys)
        return [key * key for key in keys]

    return of


def test_only_those_of_many_that_are_missing_are_computed_and_in_one_call():
    memory, computed = Memo(8), []
    assert memory.get(2, lambda: 4) == 4
    assert memory.get_all([3, 2, 1, 3], squares(computed)) == [9, 4, 1, 9]
    assert computed == [[3, 1]]
    assert memory.get_all([1, 3], squares(computed)) == [1, 9]
    assert memory.get_all([], squares(computed)) == []
    assert computed == [[3, 1]]


def test_more_values_than_are_remembered_are_returned_all_the_same():
    memory, computed = Memo(2), []
    assert memory.get_all([1, 2, 3, 4], squares(computed)) == [1, 4, 9, 16]
    assert memory.get_all([1, 4, 3], squares(computed)) == [1, 16, 9]
    assert computed == [[1, 2, 3, 4], [1]]


def test_of_many_nothing_is_remembered_where_they_raise():
    memory, computed = Memo(8), []
    with pytest.raises(ZeroDivisionError):
        memory.get_all([1, 2], lambda keys: 1 / 0)
    assert memory.get_all([2, 1], squares(computed)) == [4, 1]
    assert computed == [[2, 1]]


def test_two_who_ask_for_many_in_other_orders_compute_each_once():
    memory, computed, answers, begun, other = Memo(8), [], {}, Event(), Event()

    def slowly(keys):
        begun.set()
        other.wait(5)
        return squares(computed)(keys)

    def meanwhile(keys):
        values = squares(computed)(keys)
        other.set()
        return values

    def ask(keys, compute):
        answers[tuple(keys)] = memory.get_all(keys, compute)

    first = Thread(target=ask, args=([1, 2], slowly))
    first.start()
    begun.wait(5)
    ask([3, 2, 1], meanwhile)
    first.join(5)
    assert answers == {(1, 2): [1, 4], (3, 2, 1): [9, 4, 1]}
    assert computed == [[3], [1, 2]]


def test_what_is_dropped_while_many_are_computed_is_not_remembered():
    memory, computed = Memo(8), []

    def dropping(keys):
        memory.drop(1)
        return squares(computed)(keys)

    assert memory.get_all([1, 2], dropping) == [1, 4]
    memory.get_all([1, 2], squares(computed))
    assert computed == [[1, 2], [1]]


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


def test_so_does_what_has_the_dataset_in_a_part_of_its_key():
    @dataclass(frozen=True)
    class Query:
        of: tuple

    datasets, runs = Memo(1), Memo(8)
    runs.get(("run", Query((datasets.get("a", Data), 2))), lambda: 1)
    datasets.get("b", Data)
    assert runs.entries == 0


def test_a_memory_whose_values_are_in_no_key_drops_them_alone():
    traces, others = Memo(1, in_keys=False), Memo(8)
    first = traces.get("a", Data)
    others.get(("of", first), lambda: 1)
    traces.get("b", Data)
    assert traces.lookup("a") is None
    assert others.lookup(("of", first)) == 1, "nobody looked for it"


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


def test_the_oldest_go_when_all_take_too_many_bytes_and_the_last_stays():
    memory = Memo(8, most_bytes=2000)
    for key, size in (("a", 100), ("b", 100), ("c", 100), ("d", 1000)):
        memory.get(key, lambda size=size: np.zeros(size))
        memory.lookup("a")
        assert memory.lookup(key) is not None
    assert [memory.lookup(key) is not None for key in "abcd"] == [False, False, False, True]
    assert memory.nbytes == 8000
    memory.get("e", lambda: np.zeros(1))
    assert memory.nbytes == 8, "one that is too large alone goes with the next"


def test_among_those_that_go_are_the_ones_that_nobody_asked_for():
    memory = Memo(8, most_bytes=2000)
    for key in "abc":
        memory.get(key, lambda: np.zeros(100))
        memory.lookup("a")
    assert [memory.lookup(key) is not None for key in "abc"] == [True, False, True]


def test_what_is_dropped_takes_no_bytes_any_more():
    memory = Memo(8, most_bytes=2000)
    memory.get(("a", 1), lambda: np.zeros(10))
    memory.get(("b", 1), lambda: np.zeros(20))
    memory.drop("a")
    assert memory.nbytes == 160


def test_the_bytes_of_a_value_are_those_of_its_parts():
    @dataclass
    class Run:
        weights: np.ndarray
        parts: list
        name: str = "run"

    assert bytes_of(Run(np.zeros(3), [np.zeros(1), (np.zeros(2),)])) == 48
    data = datasets.load("wine", test_fraction=0.5)
    both = [data.X, data.test.X]
    arrays = [array for X in both for array in (X.data, X.indices, X.indptr)]
    sizes = sum(array.nbytes for array in [*arrays, data.y, data.test.y])
    assert bytes_of(data) == sizes + 65 * data.n_features


def test_a_number_of_numpy_in_a_key_is_no_part_of_it():
    values = Memo(4)
    stamp = ("digest", "mine.csv", "digest")
    values.get((np.float64(0.003), stamp), lambda: 1)
    values.get((np.float64(0.003), ("other", "mine.csv", "digest")), lambda: 2)
    assert values.drop(stamp) == [1]


def test_an_object_is_found_in_keys_without_a_look_at_each(monkeypatch):
    """One is looked for with each eviction: at every key, that was half of a lesson's movement."""
    looked_at = []
    monkeypatch.setattr("ui.memo._occurs", lambda part, key: looked_at.append(key))
    first, second, later = Memo(1), Memo(8), Memo(8)
    data = Data()
    first.get("a", lambda: data)
    second.get((1, Source("s", "x"), (data, 2)), Data)
    later.get(second.get((1, Source("s", "x"), (data, 2)), Data), lambda: 5)
    later.get("other", lambda: 6)
    first.get("b", Data)  # the first data go, and all that came of them
    assert (first.entries, second.entries, later.entries) == (1, 0, 1)
    assert not second._holding and not later._holding, "nothing is held by what has gone"
    assert set(looked_at) <= {"b"}, "what is being computed alone"


def test_a_value_that_is_put_is_remembered_and_replaces_none():
    memory = Memo(2)
    memory.put("key", 1)
    memory.put("key", 2)
    assert memory.lookup("key") == 1
    memory.put("other", 3)
    memory.put("third", 4)
    assert memory.lookup("key") is None and memory.lookup("other") == 3
