"""Learning from blocks of examples that are never held together: no d, no n, no second look."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
from scipy import sparse

from algorithms.checks import check_count, check_update
from algorithms.losses import (
    MARGIN_LOSSES,
    Loss,
    check_target,
    fitting_rows,
    loss_code,
    loss_values,
    mistakes_of,
)
from algorithms.online.storage.live_features import LiveFeatures
from algorithms.trace import Examples, Final, FirstPass, Trace
from datasets import Dataset


def record_blocks(
    algorithm: LiveFeatures,
    blocks: Iterable,
    loss: str | Loss | None = None,
    passes: int | None = None,
    checkpoints: int = 200,
    intercept: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Trace:
    """Run ``algorithm`` on live features through ``blocks`` of ``(X, y)``, in the order they come.

    It looks after blocks, at most 2 × ``checkpoints`` times: when there are more, every second
    snapshot is forgotten. ``seen`` is −1, for counting distinct features would take memory that
    grows; no weights are kept but the final ones, with their ids in ``final.features``;
    ``useful`` is None, for blocks do not say which features are. ``progress`` is called with the
    number of examples learned from.

    A block is what ``datasets.blocks.as_block`` takes. Raises ValueError for an algorithm that does
    not run on live features, a step size that decays by the pass, blocks that are none, labels of
    no meaning for the loss, and blocks that cannot be gone through again.
    """
    code, passes = loss_code(loss or Loss.logistic), 1 if passes is None else passes
    check_update(algorithm, code)
    check_count("passes", passes)
    check_count("checkpoints", checkpoints)
    _check_streaming(algorithm)
    stream = _Stream(algorithm, code, algorithm.start(0, 0, intercept=intercept))
    snapshots, every = [], 1
    for count, (done, block) in enumerate(_rounds(blocks, passes), 1):
        stream.begin_pass(done)
        stream.learn(*_check_block(block, count))
        if count % every == 0 or stream.diverged_at is not None:
            snapshots.append(stream.snapshot())
        if len(snapshots) > 2 * checkpoints:
            snapshots, every = snapshots[1::2], 2 * every
        if progress is not None:
            progress(stream.sums.steps)
        if stream.diverged_at is not None:
            break
    return stream.trace(snapshots)


@dataclass
class _Sums:
    """The sums of a run so far, by their names in a trace."""

    steps: int = 0
    loss: float = 0.0
    mistakes: float = 0.0
    accesses: int = 0
    seconds: float = 0.0


class _Stream:
    """A run in progress: the state of the algorithm, and its sums of losses."""

    def __init__(self, algorithm: LiveFeatures, code: Loss, state: Any) -> None:
        self.algorithm, self.code, self.state = algorithm, code, state
        self.sums = _Sums()
        self.diverged_at: int | None = None
        self.first_pass: FirstPass | None = None

    def learn(self, X: sparse.csr_array, y: np.ndarray) -> None:
        """Learn from a block, and add it to the sums."""
        check_target(self.code, y)
        rows, order = fitting_rows(self.code, X), np.arange(len(y))
        # Compiled, or read from the cache of compiled code, before the clock runs.
        unchecked = partial(self.algorithm.advance, check_input=False)
        unchecked(self.state, rows, y, order[:0], self.code)
        began = perf_counter()
        predictions = unchecked(self.state, rows, y, order, self.code)
        self.sums.seconds += perf_counter() - began
        learned = y[: len(predictions)]
        self.sums.steps += len(predictions)
        self.sums.loss += loss_values(self.code, predictions, learned).sum()
        self.sums.mistakes += float(mistakes_of(self.code, predictions, learned).sum())
        self.sums.accesses += int(rows.indptr[len(predictions)])
        if len(predictions) < len(y):
            self.diverged_at = self.sums.steps + 1

    def begin_pass(self, done: int) -> None:
        """Note what the first pass cost, once ``done`` = 1 is behind."""
        if done == 1 and self.first_pass is None:
            self.end_first_pass()

    def end_first_pass(self) -> None:
        """Note what the first pass cost."""
        mistakes = self.sums.mistakes if self.code in MARGIN_LOSSES else -1.0
        self.first_pass = FirstPass(self.sums.steps, self.sums.loss, mistakes)

    def snapshot(self) -> dict[str, float]:
        """The present numbers of the run, by the names of a trace."""
        _, w = self.algorithm.live_weights(self.state)
        return {
            **asdict(self.sums),
            "nonzeros": len(w),
            "used": len(w),
            "l1_norm": float(np.abs(w).sum()),
        }

    def trace(self, snapshots: list[dict[str, float]]) -> Trace:
        """The trace of the run, at ``snapshots`` and at its end."""
        if self.sums.steps == 0:
            raise ValueError("dataset: there was no block with an example to learn from")
        if self.diverged_at is None:
            self.algorithm.finish(self.state)
        if self.first_pass is None:
            self.end_first_pass()
        earlier = [taken for taken in snapshots if taken["steps"] < self.sums.steps]
        snapshots = [*earlier, self.snapshot()]
        columns = {name: np.array([taken[name] for taken in snapshots]) for name in snapshots[0]}
        if self.code not in MARGIN_LOSSES:
            columns["mistakes"] = np.full(len(snapshots), -1.0)
        features, w = self.algorithm.live_weights(self.state)
        return Trace.from_columns(
            Final(w, self.algorithm.intercept(self.state), self.diverged_at, features),
            algorithm=self.algorithm,
            loss_name=self.code.name,
            **columns,
            fit=None,
            evaluations=columns["steps"].copy(),
            examples=Examples(self.sums.steps, self.sums.accesses),
            first_pass=self.first_pass,
            seen=np.full(len(snapshots), -1),
            weights=np.zeros((len(snapshots), 0)),
            tracked=np.zeros(0, np.int64),
            useful=None,
        )


def _check_streaming(algorithm: Any) -> None:
    """Raise ValueError for an algorithm that needs to know how much is to come."""
    if not isinstance(algorithm, LiveFeatures) or algorithm.memory != "live":
        raise ValueError(
            f"algorithm = {algorithm.title}: on a stream its memory must be 'live', for the number "
            "of features is not known"
        )
    if getattr(algorithm, "decay", 1.0) != 1.0:
        raise ValueError(
            f"decay = {algorithm.decay}: on a stream it must be 1, for the length of a pass is not "
            "known"
        )


def is_stream(data: Any) -> bool:
    """Return whether ``data`` may be gone through block by block: no dataset, array, or (X, y)."""
    if isinstance(data, (Dataset, str, bytes)) or hasattr(data, "shape") or Dataset.is_pair(data):
        return False
    return isinstance(data, Iterable)


def _check_block(block: Any, number: int) -> tuple[sparse.csr_array, np.ndarray]:
    """The block as it is learned from; ValueError, with its number, where it is none."""
    try:
        return Dataset.checked_block(block)
    except ValueError as error:
        raise ValueError(f"block {number}: {error}") from None


def _rounds(blocks: Iterable, passes: int):
    """The blocks, ``passes`` times, each with the number of passes before it."""
    for done in range(passes):
        empty = True
        for block in blocks:
            empty = False
            yield done, block
        if empty and done > 0:
            raise ValueError(f"passes = {passes}: the blocks can be gone through only once")
