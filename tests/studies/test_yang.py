"""The study of Yang et al.: penalties, a repeat of the smallest size, and verdicts both ways."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import CATALOGUE
from studies.yang import report
from studies.yang.printed_numbers import ACCURACY, F1, METHODS, SIZES, TABLE_1
from studies.yang.study import LOSS, SHARES, best_gamma, draw_examples, largest_penalties, repeat


def test_the_printed_table_is_whole():
    assert SIZES == (25, 50, 100, 500, 1000, 5000, 10_000, 100_000)
    assert all(len(line) == 5 for half in TABLE_1.values() for line in half.values())
    assert TABLE_1[ACCURACY][1000][2] == (65.9, 2.0) and TABLE_1[F1][10**5][4] == (97.3, 2.1)


def test_the_test_examples_are_of_the_same_model_and_others():
    dataset = draw_examples(30, 1)
    assert dataset.n_rows == dataset.test.n_rows == 30
    assert np.array_equal(dataset.true_weights, dataset.test.true_weights)
    assert not np.array_equal(dataset.X.toarray(), dataset.test.X.toarray())


@pytest.mark.parametrize("place, key", [(0, "coordinate_descent"), (1, "group_coordinate_descent")])
def test_the_largest_penalty_is_the_first_that_leaves_nothing(place, key):
    dataset = draw_examples(100, 0)
    largest = largest_penalties(dataset)[place]
    above, below = (
        CATALOGUE[key](l1=share * largest).solve(dataset, LOSS, intercept=True).weights
        for share in (1.0001, 0.99)
    )
    assert not above.any() and below.any()


def test_gamma_is_the_best_of_the_bound():
    dataset = draw_examples(50, 0)
    longest = np.linalg.norm(dataset.X.toarray(), axis=1).max()
    assert best_gamma(dataset) == pytest.approx(longest / np.sqrt(31 / 2))


def test_a_repeat_has_every_method_at_every_share():
    scores = repeat(25, 0)
    assert scores.shape == (len(METHODS), len(SHARES), 2)
    assert ((scores >= 0.0) & (scores <= 100.0)).all()
    assert np.array_equal(scores, repeat(25, 0))


def made_up(accuracy: dict[int, list[float]], f1: list[float]) -> dict[int, np.ndarray]:
    """Two repeats alike, in which the second share is the most accurate."""
    study = {}
    for n, levels in accuracy.items():
        scores = np.zeros((2, 5, 4, 2))
        scores[:, :, 1, 0] = levels
        scores[:, :, 1, 1] = f1
        scores[:, :, 3, 1] = 99.0
        study[n] = scores
    return study


def verdicts(study: dict[int, np.ndarray]) -> list[str]:
    return [line.rpartition(": ")[2] for line in report.claims(study)]


def test_the_papers_own_numbers_bear_out_its_claims():
    accuracy = {n: [mean for mean, _ in TABLE_1[ACCURACY][n]] for n in (500, 1000)}
    study = made_up(accuracy, [mean for mean, _ in TABLE_1[F1][1000]])
    assert report.best_positions(study[500]).tolist() == [1] * 5
    first, *rest = verdicts(study)
    assert first == "holds here."
    assert rest == ["holds for 2 of 2 sizes here."] * 5


def test_other_numbers_refute_them():
    accuracy = {500: [80, 80, 90, 80, 70], 1000: [70, 80, 90, 80, 70]}
    study = made_up(accuracy, [90, 60, 70, 80, 50])
    study[1000][..., 3, 1] = [99, 99, 99, 99, 98]
    assert verdicts(study) == [
        "does not hold here.",
        "holds for 0 of 2 sizes here.",
        "holds for 0 of 2 sizes here.",
        "holds for 0 of 2 sizes here.",
        "holds for 1 of 2 sizes here.",
        "holds for 0 of 2 sizes here.",
    ]


def test_ours_stand_beside_the_printed_numbers():
    study = made_up({25: [50.0, 60.0, 61.0, 62.0, 63.0]}, [1.0, 2.0, 3.0, 4.0, 5.0])
    text = report.document(study, 2)
    assert "| 25 | 50.0 ± 0.0 [54.2 ± 14.1] |" in text
    assert "1.0 ± 0.0, best 99.0 [23.6 ± 8.5]" in text
    assert "γ = L/D" in text
