"""A hash table of live features: memory follows the weights that are not zero, not d.

A feature is inserted when something first makes it nonzero; when the table fills, what has become
zero is dropped and the table takes the size of what is left. What stays, stays as it was, so a run
is the same bit for bit as with a table of every feature, or, where that one shrinks all weights at
once (``common.eager_shrinkage``), the same but for rounding. Ids go up to 2⁶³ − 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from algorithms.kernel import read_only
from algorithms.online.base import OnlineAlgorithm
from algorithms.online.storage.hash_table import EMPTY, rehash
from knobs import knob, one_of

SMALLEST = 4096
LARGEST_ID = 2**63 - 2


@dataclass(eq=False)
class LiveState:
    """``table[s]`` belongs to feature ``ids[s]``; ``dense`` is the state without its table.

    ``count`` = (places in use,). ``n_features`` is 0 where d is not known.
    """

    ids: np.ndarray
    table: np.ndarray
    count: np.ndarray
    dense: Any
    n_features: int

    @property
    def bias(self) -> np.ndarray:
        return self.dense.bias

    @property
    def as_dense(self) -> Any:
        """The state of a run whose features are the places of the table."""
        return type(self.dense)(self.table, *self.dense[1:])

    def make_room(self, needed: int, keep: np.ndarray) -> None:
        """Drop rows not in ``keep``; size the table to be a quarter full with ``needed`` more."""
        wanted = 4 * (int(np.count_nonzero(keep)) + needed)
        size = max(SMALLEST, 1 << (wanted - 1).bit_length())
        ids, table = np.full(size, EMPTY), np.zeros((size, *self.table.shape[1:]))
        self.count[0] = rehash(self.ids, self.table, keep, ids, table)
        self.ids, self.table = ids, table


def memory_knob() -> Any:
    """The knob ``memory``, for an algorithm to declare after its own."""
    return knob(
        "dense",
        "M",
        "memory",
        one_of("dense", "live"),
        "A table of every feature, or a hash table of those that are not zero: one result.",
        rare=True,
        kw_only=True,
    )


@dataclass(frozen=True)
class LiveFeatures(OnlineAlgorithm):
    """The base of an algorithm that runs on either table.

    Its state begins with the table, a row per feature. It has a ``live_loop``, jitted, that takes
    (ids, table, count) in the table's place, returns the weights of the rows from ``_materialise``,
    and declares ``memory``.
    """

    live_loop: ClassVar[Any]

    def start(self, n_features: int, n_steps: int, *setting, **settings) -> Any:
        """As :meth:`OnlineAlgorithm.start`; on live features ``n_features`` may be 0, unknown."""
        if self.memory == "dense":
            return super().start(n_features, n_steps, *setting, **settings)
        dense = super().start(0, n_steps, *setting, **settings)
        ids, table = np.full(SMALLEST, EMPTY), np.zeros((SMALLEST, *dense[0].shape[1:]))
        return LiveState(ids, table, np.zeros(1, np.int64), dense, n_features)

    def _advance(self, state, rows, y, order, code) -> np.ndarray:
        """As :meth:`OnlineAlgorithm._advance`, in stretches that are sure to find room."""
        if not isinstance(state, LiveState):
            return super()._advance(state, rows, y, order, code)
        parts, done = [self._stretch(state, rows, y, order[:0], code)], 0
        ends = np.cumsum(np.diff(rows.indptr)[order], dtype=np.int64)
        while done < len(order):
            before = ends[done - 1] if done else 0
            room = len(state.ids) // 2 - state.count[0]
            stop = int(np.searchsorted(ends, before + room, side="right"))
            # Nearly full is full: the last places would be filled in stretches of an example each.
            if stop == done or room < len(state.ids) // 8:
                state.make_room(int(ends[done] - before), self._rows_to_keep(state))
                continue
            parts.append(self._stretch(state, rows, y, order[done:stop], code))
            done += len(parts[-1])
            if done < stop:
                break
        return np.concatenate(parts)

    def finish(self, state: Any) -> bool:
        """As :meth:`OnlineAlgorithm.finish`."""
        return super().finish(state.dense if isinstance(state, LiveState) else state)

    def _stretch(self, state: LiveState, rows, y, order, code) -> np.ndarray:
        """Learn from examples there is room for."""
        predictions = np.empty(len(order))
        done = type(self).live_loop(
            state.ids, state.table, state.count, *state.dense[1:],
            *read_only(rows.indptr, rows.indices, rows.data, y), order,
            int(code), predictions, *self._settings(),
        )  # fmt: skip
        return predictions[:done]

    def _width(self, state: Any) -> int:
        """As :meth:`OnlineAlgorithm._width`; where d is not known, any id."""
        if not isinstance(state, LiveState):
            return super()._width(state)
        return state.n_features or LARGEST_ID + 1

    def has_weight_kernel(self, state: Any) -> bool:
        """As :meth:`OnlineAlgorithm.has_weight_kernel`; of the table of every feature alone."""
        return not isinstance(state, LiveState) and super().has_weight_kernel(state)

    def loop_for(self, n_features: int, entries: float) -> Any:
        """As :meth:`OnlineAlgorithm.loop_for`."""
        if self.memory == "live":
            return type(self).live_loop
        return super().loop_for(n_features, entries)

    def weights(self, state) -> np.ndarray:
        """The weights as of now, shape (n_features,), float64, materialised on a copy.

        Raises ValueError for a run that does not know how many features there are.
        """
        if not isinstance(state, LiveState):
            return self._materialise(state)
        if state.n_features == 0:
            raise ValueError("weights: the number of features is not known; see live_weights")
        features, values = self.live_weights(state)
        w = np.zeros(state.n_features)
        w[features] = values
        return w

    def live_weights(self, state: LiveState) -> tuple[np.ndarray, np.ndarray]:
        """The features whose weights are not 0, int64, increasing, and these weights."""
        w = self._materialise(state.as_dense)
        live = np.flatnonzero((w != 0.0) & (state.ids != EMPTY))
        live = live[np.argsort(state.ids[live])]
        return state.ids[live], w[live]

    def _rows_to_keep(self, state: LiveState) -> np.ndarray:
        """The places that must stay, (places,) of bool: those whose weight is not 0."""
        w = self._materialise(state.as_dense)
        return (w != 0.0) & (state.ids != EMPTY)

    def _materialise(self, state: Any) -> np.ndarray:
        """The weight of each row of the table of ``state``, a dense one."""
        raise NotImplementedError


def on_live_features(algorithm: OnlineAlgorithm) -> OnlineAlgorithm:
    """The same algorithm on a hash table of live features.

    Raises ValueError for an algorithm that has no such table.
    """
    if not isinstance(algorithm, LiveFeatures):
        raise ValueError(f"algorithm = {algorithm.title}: it cannot run on live features alone")
    return replace(algorithm, memory="live")
