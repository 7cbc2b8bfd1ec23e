"""Sweeps: each trace is that of its single run, in the order asked for; progress and errors."""

from __future__ import annotations

import sys
import threading
import time
from dataclasses import replace

import numpy as np
import pytest

from algorithms import CATALOGUE, record, sweep, sweeping
from algorithms.record import run_job
from tests.support.many.turns import in_turn
from tests.support.views import toy

METHODS = [
    CATALOGUE["truncated_gradient"](gravity=0.05),
    CATALOGUE["rounding"](threshold=0.1, period=3),
    CATALOGUE["coordinate_descent"](l1=0.01),
    CATALOGUE["subgradient"](l1=0.02),
]


def test_traces_are_those_of_single_runs_in_the_order_asked_for():
    data = toy(d=9, n=40)
    asked = dict(seed=3, passes=2, checkpoints=7, intercept=True)
    for algorithm, trace in zip(METHODS, sweep(METHODS, data, **asked), strict=True):
        single = record(algorithm, data, **asked)
        assert trace.algorithm == algorithm
        np.testing.assert_array_equal(trace.final.weights, single.final.weights)
        np.testing.assert_array_equal(trace.sparsity.nonzeros, single.sparsity.nonzeros)
        np.testing.assert_array_equal(trace.steps, single.steps)


def test_progress_rises_to_one_in_the_thread_of_the_caller():
    shares, threads = [], set()

    def progress(share):
        shares.append(share)
        threads.add(threading.current_thread())

    sweep(METHODS, toy(d=9, n=40), progress=progress, checkpoints=5)
    assert shares == sorted(shares) and shares[-1] == 1.0
    assert threads == {threading.current_thread()}


def test_closing_stops_what_still_runs(monkeypatch):
    data, begun, before = toy(d=3, n=10), [], set(threading.enumerate())

    def endless(job):
        begun.append(job.algorithm)
        while job.algorithm.l1 != METHODS[2].l1:
            job.progress(0.1)
            time.sleep(0.001)
        return run_job(job)

    monkeypatch.setattr(sys.modules["algorithms.sweep"], "run_job", endless)
    solvers = [METHODS[2], *(replace(METHODS[2], l1=l1) for l1 in (0.1, 0.2, 0.3, 0.4))]
    some = sweeping(solvers, data, threads=2)
    place, _ = next(some)
    some.close()
    assert place == 0 and len(begun) <= 4, "what had not begun does not begin"
    assert set(threading.enumerate()) <= before


def test_no_algorithms_have_no_traces():
    assert sweep([], toy(d=3, n=10)) == []


@in_turn(
    ("asked", "named"),
    [
        (dict(loss="squared_hinge"), "loss = 'squared_hinge'"),
        (dict(checkpoints=0), "checkpoints = 0"),
        (dict(passes=0), "passes = 0"),
        (dict(order=np.array([99])), "order"),
        (dict(groups=[0]), "groups"),
    ],
)
def test_errors_are_those_of_record_and_come_before_the_first_run(asked, named):
    with pytest.raises(ValueError, match=named):
        sweeping(METHODS, toy(d=3, n=10), **asked)
