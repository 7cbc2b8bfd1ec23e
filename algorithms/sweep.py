"""``sweep``: many algorithms over the same examples in the same order.

What ``record`` does for one algorithm, ``sweep`` does for many. Each trace equals that of its
single run.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from threading import Event
from time import perf_counter
from typing import Any

import numpy as np

from algorithms.batch.base import BatchAlgorithm
from algorithms.budget.turns import TURNS, Errand, cores
from algorithms.checks import check_count, checked_loss, checked_order
from algorithms.facts import Facts
from algorithms.losses import Loss
from algorithms.online.base import OnlineAlgorithm
from algorithms.record import Job, groups_of, record
from algorithms.side_by_side.blocks import blocks_of
from algorithms.side_by_side.run import run_side_by_side
from algorithms.trace import Trace
from datasets import Dataset

OFTEN = 0.05
"""Seconds between two reports of the progress."""

Algorithm = OnlineAlgorithm | BatchAlgorithm


class Stopped(Exception):
    """Nobody waits for the run any more."""


@dataclass
class Block:
    """Runs that one thread makes; ``places`` are their positions among all that were asked for."""

    places: tuple[int, ...]
    algorithms: tuple[Algorithm, ...]
    share: float = field(default=0.0, compare=False)

    def report_to(self, stop: Event) -> Callable[[float], None]:
        """Return what is told the share of the block that is done; it raises ``Stopped``."""

        def report(share: float) -> None:
            self.share = share
            if stop.is_set():
                raise Stopped

        return report


def helping(asked: Errand | None, stop: Event) -> AbstractContextManager:
    """Have this thread compute for whoever ``asked``, until ``stop`` is set."""
    if asked is None:
        return nullcontext()

    def check() -> None:
        if stop.is_set():
            raise Stopped

    return TURNS.on(replace(asked, check=check))


def sweep(
    algorithms: Sequence[Algorithm],
    dataset: Dataset,
    loss: str | Loss = "logistic",
    order: np.ndarray | None = None,
    seed: int = 0,
    passes: int = 1,
    checkpoints: int = 200,
    progress: Callable[[float], None] | None = None,
    *,
    intercept: bool = False,
    groups: Any = None,
    fit: bool = False,
    threads: int | None = None,
    since: float = 0.0,
) -> list[Trace]:
    """Run every one of ``algorithms`` over ``dataset`` and return their traces in the same order.

    The arguments are those of ``record`` and mean the same; so do the errors. A run that diverges
    ends early, as its single run would, and the others go on.

    Parameters
    ----------
    algorithms : of the catalogue, online and batch.
    progress : called in the thread of the caller, some twenty times a second, with the share of
        all runs that is done.
    threads : how many at most; as many as there are cores where it is None.
    """
    asked = dict(intercept=intercept, groups=groups, fit=fit, threads=threads, since=since)
    traces = dict(
        sweeping(algorithms, dataset, loss, order, seed, passes, checkpoints, progress, **asked)
    )
    return [traces[place] for place in range(len(algorithms))]


def sweeping(
    algorithms: Sequence[Algorithm],
    dataset: Dataset,
    loss: str | Loss = "logistic",
    order: np.ndarray | None = None,
    seed: int = 0,
    passes: int = 1,
    checkpoints: int = 200,
    progress: Callable[[float], None] | None = None,
    *,
    intercept: bool = False,
    groups: Any = None,
    fit: bool = False,
    threads: int | None = None,
    since: float = 0.0,
) -> Iterator[tuple[int, Trace]]:
    """Return an iterator over (position in ``algorithms``, trace), in the order they are done.

    Closing it stops what still runs within some ten milliseconds. See ``sweep``; errors are raised
    here, before the first run.
    """
    codes = [checked_loss(algorithm, dataset, loss) for algorithm in algorithms]
    check_count("checkpoints", checkpoints)
    groups = groups_of(groups, dataset)
    order = checked_order(order, dataset, seed, passes)
    Facts.of(dataset).read(order)  # once, and not by each thread
    looked = dict(checkpoints=checkpoints, fit=fit, since=since)
    asked = dict(seed=seed, intercept=intercept, groups=groups, **looked)

    def run(block: Block, report: Callable[[float], None]) -> list[Trace]:
        if len(block.places) == 1:
            return [record(block.algorithms[0], dataset, loss, order, progress=report, **asked)]
        job = Job(None, dataset, codes[0], order, groups, intercept, checkpoints, report, since)
        return run_side_by_side(job, block.algorithms)

    alone = [(place,) for place in range(len(algorithms))]
    # The fit needs all examples at every look.
    places = alone if fit or not codes else blocks_of(algorithms, codes[0], len(order))
    blocks = [Block(some, tuple(algorithms[i] for i in some)) for some in places]
    return _done(blocks, run, threads or cores(), progress)


def _done_here(
    blocks: Sequence[Block],
    run: Callable[[Block, Callable[[float], None]], list[Trace]],
    progress: Callable[[float], None] | None,
) -> Generator[tuple[int, Trace], None, None]:
    """Run the blocks in the thread of the caller, and yield traces as they are done.

    A thread takes longer to start than a short run.
    """
    reported = perf_counter()

    def report(share: float) -> None:
        nonlocal reported
        block.share = share
        if progress is not None and perf_counter() > reported + OFTEN:
            reported = perf_counter()
            progress(_share(blocks))

    for block in blocks:
        yield from zip(block.places, run(block, report), strict=True)
    if progress is not None:
        progress(1.0)


def _done(
    blocks: Sequence[Block],
    run: Callable[[Block, Callable[[float], None]], list[Trace]],
    threads: int,
    progress: Callable[[float], None] | None,
) -> Generator[tuple[int, Trace], None, None]:
    """Run the blocks in threads, and yield traces as they are done."""
    if threads == 1 or len(blocks) == 1:
        yield from _done_here(blocks, run, progress)
        return
    stop, errand = Event(), TURNS.errand

    def helped(block: Block) -> list[Trace]:
        with helping(errand, stop):
            return run(block, block.report_to(stop))

    pool = ThreadPoolExecutor(threads, "sweep")
    try:
        waiting = {pool.submit(helped, block): block for block in blocks}
        while waiting:
            finished, _ = wait(waiting, OFTEN if progress or errand else None, FIRST_COMPLETED)
            TURNS.check()
            if progress is not None:
                progress(_share(blocks))
            for future in finished:
                yield from zip(waiting.pop(future).places, future.result(), strict=True)
        if progress is not None:
            progress(1.0)
    finally:
        stop.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _share(blocks: Sequence[Block]) -> float:
    """Return the share of all runs that is done."""
    runs = sum(len(block.places) for block in blocks)
    return sum(block.share * len(block.places) for block in blocks) / max(runs, 1)
