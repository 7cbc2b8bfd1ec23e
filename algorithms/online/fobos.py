"""FOBOS: step forward, then shrink backward.

Idea
    Step down the gradient, then solve ½‖w − v‖² + η_t λ‖w‖₁ exactly: a soft threshold.
Update
    w ← S(w − η_t g_t, η_t λ), g_t the mean gradient of the last m examples
Losses
    squared, logistic, hinge, clipped
Where its zeros come from
    the soft threshold, at every update and for every feature
Knobs
    η, schedule, decay per pass, λ, mini-batch size m, the round variant (λ/2 for the first half of
    the updates)
Cost per step
    O(nonzeros of x)
Memory
    two numbers per feature and two per example of the mini-batch
Source
    Dhingra et al., Alg. 4 and §2.3; Duchi & Singer 2009

With m = 1 and the schedule kept this *is* truncated gradient with θ = ∞ and K = 1. Updates, not
examples, count the t of η_t; a mini-batch not yet full waits for its last example.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms.kernel import entries, kernel
from algorithms.losses import slope
from algorithms.online.base import OVERFLOW, RunSetting, bias
from algorithms.online.descent import Descent
from algorithms.online.lazy.truncation import materialise, settle
from algorithms.online.storage.prefetch import FAR, look_ahead
from algorithms.presets import batch_size_knob, penalty_knob
from algorithms.schedules import step_size
from algorithms.shrinkage import soft_threshold
from knobs import SWITCH, knob, log


class State(NamedTuple):
    """``table`` and ``due`` as in truncated gradient; ``rows`` and ``slopes`` of the mini-batch.

    ``count`` = (updates made, examples waiting, last update with half the λ).
    """

    table: np.ndarray
    due: np.ndarray
    rows: np.ndarray
    slopes: np.ndarray
    count: np.ndarray
    bias: np.ndarray
    pace: np.ndarray


@kernel
def learn(
    table, due, rows, slopes, count, bias, pace, indptr, indices, data, y, order, loss, out, l1
):
    """One pass over ``order``; the weights stand still while a mini-batch fills."""
    u, waiting, half, total = count[0], count[1], count[2], due[0]
    done = 0
    for i in range(order.size):
        row = order[i]
        if table.shape[0] > FAR:
            look_ahead(table, indptr, indices, order, i)
        p = bias[0]
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            v = settle(table[j, 0], total, table[j, 1], np.inf)
            table[j, 0] = v
            table[j, 1] = total
            p += v * data[k]
        if not abs(p) <= OVERFLOW:
            break
        out[done] = p
        done += 1
        rows[waiting], slopes[waiting] = row, slope(loss, p, y[row])
        waiting += 1
        if waiting == rows.size:
            u += 1
            eta_u = step_size(pace, u)
            for b in range(waiting):
                move = eta_u / waiting * slopes[b]
                for k in entries(indptr, rows[b]):
                    table[np.uint32(indices[k]), 0] -= move * data[k]
                bias[0] -= bias[1] * move
            total += eta_u * (0.5 * l1 if u <= half else l1)
            waiting = 0
    count[0], count[1], due[0] = u, waiting, total
    return done


@kernel
def weight(state, j, settings):
    """The weight of feature j as of now."""
    return settle(state.table[j, 0], state.due[0], state.table[j, 1], np.inf)


@dataclass(frozen=True)
class Fobos(Descent):
    """Dhingra et al., Alg. 4; Duchi & Singer 2009."""

    l1: float = penalty_knob("Weight of the L1 penalty: the soft threshold is η_t λ.")
    batch_size: int = batch_size_knob(
        1, log(1, 100, integer=True, most=10**6), "Examples averaged into one update."
    )
    rounds: bool = knob(
        False,
        "½λ",
        "rounds",
        SWITCH,
        "Round variant: half the λ for the first half of the updates.",
        rare=True,
    )

    key = "fobos"
    title = "FOBOS"
    source = "Dhingra et al., Alg. 4; Duchi & Singer 2009"
    family = "Dhingra et al."
    hue = "green"
    dash = "dash"
    idea = "Step forward, then shrink every weight."
    formula = r"w \leftarrow S(w - \eta_t \bar g_t,\ \eta_t \lambda)"
    loop = learn
    weight = weight

    def _start(self, setting: RunSetting) -> State:
        m = int(self.batch_size)
        half = setting.n_steps // m // 2 if self.rounds else 0
        return State(
            np.zeros((setting.n_features, 2)),
            np.zeros(1),
            np.zeros(m, np.int64),
            np.zeros(m),
            np.array([0, 0, half]),
            bias(setting),
            self._pace(setting, m),
        )

    def extend(self, state: State, n_steps: int) -> State:
        """As :meth:`OnlineAlgorithm.extend`; the round variant has to know its middle."""
        if self.rounds:
            raise ValueError("rounds = True: its first half is known only of a run with an end")
        return state

    def weights(self, state: State) -> np.ndarray:
        return materialise(state.table, state.due[0], np.inf)

    def shrink(self, v: np.ndarray, t: int) -> np.ndarray:
        return soft_threshold(v, self._pull(t))

    def kinks(self, t: int) -> tuple[float, ...]:
        return (self._pull(t),) if self.l1 > 0.0 else ()

    def _pull(self, t: int) -> float:
        """η_t λ, of the first half of a run in the round variant."""
        return self.step_size(t) * self.l1 * (0.5 if self.rounds else 1.0)

    def _settings(self) -> tuple:
        return (float(self.l1),)
