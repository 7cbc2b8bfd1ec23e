"""``sweep``: many algorithms over the same examples in the same order.

What ``record`` does for one algorithm, ``sweep`` does for many. Each trace equals that of its
single run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from algorithms.batch.base import BatchAlgorithm
from algorithms.budget.parallel import Tick, parallel_map
from algorithms.budget.scheduler import cores
from algorithms.checks import as_list, check_checkpoints, checked_loss, checked_order, run_options
from algorithms.dataset_stats import DatasetStats
from algorithms.losses import Loss
from algorithms.online.base import OnlineAlgorithm
from algorithms.record import Job, groups_of, run_job
from algorithms.side_by_side.blocks import blocks_of
from algorithms.side_by_side.run import run_side_by_side
from algorithms.trace import Trace
from datasets import Dataset

Algorithm = OnlineAlgorithm | BatchAlgorithm


@dataclass(eq=False)
class Block:
    """Runs of one thread; ``places`` are their positions in the request."""

    places: tuple[int, ...]
    algorithms: tuple[Algorithm, ...]
    share: float = 0.0

    def report_to(self, tick: Tick) -> Callable[[float], None]:
        """Return a progress callback that notes the share of the block that is done, and ticks."""

        def report(share: float) -> None:
            self.share = share
            tick()

        return report


def sweep(
    algorithms: Sequence[Algorithm],
    dataset: Dataset | tuple,
    loss: str | Loss | None = None,
    order: np.ndarray | None = None,
    *,
    progress: Callable[[float], None] | None = None,
    threads: int | None = None,
    **options: Any,
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

    Examples
    --------
    >>> from algorithms import CATALOGUE, grid
    >>> from datasets import load
    >>> data = load("breast_cancer", scaling="unit variance")
    >>> traces = sweep(grid(CATALOGUE["truncated_gradient"], gravity=(0.0, 0.1, 10.0)), data)
    >>> [int(trace.used[-1]) for trace in traces]
    [30, 28, 0]
    """
    algorithms = as_list("algorithms", algorithms)
    limits = dict(progress=progress, threads=threads)
    traces = dict(sweeping(algorithms, dataset, loss, order, **limits, **options))
    return [traces[place] for place in range(len(algorithms))]


def sweeping(
    algorithms: Sequence[Algorithm],
    dataset: Dataset | tuple,
    loss: str | Loss | None = None,
    order: np.ndarray | None = None,
    *,
    progress: Callable[[float], None] | None = None,
    threads: int | None = None,
    **options: Any,
) -> Iterator[tuple[int, Trace]]:
    """Return an iterator over (position in ``algorithms``, trace), in the order they are done.

    Closing it stops what still runs within some ten milliseconds. Errors are raised here.
    """
    dataset, algorithms = Dataset.of(dataset), as_list("algorithms", algorithms)
    codes = [checked_loss(algorithm, dataset, loss) for algorithm in algorithms]
    asked = run_options(options)
    check_checkpoints(asked.checkpoints, asked.since, threads)
    asked = replace(asked, groups=groups_of(asked.groups, dataset))
    order = checked_order(order, dataset, asked.seed, asked.passes)
    DatasetStats.of(dataset).order_stats(order)  # once, and not by each thread

    def run(block: Block, tick: Tick) -> list[Trace]:
        first, code = block.algorithms[0], codes[block.places[0]]
        job = Job(first, dataset, code, order, asked, block.report_to(tick))
        return [run_job(job)] if len(block.places) == 1 else run_side_by_side(job, block.algorithms)

    alone = [(place,) for place in range(len(algorithms))]
    # The fit needs all examples at every look.
    places = alone if asked.fit or not codes else blocks_of(algorithms, codes[0], len(order))
    blocks = [Block(some, tuple(algorithms[i] for i in some)) for some in places]
    return _run_blocks(blocks, run, threads or cores(), progress)


def _run_blocks(
    blocks: Sequence[Block],
    run: Callable[[Block, Tick], list[Trace]],
    threads: int,
    progress: Callable[[float], None] | None,
) -> Iterator[tuple[int, Trace]]:
    """Run the blocks, and yield traces as they are done."""
    often = None if progress is None else lambda: progress(_share(blocks))
    with closing(parallel_map(blocks, run, threads, often)) as running:
        for block, traces in running:
            yield from zip(block.places, traces, strict=True)
    if progress is not None:
        progress(1.0)


def _share(blocks: Sequence[Block]) -> float:
    """Return the share of all runs that is done."""
    runs = sum(len(block.places) for block in blocks)
    return sum(block.share * len(block.places) for block in blocks) / max(runs, 1)
