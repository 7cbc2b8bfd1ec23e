"""Digits by products of pixels: what a column's name says is in it, and probes are shuffled."""

import numpy as np
import pytest

import datasets
from datasets import DatasetError
from datasets.synthetic.digit_products import DigitProducts, pixel_sets


@pytest.fixture(scope="module")
def digits():
    """The dataset at its defaults."""
    return DigitProducts().build()


def test_it_has_gisettes_features_of_which_half_are_probes(digits):
    assert digits.X.shape == (361, 5000) and digits.n_noise == 2500
    assert digits.true_weights is None and digits.groups is None
    assert len(set(digits.feature_names)) == 5000
    assert all(name.startswith("probe_") for name in digits.feature_names[2500:])
    assert [step.stage for step in digits.report] == ["read", "target", "expanded", "noise"]


def test_a_column_is_the_product_of_the_pixels_in_its_name(digits):
    pair = datasets.load("digits_4_9")
    pixel = dict(zip(pair.feature_names, pair.X.toarray().T / 16.0, strict=True))
    table = digits.X.toarray()
    for column, name in enumerate(digits.feature_names[:2500]):
        parts = name.split("×")
        assert len(parts) == (1 if column < 64 else 2 if column < 64 + 2016 else 3)
        expected = np.prod([pixel[part] for part in parts], axis=0)
        assert np.allclose(table[:, column], expected, rtol=0, atol=1e-15)
    assert np.array_equal(digits.y, pair.y)


def test_probes_hold_the_same_numbers_and_know_nothing(digits):
    real, probes = np.split(digits.X.toarray(), 2, axis=1)
    assert np.array_equal(np.sort(real, axis=0), np.sort(probes, axis=0))
    varies = real.std(axis=0) > 0
    y = (digits.y - digits.y.mean()) / digits.y.std()
    known = [
        np.abs((side[:, varies] - side[:, varies].mean(axis=0)).T @ y / 361)
        / side[:, varies].std(axis=0)
        for side in (real, probes)
    ]
    # A shuffled column's correlation has standard deviation 1/√(n − 1); here are some 1,500.
    assert known[1].max() < 5.0 / np.sqrt(360) < known[0].max()
    assert abs(np.mean(known[1] ** 2) - 1 / 360) < 4 * np.sqrt(2 / varies.sum()) / 360


def test_fewer_products_are_the_first_ones(digits):
    few = DigitProducts(n_products=10).build()
    assert few.X.shape == (361, 148) and few.n_noise == 74
    assert few.feature_names[:74] == digits.feature_names[:74]
    assert (few.X[:, :148] != digits.X[:, [*range(74), *range(2500, 2574)]]).nnz == 0


def test_pixel_sets_differ_and_pairs_come_first():
    sets = pixel_sets(np.random.default_rng(0), 5000)
    assert len({tuple(sorted(chosen)) for chosen in sets.tolist()}) == 5000
    assert all(len(set(chosen)) == 3 for chosen in sets.tolist())
    assert (sets[:2016] == 64).sum() == 2016 and (sets[2016:] < 64).all()


def test_any_two_digits_and_noise_features_on_top():
    made = datasets.load(
        "digit_products", plus="0", minus="1", n_products=5, noise_features=3, test_fraction=0.2
    )
    assert made.n_noise == 69 + 3 and made.n_features == 2 * 69 + 3
    assert made.n_rows + made.test.n_rows == 178 + 182


def test_one_digit_against_itself_is_refused():
    with pytest.raises(DatasetError, match="both digits are 4"):
        DigitProducts(minus="4").build()


def test_wrong_labels_change_nothing_but_labels(digits):
    wrong = DigitProducts(flips=0.2).build()
    assert (wrong.X != digits.X).nnz == 0
    assert 40 < (wrong.y != digits.y).sum() < 110
    assert [step.stage for step in wrong.report] == [
        "read", "target", "expanded", "noise", "target"
    ]  # fmt: skip
