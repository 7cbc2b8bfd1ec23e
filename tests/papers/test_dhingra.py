"""What Dhingra et al.'s claims rest on: stand-ins for Gisette, first steps, best accuracies."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import dump_svmlight_file

from datasets import DatasetError
from papers.dhingra import gisette


@pytest.fixture
def folder(monkeypatch, tmp_path):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    return tmp_path


def test_without_the_file_there_are_no_pictures(folder):
    with pytest.raises(DatasetError, match="mnist49"):
        gisette.pictures(0)


def test_pictures_become_gisettes_features(folder):
    draw = np.random.default_rng(0)
    X = draw.integers(0, 256, (70, 300)) * (draw.random((70, 300)) < 0.3)
    dump_svmlight_file(X.astype(float), np.repeat([1, -1], 35), str(folder / "mnist49.svm"))
    made = gisette.pictures(0)
    assert (made.n_rows, made.test.n_rows) == (60, 10)
    assert made.n_features == gisette.FEATURES and made.n_noise == gisette.FEATURES // 2
    whole = sp.vstack([made.X, made.test.X]).toarray()
    assert whole.max() <= 1.0
    own, probes = np.split(whole, 2, axis=1)
    assert np.array_equal(np.sort(own, axis=0), np.sort(probes, axis=0))
    assert not np.array_equal(gisette.pictures(1).X.toarray(), made.X.toarray())


def test_gisette_is_taken_where_it_is_and_not_fetched(folder):
    with pytest.raises(DatasetError, match="not here"):
        gisette.gisette(0)
    X = np.random.default_rng(0).integers(0, 1000, (70, 20)).astype(float)
    dump_svmlight_file(X, np.repeat([1, -1], 35), str(folder / "gisette.svm"))
    made = gisette.gisette(0)
    assert (made.n_rows, made.test.n_rows, made.n_features) == (60, 10, 20)
    assert made.X.max() <= 1.0


def test_the_first_step_is_that_of_its_reading():
    dataset = gisette.digits(0)
    squares = (dataset.X.toarray() ** 2).sum(axis=1)
    assert gisette.first_step(dataset, gisette.MEAN) == pytest.approx(1.0 / squares.mean())
    assert gisette.first_step(dataset, gisette.FOUR) == pytest.approx(4.0 / squares.mean())


def test_the_best_accuracy_with_few_weights_is_of_a_run_with_few():
    dataset = gisette.digits(1)
    for method in (gisette.FOBOS, gisette.L0):
        best, few = gisette.accuracies(method, dataset, gisette.MEAN, seed=1)
        found = {}
        for strength in gisette.COUNTS if method == gisette.L0 else gisette.PENALTIES:
            w = gisette.learn(method, dataset, gisette.MEAN, strength, 1).final.weights
            right = np.mean(np.where(dataset.test.X @ w > 0, 1, -1) == dataset.test.y)
            found[strength] = right, np.mean(w != 0.0)
        assert best == max(right for right, _ in found.values())
        sparse = [right for right, density in found.values() if density <= 0.1]
        assert few == (max(sparse) if sparse else np.mean(dataset.test.y < 0))
    assert few == best, "K is at most a tenth of the features"


def test_weights_that_are_all_zero_say_minus_one():
    dataset = gisette.digits(0)
    share = np.mean(dataset.test.y < 0)
    assert gisette.accuracy(np.zeros(dataset.n_features), dataset) == share
