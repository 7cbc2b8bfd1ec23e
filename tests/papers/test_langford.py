"""Langford et al.: the rule of §6.1, the data sets of Table 1, and curves of features."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms.online.truncated_gradient import TruncatedGradient
from datasets import Dataset, DatasetError
from papers.claim import Case, Trial
from papers.langford.study.curves import best_auc, fewest_features
from papers.langford.study.readings import EXACT, MULTIPLE, n_steps
from papers.langford.study.runs import Score, learn_in_passes, score
from papers.langford.study.search import Candidate, Search, baseline, lightest
from papers.langford.study.sets import (
    EIGHT,
    NOISE,
    TABLE_1,
    UCI,
    as_regression,
    is_regression,
    paper_set,
)


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))


def candidate(gravity: float, cost: float, features: float) -> Candidate:
    return Candidate(TruncatedGradient(gravity=gravity), 1, cost, features)


def test_the_one_per_cent_rule_compares_with_the_best_run_without_gravity():
    plain, best = candidate(0.0, 0.100, 90.0), candidate(0.1, 0.080, 50.0)
    worse, allowed = candidate(0.0, 0.120, 80.0), candidate(0.2, 0.110, 20.0)
    refused = candidate(0.3, 0.1101, 10.0)
    everything = [worse, plain, best, allowed, refused]
    assert baseline(everything) is plain
    assert lightest(everything, "classification", 0.01) is allowed
    assert lightest(everything, "classification", 0.013) is refused


def test_the_knob_under_test_is_on():
    """Where no gravity is good enough the best of them is taken, and not none."""
    plain, poor, poorer = (
        candidate(g, cost, n) for g, cost, n in ((0.0, 0.1, 90), (0.1, 0.2, 9), (0.2, 0.3, 1))
    )
    assert lightest([plain, poor, poorer], "classification", 0.01) is poor


def test_of_a_regression_one_per_cent_is_a_share_of_the_loss():
    plain, near, far = (
        candidate(g, cost, n) for g, cost, n in ((0.0, 2.0, 9), (0.1, 2.019, 5), (0.2, 2.021, 1))
    )
    assert lightest([plain, near, far], "regression", 0.01) is near


def test_of_two_candidates_with_as_few_features_it_is_the_better_one():
    plain, one, other = (candidate(g, c, 5) for g, c in ((0.0, 0.2), (0.1, 0.205), (0.2, 0.19)))
    assert lightest([plain, one, other], "classification", 0.01) is other


def test_the_search_is_within_the_papers_ranges():
    search = Search()
    assert min(search.etas) >= 0.1 and max(search.etas) <= 0.5
    assert min(search.gravities) == 0.0 and max(search.gravities) == 0.3
    assert min(search.passes) >= 5 and max(search.passes) <= 30
    assert min(search.decays) >= 0.5 and max(search.decays) <= 0.9
    assert {algorithm.period for algorithm, _ in search.settings(EXACT)} == {1}


def test_the_table_of_the_paper_has_eleven_uci_sets():
    assert len(UCI) == 11 and set(TABLE_1) - set(UCI) == {"rcv1_sample"}
    assert set(UCI) - set(EIGHT) == {"housing", "zoo", "wpbc"}


def test_a_set_that_is_not_there_is_said_to_be_missing():
    with pytest.raises(DatasetError, match="spambase: there is no file of that name"):
        paper_set("spambase", noise=True)


def test_a_set_has_a_constant_test_rows_and_the_noise_of_the_paper():
    plain, noisy = (paper_set("wdbc", noise) for noise in (False, True))
    assert plain.n_features == 31 and plain.n_rows == 427 and plain.test.n_rows == 142
    assert noisy.n_features == 31 + NOISE and noisy.n_noise == NOISE
    assert set(noisy.X[:, [31]].toarray().ravel()) == {0.0, 1.0}
    other = paper_set("wdbc", True, seed=1)
    assert not np.array_equal(other.y, noisy.y), "each repetition has a split of its own"


def test_the_regressions_are_housing_and_the_number_of_the_kind_of_animal():
    assert [name for name in TABLE_1 if is_regression(name)] == ["housing", "zoo"]
    classes = ("bird", "invertebrate", "mammal")
    zoo = Dataset.from_arrays(
        [[1.0], [2.0], [3.0], [4.0]], [0, 1, 2, 2], task="multiclass", classes=classes
    )
    amounts = as_regression(zoo, "zoo")
    assert amounts.task == "regression" and amounts.y == pytest.approx([-2 / 3, 1, -1, -1])


def test_curves_are_read_at_an_auc_and_at_a_number_of_features():
    points = [Score(n, 0.9, auc, np.nan) for n, auc in ((3, 0.8), (10, 0.95), (40, 0.94))]
    points.append(Score(2, np.nan, np.nan, np.nan))
    assert fewest_features(points, 0.94) == 10.0 and np.isnan(fewest_features(points, 0.99))
    assert best_auc(points, 20) == 0.95 and best_auc(points, 5) == 0.8
    assert best_auc(points, 2) == 0.5, "a run that diverged is no point"


def test_a_run_stops_at_a_multiple_of_its_period_where_that_is_the_reading():
    assert n_steps(MULTIPLE, 427, 10) == 420 and n_steps(EXACT, 427, 10) == 427


def test_a_run_is_scored_on_the_rows_kept_back():
    data = paper_set("wdbc", noise=False)
    trial = Trial(Case("wdbc"), data, EXACT, 0)
    model = learn_in_passes(TruncatedGradient(eta=0.4), trial.dataset, 5, trial.seed)
    found = score(model, data)
    assert found.features == np.count_nonzero(model.weights) and found.auc > 0.95
    assert 0.9 < found.accuracy <= 1.0
