"""Blocks computed by a Dask cluster; this machine computes those that fail there."""

from __future__ import annotations

import logging
import pickle
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future as LocalFuture
from concurrent.futures import ThreadPoolExecutor, TimeoutError
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from algorithms import Outcomes
from algorithms.budget.scheduler import workers
from datasets import DatasetError
from sweeps.blocks import Block
from sweeps.local import OFTEN, Shares, submit

if TYPE_CHECKING:
    from distributed import Client, Future

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds that a scheduler has to answer; a cluster that sends nothing for as long is helped."""

SLOWER = 4.0
"""The silence after which a cluster is helped, as a multiple of the time of its slowest block."""

RETRIES = 2
"""The retries of a block that failed on a worker: a file may be missing on one alone."""

AHEAD = 2
"""The blocks sent for each thread of the cluster, so that it need not wait for the next."""


LEAST = 4
"""The least number of blocks sent: a worker may still join."""


OPENING = 20
"""The number of letters by which notes of one kind begin alike."""


class UnreachableError(Exception):
    """No scheduler answered; the message is a sentence for visitors, and the log says where."""


def connect(address: str, stop: Callable[[], bool], patience: float = PATIENCE) -> Client:
    """Return a client of the scheduler at ``address``.

    Raises UnreachableError where Dask is not installed, where nothing answers in time, and where
    ``stop()`` is true before that.
    """
    try:
        from distributed import Client
    except ImportError:
        log.warning("The package distributed is not installed: see requirements-cluster.txt.")
        raise UnreachableError("This server cannot send work to a cluster") from None
    # In a thread of its own: a sweep can be cancelled while nothing answers.
    waiter = ThreadPoolExecutor(1, "scheduler")
    task = waiter.submit(_open_client, Client, address, patience)
    waiter.shutdown(wait=False)
    end, reason = time.monotonic() + 1.5 * patience, "."
    while not stop() and time.monotonic() < end:
        try:
            return task.result(OFTEN)
        except TimeoutError:
            if task.done():
                break
        except Exception as error:
            reason = f": {error}"
            break
    task.add_done_callback(_close_late)
    if not stop():
        log.warning("The scheduler at %s did not answer within %g s%s", address, patience, reason)
    raise UnreachableError(f"The cluster did not answer within {patience:g} s")


def _open_client(kind: type[Client], address: str, patience: float) -> Client:
    """Return a connected client; close here one that fails to connect.

    Python's collector would close it otherwise, at any moment: where that is within the lock under
    which another client begins, both wait for ever.
    """
    client = kind.__new__(kind)
    try:
        client.__init__(address, timeout=patience, set_as_default=False)
    except BaseException:
        client.status = "closed"  # nobody answers whom it could say goodbye to
        client._loop_runner.stop(timeout=PATIENCE)
        raise
    return client


def _close_late(task: LocalFuture[Client]) -> None:
    """Close a client that connected too late."""
    if task.exception() is None:
        _close(task.result())


class Cluster:
    """The blocks of one sweep, sent to the workers of a cluster as these get them done.

    A worker that dies gives its blocks back to the scheduler, which sends them to others. What
    comes back as an error, or does not come back, is computed here. Of a block that comes twice
    the first one counts.

    Parameters
    ----------
    client : connected; it is closed at the end.
    blocks : of the sweep.
    stop : true where the caller no longer waits.
    shares : called with the share of a block that is done here.
    note : called with sentences for the readers of the outcomes.
    patience : in seconds, see ``PATIENCE``.
    """

    def __init__(
        self,
        client: Client,
        blocks: Iterable[Block],
        stop: Callable[[], bool],
        shares: Shares,
        note: Callable[[str], None],
        patience: float = PATIENCE,
    ) -> None:
        self.client, self.shares, self.note, self.patience = client, shares, note, patience
        self._nobody_waits, self._ended, self._gone = stop, False, False
        self._name = uuid4().hex
        self._queue = deque(blocks)
        self._missing = {block.number: block for block in self._queue}
        self._sent: dict[int, tuple[float, Future]] = {}
        self._lost: deque[Block] = deque()
        self._own: set[int] = set()
        self._arrived: SimpleQueue[tuple[Block, Any]] = SimpleQueue()
        self._last, self._slowest = time.monotonic(), 0.0
        self._threads: int | None = None
        self._noted: set[str] = set()

    def results(self) -> Iterator[tuple[Block, Outcomes]]:
        """Yield blocks with their outcomes, in the order they arrive, until ``stop()`` is true.

        Raises what a block raises here.
        """
        try:
            self.client.subscribe_topic("all", self._on_event)
            while self._missing and not self._over():
                self._hand_out()
                try:
                    block, future = self._arrived.get(timeout=OFTEN)
                except Empty:
                    continue
                outcomes = self._outcomes(block, future)
                if outcomes is not None and self._missing.pop(block.number, None):
                    yield block, outcomes
        finally:
            self._ended = True
            Thread(target=_close, args=(self.client,), daemon=True).start()

    def _over(self) -> bool:
        return self._ended or self._nobody_waits()

    def _hand_out(self) -> None:
        """Send blocks ahead of the workers, and compute here what they do not."""
        if not self._gone and self.client.status != "running":
            self._give_up()
        while self._queue and len(self._sent) < self._room():
            self._send(self._queue.popleft())
        while len(self._own) < workers() and (block := self._next_rescue()):
            self._own.add(block.number)
            task = submit(block, self._over, self.shares)
            task.add_done_callback(lambda done, block=block: self._arrived.put((block, done)))

    def _give_up(self) -> None:
        """Move all missing blocks to this machine."""
        self._gone = True
        self._say_once(
            "The connection to the scheduler was lost, so this machine computes the rest alone."
        )
        here = {*self._own, *(block.number for block in self._lost)}
        self._lost += [block for number, block in self._missing.items() if number not in here]
        self._queue.clear()

    def _room(self) -> int:
        """The number of blocks that the cluster has at once; workers come and go."""
        if self._threads is None:
            self._threads = 0
            with suppress(Exception):  # without an answer it has ``LEAST`` blocks
                ask = self.client.scheduler.ncores
                threads = self.client.sync(ask, workers=None, callback_timeout=self.patience)
                self._threads = sum(threads.values())
        return max(AHEAD * self._threads, LEAST)

    def _send(self, block: Block) -> None:
        """Send a block to whichever worker is free."""
        key = f"sweep-{self._name}-{block.number}"
        try:
            options = dict(key=key, retries=RETRIES, pure=False)
            future = self.client.submit(pickle.loads, pack(block), **options)
        except Exception as error:
            self._lose(block, error)
            return
        self._sent[block.number] = time.monotonic(), future
        future.add_done_callback(lambda done: self._arrived.put((block, done)))

    def _next_rescue(self) -> Block | None:
        """Return the next block to compute here: one that failed, or one that is overdue."""
        if self._lost:
            return self._lost.popleft()
        quiet = time.monotonic() - self._last
        if self._gone or quiet < max(self.patience, SLOWER * self._slowest):
            return None
        self._say_once(
            f"The cluster sent nothing for {quiet:.0f} s, so this machine computes the sweep, too."
        )
        waiting = [number for number in self._sent if number not in self._own]
        if waiting:
            return self._missing[waiting[0]]
        return self._queue.popleft() if self._queue else None

    def _outcomes(self, block: Block, future: Any) -> Outcomes | None:
        """The outcomes of a block that is done, or None where it has to be computed here."""
        if isinstance(future, LocalFuture):
            self._own.discard(block.number)
            self._sent.pop(block.number, None)  # nobody waits for it there any more
            return future.result() if block.number in self._missing else None
        self._last = time.monotonic()
        sent, _ = self._sent.pop(block.number, (self._last, None))
        self._slowest = max(self._slowest, self._last - sent)
        if self._gone:
            return None
        try:
            return future.result(timeout=self.patience)
        except Exception as error:
            if block.number in self._missing and block.number not in self._own:
                self._lose(block, error)
            return None

    def _lose(self, block: Block, error: Exception) -> None:
        """Have a block computed here, and say why as far as it is a visitor's business.

        What Dask says names its tasks and machines: that is for the log.
        """
        self._lost.append(block)
        reason = str(error).strip() if isinstance(error, DatasetError) else ""
        sentence = f"Some blocks failed on the cluster and are computed here. {reason}".strip()
        level = logging.WARNING if self._say_once(sentence) else logging.DEBUG
        log.log(level, "Block %d failed on the cluster: %r", block.number, error)

    def _say_once(self, sentence: str) -> bool:
        """Note a sentence unless one that begins like it was noted before; return whether it is."""
        opening = sentence[:OPENING]
        new = opening not in self._noted
        if new:
            self._noted.add(opening)
            self.note(sentence)
        return new

    def _on_event(self, event: tuple[Any, dict]) -> None:
        """Handle an event of the scheduler: a worker went away with blocks of this sweep."""
        message = event[1]
        action = message.get("action")
        if action in ("add-worker", "remove-worker"):
            self._threads = None
        if action == "remove-worker":
            keys = {*message["processing-tasks"], *message["lost-computed-tasks"]}
            if any(str(key).startswith(f"sweep-{self._name}-") for key in keys):
                self._say_once(
                    "A worker of the cluster went away during the sweep. What it had not finished "
                    "is computed again."
                )


class BlockCall:
    """A block that is computed when it is unpickled.

    Scheduler and worker unpickle tasks as soon as they come: a scheduler would import all that
    learns, and a worker without this project would end. Bytes they pass on unread. They are
    unpickled in the task itself, so whatever goes wrong is an error of that task.
    """

    def __init__(self, block: Block) -> None:
        self.block = block

    def __reduce__(self) -> tuple:
        return Block.run, (self.block,)


def pack(block: Block) -> bytes:
    """Return the bytes whose unpickling computes the block and gives its outcomes."""
    return pickle.dumps(BlockCall(block))


def _close(client: Client) -> None:
    """Close a client and release its tasks."""
    with suppress(Exception):
        client.close()
