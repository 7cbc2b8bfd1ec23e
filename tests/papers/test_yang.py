"""What Yang et al.'s claims rest on: the printed table, the draws, λmax, γ and the readings."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms.online.group_rda import GroupRDA
from papers.claim import Quantity, Trial
from papers.yang import closed_forms, synthetic
from papers.yang.averages import averaged_case, draws_of, mean_scores
from papers.yang.table_1 import ACCURACY, F1, METHODS, SIZES, TABLE_1


def test_the_printed_table_is_whole():
    assert SIZES == (25, 50, 100, 500, 1000, 5000, 10_000, 100_000)
    assert all(len(line) == 5 for half in TABLE_1.values() for line in half.values())
    assert TABLE_1[ACCURACY][1000][2] == (65.9, 2.0) and TABLE_1[F1][10**5][4] == (97.3, 2.1)


def test_the_test_examples_are_of_the_same_model_and_others():
    dataset = synthetic.draw_examples(30, 1)
    assert (dataset.n_rows, dataset.test.n_rows) == (30, 60)
    assert np.array_equal(dataset.true_weights, dataset.test.true_weights)
    assert not np.array_equal(dataset.X.toarray(), dataset.test.X.toarray()[:30])


def test_the_largest_penalty_is_the_first_that_leaves_nothing():
    dataset = synthetic.draw_examples(100, 0)
    largest = synthetic.largest_l1(dataset)
    above, below = (synthetic.learn("GL", dataset, share * largest)[0] for share in (1.0001, 0.99))
    assert not above.any() and below.any()


def test_gamma_is_the_best_of_the_bound():
    dataset = synthetic.draw_examples(50, 0)
    longest = np.linalg.norm(dataset.X.toarray(), axis=1).max()
    assert synthetic.best_gamma(dataset) == pytest.approx(longest / np.sqrt(31 / 2))


def test_a_reading_chooses_the_penalty():
    dataset = synthetic.draw_examples(200, 3)
    largest = synthetic.largest_l1(dataset)

    def penalty_under(reading, method="L1-RDA"):
        return synthetic.chosen_l1(method, reading, dataset)

    assert penalty_under(synthetic.FIFTH) == pytest.approx(0.2 * largest)
    assert penalty_under(synthetic.TENTH) == pytest.approx(0.1 * largest)
    assert penalty_under(synthetic.ONE) == synthetic.ONE_L1
    assert penalty_under(synthetic.ONE, "Lasso") == penalty_under(synthetic.TUNED, "Lasso")
    shares = [share * largest for share in synthetic.SHARES]
    right = [
        synthetic.accuracy(*synthetic.learn("L1-RDA", dataset, l1), dataset, second_half=True)
        for l1 in shares
    ]
    assert penalty_under(synthetic.TUNED) == shares[int(np.argmax(right))]


def test_what_opens_has_the_penalty_of_the_first_draw():
    case = synthetic.size_case(100)
    moment = synthetic.opens(case, Quantity("DA-SGL"), synthetic.FIFTH)
    (run,), dataset = moment.algorithms, case.data(0)
    assert run.group_l1 == 1.0
    assert run.l1 == pytest.approx(0.2 * synthetic.largest_l1(dataset))
    assert synthetic.opens(case, Quantity("DA-SGL"), synthetic.TUNED) is None


def test_a_mean_is_over_draws_that_no_other_repetition_has():
    case = averaged_case(100)
    draws = draws_of(100)
    assert draws_of(10**5) == 1 < draws
    found = [
        mean_scores(Trial(case, case.data(seed), synthetic.TENTH, seed), METHODS[:1])
        for seed in (0, 1)
    ]
    each = [
        synthetic.scores(
            Trial(case, synthetic.draw_examples(100, draw), synthetic.TENTH, 0), METHODS[:1]
        )
        for draw in range(2 * draws)
    ]
    assert found[0] == pytest.approx(np.mean(each[:draws], axis=0))
    assert found[1] == pytest.approx(np.mean(each[draws:], axis=0))


@pytest.mark.parametrize("form", closed_forms.FORMS)
def test_a_minimum_that_is_missed_is_seen(form, monkeypatch):
    dataset, algorithm = closed_forms.data(0), closed_forms.method(form)
    assert closed_forms.largest_violation(algorithm, dataset) < 1e-12
    weights = GroupRDA.weights
    monkeypatch.setattr(GroupRDA, "weights", lambda self, state: 1.001 * weights(self, state))
    assert closed_forms.largest_violation(algorithm, dataset) > 1e-4
