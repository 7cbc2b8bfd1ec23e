"""A dataset that would take more memory than there is is refused before any is taken."""

from __future__ import annotations

import re
from copy import copy
from dataclasses import replace
from threading import Event, Thread

import numpy as np
import pytest

import datasets
from datasets import Dataset, DatasetError, Preparation, Recipe, budget, make_within_limit, prepare
from datasets.preparation.expansion import EXPANSIONS, count_nonzeros, expand


@pytest.fixture
def small(monkeypatch):
    """A bound of 10 MB."""
    monkeypatch.setenv("SPARSITY_LAB_MEMORY", "10")


def parts(name, **options):
    return datasets.split_options(datasets.recipe(name), options)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("yang_overlapping", {"n_rows": 25, "groups": "blocks 20"}),
        ("donor_sites", {"n_rows": 100, "interactions": 1}),
        ("digits_4_9", {"groups": "blocks 16"}),
        ("digit_products", {"n_products": 0, "groups": "blocks 32"}),  # a half of it is noise
        ("wine", {}),
    ],
)
@pytest.mark.parametrize("how", EXPANSIONS)
def test_the_nonzeros_of_an_expansion_are_known_before_it_is_made(name, options, how):
    recipe, preparation = parts(name, **options)
    data = prepare(recipe.build(), preparation)
    assert count_nonzeros(data, how) == expand(data, how).X.nnz


def test_what_fits_is_as_it_is_prepared_without_a_bound(small):
    recipe, preparation = parts("yang_groups", n_rows=25, expansion="pairs", noise_features=10)
    bounded, free = make_within_limit(recipe, preparation), prepare(recipe.build(), preparation)
    assert np.array_equal(bounded.X.toarray(), free.X.toarray())


def unbuilt(monkeypatch, recipe):
    """Fail when the recipe is built."""
    monkeypatch.setattr(type(recipe), "build", lambda self: pytest.fail("it was built"))


LARGE = {
    "yang_groups": {"n_rows": 100_000},
    "yang_overlapping": {"n_rows": 100_000},
    "drift": {"n_rows": 20_000, "n_features": 1000},
    "duchi_least_squares": {"n_rows": 4000, "n_features": 4000},
    "duchi_logistic": {"n_rows": 4000, "n_features": 4000},
    "sparse_linear": {"n_rows": 20_000, "n_features": 10_000},
    "click_stream": {"n_rows": 1_000_000},
    "zipf_text": {"n_rows": 800_000},
    "donor_sites": {"n_rows": 200_000},
}


@pytest.mark.parametrize("name", LARGE)
def test_a_made_dataset_is_refused_unbuilt_and_what_it_says_would_fit_does(
    monkeypatch, small, name
):
    recipe, preparation = parts(name, **LARGE[name])
    unbuilt(monkeypatch, recipe)
    with pytest.raises(DatasetError, match=r"of memory while it is made.* may take 10 MB") as error:
        make_within_limit(recipe, preparation)
    rows = re.search(r"take at most ([\d,]+) examples", str(error.value))
    if rows is None:
        assert "fewer features" in str(error.value)
        return
    count = int(rows[1].replace(",", ""))
    assert 0 < count < recipe.n_rows
    smaller = copy(recipe)
    object.__setattr__(smaller, "n_rows", count)  # whatever its knob allows
    assert smaller.memory() <= 10e6


def test_the_address_that_killed_the_process_is_refused(monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_MEMORY", "3000")
    recipe, preparation = parts("yang_groups", n_rows=4300, expansion="pairs")
    built = recipe.build()
    # Memory goes with the rows: ten times 4,300 without making them.
    needed = 10 * budget.memory_of(built, preparation)
    assert 9e9 < needed < 13e9
    assert budget.memory_of(built, preparation) < budget.memory_limit()


@pytest.mark.parametrize(
    ("options", "remedy"),
    [
        ({"expansion": "pairs"}, "a smaller expansion"),
        ({"noise_features": 1000, "noise_kind": "±1, always"}, "fewer noise features"),
        ({"scaling": "unit rows", "test_fraction": 0.25, "n_rows": 2000}, "at most"),
    ],
)
def test_what_preparing_would_take_is_refused_before_it_is_done(
    monkeypatch, small, options, remedy
):
    recipe, preparation = parts("yang_groups", **{"n_rows": 1000, **options})
    monkeypatch.setattr(budget, "prepare", lambda *_: pytest.fail("it was prepared"))
    with pytest.raises(DatasetError, match=remedy) as error:
        make_within_limit(recipe, preparation)
    rows = int(re.search(r"at most ([\d,]+) examples", str(error.value))[1].replace(",", ""))
    monkeypatch.setattr(budget, "prepare", prepare)
    make_within_limit(*parts("yang_groups", **{**options, "n_rows": rows}))


def test_of_a_file_it_is_known_once_it_is_read(small, tmp_path):
    rows = "\n".join(",".join(f"{j + i}.5" for j in range(40)) for i in range(400))
    (tmp_path / "wide.csv").write_text(",".join(f"c{j}" for j in range(40)) + "\n" + rows)
    kind = datasets.lookup.folder_recipe(tmp_path / "wide.csv", "wide.csv", None)
    make_within_limit(kind(), Preparation())
    with pytest.raises(DatasetError, match=r"take at most \d+ rows, or a smaller expansion"):
        make_within_limit(kind(), Preparation(expansion="pairs"))


def test_large_ones_are_made_one_after_the_other_and_small_ones_meanwhile(monkeypatch):
    going, free, done = Event(), Event(), []

    class Slow(Recipe):
        bytes = 2 * budget.LARGE

        def memory(self):
            return self.bytes

        def build(self):
            if not self.bytes:
                return Dataset.from_arrays(np.eye(2), [0.0, 1.0])
            done.append("begun")
            going.set()
            assert free.wait(10)
            done.append("made")
            return Dataset.from_arrays(np.eye(2), [0.0, 1.0])

    class Small(Slow):
        bytes = 0

    monkeypatch.setenv("SPARSITY_LAB_MEMORY", "1000")
    two = [Thread(target=make_within_limit, args=(Slow(), Preparation())) for _ in range(2)]
    for thread in two:
        thread.start()
    assert going.wait(10)
    make_within_limit(Small(), Preparation())
    free.set()
    for thread in two:
        thread.join(10)
    assert done == ["begun", "made"] * 2


def test_processes_share_the_memory_of_the_machine(monkeypatch):
    monkeypatch.delenv("SPARSITY_LAB_MEMORY", raising=False)
    monkeypatch.setattr(budget.os, "sysconf", lambda name: 8_000_000_000 if "PAGES" in name else 1)
    monkeypatch.setenv("SPARSITY_LAB_PROCESSES", "1")
    assert budget.memory_limit() == budget.LIMIT
    monkeypatch.setenv("SPARSITY_LAB_PROCESSES", "4")
    assert budget.memory_limit() == 1_000_000_000


def test_rows_held_out_take_as_much_as_those_that_are_learned_from():
    alone = Dataset.from_arrays(np.arange(1.0, 13.0).reshape(4, 3), [1.0, 2.0, 3.0, 4.0])
    named = budget.FEATURE * alone.n_features
    for preparation in (Preparation(), Preparation(scaling="unit variance")):
        halved = replace(alone, test=alone)
        once = budget.memory_of(replace(alone, test=None), preparation) - named
        assert budget.memory_of(halved, preparation) - named >= 2 * once
