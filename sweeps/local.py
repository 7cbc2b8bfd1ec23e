"""Blocks computed in this process: one pool of threads for all sweeps, which leaves a core free."""

from __future__ import annotations

import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import cache
from typing import Any

from algorithms import Outcomes
from algorithms.budget.scheduler import SCHEDULER, Task, workers
from datasets import Dataset
from sweeps.blocks import Block, BlockCancelledError
from sweeps.dataset_cache import LARGE

OFTEN = 0.05
"""Seconds between two checks whether the caller still waits."""

NICENESS = 5
"""The threads of sweeps give way to those that answer a hand."""

Shares = Callable[[Block, float], None]


@cache
def pool() -> ThreadPoolExecutor:
    """Return the threads that all sweeps of this process share."""
    return ThreadPoolExecutor(workers(), "sweeps", initializer=lower_priority)


def lower_priority() -> None:
    """Lower the priority of this thread, where threads have one."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def compute_local(
    blocks: Iterable[Block], stop: Callable[[], bool], shares: Shares
) -> Iterator[tuple[Block, Outcomes]]:
    """Yield blocks with their outcomes, in the order they are done, until ``stop()`` is true.

    No more blocks than there are threads are handed to the pool at once: so the sweeps of several
    visitors take turns. Closing the iterator stops what is running. Raises what a block raises.

    shares : called now and then with the share of a block that is done.
    """
    queue: deque[Block] = deque(blocks)
    waiting: dict[Future[Outcomes], Block] = {}
    halted, held, fold = threading.Event(), None, -1

    def over() -> bool:
        return halted.is_set() or stop()

    try:
        while (queue or waiting) and not stop():
            while queue and _has_room(waiting, queue[0], held):
                block = queue.popleft()
                if block.fold != fold:
                    held, fold = None, block.fold  # let go before the next one is made
                # Held here, or each block of an upload's fold would make the fold again.
                held = block.examples.dataset(block.fold)
                waiting[submit(block, over, shares)] = block
            finished, _ = wait(waiting, OFTEN, FIRST_COMPLETED)
            if stop():
                return
            for future in finished:
                yield waiting.pop(future), future.result()
    finally:
        halted.set()
        for future in waiting:
            future.cancel()


def _has_room(waiting: Mapping[Any, Block], block: Block, held: Dataset | None) -> bool:
    """Say whether a block may begin: a large fold is not made before the last one is let go."""
    if len(waiting) >= workers():
        return False
    alone = held is not None and held.X.nnz > LARGE
    return not (alone and any(other.fold != block.fold for other in waiting.values()))


def submit(block: Block, stop: Callable[[], bool], shares: Shares) -> Future[Outcomes]:
    """Submit a block to the pool; the scheduler shares the cores between it and other long work."""

    def check() -> None:
        if stop():
            raise BlockCancelledError

    def run() -> Outcomes:
        with SCHEDULER.assign(Task("sweeps", check)):
            return block.run(stop, lambda share: shares(block, share))

    return pool().submit(run)
