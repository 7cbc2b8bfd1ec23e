"""Two kinds of noise, the constant feature, and the split of rows that stand in time order."""

import numpy as np
import pytest
import scipy.sparse as sp

import datasets
from datasets import Dataset, DatasetError, Preparation, prepare
from datasets.preparation.noise import KINDS, SHUFFLED, random_features
from datasets.synthetic.random_cells import random_cells
from tests.support.loading import check_form

ALWAYS = KINDS[1]
PLAIN = Dataset.from_arrays(np.arange(1.0, 81).reshape(40, 2), np.arange(40) % 2)


def last_columns(dataset, n_columns):
    """The last columns as a dense table."""
    return dataset.X[:, dataset.n_features - n_columns :].toarray()


def test_the_first_kind_draws_what_it_always_drew():
    rng = np.random.default_rng([1, 7])
    columns, rows = np.divmod(random_cells(rng, 30 * 50, 0.05), 50)
    expected = np.zeros((50, 30))
    expected[rows, columns] = 1
    assert np.array_equal(random_features(7, 50, 30).toarray(), expected)
    assert np.array_equal(random_features(7, 50, 30, KINDS[0]).toarray(), expected)


def test_the_second_kind_is_either_sign_everywhere():
    noisy = prepare(PLAIN, Preparation(noise_features=1000, noise_kind=ALWAYS))
    check_form(noisy)
    noise = last_columns(noisy, 1000)
    assert set(np.unique(noise)) == {-1.0, 1.0}
    assert abs(noise.mean()) < 5 / np.sqrt(noise.size)
    assert len(np.unique(noise, axis=1).T) == 1000
    assert "1,000 random ±1 features (noise_0001 to noise_1000)" in noisy.notes[-1]
    assert "either sign with probability 0.5" in noisy.notes[-1]


@pytest.mark.parametrize("kind", KINDS[:2])
def test_more_noise_keeps_what_there_was(kind):
    many = random_features(3, 41, 90, kind).toarray()
    for fewer in (1, 7, 40):
        assert np.array_equal(random_features(3, 41, fewer, kind).toarray(), many[:, :fewer])
    assert random_features(3, 41, 0, kind).shape == (41, 0)
    assert not np.array_equal(random_features(4, 41, 90, kind).toarray(), many)


@pytest.mark.parametrize("scaling", ["none", "unit variance", "max-abs 1"])
def test_the_constant_is_one_everywhere_before_the_noise(scaling):
    options = {"noise_features": 3, "scaling": scaling, "test_fraction": 0.25}
    without = prepare(PLAIN, Preparation(**options))
    made = prepare(PLAIN, Preparation(constant=True, **options))
    for side, plain in ((made, without), (made.test, without.test)):
        check_form(side)
        cells = side.X.toarray()
        assert (cells[:, 2] == 1).all()
        assert np.array_equal(np.delete(cells, 2, axis=1), plain.X.toarray())
    assert made.feature_names[2] == "constant" and made.n_noise == 3
    assert made.groups is None
    assert ("constant", "A feature that is 1 in every row was added.") in made.report


def test_the_constant_counts_in_the_length_of_a_row():
    unit = prepare(PLAIN, Preparation(constant=True, scaling="unit rows"))
    assert np.allclose(np.linalg.norm(unit.X.toarray(), axis=1), 1)


def test_the_defaults_share_the_arrays_they_were_given():
    assert prepare(PLAIN, Preparation()).X is PLAIN.X
    assert prepare(PLAIN, Preparation(groups="blocks 2")).X is PLAIN.X


@pytest.mark.parametrize("task", ["classification", "regression"])
def test_of_rows_in_time_order_the_last_are_for_testing(task):
    dataset = Dataset.from_arrays(
        sp.csr_array(np.arange(1.0, 11)[:, None]), [0, 1] * 5, task=task, in_time=True
    )
    for seed in (0, 5):
        train = prepare(dataset, Preparation(test_fraction=0.3, seed=seed))
        assert train.X.toarray().ravel().tolist() == list(range(1, 8))
        assert train.test.X.toarray().ravel().tolist() == [8, 9, 10]
        assert train.in_time and train.test.in_time
    assert train.notes[-1] == (
        "The last 3 of 10 rows were held out for testing, since the rows stand in time order."
    )
    smallest = prepare(dataset, Preparation(test_fraction=0.001))
    assert smallest.test.n_rows == 1


def test_rows_in_time_order_need_one_on_either_side():
    alone = Dataset.from_arrays([[1.0], [2.0]], [0, 1], in_time=True)
    halves = prepare(alone, Preparation(test_fraction=0.5))
    assert halves.n_rows == halves.test.n_rows == 1


def test_noise_of_both_kinds_on_the_papers_scale():
    """Shalev-Shwartz and Tewari (2009), §4: magic04s and magic04d have 1000 features more."""
    cancer = datasets.load("breast_cancer", noise_features=1000)
    dense = datasets.load("breast_cancer", noise_features=1000, noise_kind=ALWAYS)
    assert cancer.n_features == dense.n_features == 1030
    assert dense.X.nnz - cancer.X.nnz > 0.9 * 569_000


@pytest.mark.parametrize("options", [{"expansion": "cubes"}, {"noise_kind": ""}, {"constant": 1}])
def test_an_option_out_of_its_choices_is_named(options):
    with pytest.raises(ValueError, match=next(iter(options))):
        Preparation(**options)


def test_an_unknown_group_rule_is_a_sentence():
    with pytest.raises(DatasetError, match="'some' says no groups"):
        datasets.load("breast_cancer", groups="some")


@pytest.mark.parametrize("scaling", ["none", "max-abs 1"])
def test_shuffled_columns_hold_the_numbers_of_the_columns(scaling):
    draw = np.random.default_rng(0)
    X = draw.standard_normal((60, 5)) * (draw.random((60, 5)) < 0.4)
    plain = Dataset.from_arrays(X, np.arange(60) % 2)
    options = {"noise_kind": SHUFFLED, "scaling": scaling}
    noisy = prepare(plain, Preparation(noise_features=7, **options))
    check_form(noisy)
    table = noisy.X.toarray()
    own, probes = table[:, :5], table[:, 5:]
    assert np.array_equal(np.sort(probes, axis=0), np.sort(own[:, [0, 1, 2, 3, 4, 0, 1]], axis=0))
    assert not np.array_equal(probes[:, :5], own)
    assert noisy.n_noise == 7 and "rows shuffled" in noisy.notes[-1]
    fewer = prepare(plain, Preparation(noise_features=3, **options))
    assert np.array_equal(fewer.X.toarray(), table[:, :8])
