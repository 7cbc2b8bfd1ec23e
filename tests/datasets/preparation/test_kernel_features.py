"""Gaussian-kernel features, against their definition; test rows are never support examples."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from datasets import Dataset, DatasetError, Preparation, budget, load, prepare
from datasets.preparation import kernel_features
from tests.naive.kernel import gaussian
from tests.support.loading import check_form
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn

CELLS = st.sampled_from([0.0, 0.0, 1.0, -1.0, 2.0, 0.5, -3.0, 7.25])
TASKS = ("classification", "multiclass", "regression")


@st.composite
def datasets_to_compare(draw):
    """A few rows that all differ, of any task, each class four times or more."""
    n_rows, d = draw(st.integers(12, 20)), draw(st.integers(1, 4))
    X = draw(arrays.arrays(np.float64, (n_rows, d), elements=CELLS))
    X = np.column_stack([X, np.arange(n_rows)])  # each row carries its number
    task = draw(st.sampled_from(TASKS))
    y = {"classification": np.arange(n_rows) % 2, "multiclass": np.arange(n_rows) % 3}
    return Dataset.from_arrays(X, y.get(task, np.arange(n_rows) / 3), task=task)


def support_of(made) -> np.ndarray:
    """The places of the support examples among the training rows, as the names say."""
    return np.array([int(name.removeprefix("near row ")) - 1 for name in made.feature_names])


@examples(100)
@given(
    datasets_to_compare(),
    st.integers(1, 25),
    st.sampled_from([0.5, 25.0, 1e4]),
    st.sampled_from([0.0, 0.3]),
    st.integers(0, 9),
    st.sampled_from([1, 10, 4_000_000]),
)
def test_features_are_the_kernel_of_each_row_and_each_support_example(
    dataset, count, width, fraction, seed, chunk
):
    plain = prepare(dataset, Preparation(test_fraction=fraction, seed=seed))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel_features, "CHUNK", chunk)
        made = prepare(
            dataset,
            Preparation(
                support_examples=count, kernel_width=width, test_fraction=fraction, seed=seed
            ),
        )
    support = plain.X.toarray()[support_of(made)]
    sides = [(made, plain)] if plain.test is None else [(made, plain), (made.test, plain.test)]
    for side, rows in sides:
        check_form(side)
        assert np.array_equal(side.y, rows.y)
        expected = [[gaussian(x, s, width) for s in support.tolist()] for x in rows.X.toarray()]
        assert np.allclose(side.X.toarray(), np.where(np.array(expected) < 1e-100, 0, expected))
    own = made.X.toarray()[support_of(made)]
    assert (np.diag(own) == 1.0).all()
    assert np.allclose(own, own.T, rtol=1e-9, atol=0.0)
    assert own.min() >= 0.0 and own.max() <= 1.0
    kinds = 0 if dataset.task == "regression" else len(dataset.classes) or 2
    assert made.n_features == min(max(count, kinds), plain.n_rows)
    # Of the test rows none is a support example: their numbers differ.
    if plain.test is not None:
        assert not set(support[:, -1]) & set(plain.test.X.toarray()[:, -1])


@examples(50)
@given(datasets_to_compare(), st.integers(1, 8), st.integers(0, 9))
def test_groups_are_the_classes_of_support_examples_and_more_keep_the_first_ones(
    dataset, count, seed
):
    few, more = (
        prepare(dataset, Preparation(support_examples=n, seed=seed)) for n in (count, count + 3)
    )
    assert set(few.feature_names) <= set(more.feature_names)
    if dataset.task == "regression":
        assert few.groups is None
    else:
        of = dataset.y[support_of(few)]
        assert np.array_equal(few.groups, of if dataset.classes else (of + 1) / 2)


def test_test_rows_change_nothing_that_is_learned_from():
    draw = np.random.default_rng(0)
    X, y = draw.standard_normal((40, 3)), np.arange(40) % 2
    asked = Preparation(support_examples=5, test_fraction=0.25, scaling="unit variance")
    own = prepare(Dataset.from_arrays(X, y), asked)
    numbered = Dataset.from_arrays(np.arange(1.0, 41.0)[:, None], y)
    held = prepare(numbered, Preparation(test_fraction=0.25)).test.X.toarray().ravel().astype(int)
    X[held - 1] += 100.0 * draw.standard_normal((len(held), 3))
    other = prepare(Dataset.from_arrays(X, y), asked)
    assert np.array_equal(own.X.toarray(), other.X.toarray())
    assert not np.array_equal(own.test.X.toarray(), other.test.X.toarray())


@in_turn("scaling", ["none", "unit variance", "max-abs 1", "unit rows"])
def test_rows_are_scaled_before_they_are_compared_and_nothing_else_stays_beside_them(scaling):
    plain = load("wine", scaling=scaling)
    made = load("wine", scaling=scaling, support_examples=6, constant=True, noise_features=2)
    assert made.feature_names[6:] == ("constant", "noise_0001", "noise_0002")
    rows, at = plain.X.toarray(), support_of(made_of(made, 6))
    expected = [[gaussian(x, rows[i], 25.0) for i in at] for x in rows]
    assert np.allclose(made.X.toarray()[:, :6], expected, atol=1e-9)
    assert made.X.toarray()[:, 6].tolist() == [1.0] * made.n_rows
    stages = [step.stage for step in made.report]
    assert "compared" in stages and stages.count("scaled") == [s.stage for s in plain.report].count(
        "scaled"
    )


def made_of(made, n):
    """The dataset's first n features, as far as their names go."""
    return Dataset.from_arrays(
        made.X[:, :n], made.y, feature_names=made.feature_names[:n], task="regression"
    )


def test_what_was_done_is_said():
    made = load("digits_ten", support_examples=30, test_fraction=0.25)
    said = [step.what for step in made.report if step.stage == "compared"]
    assert said == [
        "30 support examples drawn from 1,346 training rows.",
        "Each row is compared with them, and so is every row held out: exp(−‖x − x′‖²/25), which "
        "is 1 for the same row and near 0 for one far away, takes the place of 64 features.",
        "Support examples of one class are a group of features.",
    ]


def test_too_many_cells_are_refused_before_they_are_made(monkeypatch):
    monkeypatch.setattr(kernel_features, "MOST_NONZEROS", 10_000)
    monkeypatch.setattr(kernel_features, "gaussian_kernel", lambda *_: pytest.fail("it was made"))
    with pytest.raises(DatasetError, match=r"support_examples = 100 would make 17,800 cells.*56"):
        load("wine", support_examples=100)


def test_the_memory_that_is_counted_is_enough():
    data = Dataset.from_arrays(np.random.default_rng(0).standard_normal((3000, 5)), range(3000))
    asked = Preparation(support_examples=1000, test_fraction=0.25, noise_features=1)
    tracemalloc.start()
    prepare(data, asked)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < budget.memory_of(data, asked) < 3 * peak
