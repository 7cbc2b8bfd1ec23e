"""Sixteen runs in one pass, in SIMD lanes, and the trace of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from time import perf_counter
from typing import Any

import numpy as np
from scipy import sparse

from algorithms.dataset_stats import DatasetStats, OrderStats
from algorithms.kernel import kernel, read_only
from algorithms.online.common.eager_shrinkage import shrinks_eagerly
from algorithms.record import Job, run_job
from algorithms.schedules import pace
from algorithms.side_by_side import eager_lanes, lazy_lanes, thresholded_sums
from algorithms.side_by_side.blocks import Lane, lane_of
from algorithms.side_by_side.finish import finish
from algorithms.side_by_side.lanes import (
    LANES,
    load,
    magnitude,
    spread,
    store,
    table_of,
    where_above,
)
from algorithms.side_by_side.ledger import empty_ledger
from algorithms.side_by_side.loss_accumulator import (
    ALIVE,
    BIAS,
    FACTOR,
    GUESS,
    LAST,
    LOSS,
    MADE,
    NEVER,
    PULL,
    ROWS,
    SLOPE,
    STEP,
    TAIL,
    THETA,
    WRONG,
    add_up,
)
from algorithms.trace import Examples, Final, FirstPass, Trace

LOOPS = {
    "truncating": lazy_lanes.TRUNCATING,
    "cutting": lazy_lanes.CUTTING,
    "averaging": thresholded_sums.AVERAGING,
    "owing": thresholded_sums.BEFORE_READING,
    "owing until learned": thresholded_sums.AFTER_LEARNING,
}
"""By name, (the loop that learns, the loop of a checkpoint)."""
EAGER_LOOPS = {"truncating": eager_lanes.TRUNCATING, "cutting": eager_lanes.CUTTING}
"""The same where all weights shrink at once."""
PIECE = 100_000
"""The entries read between two reports, about: a millisecond."""


def run_side_by_side(job: Job, algorithms: Sequence[Any]) -> list[Trace]:
    """Run all of ``algorithms``, sixteen of one block at most, and return their traces.

    ``job.progress`` is called with the share that is done, about every millisecond; if it raises,
    the runs end there.
    """
    lanes = [lane_of(algorithm, len(job.order)) for algorithm in algorithms]
    rows, order = job.rows, job.order
    at = job.checkpoint_steps(len(order), algorithms[0].stride)
    read = DatasetStats.of(job.dataset).order_stats(order)
    is_eager = _is_eager(lanes[0], rows)
    learn, look = (EAGER_LOOPS if is_eager else LOOPS)[lanes[0].loop]
    state, w = initial_state(lanes, rows.shape[1], is_eager), table_of(rows.shape[1])
    notes = LaneTraces(job, read, at, len(lanes))
    examples = read_only(rows.indptr, rows.indices, rows.data, job.dataset.y)
    given = schedule_of(lanes[0], rows.shape[0]), float(job.options.intercept), *examples
    learn(state, *given, order[:0], int(job.code))  # compiled before the clock runs
    spent = 0.0
    for begin, end in stretches(at, read.entries, notes.first_end):
        began = perf_counter()
        learn(state, *given, order[begin:end], int(job.code))
        spent += perf_counter() - began
        over = not state.lane[ALIVE, : len(lanes)].any()
        notes.end_first_pass(state.lane, over or end == notes.first_end)
        if over or end == at[notes.taken]:
            if end == len(order):
                finish(state, _pad(lanes), rows.shape[0])
            look(state, w)
            notes.take(state.lane, w, spent / len(lanes))
        job.report(1.0 if over else end / len(order))
        if over:
            break
    traces = [notes.trace(algorithm, c, state.lane, w) for c, algorithm in enumerate(algorithms)]
    if lanes[0].loop == "owing until learned":
        # Payments are noted for all lanes at once, so those after a lane's end are noted, too.
        traces = [
            trace if trace.final.diverged_at is None else _record_alone(job, trace)
            for trace in traces
        ]
    return traces


def _record_alone(job: Job, trace: Trace) -> Trace:
    return run_job(replace(job, algorithm=trace.algorithm, progress=None))


def initial_state(lanes: Sequence[Lane], n_features: int, is_eager: bool) -> Any:
    """Return the state before the first example."""
    filled, lane = _pad(lanes), table_of(ROWS)
    lane[STEP] = [one.step for one in filled]
    lane[PULL] = [one.pull for one in filled]
    lane[THETA] = [one.threshold for one in filled]
    lane[ALIVE] = lane[FACTOR] = 1.0
    lane[LAST] = NEVER
    if is_eager:
        return eager_lanes.State(table_of(n_features), lane, np.zeros(2, np.int64))
    kind = (
        lazy_lanes.State if lanes[0].loop in ("truncating", "cutting") else thresholded_sums.State
    )
    return kind(table_of(n_features), *empty_ledger(n_features), lane, np.zeros(2, np.int64))


def _pad(lanes: Sequence[Lane]) -> list[Lane]:
    """Sixteen lanes: those that are free repeat the last one."""
    return [*lanes, *[lanes[-1]] * (LANES - len(lanes))]


def _is_eager(lane: Lane, rows: sparse.csr_array) -> bool:
    n_rows, n_features = rows.shape
    return lane.loop in EAGER_LOOPS and shrinks_eagerly(n_features, lane.period, rows.nnz / n_rows)


def schedule_of(lane: Lane, per_pass: int) -> tuple:
    """Return the arguments of the loops for a schedule, except η."""
    numbers = pace(lane.schedule or "constant", 1.0, lane.decay, per_pass)
    return numbers, lane.period, lane.half


def stretches(at: np.ndarray, entries: np.ndarray, stop: int) -> Iterator[tuple[int, int]]:
    """Yield (first step, last step) from one checkpoint to the next, long ones in pieces.

    Parameters
    ----------
    at : int64 (c,), the steps of the checkpoints.
    entries : int64 (steps,), how many entries of the matrix were read by each step.
    stop : another step at which one ends.
    """
    pieces = np.searchsorted(entries, np.arange(PIECE, entries[-1], PIECE))
    yield from pairwise(np.unique([0, *pieces, *at, stop]).tolist())


@kernel
def keep(w, tracked, weights, look):
    """Copy the tracked ones of all weights ``w`` (d, LANES) to ``weights`` (lanes, looks, …)."""
    for c in range(weights.shape[0]):
        for i in range(tracked.size):
            weights[c, look, i] = w[tracked[i], c]


@kernel
def count(w, positions, lane):
    """Count the nonzero ones among the weights at ``positions`` of ``w`` (d, LANES) into TAIL."""
    zero, one = spread(0.0), spread(1.0)
    nonzeros = zero
    for i in range(positions.size):
        size = magnitude(load(w, positions[i]))
        nonzeros = nonzeros + where_above(size, zero, one, zero)
    store(lane, TAIL, nonzeros)


class LaneTraces:
    """The columns of sixteen traces, recorded checkpoint by checkpoint.

    Parameters
    ----------
    at : int64 (c,), the steps of the checkpoints.
    n : how many lanes are filled.
    """

    def __init__(self, job: Job, read: OrderStats, at: np.ndarray, n: int) -> None:
        self.job, self.read, self.at = job, read, at
        self.tracked, self.positions = read_only(
            job.tracked_weights, job.counted_features.positions
        )
        self.taken = 0
        self.numbers = np.empty((len(at), 5, n))
        self.weights = np.empty((n, len(at), len(job.tracked_weights)))
        self.seconds = np.empty(len(at))
        self.first_end = min(job.dataset.n_rows, len(job.order))
        self.first_passes: list[FirstPass] = []

    def take(self, lane: np.ndarray, w: np.ndarray, seconds: float) -> None:
        """Record the numbers of all lanes, and that each has taken ``seconds`` so far."""
        n = self.numbers.shape[2]
        add_up(lane)
        count(w, self.positions, lane)
        self.numbers[self.taken] = lane[[LOSS, WRONG, GUESS, SLOPE, TAIL], :n]
        keep(w, self.tracked, self.weights, self.taken)
        self.seconds[self.taken] = seconds
        self.taken += 1

    def end_first_pass(self, lane: np.ndarray, ends: bool) -> None:
        """Record what the first pass cost each lane, where it ``ends`` and did not before."""
        if not ends or self.first_passes:
            return
        add_up(lane)
        regression = self.job.dataset.task == "regression"
        self.first_passes = [
            FirstPass(int(made), float(loss), -1.0 if regression else float(wrong))
            for made, loss, wrong in lane[[MADE, LOSS, WRONG]].T
        ]

    def trace(self, algorithm: Any, c: int, lane: np.ndarray, w: np.ndarray) -> Trace:
        """Return the trace of lane ``c``, as its single run would leave it."""
        made, job = int(lane[MADE, c]), self.job
        looks = int(np.searchsorted(self.at, made)) + 1
        steps = np.minimum(self.at[:looks], made)
        loss, wrong, nonzeros, norm, counted = self.numbers[:looks, :, c].T
        nonzeros = nonzeros.astype(np.int64)
        regression = job.dataset.task == "regression"
        end = w[:, c].copy(), lane[BIAS, c : c + 1].copy()
        return Trace.from_columns(
            Final(*end, made + 1 if made < len(job.order) else None),
            algorithm=algorithm,
            loss_name=job.code.name,
            steps=steps,
            loss=loss.copy(),
            mistakes=np.full(looks, -1.0) if regression else wrong.copy(),
            fit=None,
            nonzeros=nonzeros,
            used=nonzeros,
            useful=job.counted_features.useful_of(nonzeros, counted.astype(np.int64)),
            l1_norm=norm.copy(),
            seen=self.read.distinct_features(steps),
            accesses=self.read.entries[steps - 1],
            evaluations=steps.copy(),
            examples=Examples(job.rows.shape[0], job.rows.nnz),
            first_pass=self.first_passes[c],
            seconds=self.seconds[:looks].copy(),
            weights=self.weights[c, :looks],
            tracked=job.tracked_weights,
        )
