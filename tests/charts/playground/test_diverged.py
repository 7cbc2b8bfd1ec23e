"""A run that diverged is drawn up to where it did, in numbers a screen and a reader can hold."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from charts import numbers, regret, score, sparsity, truncation, verdict, weight_paths, weights
from tests.support.runs import LazyRuns
from tests.support.views import NOTHING, curves, make, named_runs, toy
from ui.live.stage import text_of

DATA = toy()
RUNS = LazyRuns(
    lambda: named_runs(
        DATA, make("sgd", eta=10.0), make("sgd", eta=0.01), loss="squared", passes=40
    )
)
WILD, TAME = LazyRuns(lambda: RUNS[0]), LazyRuns(lambda: RUNS[1])


def test_it_did_diverge():
    assert WILD.trace.final.diverged_at is not None and TAME.trace.final.diverged_at is None
    assert WILD.trace.loss[-1] > 1e100


@pytest.mark.parametrize("log", [False, True])
def test_its_regret_is_drawn_up_to_where_it_would_flatten_the_others(log):
    suffered = [0 * run.trace.loss for run in RUNS]
    picture = regret(RUNS, suffered, NOTHING, log=log)
    (t, wild), (_, tame) = (curves(picture)[f"{run.letter} · {run.name}"] for run in RUNS)
    held = dict(zip(WILD.trace.steps.tolist(), WILD.trace.loss.tolist(), strict=True))
    assert len(tame) == len(TAME.trace.steps) and len(wild) >= 1
    assert [np.float32(held[step]) for step in t] == wild.tolist()
    assert wild.max() <= 1.5 * max(tame.max(), 1.0)
    assert f"A {WILD.name}: diverged at {WILD.trace.final.diverged_at:,}" in picture.alt


def test_alone_it_is_drawn_too():
    picture = regret(RUNS[:1], [0 * WILD.trace.loss], NOTHING)
    _, y = curves(picture)[f"A · {WILD.name}"]
    assert len(y) >= 2 and np.all(np.isfinite(y)), "a single point is no line"


def test_every_picture_is_made_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        drawn_all = [
            regret(RUNS, [0 * run.trace.loss for run in RUNS], NOTHING),
            sparsity(RUNS),
            truncation(RUNS, WILD),
            weights(RUNS, DATA),
            weight_paths(WILD, DATA),
        ]
        for picture in drawn_all:
            text_of(picture)


def test_the_truncation_function_is_drawn_though_the_rug_is_far_out():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        v, shrunk = curves(truncation(RUNS, WILD))[f"A = B · {WILD.name}; {TAME.name}"]
    assert np.all(np.isfinite(v)) and np.array_equal(v, shrunk)


def test_the_sentence_and_the_table_can_be_read():
    assert (
        verdict(RUNS).startswith(f"A diverged at step {WILD.trace.final.diverged_at:,}.\nB, ")
        and len(verdict(RUNS)) < 200
    )
    rows = score(RUNS, "loss", [np.nan, 0.5])["rows"]
    assert set(rows[0]["cells"][1:]) == {"diverged"} and "diverged" not in rows[1]["cells"]


def test_the_numbers_are_there():
    table = numbers(RUNS, DATA)
    assert table["mean loss"].tolist() == [run.trace.loss[-1] / run.trace.steps[-1] for run in RUNS]


def test_its_weights_are_left_out_by_name():
    picture = weights(RUNS, DATA)
    assert (
        list(curves(picture)) == [f"B · {TAME.name}"]
        and "Left out, diverged: A." in picture.caption
    )
    for nothing in (weights(RUNS[:1], DATA), weight_paths(WILD, DATA)):
        assert nothing.data == [] and "diverged" in nothing.caption + nothing.alt
        assert nothing.figure is not None and len(nothing.table()) == 0
