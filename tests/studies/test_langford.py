"""The study of Langford et al.: its rule, its sets, and a tiny version of it as a whole."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import CATALOGUE
from datasets import Dataset, DatasetError, Preparation
from datasets.preparation import prepare
from studies.langford import __main__ as command
from studies.langford import periods, report
from studies.langford.sets import (
    NOISE,
    TABLE_1,
    UCI,
    as_regression,
    differences,
    is_regression,
    paper_set,
)
from studies.langford.sparsification import (
    Candidate,
    Search,
    baseline,
    lightest,
    sparsify,
)

TINY = Search(etas=(0.2,), decays=(0.9,), gravities=(0.0, 2e-3, 5e-3, 0.01), passes=(1, 2), folds=2)


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))


def candidate(gravity: float, cost: float, features: float) -> Candidate:
    algorithm = CATALOGUE["truncated_gradient"](gravity=gravity)
    return Candidate(algorithm, 1, cost, features)


def test_the_one_per_cent_rule_compares_with_the_best_run_without_gravity():
    plain, best = candidate(0.0, 0.100, 90.0), candidate(0.1, 0.080, 50.0)
    worse, allowed = candidate(0.0, 0.120, 80.0), candidate(0.2, 0.110, 20.0)
    refused = candidate(0.3, 0.1101, 10.0)
    everything = [worse, plain, best, allowed, refused]
    assert baseline(everything) is plain
    assert lightest(everything, "classification", 0.01) is allowed
    assert lightest(everything, "classification", 0.013) is refused
    assert lightest([worse, plain], "classification", 0.01) is plain


def test_of_a_regression_one_per_cent_is_a_share_of_the_loss():
    plain, near, far = (
        candidate(g, cost, n) for g, cost, n in ((0.0, 2.0, 9), (0.1, 2.019, 5), (0.2, 2.021, 1))
    )
    assert lightest([plain, near, far], "regression", 0.01) is near


def test_of_two_candidates_with_as_few_features_it_is_the_better_one():
    plain, one, other = (candidate(g, c, 5) for g, c in ((0.0, 0.2), (0.1, 0.205), (0.2, 0.19)))
    assert lightest([plain, one, other], "classification", 0.01) is other


def test_the_search_is_as_large_as_the_issue_asks_and_within_the_papers_ranges():
    search = Search()
    assert len(search) >= 200 and search.folds == 10
    assert min(search.etas) >= 0.1 and max(search.etas) <= 0.5
    assert min(search.gravities) == 0.0 and max(search.gravities) == 0.3
    assert min(search.passes) >= 5 and max(search.passes) <= 30
    assert min(search.decays) >= 0.5 and max(search.decays) <= 0.9
    assert {a.period for a in search.settings} == {1}


def test_the_table_of_the_paper_has_eleven_uci_sets():
    assert len(UCI) == 11 and set(TABLE_1) - set(UCI) == {"rcv1_sample"}


def test_a_set_that_is_not_there_is_said_to_be_missing():
    with pytest.raises(DatasetError, match="spambase: there is no file of that name"):
        paper_set("spambase", noise=True)


def test_a_set_has_a_constant_test_rows_and_the_noise_of_the_paper():
    plain, noisy = (paper_set("wdbc", noise) for noise in (False, True))
    assert plain.n_features == 31 and differences("wdbc", plain)[0].startswith("427 rows to train")
    assert noisy.n_features == 31 + NOISE and noisy.n_noise == NOISE
    noise = noisy.X[:, [31]].toarray()
    assert set(noise.ravel()) == {0.0, 1.0}
    assert plain.test.n_rows == 142


def test_the_regressions_are_housing_and_the_number_of_the_kind_of_animal():
    assert [name for name in TABLE_1 if is_regression(name)] == ["housing", "zoo"]
    classes = ("bird", "invertebrate", "mammal")
    zoo = Dataset.from_arrays(
        [[1.0], [2.0], [3.0], [4.0]], [0, 1, 2, 2], task="multiclass", classes=classes
    )
    amounts = as_regression(zoo, "zoo")
    assert amounts.task == "regression" and amounts.y == pytest.approx([-2 / 3, 1, -1, -1])


def test_a_tiny_study_is_told_beside_the_papers_numbers(capsys):
    study = command.Study(TINY, "unit variance")
    study.add("wdbc")
    study.add("crx")
    noisy = study.done["wdbc", True]
    assert noisy.sparse.kept < noisy.plain.kept <= noisy.features == 1031
    assert 0 < noisy.sparse.kept_noise <= noisy.sparse.kept
    assert noisy.plain.candidate.algorithm.gravity == 0.0
    text = "\n".join("\n".join(lines) for lines in study.parts())
    assert "| wdbc + 1000 | 1,031 | 1,031 |" in text and "over 90 %" in text
    assert "crx: there is no file" in text and "Studied: 1 of the 11 UCI sets." in text
    assert "wdbc: 427 rows to train on" in text
    assert len(list(command.time_rows(study.spent, TINY))) == 2
    assert "crx" in capsys.readouterr().err


def test_what_the_paper_claims_is_counted():
    study = command.Study(TINY, "none")
    study.add("wdbc")
    (removed, ratios) = report.claims(study.done)
    assert "of 0 of 1 sets; not of wdbc" in removed or "of 1 of 1 sets" in removed
    assert "of 2;" in ratios


def test_words_that_no_training_row_has_are_not_removed():
    """Of rcv1 three words in four were in no training row, and the best setting had g = 0."""
    X = np.zeros((40, 12))
    X[:, :3] = np.random.default_rng(0).random((40, 3))
    data = Dataset.from_arrays(X, np.where(X[:, 0] > 0.5, 1.0, -1.0))
    data = prepare(data, Preparation(test_fraction=0.25))
    one = sparsify(data, Search((0.2,), (0.9,), (0.0,), (1,), 2))
    assert (one.features, one.occurring, one.sparse.kept) == (12, 3, 3)
    assert report.removed_share(one, one.sparse) == 0.0
    cells = report.row("rcv1_sample", False, one)
    assert cells[1:3] == ("12", "3") and "none: g = 0" in cells
    (claim, _) = report.claims({("wdbc", True): one})
    assert "so it is here of 0 of 1 sets" in claim


def test_a_curve_is_read_at_an_auc():
    drawn = periods.curves(paper_set("wdbc", noise=True), passes=1, points=2)
    assert set(drawn.frontiers) == {
        (method, K) for method in (periods.ROUNDING, periods.TRUNCATED) for K in periods.PERIODS
    }
    assert drawn.fewest(periods.TRUNCATED, 1.1) == [None, None, None]
    few, many = (drawn.fewest(periods.TRUNCATED, auc)[0] for auc in (0.6, 0.9))
    assert few <= many
    assert periods.features_in_words([None, 1200]) == "never, 1,200"
