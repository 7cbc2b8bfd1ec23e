"""The frames of the picture of the weights, and the two weights it shows by default."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from charts import name_runs
from charts.world.choice import interesting, usual_pair
from charts.world.frames import RunFrames, clock_of
from datasets import Dataset

ROUNDING = CATALOGUE["rounding"](eta=0.1, schedule="constant", threshold=0.15, period=7)
SGD = CATALOGUE["sgd"](eta=0.1, schedule="constant")


def examples(rows: int = 60, features: int = 5) -> Dataset:
    draw = np.random.default_rng(4)
    X = draw.normal(size=(rows, features))
    return Dataset.from_arrays(X, np.where(X[:, 0] + 0.5 * draw.normal(size=rows) > 0, 1.0, -1.0))


def runs_of(*algorithms, checkpoints: int = 50):
    data = examples()
    return name_runs(algorithms, [record(a, data, checkpoints=checkpoints) for a in algorithms])


def test_a_frame_shows_the_last_checkpoint_before_it():
    runs = runs_of(SGD, ROUNDING)
    frames = RunFrames(runs, most=12)
    assert frames.at[0] == 0 and frames.at[-1] == 60 and len(frames.at) <= 14
    assert (np.diff(frames.at) > 0).all()
    for run in runs:
        weights, trace = frames.weights(run, [0, 3]), run.trace
        for at, shown, kept in zip(frames.at, weights, frames.features_kept(run), strict=True):
            before = np.flatnonzero(trace.steps <= at)
            there = trace.weights[before[-1]] if len(before) else np.zeros(5)
            assert shown.tolist() == there[[0, 3]].tolist()
            assert kept == (trace.used[before[-1]] if len(before) else 0)


def test_runs_of_other_checkpoints_share_the_moments():
    rounding, sgd = RunFrames(runs_of(ROUNDING, SGD), 500), RunFrames(runs_of(SGD), 500)
    assert rounding.at.tolist() == sgd.at.tolist(), "those of the run looked at most often"


def test_a_batch_run_goes_along_by_the_entries_it_has_read():
    batch, online = runs_of(CATALOGUE["proximal_gradient"](), SGD)
    clock = clock_of(batch, 60)
    assert clock[-1] == 60 and (np.diff(clock) >= 0).all() and clock[0] >= 1
    assert clock_of(online, 60) is online.trace.steps


def test_the_usual_pair_is_one_that_stays_and_one_that_was_cut():
    runs = runs_of(ROUNDING)
    first, second = usual_pair(runs)
    weights = runs[0].trace.weights
    assert first == 0, "the one feature that decides"
    assert weights[-1, first] == weights[-1].max() > 0.0
    assert weights[-1, second] == 0.0 and weights[:, second].any()
    assert usual_pair(runs_of(ROUNDING)) == (first, second)
    assert interesting(runs, (first, second))[:2] == [first, second]


def test_without_a_cut_they_are_the_two_largest():
    (run,) = runs = runs_of(SGD)
    largest = np.argsort(-np.abs(run.trace.weights[-1]))[:2]
    assert usual_pair(runs) == tuple(largest)


def test_one_weight_alone_has_no_pair():
    data = Dataset.from_arrays([[1.0], [2.0]], [1, -1])
    with pytest.raises(ValueError, match="no plane"):
        usual_pair(name_runs([SGD], [record(SGD, data)]))
