"""The opening view compares like with like, in whatever order the examples come."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from charts import verdict
from charts.playground.story import alike
from tests.support.views import shown
from ui import engine, openings
from ui.view import opening

DATA, RUNS = shown(opening())


def test_breast_cancer_with_a_thousand_noise_features():
    assert DATA.n_features == 1030 and DATA.n_noise == 1000
    assert [run.algorithm.key for run in RUNS] == ["rounding", "rounding", "truncated_gradient"]
    assert [run.algorithm.period for run in RUNS] == [1, 10, 10]


def test_one_step_size():
    assert len({run.algorithm.eta for run in RUNS}) == 1


def test_its_knobs_are_those_that_the_search_finds():
    apart = [replace(run, **{name: 0.5}) for run, name in zip(
        opening().runs, ("threshold", "threshold", "gravity"), strict=True)]  # fmt: skip
    found, _ = openings.refitted(replace(opening(), runs=tuple(apart)))
    assert found == opening()


def test_the_runs_compare_like_for_like_and_the_sentence_says_in_which_sense():
    assert alike(RUNS)
    losses = [run.trace.loss[-1] for run in RUNS]
    assert np.argmin(losses) == 2
    spread = engine.spread(opening())
    first = (np.argmin(spread.losses, axis=0) == 2).sum()
    sentence = verdict(RUNS, spread.losses)
    assert "**C, truncated gradient,** has the lowest loss" in sentence
    assert f"in {first} of 10 orders" in sentence and first > 5


def test_nobody_diverges():
    assert all(run.trace.diverged_at is None for run in RUNS)
    assert "diverged" not in verdict(RUNS)
