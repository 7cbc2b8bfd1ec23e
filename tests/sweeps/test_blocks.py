"""Blocks: what they carry, what they compute, and what a process remembers between two of them."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from algorithms import Outcomes, fold, record
from datasets import Preparation, load, prepare, recipe, split_options, upload_recipe
from datasets.files import folder_recipe
from sweeps import Request, dataset_cache, lend, local
from sweeps.blocks import MOST, BlockCancelledError
from tests.support.sweeps import method, request

CSV = "a,b,y\n" + "".join(f"{i},{i * i % 7},{'yes' if i % 3 else 'no'}\n" for i in range(30))


def same(one: Outcomes, other: Outcomes) -> bool:
    names = set(one.values) | set(other.values)
    return (
        one.algorithms == other.algorithms
        and (one.diverged == other.diverged).all()
        and all(np.array_equal(one.values[n], other.values[n], equal_nan=True) for n in names)
    )


def test_a_block_computes_what_single_runs_do():
    asked = request(folds=3, passes=2, intercept=True)
    (block,) = [block for block in asked.blocks() if block.fold == 1]
    part = fold(asked.dataset(), 1, 3)
    traces = [record(a, part, seed=0, passes=2, intercept=True) for a in asked.settings]
    expected = Outcomes.of(traces, part)
    outcomes = block.run()
    for name in ("features", "loss", "test AUC"):
        np.testing.assert_allclose(outcomes.values[name], expected.values[name], rtol=1e-12)


def test_a_block_is_the_same_after_a_journey():
    (block,) = request(test_fraction=0.3).blocks()
    travelled = pickle.loads(pickle.dumps(block))
    assert travelled == block
    assert same(travelled.run(), block.run())


def test_a_block_carries_no_data():
    grid = method(gravity=tuple(0.001 * i for i in range(1, 101)), threshold=(0.1, 0.2, 1.0))
    blocks = request(grid, noise_features=1000).blocks()
    assert max(len(block.settings) for block in blocks) == MOST
    assert all(len(pickle.dumps(block)) < 20_000 for block in blocks)


def test_a_block_stops_when_nobody_waits():
    (block,) = request().blocks()
    with pytest.raises(BlockCancelledError):
        block.run(stop=lambda: True)


def test_a_file_of_the_data_folder_is_found_again_wherever_the_folder_is(tmp_path, monkeypatch):
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "numbers.csv").write_text(CSV)
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path / "here"))
    written = pickle.dumps(recipe("numbers")(target="y"))
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path / "there"))
    read = pickle.loads(written)
    assert read.origin.path == tmp_path / "there" / "numbers.csv"
    assert read.target == "y"
    assert type(read) is recipe("numbers")


def test_a_file_elsewhere_is_found_by_its_path(tmp_path):
    path = tmp_path / "numbers.csv"
    path.write_text(CSV)
    asked = folder_recipe(path, "numbers")(target="y")
    assert pickle.loads(pickle.dumps(asked)) == asked


def test_the_bytes_of_an_upload_are_not_sent():
    asked = upload_recipe("numbers.csv", CSV.encode())()
    with pytest.raises(TypeError, match="not sent"):
        pickle.dumps(asked)


def test_a_file_that_was_written_anew_is_not_mixed_with_the_old_one(tmp_path):
    path = tmp_path / "numbers.csv"
    path.write_text(CSV)
    (block,) = Request(folder_recipe(path, "numbers")(), Preparation(), (method(),)).blocks()
    path.write_text(CSV + "1,2,yes\n")
    with pytest.raises(ValueError, match="not the examples"):
        block.run()


def test_the_next_block_finds_the_dataset_of_the_last():
    parts = split_options(recipe("breast_cancer"), {"noise_features": 3})
    assert dataset_cache.dataset_of(*parts) is dataset_cache.dataset_of(*parts)
    assert dataset_cache.fold_of(*parts, 1, 4) is dataset_cache.fold_of(*parts, 1, 4)


def test_few_datasets_are_kept():
    parts = [split_options(recipe("breast_cancer"), {"noise_features": n}) for n in range(5)]
    for each in parts:
        dataset_cache.dataset_of(*each)
    assert len(dataset_cache.WHOLE._kept) == dataset_cache.DATASETS


def test_a_large_dataset_is_let_go_before_the_next_one_is_made(monkeypatch):
    monkeypatch.setattr(dataset_cache, "LARGE", 10)
    shelf, alive = dataset_cache.DatasetCache(2), []
    for key in "ab":
        shelf.get(key, lambda: alive.append(len(shelf._kept)) or load("breast_cancer"))
    assert alive == [0, 0]


def test_a_large_fold_waits_for_the_last_one(monkeypatch):
    first, second = request(folds=2).blocks()
    asked = {"future": first}, second, first.examples.dataset(first.fold)
    monkeypatch.setattr(local, "workers", lambda: 2)
    assert local._has_room(*asked)
    monkeypatch.setattr(local, "LARGE", 10)
    assert not local._has_room(*asked)
    assert local._has_room({"future": second}, *asked[1:])


def test_what_is_lent_is_used_and_not_kept():
    parts = split_options(recipe("breast_cancer"), {"noise_features": 7})
    dataset = prepare(parts[0].build(), parts[1])
    lend(*parts, dataset)
    assert dataset_cache.dataset_of(*parts) is dataset
    assert all(kept is not dataset for key, kept in dataset_cache.WHOLE._kept.items())


def test_nothing_made_of_an_upload_is_kept():
    kind = upload_recipe("numbers.csv", CSV.encode())
    dataset_cache.dataset_of(kind(), Preparation())
    dataset_cache.fold_of(kind(), Preparation(), 0, 3)
    kept = [*dataset_cache.WHOLE._kept.values(), *dataset_cache.PARTS._kept.values()]
    assert all(dataset.name != "numbers.csv" for dataset in kept)


def test_a_dataset_that_cannot_be_built_is_not_remembered():
    class BrokenRecipe(type(recipe("breast_cancer")())):
        def build(self):
            raise ValueError("not today")

    for _ in range(2):
        with pytest.raises(ValueError, match="not today"):
            dataset_cache.dataset_of(BrokenRecipe(), Preparation())
    assert not dataset_cache.WHOLE._coming
