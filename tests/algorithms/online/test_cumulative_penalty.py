"""The cumulative penalty comes to the weights of scikit-learn and of Vowpal Wabbit."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import SGDClassifier, SGDRegressor

from algorithms import CATALOGUE
from tests import naive
from tests.support.many.turns import in_turn

Cumulative = CATALOGUE["cumulative_penalty"]
ETA, L1 = 0.5, 1e-3
PEERS = {"logistic": "log_loss", "hinge": "hinge", "squared": "squared_error"}
PAYMENTS = ("before reading", "after learning")


def stream(density: float = 0.05, n: int = 600, d: int = 200):
    """Rows of length 1 and their classes, which ten features decide; some features are rare."""
    draw = np.random.default_rng(9)
    frequencies = np.full(d, 1.0) if density == 1.0 else density * draw.uniform(0.05, 2.0, d)
    X = draw.standard_normal((n, d)) * (draw.random((n, d)) < frequencies)
    X[:, 0] += 0.1
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    margins = X[:, :10].sum(axis=1) + 0.1 * draw.standard_normal(n)
    return naive.dataset(X, np.where(margins > 0.0, 1.0, -1.0))


def learn(payment: str, data, loss: str = "logistic", passes: int = 1) -> np.ndarray:
    """The weights after so many passes in the order of the rows, (d,)."""
    algorithm = Cumulative(ETA, l1=L1, payment=payment)
    order = np.tile(np.arange(data.n_rows), passes)
    state = algorithm.start(data.n_features, len(order))
    algorithm.advance(state, data.X, data.y, order, loss)
    return algorithm.weights(state)


def scikit_learn(data, loss: str = "logistic", passes: int = 1, dense: bool = False) -> np.ndarray:
    """The weights of scikit-learn after the same steps, on sparse rows or dense ones, (d,)."""
    kind = SGDRegressor if loss == "squared" else SGDClassifier
    model = kind(
        loss=PEERS[loss],
        penalty="l1",
        alpha=L1,
        learning_rate="constant",
        eta0=ETA,
        fit_intercept=False,
        shuffle=False,
        max_iter=passes,
        tol=None,
    )
    return model.fit(data.X.toarray() if dense else data.X, data.y).coef_.ravel()


def vowpal_wabbit(data, folder) -> np.ndarray:
    """The weights of Vowpal Wabbit after one pass, as its model file holds them, (d,)."""
    import vowpalwabbit

    model = vowpalwabbit.Workspace(
        f"--sgd --noconstant -b 10 --loss_function logistic -l {ETA} --power_t 0 --l1 {L1} --quiet"
    )
    for row, label in zip(data.X.toarray(), data.y, strict=True):
        features = (f"{j}:{row[j]:.9g}" for j in np.flatnonzero(row))
        model.learn(f"{label:.0f} | {' '.join(features)}")
    model.save(str(folder / "model"))
    model.finish()
    saved = vowpalwabbit.Workspace(f"-t -i {folder / 'model'} --quiet")
    weights = np.array([saved.get_weight(j) for j in range(data.n_features)])
    saved.finish()
    return weights


@in_turn("loss", PEERS)
@in_turn("dense", [False, True])
def test_scikit_learn_pays_after_learning_on_sparse_rows_and_before_reading_on_dense_ones(
    loss, dense
):
    data, payment = stream(), PAYMENTS[0 if dense else 1]
    w = learn(payment, data, loss)
    assert np.allclose(w, scikit_learn(data, loss, dense=dense), rtol=0.0, atol=1e-12)
    assert 0 < np.count_nonzero(w) < 200
    assert not np.allclose(w, learn(PAYMENTS[1 if dense else 0], data, loss), atol=1e-6)


@in_turn("loss", PEERS)
@in_turn("passes", [1, 3])
def test_paid_after_learning_they_are_scikit_learns_weights(loss, passes):
    data = stream()
    ours, theirs = learn("after learning", data, loss, passes), scikit_learn(data, loss, passes)
    assert np.abs(ours - theirs).max() <= 1e-10
    assert np.array_equal(ours == 0.0, theirs == 0.0)
    assert 10 < np.count_nonzero(ours) < data.n_features


def test_paid_at_reading_they_are_vowpal_wabbits_weights(tmp_path):
    """VW counts in float32."""
    data = stream()
    ours, theirs = learn("before reading", data), vowpal_wabbit(data, tmp_path)
    assert np.abs(ours - theirs).max() <= 1e-5 * np.abs(ours).max()
    assert np.array_equal(ours == 0.0, theirs == 0.0)
    assert 10 < np.count_nonzero(ours) < data.n_features


def test_the_two_ways_to_pay_differ_where_features_are_rare():
    data = stream()
    at_reading, after_learning = (learn(payment, data) for payment in PAYMENTS)
    assert np.abs(at_reading - after_learning).max() > 0.01
    assert np.count_nonzero(at_reading) < np.count_nonzero(after_learning)


def test_on_rows_without_zeros_the_two_ways_to_pay_are_one():
    data = stream(density=1.0)
    ours = learn("after learning", data)
    assert np.array_equal(ours, learn("before reading", data))
    assert np.abs(ours - scikit_learn(data)).max() <= 1e-10
    assert 10 < np.count_nonzero(ours) < data.n_features


@pytest.mark.parametrize("payment", PAYMENTS)
def test_a_feature_first_seen_late_has_all_penalties_against_it(payment):
    """With the hinge each step moves by η; after 99 steps of another feature u is 99ηλ and ηλ."""
    X = np.eye(2)[np.r_[np.zeros(99, int), 1, 1, 1]]
    data = naive.dataset(X, np.r_[np.resize([1.0, -1.0], 99), 1.0, 1.0, 1.0])
    algorithm = Cumulative(0.25, l1=1 / 64, payment=payment)
    state, weights = algorithm.start(2, 102), []
    for i in range(102):
        algorithm.advance(state, data.X, data.y, np.array([i]), "hinge")
        weights.append(algorithm.weights(state)[1])
    expected = [0.0, 0.5 - 101 * 0.25 / 64, 0.75 - 102 * 0.25 / 64]
    assert weights[99:] == pytest.approx(expected, abs=1e-15) and weights[99] == 0.0


def test_looking_moves_nothing_and_shows_the_weights_that_predict():
    data = stream()
    for payment in PAYMENTS:
        algorithm = Cumulative(ETA, l1=L1, payment=payment)
        state = algorithm.start(data.n_features, data.n_rows)
        for i in range(50):
            shown = algorithm.weights(state)
            (p,) = algorithm.advance(state, data.X, data.y, np.array([i]), "logistic")
            assert p == pytest.approx(data.X[[i]].toarray()[0] @ shown, abs=1e-14)
        whole = algorithm.start(data.n_features, data.n_rows)
        algorithm.advance(whole, data.X, data.y, np.arange(50), "logistic")
        assert np.array_equal(algorithm.weights(state), algorithm.weights(whole))


def test_one_weight_alone_does_not_decide_its_shrink():
    assert Cumulative().shrink(np.ones(2), 1) is None and Cumulative().kinks(1) == ()
