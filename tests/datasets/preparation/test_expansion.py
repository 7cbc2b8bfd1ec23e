"""Powers and products, against their definitions written out cell by cell."""

from itertools import combinations

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from datasets import Dataset, DatasetError, Preparation, prepare
from datasets.preparation import products
from datasets.preparation.expansion import draw_pairs
from tests.support.loading import check_form
from tests.support.many.examples import examples

CELLS = st.sampled_from([0.0, 0.0, 1.0, -1.0, 2.0, 0.5, -3.0])


@st.composite
def datasets_to_expand(draw):
    """A few rows and features, with groups of any order or none."""
    n_rows, n_features = draw(st.integers(2, 5)), draw(st.integers(1, 6))
    X = draw(arrays.arrays(np.float64, (n_rows, n_features), elements=CELLS))
    labels = st.lists(st.integers(0, 3), min_size=n_features, max_size=n_features)
    groups = draw(st.none() | labels)
    return Dataset.from_arrays(X, np.arange(n_rows) % 2, groups=groups)


def naive_products(dataset, degree):
    """Name → (the product's values, the groups it is of), for features of different groups."""
    X, d = dataset.X.toarray(), dataset.n_features
    groups = np.arange(d) if dataset.groups is None else dataset.groups
    by_group = sorted(range(d), key=lambda j: groups[j])
    found = {}
    for k in range(2, degree + 1):
        for chosen in combinations(by_group, k):
            of = tuple(groups[list(chosen)].tolist())
            if len(set(of)) == k:
                name = "×".join(dataset.feature_names[j] for j in chosen)
                found[name] = X[:, chosen].prod(axis=1), of
    return found


@examples(150)
@given(datasets_to_expand(), st.sampled_from(["pairs", "triples"]), st.sampled_from([1, 7, 2**22]))
def test_products_are_those_of_features_of_different_groups(dataset, how, chunk):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(products, "CHUNK", chunk)
        made = prepare(dataset, Preparation(expansion=how))
    check_form(made)
    d = dataset.n_features
    expected = naive_products(dataset, 2 if how == "pairs" else 3)
    assert made.feature_names[:d] == dataset.feature_names
    assert set(made.feature_names[d:]) == set(expected) and made.n_features == d + len(expected)
    cells = made.X.toarray()
    assert np.array_equal(cells[:, :d], dataset.X.toarray())
    together = {}
    for j, name in enumerate(made.feature_names[d:], d):
        values, of = expected[name]
        assert np.array_equal(cells[:, j], values)
        together.setdefault(of, set()).add(made.groups[j])
    assert all(len(numbers) == 1 for numbers in together.values())
    if expected:
        own = np.arange(d) if dataset.groups is None else dataset.groups
        assert np.array_equal(made.groups[:d], own)
        assert made.groups.max() == own.max() + len(together)
    else:
        assert made.report[-1].what.startswith("No ")
        assert np.array_equal(made.groups, dataset.groups)


@examples(60)
@given(datasets_to_expand(), st.sampled_from(["squares", "squares and cubes"]))
def test_powers_join_the_group_of_their_feature(dataset, how):
    made = prepare(dataset, Preparation(expansion=how))
    check_form(made)
    X, cells = dataset.X.toarray(), made.X.toarray()
    powers = {2: "²"} if how == "squares" else {2: "²", 3: "³"}
    own = [(name, X[:, j], j) for j, name in enumerate(dataset.feature_names)]
    new = [
        (name + sign, values**power, j)
        for power, sign in powers.items()
        for name, values, j in own
        if not set(values) <= {0.0, 1.0}
    ]
    assert made.feature_names == tuple(name for name, _, _ in own + new)
    for column, (_, values, _) in zip(cells.T, own + new, strict=True):
        assert np.array_equal(column, values)
        if new:
            at = np.array([k for _, _, k in own + new]) if dataset.groups is None else None
            groups = at if at is not None else dataset.groups[[k for _, _, k in own + new]]
            assert np.array_equal(made.groups, groups)
    assert made.report[-1].stage == "expanded"


