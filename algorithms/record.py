"""The one loop that runs an algorithm and takes its checkpoints.

Examples
--------
>>> from algorithms import CATALOGUE
>>> from datasets import load
>>> data = load("breast_cancer", scaling="unit variance", noise_features=50)
>>> record(CATALOGUE["truncated_gradient"](gravity=0.05), data, checkpoints=10)
Trace(truncated_gradient, logistic, steps=569, looks=10, used=34 of 80, loss=0.2105)
>>> own = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], [1, -1, 1]
>>> np.sign(record(CATALOGUE["sgd"](), own, passes=5).final.weights)
array([ 1., -1.])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
from scipy import sparse

from algorithms.batch.base import BatchAlgorithm, BatchState
from algorithms.batch.problem import Problem
from algorithms.budget.chunks import ChunkSizer
from algorithms.budget.scheduler import SCHEDULER
from algorithms.budget.time_limit import too_long_error
from algorithms.checkpoints import CheckpointLoop
from algorithms.checks import (
    RunOptions,
    check_algorithm,
    check_checkpoints,
    checked_loss,
    checked_order,
    run_options,
)
from algorithms.dataset_stats import DatasetStats
from algorithms.groups import Groups, as_groups
from algorithms.kernel import read_only
from algorithms.losses import Loss, cumulative_losses, loss_values, mistakes_of
from algorithms.online.base import OnlineAlgorithm
from algorithms.orders import checkpoint_steps
from algorithms.record_stream import is_stream, record_blocks
from algorithms.snapshots import Snapshots
from algorithms.trace import Examples, Final, FirstPass, Trace
from algorithms.truth import CountedFeatures
from datasets import Dataset

Progress = Callable[[float], None]


def record(
    algorithm: OnlineAlgorithm | BatchAlgorithm,
    dataset: Dataset | tuple | Iterable,
    loss: str | Loss | None = None,
    order: np.ndarray | None = None,
    *,
    progress: Progress | None = None,
    **options: Any,
) -> Trace:
    """Run ``algorithm`` over ``dataset`` and return its :class:`Trace`.

    A run that does not diverge ends just after its zeros are made (``OnlineAlgorithm.finish``).
    Raises ValueError for what cannot be run: a loss the algorithm has no update for or that does
    not fit the target, labels of no meaning for it, groups that are none, a wrong order or count.
    Raises TooLongError, a ValueError, for a run that would take more time than its task may
    (``budget.scheduler.Task``), as soon as that can be estimated.

    Parameters
    ----------
    dataset : a ``Dataset``, a tuple (X, y) as for ``Dataset.from_arrays``, or a stream of blocks
        (X, y) of examples as in ``record_blocks``.
    loss : ``losses.usual_loss`` of the target unless given; of a stream logistic.
    order : int array of row numbers, one step each, in place of the permutations that ``seed`` and
        ``passes`` draw, a new one for each pass.
    progress : called now and then, and at the end, with the share of the run that is done, of a
        stream with the number of examples.
    options : ``seed``, ``passes``, ``checkpoints``, ``intercept``, ``groups``, ``fit`` and
        ``since``, as in :class:`~algorithms.checks.RunOptions`. ``passes`` is 1 unless given: too
        few for a batch algorithm to reach its optimum. Give it hundreds, or call its ``solve``.
    """
    check_algorithm(algorithm)
    asked = run_options(options)
    if is_stream(dataset):
        if order is not None or asked.groups is not None or asked.fit or asked.since:
            raise ValueError("order, groups, fit, since: a stream is gone through as it comes")
        return record_blocks(
            algorithm, dataset, loss, asked.passes, asked.checkpoints, asked.intercept, progress
        )
    code = checked_loss(algorithm, dataset := Dataset.of(dataset), loss)
    asked = replace(asked, groups=groups_of(asked.groups, dataset))
    order = checked_order(order, dataset, asked.seed, asked.passes)
    check_checkpoints(asked.checkpoints, asked.since)
    return run_job(Job(algorithm, dataset, code, order, asked, progress))


def run_job(job: Job) -> Trace:
    """Run a validated request."""
    with SCHEDULER.work():
        return _solve(job) if isinstance(job.algorithm, BatchAlgorithm) else _learn(job)


@dataclass(frozen=True)
class Job:
    """A validated request for a run; ``order`` (steps,) names the rows it goes through.

    Its options hold the groups as ``Groups``; seed and passes have gone into the order.
    """

    algorithm: Any
    dataset: Dataset
    code: Loss
    order: np.ndarray
    options: RunOptions
    progress: Progress | None = None

    @property
    def rows(self) -> sparse.csr_array:
        """The examples, normalised where the loss asks for it."""
        return DatasetStats.of(self.dataset).rows(self.code)

    @property
    def tracked_weights(self) -> np.ndarray:
        """The positions of the weights that the trace keeps."""
        return DatasetStats.of(self.dataset).tracked_weights(self.dataset, self.code)

    @property
    def counted_features(self) -> CountedFeatures:
        """The features whose nonzero weights the trace counts separately."""
        return DatasetStats.of(self.dataset).counted_features(self.dataset)

    def initial_state(self) -> Any:
        """Return the state of an online algorithm before the first example."""
        rows = self.rows
        n_rows, n_features = rows.shape
        options = self.options
        setting = n_features, len(self.order), n_rows, options.groups, options.intercept
        return self.algorithm.start(*setting, len(self.dataset.classes), rows.nnz / n_rows)

    def snapshots(self, rows: sparse.csr_array | None) -> Snapshots:
        """Return the snapshots of the run; ``rows`` are all examples where ``fit`` is recorded."""
        kept = self.tracked_weights, self.counted_features
        return Snapshots(self.algorithm, *kept, self.code, rows, self.dataset.y)

    def checkpoint_steps(self, steps: int, stride: int = 1) -> np.ndarray:
        """Return the checkpoints of a run of ``steps`` steps, see ``checkpoint_steps``."""
        return checkpoint_steps(steps, self.options.checkpoints, stride, self.options.since)

    def chunk_sizer(self, steps: int, looks: int) -> ChunkSizer:
        """Return a sizer for the chunks of a run of so many steps and checkpoints."""
        return ChunkSizer(
            steps, looks, DatasetStats.of(self.dataset).known_work, type(self.algorithm)
        )

    def report(self, share: float, seconds: float = 0.0) -> None:
        """Report the ``share`` of the run that is done, and yield to others.

        Raises TooLongError where the whole run would take more ``seconds`` than its task may.
        """
        task = SCHEDULER.task
        if task is not None and seconds > task.limit and share < 1.0:
            raise too_long_error(self.algorithm, self.dataset, len(self.order), seconds, task.limit)
        SCHEDULER.pause()
        if self.progress is not None:
            self.progress(share)


def _learn(job: Job) -> Trace:
    """Run an online algorithm with checkpoints."""
    algorithm, data, order, rows = job.algorithm, job.dataset, job.order, job.rows
    state = job.initial_state()
    at = job.checkpoint_steps(len(order), algorithm.stride)
    read = DatasetStats.of(data).order_stats(order)
    if job.options.fit or not algorithm.has_weight_kernel(state):
        predictions, columns, last = _learn_in_python(job, state, at)
    else:
        loop = CheckpointLoop(at, job.tracked_weights, job.counted_features, rows.shape[1])
        examples = *read_only(rows.indptr, rows.indices, rows.data, data.y), int(job.code)
        sizer = job.chunk_sizer(len(order), len(at))
        arguments = order, read.entries, sizer, job.report
        predictions = loop.run(algorithm, state, examples, *arguments)
        columns, last = {**loop.columns(), "fit": None}, (loop.weights, algorithm.intercept(state))
    done = len(predictions)
    steps = np.minimum(at[: len(columns["used"])], done)
    return Trace.from_columns(
        Final(*last, done + 1 if done < len(order) else None),
        algorithm=algorithm,
        loss_name=job.code.name,
        steps=steps,
        **loss_columns(job, predictions, steps),
        seen=read.distinct_features(steps),
        accesses=read.entries[steps - 1],
        evaluations=steps.copy(),
        examples=Examples(rows.shape[0], rows.nnz),
        first_pass=first_pass(job, predictions),
        **columns,
    )


def _learn_in_python(
    job: Job, state: Any, at: np.ndarray
) -> tuple[np.ndarray, dict[str, Any], tuple[np.ndarray, np.ndarray]]:
    """Take the checkpoints from Python; return predictions, columns of a trace, and the end."""
    algorithm, order, rows, y = job.algorithm, job.order, job.rows, job.dataset.y
    snapshots = job.snapshots(rows if job.options.fit else None)
    stretches, done, looked, spent = [], 0, 0, 0.0
    sizer, work = ChunkSizer(len(order), len(at)), max(rows.nnz / rows.shape[0], 1.0)
    sizer.chunk_work *= work / (work + rows.shape[1])  # a step may touch every weight
    # Compiled, or read from the cache of compiled code, before the clock runs.
    unchecked = partial(algorithm.advance, check_input=False)
    unchecked(state, rows, y, order[:0], job.code)
    for stop in at:
        while done < stop:
            began, ticked = perf_counter(), sizer.clock()
            end = min(stop, done + max(int(sizer.chunk_work / work), 1))
            predictions = unchecked(state, rows, y, order[done:end], job.code)
            made = len(predictions)
            sizer.add(made * work, made, sizer.clock() - ticked)
            spent += perf_counter() - began
            stretches.append(predictions)
            done += made
            if done < end:
                break
            if end < stop:
                job.report(done / len(order), sizer.seconds)
        if done == len(order):
            algorithm.finish(state)
        if done > looked:
            ticked = sizer.clock()
            snapshots.take(state, spent)
            sizer.add(0.0, looks=1, looking=sizer.clock() - ticked)
            looked = done
        job.report(done / len(order), sizer.seconds)
        if done < stop:
            break
    last = algorithm.weights(state), algorithm.intercept(state)
    return np.concatenate(stretches), snapshots.columns(), last


def _solve(job: Job) -> Trace:
    """Run a batch algorithm until it has read as many entries as the passes hold, or converged."""
    rows, y = job.rows, job.dataset.y
    options, order = job.options, job.order
    drawn = options.groups, order, options.seed
    problem = Problem.of(rows, y, job.code, None, options.intercept, *drawn)
    budget = max(len(job.order) * rows.nnz // rows.shape[0], 1)
    snapshots = job.snapshots(rows)
    state, counts = _advance(job, problem, job.checkpoint_steps(budget), snapshots)
    steps, accesses, evaluations = np.array(counts, dtype=np.int64).T
    seen = np.count_nonzero(np.bincount(rows.indices, minlength=rows.shape[1]))
    return Trace.from_columns(
        Final(*snapshots.last, int(steps[-1]) + 1 if state.diverged[0] else None),
        algorithm=job.algorithm,
        loss_name=job.code.name,
        steps=steps,
        loss=None,
        mistakes=None,
        seen=np.full(len(steps), seen),
        accesses=accesses,
        evaluations=evaluations,
        examples=Examples(rows.shape[0], rows.nnz),
        first_pass=None,
        **snapshots.columns(),
    )


def _advance(
    job: Job, problem: Problem, targets: np.ndarray, snapshots: Snapshots
) -> tuple[BatchState, list[tuple]]:
    """Take steps until ``targets[-1]`` entries are read; the state, and its counts by snapshot."""
    algorithm = job.algorithm
    began = perf_counter()
    state = algorithm.start(problem)
    spent, counts, going = perf_counter() - began, [], True
    sizer = job.chunk_sizer(int(targets[-1]), len(targets))
    # Compiled, or read from the cache of compiled code, before the clock of the steps runs.
    algorithm.advance(state, 0)
    for target in targets:
        reached = False
        while going and not reached:
            began = perf_counter()
            going = _advance_chunk(algorithm, state, int(target), sizer)
            spent += perf_counter() - began
            reached = state.count[1] >= target
            if going and not reached:
                job.report(state.count[1] / targets[-1], sizer.seconds)
        ticked = sizer.clock()
        if not counts or state.count[0] > counts[-1][0]:
            counts.append(tuple(state.count))
            snapshots.take(state, spent)
        sizer.add(0.0, looks=1, looking=sizer.clock() - ticked)
        job.report(min(state.count[1] / targets[-1], 1.0), sizer.seconds if going else 0.0)
        if not going:
            break
    return state, counts


def _advance_chunk(
    algorithm: BatchAlgorithm, state: BatchState, target: int, sizer: ChunkSizer
) -> bool:
    """Take the steps of one chunk towards ``target`` entries; False where none remains."""
    before, began = state.count[1], sizer.clock()
    going = algorithm.advance(state, min(target, int(before + max(sizer.chunk_work, 1.0))))
    read = int(state.count[1] - before)
    sizer.add(read, read, sizer.clock() - began)
    return going


def loss_columns(job: Job, predictions: np.ndarray, at: np.ndarray) -> dict[str, np.ndarray]:
    """Return the cumulative "loss" and "mistakes" of a run's predictions at the steps ``at``."""
    y, task = job.dataset.y, job.dataset.task
    if task == "multiclass":
        labels = y[job.order[: len(predictions)]]
        losses = np.cumsum(loss_values(job.code, predictions, labels))[at - 1]
        mistakes = np.cumsum(mistakes_of(job.code, predictions, labels))[at - 1]
    else:
        losses, mistakes = cumulative_losses(int(job.code), predictions, y, job.order, at)
    if task == "regression":
        mistakes = np.full(len(at), -1.0)
    return {"loss": losses, "mistakes": mistakes}


def first_pass(job: Job, predictions: np.ndarray) -> FirstPass:
    """Return what a run's first pass cost, from its predictions."""
    seen = predictions[: job.dataset.n_rows]
    if not len(seen):
        return FirstPass(0, 0.0, 0.0)
    columns = loss_columns(job, seen, np.array([len(seen)]))
    return FirstPass(len(seen), *(float(columns[name][-1]) for name in ("loss", "mistakes")))


def groups_of(groups: Any, dataset: Dataset) -> Groups | None:
    """Return the groups asked for, else the dataset's own, None where it has none."""
    groups = dataset.groups if groups is None else groups
    return None if groups is None else as_groups(groups, dataset.n_features)
