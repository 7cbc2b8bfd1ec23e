"""The one loop that runs an algorithm and looks at it on the way.

Examples
--------
>>> from algorithms import CATALOGUE
>>> from datasets import load
>>> data = load("breast_cancer", scaling="unit variance", noise_features=50)
>>> record(CATALOGUE["truncated_gradient"](gravity=0.05), data, checkpoints=10)
Trace(truncated_gradient, logistic, steps=569, looks=10, used=34 of 80, loss=0.2105)
>>> own = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], [1, -1, 1]
>>> np.sign(record(CATALOGUE["sgd"](), own, passes=5).final_weights)
array([ 1., -1.])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
from scipy import sparse

from algorithms.batch.base import BatchAlgorithm, BatchState
from algorithms.batch.problem import Problem
from algorithms.budget.refusal import too_long
from algorithms.budget.stretches import Pace
from algorithms.budget.turns import TURNS
from algorithms.checks import check_looks, checked_loss, checked_order
from algorithms.facts import Facts
from algorithms.groups import Groups, as_groups
from algorithms.kernel import reading
from algorithms.losses import Loss, loss_values, mistakes_of, suffered
from algorithms.online.base import OnlineAlgorithm
from algorithms.orders import checkpoint_steps
from algorithms.record_stream import is_stream, record_blocks
from algorithms.snapshots import Snapshots
from algorithms.trace import Trace
from algorithms.truth import Marked
from algorithms.watch import Watch
from datasets import Dataset

Progress = Callable[[float], None]


def record(
    algorithm: OnlineAlgorithm | BatchAlgorithm,
    dataset: Dataset | tuple | Iterable,
    loss: str | Loss | None = None,
    order: np.ndarray | None = None,
    seed: int = 0,
    passes: int | None = None,
    checkpoints: int = 200,
    progress: Progress | None = None,
    *,
    intercept: bool = False,
    groups: Any = None,
    fit: bool = False,
    since: float = 0.0,
) -> Trace:
    """Run ``algorithm`` over ``dataset`` and return its :class:`Trace`.

    A run that does not diverge ends just after its zeros are made (``OnlineAlgorithm.finish``).
    Raises ValueError for what cannot be run: a loss the algorithm has no update for or that does
    not fit the target, labels of no meaning for it, groups that are none, a wrong order or count.
    Raises TooLong, a ValueError, for a run that would take more time than whoever asks has
    (``budget.turns.Errand``), as soon as its pace is known.

    Parameters
    ----------
    dataset : a ``Dataset``, a tuple (X, y) as for ``Dataset.from_arrays``, or a stream of blocks
        (X, y) of examples as in ``record_blocks``.
    loss : ``losses.usual_loss`` of the target unless given; of a stream logistic.
    order : int array of row numbers, one step each, in place of what ``seed`` and ``passes``
        draw: a new permutation for each pass.
    passes : how often an online run goes through the data, once unless given; a batch run takes
        steps until it has read as many entries as lie in so many passes, or has arrived.
    checkpoints : how often to look at most, see ``checkpoint_steps``; looking changes nothing.
    progress : called now and then, and at the end, with the share of the run that is done, of a
        stream with the number of examples.
    intercept : learn a constant term too, never penalised, never truncated, never counted.
    groups : of the features, a vector (d,) or lists that may overlap; else the dataset's own.
    fit : note the mean loss over all examples at every checkpoint; batch runs always do.
    since : leave out the checkpoints in the first share ``since`` < 1 of the run.
    """
    if is_stream(dataset):
        if order is not None or groups is not None or fit or since:
            raise ValueError("order, groups, fit, since: a stream is gone through as it comes")
        return record_blocks(algorithm, dataset, loss, passes, checkpoints, intercept, progress)
    code = checked_loss(algorithm, dataset := Dataset.of(dataset), loss)
    groups, order = groups_of(groups, dataset), checked_order(order, dataset, seed, passes)
    check_looks(checkpoints, since)
    job = Job(algorithm, dataset, code, order, groups, intercept, checkpoints, progress, since)
    with TURNS.work():
        return _solve(job, seed) if isinstance(algorithm, BatchAlgorithm) else _learn(job, fit)


@dataclass(frozen=True)
class Job:
    """A run as it was asked for, checked; ``order`` (steps,) names the rows it goes through."""

    algorithm: Any
    dataset: Dataset
    code: Loss
    order: np.ndarray
    groups: Groups | None
    intercept: bool
    checkpoints: int
    progress: Progress | None
    since: float = 0.0

    @property
    def rows(self) -> sparse.csr_array:
        """The examples as the loss wants them."""
        return Facts.of(self.dataset).rows(self.code)

    @property
    def tracked(self) -> np.ndarray:
        """The positions of the weights that the trace keeps."""
        return Facts.of(self.dataset).tracked(self.dataset, self.code)

    @property
    def marked(self) -> Marked:
        """The features that the trace counts apart."""
        return Facts.of(self.dataset).marked(self.dataset)

    def started(self) -> Any:
        """Return the state of an online algorithm before the first example."""
        rows = self.rows
        n_rows, n_features = rows.shape
        setting = n_features, len(self.order), n_rows, self.groups, self.intercept
        return self.algorithm.start(*setting, len(self.dataset.classes), rows.nnz / n_rows)

    def snapshots(self, rows: sparse.csr_array | None) -> Snapshots:
        """The notebook of the run; ``rows`` are all examples where the fit is to be noted."""
        kept = self.tracked, self.marked
        return Snapshots(self.algorithm, *kept, self.code, rows, self.dataset.y)

    def looks(self, steps: int, stride: int = 1) -> np.ndarray:
        """Return when a run of so many ``steps`` is looked at, see ``checkpoint_steps``."""
        return checkpoint_steps(steps, self.checkpoints, stride, self.since)

    def pace(self, steps: int, looks: int) -> Pace:
        """Return the pace of a run of so many steps and looks, of which little is known yet."""
        return Pace(steps, looks, Facts.of(self.dataset).rooms, type(self.algorithm))

    def report(self, share: float, seconds: float = 0.0) -> None:
        """Tell who asked for it which ``share`` of the run is done, and let others have a turn.

        Raises TooLong where all of it would take so many ``seconds`` and there are not as many.
        """
        errand = TURNS.errand
        if errand is not None and seconds > errand.limit and share < 1.0:
            raise too_long(self.algorithm, self.dataset, len(self.order), seconds, errand.limit)
        TURNS.pause()
        if self.progress is not None:
            self.progress(share)


def _learn(job: Job, fit: bool) -> Trace:
    """Run an online algorithm, and look at it on the way."""
    algorithm, data, order, rows = job.algorithm, job.dataset, job.order, job.rows
    state = job.started()
    at = job.looks(len(order), algorithm.stride)
    read = Facts.of(data).read(order)
    if fit or not algorithm.says_weight(state):
        predictions, columns = _look_by_look(job, state, at, fit)
    else:
        watch = Watch(at, job.tracked, job.marked, rows.shape[1])
        examples = *reading(rows.indptr, rows.indices, rows.data, data.y), int(job.code)
        pace = job.pace(len(order), len(at))
        asked = order, read.entries, pace, job.report
        predictions = watch.run(algorithm, state, examples, *asked)
        columns = {**watch.columns(), "fit": None, "final_intercept": algorithm.intercept(state)}
    done = len(predictions)
    steps = np.minimum(at[: len(columns["nonzeros"])], done)
    return Trace(
        algorithm=algorithm,
        loss_name=job.code.name,
        steps=steps,
        **suffered_by(job, predictions, steps),
        seen=read.seen(steps),
        accesses=read.entries[steps - 1],
        evaluations=steps.copy(),
        diverged_at=done + 1 if done < len(order) else None,
        **columns,
    )


def _look_by_look(
    job: Job, state: Any, at: np.ndarray, fit: bool
) -> tuple[np.ndarray, dict[str, Any]]:
    """Learn in stretches from one checkpoint to the next: predictions, and columns of a trace."""
    algorithm, order, rows, y = job.algorithm, job.order, job.rows, job.dataset.y
    snapshots = job.snapshots(rows if fit else None)
    stretches, done, looked, spent = [], 0, 0, 0.0
    pace, work = Pace(len(order), len(at)), max(rows.nnz / rows.shape[0], 1.0)
    pace.room *= work / (work + rows.shape[1])  # a step may touch every weight
    # Compiled, or read from the cache of compiled code, before the clock runs.
    unchecked = partial(algorithm.advance, check_input=False)
    unchecked(state, rows, y, order[:0], job.code)
    for stop in at:
        while done < stop:
            began, ticked = perf_counter(), pace.clock()
            end = min(stop, done + max(int(pace.room / work), 1))
            predictions = unchecked(state, rows, y, order[done:end], job.code)
            made = len(predictions)
            pace.took(made * work, made, pace.clock() - ticked)
            spent += perf_counter() - began
            stretches.append(predictions)
            done += made
            if done < end:
                break
            if end < stop:
                job.report(done / len(order), pace.seconds)
        if done == len(order):
            algorithm.finish(state)
        if done > looked:
            ticked = pace.clock()
            snapshots.take(state, spent)
            pace.took(0.0, looks=1, looking=pace.clock() - ticked)
            looked = done
        job.report(done / len(order), pace.seconds)
        if done < stop:
            break
    return np.concatenate(stretches), snapshots.columns()


def _solve(job: Job, seed: int) -> Trace:
    """Run a batch algorithm until it has read what lies in the passes asked for, or has arrived."""
    rows, y = job.rows, job.dataset.y
    problem = Problem.of(rows, y, job.code, None, job.intercept, job.groups, job.order, seed)
    budget = max(len(job.order) * rows.nnz // rows.shape[0], 1)
    snapshots = job.snapshots(rows)
    state, counts = _advance(job, problem, job.looks(budget), snapshots)
    steps, accesses, evaluations = np.array(counts, dtype=np.int64).T
    seen = np.count_nonzero(np.bincount(rows.indices, minlength=rows.shape[1]))
    return Trace(
        algorithm=job.algorithm,
        loss_name=job.code.name,
        steps=steps,
        loss=None,
        mistakes=None,
        seen=np.full(len(steps), seen),
        accesses=accesses,
        evaluations=evaluations,
        diverged_at=int(steps[-1]) + 1 if state.diverged[0] else None,
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
    pace = job.pace(int(targets[-1]), len(targets))
    # Compiled, or read from the cache of compiled code, before the clock of the steps runs.
    algorithm.advance(state, 0)
    for target in targets:
        reached = False
        while going and not reached:
            began = perf_counter()
            going = _stretch(algorithm, state, int(target), pace)
            spent += perf_counter() - began
            reached = state.count[1] >= target
            if going and not reached:
                job.report(state.count[1] / targets[-1], pace.seconds)
        ticked = pace.clock()
        if not counts or state.count[0] > counts[-1][0]:
            counts.append(tuple(state.count))
            snapshots.take(state, spent)
        pace.took(0.0, looks=1, looking=pace.clock() - ticked)
        job.report(min(state.count[1] / targets[-1], 1.0), pace.seconds if going else 0.0)
        if not going:
            break
    return state, counts


def _stretch(algorithm: BatchAlgorithm, state: BatchState, target: int, pace: Pace) -> bool:
    """Take the steps of one stretch towards ``target`` entries; False where none is left."""
    before, began = state.count[1], pace.clock()
    going = algorithm.advance(state, min(target, int(before + max(pace.room, 1.0))))
    read = int(state.count[1] - before)
    pace.took(read, read, pace.clock() - began)
    return going


def suffered_by(job: Job, predictions: np.ndarray, at: np.ndarray) -> dict[str, np.ndarray]:
    """Return the cumulative "loss" and "mistakes" of a run's predictions at the steps ``at``."""
    y, task = job.dataset.y, job.dataset.task
    if task == "multiclass":
        labels = y[job.order[: len(predictions)]]
        losses = np.cumsum(loss_values(job.code, predictions, labels))[at - 1]
        mistakes = np.cumsum(mistakes_of(job.code, predictions, labels))[at - 1]
    else:
        losses, mistakes = suffered(int(job.code), predictions, y, job.order, at)
    if task == "regression":
        mistakes = np.full(len(at), -1.0)
    return {"loss": losses, "mistakes": mistakes}


def groups_of(groups: Any, dataset: Dataset) -> Groups | None:
    """Return the groups asked for, else the dataset's own, None where it has none."""
    groups = dataset.groups if groups is None else groups
    return None if groups is None else as_groups(groups, dataset.n_features)
