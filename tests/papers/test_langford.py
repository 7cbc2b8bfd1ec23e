"""The claims of Langford et al.: their data, the rule of one per cent, readings, and theorems."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from algorithms.online.truncated_gradient import TruncatedGradient
from datasets import ClassCodes, Dataset, DatasetError, Preparation
from datasets.preparation import prepare
from papers.claim import Case, Trial
from papers.langford import corollary_one, lemma_one, periods, rounding_periods
from papers.langford.study import readings, search, theory
from papers.langford.study.curves import best_auc, fewest_features
from papers.langford.study.runs import Model, Score, score
from papers.langford.study.sets import (
    NOISE,
    TABLE_1,
    UCI,
    as_regression,
    is_regression,
    paper_set,
)

TINY = search.Search((0.2,), (0.9,), (0.0, 2e-3, 5e-3, 0.01), (1,), 2)


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))


def candidate(gravity: float, cost: float, features: float) -> search.Candidate:
    return search.Candidate(TruncatedGradient(gravity=gravity), gravity, 1, cost, features)


def test_the_one_per_cent_rule_compares_with_the_best_run_without_gravity():
    plain, best = candidate(0.0, 0.100, 90.0), candidate(0.1, 0.080, 50.0)
    worse, allowed = candidate(0.0, 0.120, 80.0), candidate(0.2, 0.110, 20.0)
    refused = candidate(0.3, 0.1101, 10.0)
    everything = [worse, plain, best, allowed, refused]
    assert search.baseline(everything) is plain
    assert search.lightest(everything, "classification", 0.01) is allowed
    assert search.lightest(everything, "classification", 0.013) is refused


def test_of_a_regression_one_per_cent_is_a_share_of_the_loss():
    plain, near, far = (
        candidate(g, cost, n) for g, cost, n in ((0.0, 2.0, 9), (0.1, 2.019, 5), (0.2, 2.021, 1))
    )
    assert search.lightest([plain, near, far], "regression", 0.01) is near


def test_a_setting_without_gravity_is_never_chosen():
    plain, bad = candidate(0.0, 0.1, 3.0), candidate(0.1, 0.3, 9.0)
    assert search.lightest([plain, bad], "classification", 0.01) is bad


def test_the_search_is_within_the_papers_ranges():
    whole = search.SEARCH
    assert min(whole.etas) >= 0.1 and max(whole.etas) <= 0.5
    assert min(whole.gravities) == 0.0 and max(whole.gravities) == 0.3
    assert min(whole.passes) >= 5 and max(whole.passes) <= 30
    assert min(whole.decays) >= 0.5 and max(whole.decays) <= 0.9


def test_the_table_of_the_paper_has_eleven_uci_sets():
    assert len(UCI) == 11 and set(TABLE_1) - set(UCI) == {"rcv1_sample"}
    assert [name for name in TABLE_1 if is_regression(name)] == ["housing", "zoo"]
    with pytest.raises(DatasetError, match="spambase: there is no file of that name"):
        paper_set("spambase", noise=True)


def test_a_set_has_a_constant_test_rows_and_the_noise_of_the_paper():
    plain, noisy, other = (
        paper_set("wdbc", noise, seed) for noise, seed in ((0, 0), (1, 0), (1, 1))
    )
    assert plain.n_features == 31 and plain.test.n_rows == 142
    assert noisy.n_features == 31 + NOISE and noisy.n_noise == NOISE
    assert set(noisy.X[:, [31]].toarray().ravel()) == {0.0, 1.0}
    assert (noisy.X != other.X).nnz, "each repetition draws anew"
    assert np.array_equal(rounding_periods.without_noise(noisy).X.toarray(), plain.X.toarray())


def test_the_number_of_the_kind_of_animal():
    classes = ("bird", "invertebrate", "mammal")
    zoo = Dataset.from_arrays(
        [[1.0], [2.0], [3.0], [4.0]], ClassCodes([0, 1, 2, 2], classes), task="multiclass"
    )
    amounts = as_regression(zoo, "zoo")
    assert amounts.task == "regression" and amounts.y == pytest.approx([-2 / 3, 1, -1, -1])


def test_words_that_no_training_row_has_are_not_removed(monkeypatch):
    X = np.zeros((40, 12))
    X[:, :3] = np.random.default_rng(0).random((40, 3))
    data = Dataset.from_arrays(X, np.where(X[:, 0] > 0.5, 1.0, -1.0))
    data = prepare(data, Preparation(test_fraction=0.25))
    monkeypatch.setattr(search, "paper_set", lambda name, noise: data)
    trial = Trial(Case("words of a test"), data, readings.EXACT, 0)
    found = search.fit(trial, False, search=TINY)
    assert found.occurring == 3 and found.removal() == 100.0 * (1 - found.sparse[0].features / 3)


@pytest.mark.parametrize(
    "reading", (*readings.EVERY_STEP, readings.CUMULATIVE), ids=lambda one: one.name
)
def test_every_reading_of_a_set_removes_features(reading):
    trial = Trial(Case("wdbc"), paper_set("wdbc", True), reading, 0)
    found = search.fit(trial, True, search=TINY)
    assert found.sparse[0].features < found.plain.features and found.plain.accuracy > 0.8


@pytest.mark.parametrize("reading", readings.FIVE, ids=lambda one: one.name)
def test_a_curve_is_read_at_an_auc(reading):
    trial = Trial(Case("wdbc"), paper_set("wdbc", True), reading, 0)
    points = periods.points(trial, 10)
    few, many = (fewest_features(points, auc) for auc in (0.6, 0.9))
    assert few <= many and np.isnan(fewest_features(points, 1.1))
    assert 0.5 <= best_auc(points, 10) <= best_auc(points, 100)
    assert best_auc(points, -1) == 0.5


def test_only_one_reading_leaves_examples_out():
    assert readings.n_steps(readings.MULTIPLE, 57, 10) == 50
    assert {readings.n_steps(one, 57, 10) for one in readings.FIVE} == {50, 57}


def test_a_score_counts_ties_half():
    data = Dataset.from_arrays([[1.0], [-1.0], [1.0], [0.0]] * 4, [1, -1, -1, 1] * 4)
    data = dataclasses.replace(data, test=data)
    found = score(Model(np.array([1.0]), 0.0), data)
    assert found[:3] == Score(1, 0.625, 0.625, 0.0)[:3] and np.isnan(found.squared_error)


def test_a_wrong_rule_violates_the_lemma_and_the_corollary(monkeypatch):
    """Both sides are close enough that a step in the wrong direction is seen."""

    def walk(algorithm, trial, loss, passes=1):
        run = theory.walk(algorithm, trial, loss, passes)
        return theory.Walk(dataclasses.replace(run.trace, weights=-run.trace.weights), run.order)

    trial = Trial(theory.CASES[1], theory.sparse_table(0), readings.EXACT, 0)
    assert max(lemma_one.violations(trial)) <= 1e-9
    monkeypatch.setattr(lemma_one, "walk", walk)
    assert max(lemma_one.violations(trial)) > 1e-3


def test_algorithm_1_predicts_with_weights_that_were_just_pulled():
    run = corollary_one.Algorithm1(eta=1.0, gravity=0.1, period=2)
    used = corollary_one.predicting_weights(run, np.array([[1.0], [2.0], [3.0]]))
    assert used.ravel() == pytest.approx([0.0, 0.8, 2.0, 2.8])
