"""The opening view tells a true story: what its docstring and its headline say, the runs do."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from charts import numbers, story
from tests.support.views import shown
from ui.view import opening

DATA, RUNS = shown(opening())
EVERY, TENTH, PULLED = (run.trace for run in RUNS)


def kept(trace):
    return np.count_nonzero(trace.final_weights)


def suffered(trace):
    return trace.loss[-1] / trace.steps[-1]


def test_breast_cancer_with_a_thousand_noise_features():
    assert DATA.n_features == 1030 and DATA.n_noise == 1000
    assert [type(run.algorithm).key for run in RUNS] == [
        "rounding", "rounding", "truncated_gradient",
    ]  # fmt: skip
    assert [run.algorithm.period for run in RUNS] == [1, 10, 10]


def test_one_threshold_one_step_size():
    assert len({(run.algorithm.threshold, run.algorithm.eta) for run in RUNS}) == 1


def test_cut_at_every_step_keeps_fewest_and_suffers_most():
    assert kept(EVERY) < kept(TENTH) < kept(PULLED)
    assert suffered(EVERY) > suffered(TENTH) > suffered(PULLED)


def test_the_picture_is_not_a_close_call():
    assert suffered(EVERY) > 1.2 * suffered(PULLED)


def test_what_is_pulled_is_real():
    table = numbers(RUNS, DATA)
    assert table["false features"].iloc[2] == 0
    assert not PULLED.final_weights[30:].any() and PULLED.final_weights[:30].any()


def test_nobody_diverges():
    assert all(trace.diverged_at is None for trace in (EVERY, TENTH, PULLED))


def test_the_docstring_tells_these_numbers():
    told = " ".join(opening.__doc__.split())
    pattern = r"keeps (\d+) of (\d+) features and suffers most.* keeps (\d+); .* keeps (\d+), all"
    found = re.search(pattern, told)
    assert found is not None, told
    assert [int(n) for n in found.groups()] == [
        kept(EVERY), DATA.n_features, kept(TENTH), kept(PULLED),
    ]  # fmt: skip


def test_the_headline_tells_them_too():
    told = story(RUNS)
    assert told.startswith(f"After {10 * DATA.n_rows:,} examples, of 1,030 weights: A keeps")
    for run in RUNS:
        assert f"{run.letter} keeps {kept(run.trace)} and suffers {suffered(run.trace):.3f}" in told


@pytest.mark.parametrize("seed", range(1, 6))
def test_the_story_does_not_hang_on_one_order(seed):
    state = opening()
    _, runs = shown(replace(state, stream=replace(state.stream, order=seed)))
    every, tenth, pulled = (run.trace for run in runs)
    assert kept(every) <= kept(tenth) <= kept(pulled) and suffered(every) > suffered(pulled)
    assert np.count_nonzero(pulled.final_weights[30:]) <= 3
