"""Carry stored rows over to today's code, where a sample of them comes back as it was.

A key is of all code that a measure reaches, so a change that alters no number, a renamed argument
of ``record`` for instance, makes every row of every claim one of an earlier version. To compute
them all again takes hours; to compute one repetition of each case, under each reading, takes
minutes. Where all of these come back to the last bit, the other repetitions are taken to do so,
too. That is a sample and no proof, so a row says which version of the code computed it, and the
page tells it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from papers.claim import Case, Claim
from papers.compute import Task, compute_all
from papers.fingerprint import code_key
from papers.results import Results, Row


def carry_over(name: str, claim: Claim, results: Results, cores: int) -> Results:
    """Return the rows of a claim, of today's version of the code where a sample came back.

    A case of which no sample can be computed, since its data are not here, keeps its rows as they
    are. So do all where a single number is another one, or where a run fails.

    Parameters
    ----------
    name : "paper.claim", by which a process finds the claim.
    cores : the number of processes.
    """
    code = code_key(claim)
    stale = [row for row in results.rows.values() if row.code != code]
    tasks = [task for case in claim.cases if (task := _sample(claim, case, stale)) is not None]
    again = [row for rows in compute_all(name, claim, tasks, cores) for row in rows]
    due = sum(len(task.readings) for task in tasks)
    if len(again) < due or not all(_is_same(row, results.rows[row.place]) for row in again):
        return results
    sampled = {(row.case, row.reading) for row in again}
    rows = {
        row.place: replace(row, code=code, computed_by=row.computed_by or row.code)
        for row in stale
        if (row.case, row.reading) in sampled
    }
    return Results(results.rows | rows | {row.place: row for row in again})


def _sample(claim: Claim, case: Case, stale: Sequence[Row]) -> Task | None:
    """Return one repetition of the stale rows of a case, drawn by the key of the code."""
    seeds = sorted({row.seed for row in stale if row.case == case.name})
    if not seeds:
        return None
    seed = random.Random(code_key(claim)).choice(seeds)
    has = {row.reading for row in stale if row.case == case.name and row.seed == seed}
    readings = [reading for reading in claim.readings if reading.name in has]
    return Task(case, seed, readings) if readings else None


def _is_same(one: Row, other: Row) -> bool:
    """Return whether two rows have the same numbers of the same data, to the last bit."""
    return one.data == other.data and np.array_equal(one.values, other.values, equal_nan=True)
