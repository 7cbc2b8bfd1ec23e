"""Eager shrinkage: where weights are few, every pull is applied to all of them when it is due.

Lazy shrinkage computes the due pulls of a weight at each reading, which takes as long as the rest
of the work on an entry. With a pull every K steps, all d weights can be pulled together, in one
pass of vector instructions: d/K weights a step, each in a tenth of that time. A reading is then one
number, and a step waits for the additions of its prediction alone: in four parallel sums they take
a third of the time of a single one.

The first columns of a table often hold no 0. Their entries then have the same positions in each
example, and their weights are adjacent, so no index is read for them. The sums are the same.

The choice between eager and lazy depends on the data and K alone, so it is the same for a run in
chunks, with more checkpoints or fewer, or side by side. The results differ by rounding.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np

from algorithms.kernel import inline_kernel, kernel
from algorithms.online.base import RunSetting, bias
from algorithms.online.descent import Descent
from algorithms.online.storage.prefetch import FAR
from algorithms.schedules import step_size

FEW = 4
"""The most weights for each entry that is read between two pulls. Measured on rows of 3 to
80 entries: with more than 10 a row the run then takes 0.6 to 0.9 of the time, with fewer up to 1.2,
which is some ns a step."""


def shrinks_eagerly(n_features: int, period: int, entries: float) -> bool:
    """Return whether all ``n_features`` weights are shrunk together, every ``period`` steps.

    entries : the nonzeros of an example, on average.
    """
    return period > 1 and 0 < n_features <= min(FEW * period * entries, FAR)


class EagerState(NamedTuple):
    """The state of such a run: the weights as they are, and the rest as in every state."""

    w: np.ndarray
    step: np.ndarray
    bias: np.ndarray
    pace: np.ndarray


@kernel
def leading(indptr, indices, order):
    """Count the first features that each of these examples has an entry of, in whole fours.

    Of a table these are its columns without a 0, up to the first that has one. Vector instructions
    go through their weights, which lie together, and no entry is asked which of them is its own.
    """
    lead = np.uint64(0)
    for i in range(order.size):
        begin, end = np.uint64(indptr[order[i]]), np.uint64(indptr[order[i] + 1])
        if i == 0:
            lead = (end - begin) // np.uint64(4) * np.uint64(4)
        # The numbers of an example's features increase, so the last one tells of all before it.
        while lead > 0 and (
            begin + lead > end or np.uint64(indices[begin + lead - np.uint64(1)]) >= lead
        ):
            lead -= np.uint64(4)
        if lead == 0:
            break
    return lead


@inline_kernel
def predict(w, bias, indptr, indices, data, row, lead):
    """w·x + b of one example, scalar, in four sums: each of them waits for its last addition."""
    begin, end = np.uint64(indptr[row]), np.uint64(indptr[row + 1])
    together = begin + lead
    whole = begin + (end - begin) // np.uint64(4) * np.uint64(4)
    p, q, r, s = bias, 0.0, 0.0, 0.0
    for k in range(begin, together, np.uint64(4)):
        j = k - begin
        p += w[j] * data[k]
        q += w[j + np.uint64(1)] * data[k + np.uint64(1)]
        r += w[j + np.uint64(2)] * data[k + np.uint64(2)]
        s += w[j + np.uint64(3)] * data[k + np.uint64(3)]
    for k in range(together, whole, np.uint64(4)):
        p += w[np.uint32(indices[k])] * data[k]
        q += w[np.uint32(indices[k + np.uint64(1)])] * data[k + np.uint64(1)]
        r += w[np.uint32(indices[k + np.uint64(2)])] * data[k + np.uint64(2)]
        s += w[np.uint32(indices[k + np.uint64(3)])] * data[k + np.uint64(3)]
    for k in range(whole, end):
        p += w[np.uint32(indices[k])] * data[k]
    return (p + q) + (r + s)


@inline_kernel
def step_against(w, move, indptr, indices, data, row, lead):
    """w ← w − move·x of one example, in place."""
    begin, end = np.uint64(indptr[row]), np.uint64(indptr[row + 1])
    for j in range(lead):
        w[j] -= move * data[begin + j]
    for k in range(begin + lead, end):
        w[np.uint32(indices[k])] -= move * data[k]


@kernel
def truncate(w, pull, theta):
    """T1 of all weights, in place: each loses its part within ±``pull``, without a branch."""
    for j in range(w.size):
        v = w[j]
        lost = min(max(v, -pull), pull)
        w[j] = v - (lost if abs(v) <= theta else 0.0)


@kernel
def cut(w, theta):
    """T0 of all weights, in place, without a branch."""
    for j in range(w.size):
        w[j] = 0.0 if abs(w[j]) <= theta else w[j]


@kernel
def weight(state, j, settings):
    """The weight of feature j as of now."""
    return state.w[j]


@dataclass(frozen=True)
class EagerDescent(Descent):
    """Base of a descent that shrinks its weights every ``period`` steps, lazily or eagerly.

    A subclass has an ``eager_loop``, jitted, that takes the weights in place of the table, starts a
    lazy run in ``_start_lazy``, and ends a run of either kind in ``_shrink_at_end``. Each has its
    loop in full, because pages show it.
    """

    eager_loop: ClassVar[Any]

    def _start(self, setting: RunSetting) -> Any:
        if not shrinks_eagerly(setting.n_features, self.period, setting.entries):
            return self._start_lazy(setting)
        w, step = np.zeros(setting.n_features), np.zeros(1, np.int64)
        return EagerState(w, step, bias(setting), self._pace(setting))

    def _start_lazy(self, setting: RunSetting) -> Any:
        raise NotImplementedError

    def finish(self, state: Any) -> bool:
        """As :meth:`OnlineAlgorithm.finish`."""
        return int(state.step[0]) % self.period > 0 and self.shrink_once(state)

    def shrink_once(self, state: Any) -> bool:
        """Apply the rule that is due every ``period`` steps now, in place, and return True.

        The step size is that of the last step, of which there has been one.
        """
        self._shrink_at_end(state, float(step_size(state.pace, int(state.step[0]))))
        return True

    def _shrink_at_end(self, state: Any, eta: float) -> None:
        """Apply the rule that is due every ``period`` steps now, with the step size ``eta``."""
        raise NotImplementedError

    def kernels(self, state: Any) -> tuple[Any, Any]:
        """As :meth:`OnlineAlgorithm.kernels`."""
        if isinstance(state, EagerState):
            return type(self).eager_loop, weight
        return super().kernels(state)

    def loop_for(self, n_features: int, entries: float) -> Any:
        """As :meth:`OnlineAlgorithm.loop_for`."""
        eager = shrinks_eagerly(n_features, self.period, entries)
        return type(self).eager_loop if eager else type(self).loop
