"""Weights of one sign each: w ⪰ 0, and the signs by class of Duchi et al. 2008, (12)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from algorithms import CATALOGUE, record
from algorithms.groups import Groups
from algorithms.projection import project_l1_ball
from algorithms.projection.signs import signs_of
from datasets import load
from tests import naive
from tests.support.many.examples import examples
from tests.support.twins import hold_to_twin, numbers_of

PROJECTED, EG = CATALOGUE["projected_gradient"], CATALOGUE["exponentiated_gradient"]
BATCH = CATALOGUE["batch_projected_gradient"]
WAYS = [PROJECTED(way=way, radius=2.0) for way in ("tree", "condat", "pivot", "sort")]
ONLINE = [*WAYS, EG(radius=2.0)]
each_of = pytest.mark.parametrize("algorithm", ONLINE, ids=str)
NUMBERS = st.floats(-1e3, 1e3) | st.sampled_from([0.0, 1.0, -1.0])


def having(algorithm, **knobs):
    return type(algorithm)(**{**vars(algorithm), **knobs})


@examples(200)
@given(arrays.arrays(np.float64, st.integers(1, 12), elements=NUMBERS), st.floats(1e-2, 1e3))
def test_what_is_cut_at_0_and_then_projected_is_nearest(v, z):
    """A point p of a convex set is nearest where (v − p)·(q − p) ≤ 0 for each of its corners q."""
    p = project_l1_ball(np.maximum(v, 0.0), z)
    corners = np.vstack([np.zeros(len(v)), z * np.eye(len(v))])
    assert p.min() >= 0.0 and p.sum() <= z * (1.0 + 1e-12)
    scale = (1.0 + np.abs(v).max()) * (z + np.abs(v).max())
    assert ((corners - p) @ (v - p)).max() <= 1e-9 * scale


def test_signs_by_class_are_those_of_the_paper():
    groups = Groups.from_vector(np.array([1, 0, 2, 1, 3]), 5)
    assert signs_of("by class", 3, 5, groups).tolist() == [
        [-1, 1, -1, -1, -1],
        [1, -1, -1, 1, -1],
        [-1, -1, 1, -1, -1],
    ]
    assert signs_of("by class", 1, 5, groups).tolist() == [[1, -1, -1, 1, -1]]
    assert signs_of("by class", 2, 5, None).tolist() == [[1] * 5] * 2
    assert signs_of("none negative", 2, 5, groups).tolist() == [[1] * 5] * 2
    assert signs_of("any", 2, 5, groups).shape == (2, 0)


def problem(k: int, seed: int, n: int = 30, d: int = 7):
    draw = np.random.default_rng(seed)
    X = draw.standard_normal((n, d)) * (draw.random((n, d)) < 0.6)
    y = np.argmax(X @ draw.standard_normal((d, k)) + 0.3 * draw.standard_normal((n, k)), axis=1)
    y[:k] = np.arange(k)
    return naive.dataset(X, y, "multiclass", classes=tuple("abcdefgh"[:k]))


@each_of
@pytest.mark.parametrize("signs", ["none negative", "by class"])
@pytest.mark.parametrize("k", [2, 3, 5])
def test_softmax_equals_its_twin(algorithm, signs, k):
    data, order = problem(k, k), np.random.default_rng(k).integers(0, 30, 60)
    groups = [[0, 3], [1, 2, 5], [4], [6]]
    for knobs in ({"eta": 0.3}, {"eta": 3.0, "batch_size": 4, "schedule": "inv_sqrt"}):
        one = having(algorithm, signs=signs, **knobs)
        hold_to_twin(one, data, order, "softmax", True, groups)


@pytest.fixture(scope="module")
def digits():
    """Ten classes, by how near a picture is to forty support pictures."""
    return load("digits_ten", scaling="max-abs 1", support_examples=40)


@each_of
def test_kernel_features_of_ten_digits_keep_the_signs_and_the_ball_of_the_paper(algorithm, digits):
    one = having(algorithm, radius=20.0, eta=5.0, batch_size=50, signs="by class")
    w = record(one, digits, "softmax", passes=2).final.weights
    own = digits.groups[None] == np.arange(10)[:, None]
    assert (w[own] >= 0.0).all() and (w[~own] <= 0.0).all()
    assert w[own].max() > 0.0 > w[~own].min()
    norms = np.abs(w).sum(axis=1)
    assert norms.max() <= 20.0 * (1.0 + 1e-9)
    if isinstance(algorithm, PROJECTED):
        assert (w == 0.0).any()
    else:
        assert norms == pytest.approx(20.0) and (w != 0.0).all()


@pytest.mark.parametrize("line_search", [True, False])
@pytest.mark.parametrize("loss", ["logistic", "squared"])
def test_batch_steps_end_at_the_best_weights_of_these_signs(loss, line_search):
    """Where nothing is left to gain: the gradient pulls no weight where it may go."""
    data = load("breast_cancer", scaling="max-abs 1", support_examples=12, kernel_width=2.0)
    sigma = np.where(data.groups == 1, 1.0, -1.0)
    one = BATCH(radius=3.0, line_search=line_search, schedule="constant", signs="by class")
    w = record(one, data, loss, passes=2000).final.weights
    assert (sigma * w >= 0.0).all() and np.abs(w).sum() <= 3.0 * (1.0 + 1e-12)
    p, y = data.X @ w, data.y
    slopes = p - y if loss == "squared" else -y / (1.0 + np.exp(y * p))
    gradient = data.X.T @ slopes / len(y)
    corners = np.vstack([np.zeros(len(w)), 3.0 * np.diag(sigma)])
    assert ((corners - w) @ gradient).min() >= (-1e-3 if line_search else -1e-2)


def test_signs_by_class_of_two_classes_are_a_w_not_negative_on_signed_features():
    """σ w with w ⪰ 0 on K is w on σ K: both walk alike."""
    data = load("breast_cancer", scaling="max-abs 1", support_examples=30)
    sigma = np.where(data.groups == 1, 1.0, -1.0)
    signed = naive.dataset(data.X.toarray() * sigma, data.y)
    for algorithm in (PROJECTED(radius=5.0, eta=1.0), EG(radius=5.0, eta=1.0), BATCH(radius=5.0)):
        by_class = record(having(algorithm, signs="by class"), data, "logistic", passes=3)
        plain = record(having(algorithm, signs="none negative"), signed, "logistic", passes=3)
        assert by_class.final.weights == pytest.approx(sigma * plain.final.weights, abs=1e-12)


@each_of
def test_where_no_sign_is_ever_wrong_nothing_changes(algorithm):
    """Targets above all predictions lift weights of features that are never negative."""
    if isinstance(algorithm, EG):
        pytest.skip("its other half weighs, too")
    draw = np.random.default_rng(2)
    data = naive.dataset(draw.random((40, 6)), np.full(40, 100.0), "regression")
    free, kept = (having(algorithm, eta=0.01, signs=signs) for signs in ("any", "none negative"))
    one, other = (numbers_of(record(each, data, "squared")) for each in (free, kept))
    for name in one.keys() - {"algorithm", "costs.seconds"}:
        assert np.array_equal(one[name], other[name]), name
