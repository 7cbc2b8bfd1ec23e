"""The lasso path of Efron, Hastie, Johnstone & Tibshirani (2004) on their diabetes data."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_diabetes

from algorithms.batch.coordinate_descent import CoordinateDescent
from datasets import Dataset

KNOTS = (
    949.435260384, 889.315990735, 452.900968908, 316.074052698, 130.130851302, 88.7824298155,
    68.9652212024, 19.9812546781, 5.47747294605, 5.0891788056, 2.18224972883, 1.31043524851,
)  # fmt: skip
"""λ = max|Xᵀr| at which a feature comes or goes, as scikit-learn's guide printed them."""
MOVES = ("bmi", "s5", "bp", "s3", "sex", "s6", "s1", "s4", "s2", "age", "s3", "s3")


@pytest.fixture(scope="module")
def diabetes() -> Dataset:
    """The data before they were rounded to a few decimals, columns of length 1.

    Blood pressure is a sum over three, s5 the logarithm of a whole number.
    """
    bunch = load_diabetes(scaled=False)
    X, names = bunch.data.copy(), bunch.feature_names
    pressure, s5 = names.index("bp"), names.index("s5")
    X[:, pressure] = np.round(3.0 * X[:, pressure]) / 3.0
    X[:, s5] = np.log(np.round(np.exp(X[:, s5])))
    X -= X.mean(axis=0)
    X /= np.linalg.norm(X, axis=0)
    y = bunch.target - bunch.target.mean()
    return Dataset.from_arrays(X, y, task="regression", feature_names=names)


def at(data: Dataset, bound: float) -> tuple[np.ndarray, np.ndarray]:
    """The weights with max|Xᵀr| = ``bound``, and Xᵀr."""
    solver = CoordinateDescent(l1=bound / data.n_rows, tolerance=1e-15)
    w = solver.solve(data, "squared").weights
    return w, data.X.T @ (data.y - data.X @ w)


def next_knot(data: Dataset, first: float, second: float) -> tuple[float, str]:
    """The knot below two bounds, falling, between which none lies: where the line through both
    ends, and the feature that comes or goes there."""
    (w, c), (v, e) = at(data, first), at(data, second)
    assert ((w != 0.0) == (v != 0.0)).all()
    found = []
    for j, name in enumerate(data.feature_names):
        if w[j] != 0.0:  # it goes where its weight is 0
            fall = (w[j] - v[j]) / (first - second)
            found.append((second - v[j] / fall if fall else 0.0, name))
        else:  # it comes where its correlation is ± the bound
            for sign in (1.0, -1.0):
                slope = sign * (c[j] - e[j]) / (first - second)
                found.append(((sign * e[j] - slope * second) / (1.0 - slope), name))
    return max((bound, name) for bound, name in found if bound < second * (1.0 - 1e-9))


def test_the_first_feature_is_the_most_correlated(diabetes):
    correlations = np.abs(diabetes.X.T @ diabetes.y)
    assert diabetes.feature_names[correlations.argmax()] == MOVES[0]
    assert correlations.max() == pytest.approx(KNOTS[0], rel=1e-11)


@pytest.mark.parametrize("k", range(1, 12))
def test_every_knot_to_its_digits(diabetes, k):
    above, below = KNOTS[k - 1], KNOTS[k]
    thirds = [below + share * (above - below) for share in (2.0 / 3.0, 1.0 / 3.0)]
    knot, name = next_knot(diabetes, *thirds)
    assert name == MOVES[k]
    # Nine digits: so much is left of the data's own.
    assert knot == pytest.approx(below, rel=2e-9)


def test_below_the_last_knot_every_feature_has_a_weight(diabetes):
    assert at(diabetes, 0.5)[0].all()
