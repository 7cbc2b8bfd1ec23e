"""One output or several: the base of algorithms with an L1 ball for each output.

A scalar loss is the case of one output. Softmax has one per class: its own weights, its own ball
(Duchi et al. 2008, (12)). State arrays have the outputs last or first, never missing, so that one
jitted loop serves both; what is handed out has the shape the loss asks for.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from algorithms.kernel import kernel
from algorithms.losses import SCALAR_LOSSES, SOFTMAX, Loss, slope
from algorithms.online.base import OVERFLOW, RunSetting
from algorithms.online.descent import Descent
from algorithms.presets import batch_size_knob, radius_knob
from algorithms.projection.signs import ANY, signs_knob, signs_of
from knobs import log


@kernel
def slopes(loss, p, y, g):
    """Write into ``g`` (k,) the derivatives of the loss in the predictions ``p`` (k,)."""
    if loss != SOFTMAX:
        g[0] = slope(loss, p[0], y)
        return
    top, total = p[0], 0.0
    for c in range(1, p.size):
        top = max(top, p[c])
    for c in range(p.size):
        g[c] = math.exp(p[c] - top)
        total += g[c]
    for c in range(p.size):
        g[c] = g[c] / total - (1.0 if c == y else 0.0)


@kernel
def finite(p):
    """Say whether none of the predictions ``p`` (k,) has passed the limit."""
    within = True
    for c in range(p.size):
        within = within and abs(p[c]) <= OVERFLOW
    return within


@dataclass(frozen=True)
class Balls(Descent):
    """Base of the algorithms that stay in an L1 ball, one for each output.

    The last five arrays of a state are those of ``_start_of_all``: ``rows`` (m,) and ``slopes``
    (m, k) of the mini-batch, ``count`` = (updates made, classes or 0 of a scalar loss, examples
    waiting), ``bias`` (k + 1,), the intercepts and whether there are any, and the pace.
    """

    radius: float = radius_knob("The largest L1 norm the weights may have, for each class.")
    batch_size: int = batch_size_knob(
        1,
        log(1, 1000, integer=True, most=10**6, reach=(1, 10_000)),
        "Examples averaged into one update; as many as there are make it full gradients.",
        rare=True,
        kw_only=True,
    )
    signs: str = signs_knob()

    losses = (*SCALAR_LOSSES, Loss.softmax)

    def _advance(self, state: Any, rows: Any, y: Any, order: Any, code: Loss) -> np.ndarray:
        """As :meth:`OnlineAlgorithm._advance`."""
        made = super()._advance(state, rows, y, order, code)
        return made if code == Loss.softmax else made[:, 0]

    def _n_classes(self, state: Any) -> int:
        return int(state.count[1])

    def intercept(self, state: Any) -> np.ndarray:
        return state.bias[:-1].copy()

    def shrink(self, v: np.ndarray, t: int) -> None:
        """None: where a weight goes depends on all the others."""

    def _empty_predictions(self, state: Any, n: int) -> np.ndarray:
        return np.empty((n, len(state.bias) - 1))

    def _signs(self, setting: RunSetting) -> np.ndarray:
        """σ (k, d), or (k, 0) where weights may have any sign."""
        return signs_of(self.signs, outputs(setting), setting.n_features, setting.groups)

    @property
    def _by_sign(self) -> bool | None:
        """True where signs are kept; of None the compiler leaves out what hangs on it."""
        return None if self.signs == ANY else True

    def _start_of_all(self, setting: RunSetting) -> tuple[np.ndarray, ...]:
        """``rows``, ``slopes``, ``count``, ``bias`` and ``pace`` of every state."""
        m, k = int(self.batch_size), outputs(setting)
        intercepts = np.r_[np.zeros(k), float(setting.intercept)]
        waiting = np.zeros(m, np.int64), np.zeros((m, k)), np.array([0, setting.n_classes, 0])
        return *waiting, intercepts, self._pace(setting, m)


def outputs(setting: RunSetting) -> int:
    """The number k of predictions per example."""
    return setting.n_classes or 1
