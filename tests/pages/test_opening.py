"""The opening view compares like with like, in whatever order the examples come."""

from __future__ import annotations

from charts import verdict
from tests.support.views import shown
from ui.view import opening

DATA, RUNS = shown(opening())


def test_breast_cancer_with_a_thousand_noise_features():
    assert DATA.n_features == 1030 and DATA.n_noise == 1000
    assert [run.algorithm.key for run in RUNS] == ["rounding", "rounding", "truncated_gradient"]
    assert [run.algorithm.period for run in RUNS] == [1, 10, 10]


def test_one_step_size():
    assert len({run.algorithm.eta for run in RUNS}) == 1


def test_nobody_diverges():
    assert all(run.trace.diverged_at is None for run in RUNS)
    assert "diverged" not in verdict(RUNS)
