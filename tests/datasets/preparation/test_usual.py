"""The usual preparation goes by the kind of rows and columns."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from datasets import Dataset, Preparation, load, prepare
from datasets.preparation.usual import usual_intercept, usual_passes, usual_preparation
from tests.support.many.turns import in_turn

LABELS = np.tile([1.0, -1.0], 20)
RNG = np.random.default_rng(0)


def sparse(values) -> Dataset:
    """Return 40 rows with few nonzeros, made of ``values``."""
    X = sp.random_array((40, 100), density=0.05, rng=RNG, data_sampler=values)
    return Dataset.from_arrays(X, LABELS)


@pytest.mark.parametrize(
    ("dataset", "scaling"),
    [
        (Dataset.from_arrays(RNG.standard_normal((40, 5)) * 1e9, LABELS), "unit variance"),
        (Dataset.from_arrays(np.eye(40), LABELS), "none"),
        (sparse(lambda size: RNG.poisson(9, size) + 1.0), "max-abs 1"),
        (
            prepare(sparse(lambda size: RNG.random(size) + 0.1), Preparation(scaling="unit rows")),
            "none",
        ),
    ],
)
def test_the_scaling(dataset, scaling):
    assert usual_preparation(dataset) == Preparation(scaling=scaling, test_fraction=0.25)


def test_a_class_of_few_rows_is_not_split():
    few = np.where(np.arange(40) < 3, 1.0, -1.0)
    assert usual_preparation(Dataset.from_arrays(np.eye(40), few)).test_fraction == 0


def test_rows_with_a_test_file_are_not_split():
    data = prepare(load("wine"), Preparation(test_fraction=0.25))
    assert usual_preparation(data).test_fraction == 0


@in_turn(("rows", "passes"), [(40, 10), (1999, 10), (2000, 10), (3333, 10), (4000, 5), (30_000, 1)])
def test_runs_end_where_zeros_have_just_been_made(rows, passes):
    X = sp.csr_array((np.ones(rows), (np.arange(rows), np.zeros(rows))), shape=(rows, 2))
    data = Dataset.from_arrays(X, np.resize(LABELS, rows))
    assert usual_passes(data) == passes


def test_many_entries_are_gone_through_once_more_or_not_at_all():
    X = np.ones((2_001, 1_000))
    assert usual_passes(Dataset.from_arrays(X, np.resize(LABELS, 2_001))) <= 10


@pytest.mark.parametrize(("columns", "passes"), [(2, 10), (150, 4), (2_000, 1)])
def test_runs_for_several_classes_read_fewer_entries(columns, passes):
    data = Dataset.from_arrays(np.ones((300, columns)), np.arange(300) % 10.0, task="multiclass")
    assert usual_passes(data) == passes


@in_turn(("rare", "intercept"), [(1, True), (9, True), (10, False), (20, False)])
@in_turn("sign", [-1.0, 1.0])
def test_an_intercept_says_that_a_class_is_rare(rare, intercept, sign):
    data = Dataset.from_arrays(np.eye(40), np.where(np.arange(40) < rare, sign, -sign))
    assert usual_intercept(data) == intercept


@pytest.mark.parametrize(("task", "intercept"), [("regression", True), ("multiclass", False)])
def test_numbers_have_an_intercept_and_several_classes_none(task, intercept):
    data = Dataset.from_arrays(np.eye(40), np.arange(40) % 4.0, task=task)
    assert usual_intercept(data) == intercept