def test_new_features_come_after_the_own_ones_and_before_noise():
    dataset = Dataset.from_arrays(
        [[1.0, 2.0], [3.0, 0.0], [5.0, 1.0]], [0, 1, 0], true_weights=[1, 2], groups=[0, 1]
    )
    noisy = prepare(dataset, Preparation(noise_features=2))
    made = prepare(
        noisy,
        Preparation(expansion="squares", constant=True, noise_features=1, scaling="max-abs 1"),
    )
    assert made.feature_names == (
        "x1", "x2", "x1²", "x2²", "constant", "noise_0001", "noise_0002", "noise_0003",
    )  # fmt: skip
    assert made.n_noise == 3 and made.true_weights.tolist() == [5, 4, 0, 0, 0, 0, 0, 0]
    assert made.groups.tolist() == [0, 1, 0, 1, 4, 2, 3, 5]
    assert made.X[:, [4]].toarray().tolist() == [[1], [1], [1]]
    stages = [step.stage for step in made.report]
    assert stages.index("expanded") < stages.index("scaled") < stages.index("constant")
    pairs = prepare(noisy, Preparation(expansion="pairs"))
    assert pairs.feature_names == ("x1", "x2", "x1×x2", "noise_0001", "noise_0002")


@pytest.mark.parametrize(
    ("how", "n_features", "would"),
    [
        ("pairs", 1000, "would make 500,500 features"),
        ("triples", 200, "would make 1,333,500 features"),
        ("squares and cubes", 100_000, "would make 300,000 features"),
        ("triples", 47_236, "would make 17,565,806,419,406"),
    ],
)
def test_too_many_features_are_refused_before_they_are_made(how, n_features, would):
    X = sp.csr_array(([2.0, 1.0], ([0, 1], [0, 1])), shape=(2, n_features))
    X = sp.vstack([X, sp.csr_array(np.full((1, n_features), 0.5))])
    dataset = Dataset.from_arrays(X, [0, 1, 1])
    with pytest.raises(DatasetError, match=rf"{would}.*at most 200,000.*smaller expansion"):
        prepare(dataset, Preparation(expansion=how))


def test_too_many_nonzeros_are_refused_before_they_are_made():
    dataset = Dataset.from_arrays(
        np.ones((3000, 100)) * np.arange(1, 3001)[:, None], np.arange(3000)
    )
    with pytest.raises(DatasetError, match=r"500,250,000 nonzeros.*at most 200,000,000"):
        prepare(dataset, Preparation(expansion="triples"))


def test_a_product_beyond_the_limit_is_refused_by_name():
    dataset = Dataset.from_arrays([[1e60, 1e60], [1e-200, 1e-200], [0.0, 1.0]], [0, 1, 1])
    with pytest.raises(DatasetError, match=r"'x1×x2', row 1 holds 1e\+120.*larger unit"):
        prepare(dataset, Preparation(expansion="pairs"))
    with pytest.raises(DatasetError, match=r"'x1²', row 1 holds"):
        prepare(dataset, Preparation(expansion="squares and cubes", groups="none"))


def test_random_pairs_are_products_of_the_features_they_name():
    draw = np.random.default_rng(1)
    X = draw.standard_normal((30, 8)) * (draw.random((30, 8)) < 0.7)
    X[:, 3] = 0.0
    plain = Dataset.from_arrays(X, draw.standard_normal(30))
    many = prepare(plain, Preparation(expansion="random pairs", random_pairs=12))
    table, place = many.X.toarray(), {name: j for j, name in enumerate(many.feature_names)}
    assert many.n_features == 20 and len(place) == 20
    for name in many.feature_names[8:]:
        first, second = (place[part] for part in name.split("×"))
        assert first != second and 3 not in (first, second)
        assert np.array_equal(table[:, place[name]], X[:, first] * X[:, second])
    few = prepare(plain, Preparation(expansion="random pairs", random_pairs=5))
    assert few.feature_names == many.feature_names[:13]
    other = prepare(plain, Preparation(expansion="random pairs", random_pairs=12, seed=1))
    assert other.feature_names != many.feature_names
    # There are 7·6/2 pairs of the features that are not always 0.
    every = prepare(plain, Preparation(expansion="random pairs", random_pairs=1000))
    assert every.n_features == 8 + 21


@pytest.mark.parametrize("n", [2, 3, 50, 2000])
def test_drawn_pairs_are_different_pairs_of_different_things(n):
    first, second = draw_pairs(n, 3000, seed=4)
    assert len(first) == min(3000, n * (n - 1) // 2)
    assert (first >= 0).all() and (first < second).all() and (second < n).all()
    assert len(set(zip(first.tolist(), second.tolist(), strict=True))) == len(first)
