"""Promises of all made datasets: a draw is a draw, more rows keep the first, every knob turns."""

import dataclasses

import numpy as np
import pytest

import datasets
from knobs import knobs_of
from tests.support.loading import check_form
from tests.support.many.turns import in_turn

MADE = [
    key
    for key, kind in datasets.CATALOGUE.items()
    if kind.__module__.startswith("datasets.synthetic")
]
GROWING = [key for key in MADE if "n_rows" in knobs_of(datasets.CATALOGUE[key])]
# Small enough that any other knob may be turned to its end.
SMALL = {
    "sparse_linear": {"n_rows": 100, "n_features": 1000, "density": 0.02},
    "yang_groups": {"n_rows": 100},
    "yang_overlapping": {"n_rows": 100},
    "duchi_least_squares": {"n_rows": 100, "n_features": 60},
    "duchi_logistic": {"n_rows": 100, "n_features": 60},
    "digit_products": {"n_products": 40},
    "donor_sites": {"n_rows": 100, "interactions": 1},
    "zipf_text": {"n_rows": 100, "n_features": 1000, "length": 5.0},
    "click_stream": {"n_rows": 100},
    "drift": {"n_rows": 100, "n_features": 30},
}
ENDS = [
    (key, name, end)
    for key in MADE
    for name in knobs_of(datasets.CATALOGUE[key])
    for end in (0, -1)
]


def make_small(key, **options):
    """A small dataset of that kind."""
    return datasets.CATALOGUE[key](**(SMALL[key] | options)).build()


def rows_by_name(dataset, count):
    """The first rows as {feature: value}, since more rows may mean more columns."""
    names = np.array(dataset.feature_names)
    X = dataset.X
    parts = [slice(a, b) for a, b in zip(X.indptr[:count], X.indptr[1:], strict=False)]
    return [dict(zip(names[X.indices[part]], X.data[part], strict=True)) for part in parts]


@pytest.mark.parametrize("key", MADE)
def test_as_it_opens_it_is_in_form_and_not_too_large(key):
    dataset = datasets.CATALOGUE[key]().build()
    check_form(dataset)
    assert dataset.X.nnz <= 2_000_000
    if dataset.task == "classification":
        assert 0.25 < np.mean(dataset.y > 0) < 0.75


@in_turn("key", MADE)
def test_a_draw_is_repeatable_and_another_draw_is_another_dataset(key):
    one, again, other = (make_small(key, draw=draw) for draw in (3, 3, 4))
    assert one.feature_names == again.feature_names
    assert (one.X != again.X).nnz == 0 and np.array_equal(one.y, again.y)
    assert one.X.shape != other.X.shape or (one.X != other.X).nnz > 0
    if one.true_weights is not None:
        assert np.array_equal(one.true_weights, again.true_weights)
        assert not np.array_equal(one.true_weights, other.true_weights)


@in_turn("key", GROWING)
def test_more_rows_keep_the_first(key):
    few, many = make_small(key), make_small(key, n_rows=150)
    assert rows_by_name(few, 100) == rows_by_name(many, 100)
    # Half of the rows of the shorter one, where the world changes half way.
    same = 50 if few.in_time else 100
    # A product of matrices may round differently when there are more rows.
    assert np.allclose(few.y[:same], many.y[:same], rtol=0, atol=1e-12)
    if few.true_weights is not None:
        kept = np.isin(many.feature_names, few.feature_names)
        assert np.array_equal(few.true_weights, many.true_weights[kept])


@pytest.mark.parametrize(("key", "name", "end"), ENDS)
def test_every_knob_can_be_turned_to_its_ends(key, name, end):
    declared = knobs_of(datasets.CATALOGUE[key])[name]
    value = (list(declared.choices) or declared.stops())[end]
    others = {"n_nonzeros": 3} if "n_nonzeros" in knobs_of(datasets.CATALOGUE[key]) else {}
    if key == "digit_products" and name in ("plus", "minus"):
        others = {"plus": "5", "minus": "5"}
    dataset = make_small(key, **others | {name: value})
    if name in ("n_rows", "n_features"):
        assert getattr(dataset, name) == value
    if name == "n_nonzeros":
        assert np.count_nonzero(dataset.true_weights) == value


@in_turn("key", MADE)
def test_options_are_knobs_and_knobs_are_checked(key):
    kind = datasets.CATALOGUE[key]
    assert [f.name for f in dataclasses.fields(kind)] == list(knobs_of(kind))
    for name, declared in knobs_of(kind).items():
        wrong = "none of them" if declared.choices else float("nan")
        with pytest.raises(ValueError, match=name):
            kind(**{name: wrong})


@pytest.mark.parametrize("key", MADE)
def test_the_memory_that_is_foreseen_is_that_of_its_arrays_and_more(key):
    recipe = datasets.CATALOGUE[key](**SMALL.get(key, {}))
    assert recipe.build().nbytes <= recipe.memory()
