"""Cumulative penalty.

Idea
    Add up the penalties of all steps, whichever examples made them. A weight that is not 0 pays
    what it owes of the sum, down to 0 and not beyond; what it could not pay it goes on owing.
Update
    u = λ(η_1 + … + η_t);  v = w − η_t ℓ′(w·x, y) x;
    v > 0: w ← max(0, v − (u + q)),  v < 0: w ← min(0, v + (u − q)),  and q ← q + w − v
Losses
    squared, logistic, hinge, clipped
Where its zeros come from
    the debt: a weight is 0 as long as its own steps add up to u or less, and u grows at each
    step. A feature first seen at step t has all of u against it
Knobs
    η, schedule, decay per pass, λ, and when a weight pays: before it is read, or after a step
    with its feature
Cost per step
    O(nonzeros of x)
Memory
    two numbers per feature
Source
    Tsuruoka, Tsujii & Ananiadou 2009, Fig. 2, whose C/N is λ

The paper's q is what a weight has paid, with its sign. The loop needs none: let z be the sum of
the weight's own steps, so that w = z + q. A weight never pays more than there is to pay, |q| ≤ u.
So v > 0 means z > −u, and v − (u + q) is z − u; the other side is alike, and paid weights are
w = S(z, u). With a constant η this is dual averaging, too: −ηt S(ū_t, λ), which is Xiao's (8)
with β_t = 1/η where RDA has γ√t.

A weight pays in the paper after a step with its feature: the next prediction takes it as that
step has left it. So it does in scikit-learn's ``penalty="l1"`` on sparse input; of a dense array
scikit-learn steps with every feature of a row, zeros too, and every weight has always paid. Vowpal
Wabbit's ``--l1`` computes S(z, u) whenever it reads a weight, which comes to the same: as if all of
them paid at every step. On rows without zeros the two are one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms.kernel import entries, kernel
from algorithms.losses import slope
from algorithms.online.base import OVERFLOW, RunSetting, bias
from algorithms.online.descent import Descent
from algorithms.online.lazy.truncation import RESIDUE
from algorithms.online.storage.prefetch import FAR, look_ahead
from algorithms.presets import penalty_knob
from algorithms.schedules import step_size
from algorithms.shrinkage import soft_threshold
from knobs import knob, one_of

# Where the steps of a weight add up to u but for rounding, the weight must be 0.
ROUNDED_UP = 1.0 + RESIDUE


class State(NamedTuple):
    """``table[j]`` = (z, u when the weight last paid); ``due`` = u as of now."""

    table: np.ndarray
    step: np.ndarray
    due: np.ndarray
    bias: np.ndarray
    pace: np.ndarray


@kernel
def learn(table, step, due, bias, pace, indptr, indices, data, y, order, loss, out, l1, at_reading):
    """One pass over ``order``; a weight is computed from its sum of steps when it is read."""
    t, total = step[0], due[0]
    for i in range(order.size):
        row = order[i]
        if table.shape[0] > FAR:
            look_ahead(table, indptr, indices, order, i)
        p = bias[0]
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            z = table[j, 0]
            edge = (total if at_reading else table[j, 1]) * ROUNDED_UP
            p += (z - min(max(z, -edge), edge)) * data[k]
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        t += 1
        eta_t = step_size(pace, t)
        move = eta_t * slope(loss, p, y[row])
        total += eta_t * l1
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            table[j, 0] -= move * data[k]
            table[j, 1] = total
        bias[0] -= bias[1] * move
    done = t - step[0]
    step[0], due[0] = t, total
    return done


@kernel
def weight(state, j, settings):
    """The weight of feature j as of now."""
    _, at_reading = settings
    z, at_last_payment = state.table[j, 0], state.table[j, 1]
    edge = (state.due[0] if at_reading else at_last_payment) * ROUNDED_UP
    return z - min(max(z, -edge), edge)


@dataclass(frozen=True)
class CumulativePenalty(Descent):
    """Tsuruoka, Tsujii & Ananiadou 2009, Fig. 2."""

    l1: float = penalty_knob("Weight of the L1 penalty: every step adds η_t λ to what is owed.")
    payment: str = knob(
        "before reading",
        "q",
        "a weight pays",
        one_of("before reading", "after learning"),
        "A weight pays each time before it is read, as in Vowpal Wabbit, or each time after an "
        "example with its feature was learned from, as in the paper and, on sparse input, "
        "in scikit-learn.",
        rare=True,
    )

    key = "cumulative_penalty"
    title = "Cumulative penalty"
    source = "Tsuruoka, Tsujii & Ananiadou 2009, Fig. 2"
    family = "Tsuruoka et al. 2009"
    hue = "violet"
    dash = "dashdot"
    idea = "Add up the penalties of all steps; a weight pays what it can and owes the rest."
    formula = (
        r"w \leftarrow S\Bigl(-\textstyle\sum_{s \le t} \eta_s \nabla\ell_s,"
        r"\ \lambda \sum_{s \le t} \eta_s\Bigr)"
    )
    loop = learn
    weight = weight

    def _start(self, setting: RunSetting) -> State:
        table = np.zeros((setting.n_features, 2))
        return State(table, np.zeros(1, np.int64), np.zeros(1), bias(setting), self._pace(setting))

    def weights(self, state: State) -> np.ndarray:
        z, at_last_payment = state.table.T
        total = state.due[0] if self._at_reading else at_last_payment
        return soft_threshold(z, total * ROUNDED_UP)

    def shrink(self, v: np.ndarray, t: int) -> None:
        return None

    @property
    def _at_reading(self) -> bool:
        return self.payment == "before reading"

    def _settings(self) -> tuple:
        return float(self.l1), self._at_reading
