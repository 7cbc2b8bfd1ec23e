"""Computing the rows of a claim: here, or in several processes."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import joblib
from threadpoolctl import threadpool_limits

from datasets import Dataset, DatasetError
from papers.claim import Case, Claim, Reading, Trial
from papers.fingerprint import code_key, data_key, machine
from papers.results import Results, Row

LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Task:
    """Some cells of a claim that share a dataset: one repetition of one case."""

    case: Case
    seed: int
    readings: Sequence[Reading]


def open_tasks(
    claim: Claim, results: Results, cases: Sequence[str] = (), again: bool = False
) -> tuple[list[Task], dict[str, str]]:
    """Return what is still to be computed, and why cases cannot be, by their name.

    Parameters
    ----------
    results : what is stored; rows of another key are computed again.
    cases : the names of those that are meant; all where empty.
    again : compute all, whatever is stored.
    """
    tasks, missing, code = [], {}, code_key(claim)
    for case in claim.cases:
        if cases and case.name not in cases:
            continue
        try:
            data = data_key(case.data(0)) if case.data else ""
        except DatasetError as error:
            missing[case.name] = str(error)
            continue
        for seed in range(claim.seeds):
            due = []
            for reading in claim.readings:
                row = results.rows.get((case.name, reading.name, seed))
                fresh = row and row.code == code and (seed or row.data == data)
                if again or not fresh:
                    due.append(reading)
            if due:
                tasks.append(Task(case, seed, due))
    # What a case needs once is then sought by one process, and not by all at the same time.
    tasks.sort(key=lambda task: task.seed)
    return tasks, missing


def compute_rows(claim: Claim, task: Task) -> list[Row]:
    """Return the rows of a task. Raises what the measure raises: nothing is stored then."""
    dataset = task.case.data(task.seed) if task.case.data else None
    return [_row(claim, task, reading, dataset) for reading in task.readings]


def _row(claim: Claim, task: Task, reading: Reading, dataset: Dataset | None) -> Row:
    began = time.perf_counter()
    values = tuple(map(float, claim.measure(Trial(task.case, dataset, reading, task.seed))))
    if len(values) != len(claim.quantities):
        raise ValueError(f"{claim.key}: {len(values)} numbers for {len(claim.quantities)}")
    return Row(
        case=task.case.name,
        reading=reading.name,
        seed=task.seed,
        values=values,
        seconds=time.perf_counter() - began,
        code=code_key(claim),
        data=data_key(dataset),
        date=datetime.now(UTC).strftime("%Y-%m-%d"),
        made=machine(),
    )


def compute_all(name: str, claim: Claim, tasks: Sequence[Task], cores: int) -> Iterator[list[Row]]:
    """Yield the rows of each task as it ends; a task that fails is logged, and yields none.

    Parameters
    ----------
    name : "paper.claim", by which a process finds the claim.
    cores : the number of processes; with 1 all is computed here.
    """
    if cores == 1 or len(tasks) == 1:
        for task in tasks:
            yield _rows_or_log(name, claim, task)
        return
    work = (
        joblib.delayed(_compute_named)(name, task.case.name, task.seed, names(task))
        for task in tasks
    )
    parallel = joblib.Parallel(n_jobs=cores, return_as="generator_unordered")
    yield from parallel(work)


def names(task: Task) -> list[str]:
    """Return the names of the readings of a task."""
    return [reading.name for reading in task.readings]


def _compute_named(name: str, case: str, seed: int, readings: list[str]) -> list[Row]:
    """The rows of a task, in a process of its own: a claim has functions that cannot be sent."""
    from papers.catalogue import find_claim

    claim = find_claim(name)
    task = Task(
        next(each for each in claim.cases if each.name == case),
        seed,
        [reading for reading in claim.readings if reading.name in readings],
    )
    with threadpool_limits(1):  # other tasks have the other cores
        return _rows_or_log(name, claim, task)


def _rows_or_log(name: str, claim: Claim, task: Task) -> list[Row]:
    try:
        return compute_rows(claim, task)
    except Exception:
        LOG.exception("%s: %s, repetition %d failed", name, task.case.name, task.seed)
        return []
