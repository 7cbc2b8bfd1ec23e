"""FOBOS for the group lasso.

Idea
    Step down the gradient, then shrink each group as a whole, and with r > 0 within itself.
Update
    v = w − η_t ℓ′(w·x, y) x;  c_g = S(v_g, η_t λ r);  w_g ← [1 − η_t λ√d_g/‖c_g‖₂]₊ c_g
Losses
    squared, logistic, hinge, clipped
Where its zeros come from
    a group that no gradient feeds loses η_t λ√d_g of its length a step and stays at 0; with
    r > 0 each of its weights loses η_t λ r, too
Knobs
    η, schedule, λ, r, which groups and the size of blocks
Cost per step
    O(features of the groups that x touches), for with r = 0 missed shrinks add up; with r > 0 they
    do not and are replayed: over a run, what shrinking every group that is not 0 at each step costs
Memory
    one number per copy of a feature and one per group; to say which groups there are, four
    half-size whole numbers per copy and one per group
Source
    Yang et al. 2010, (8); overlap and graphs Remark 5
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms.kernel import kernel
from algorithms.losses import slope
from algorithms.online.base import OVERFLOW, RunSetting, bias
from algorithms.online.common.group_knobs import GroupStructure, group_penalty_knob, within_knob
from algorithms.online.descent import Descent
from algorithms.online.lazy.group_shrink import replay_groups, settle_groups
from algorithms.online.storage.group_layout import Layout, descend, look_ahead_groups, predict
from algorithms.online.storage.prefetch import FAR
from algorithms.schedules import step_size


class State(NamedTuple):
    """``w[c]`` is the weight of a copy, ``paid[g]`` what ``due`` was when group g last paid.

    ``due`` is Σ_s η_s λ where missed shrinks add up, the number of steps where they do not.
    """

    w: np.ndarray
    paid: np.ndarray
    layout: Layout
    step: np.ndarray
    due: np.ndarray
    bias: np.ndarray
    pace: np.ndarray


@kernel
def learn(
    w, paid, layout, step, due, bias, pace,
    indptr, indices, data, y, order, loss, out, l1, group_l1,
):  # fmt: skip
    """One pass over ``order``; due shrinkage of its groups is applied before an example is read."""
    t, total, rows = step[0], due[0], layout.rows
    for i in range(order.size):
        row = order[i]
        begin, end = indptr[row], indptr[row + 1]
        if rows.shape[0] > FAR:
            look_ahead_groups(w, paid, layout, indptr, indices, order, i)
        if group_l1 == 0.0:
            settle_groups(w, paid, layout, indices, begin, end, total)
        else:
            replay_groups(w, paid, layout, indices, begin, end, total, pace, l1, group_l1)
        p = predict(bias[0], w, rows, indices, data, begin, end)
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        t += 1
        eta_t = step_size(pace, t)
        move = eta_t * slope(loss, p, y[row])
        descend(w, rows, indices, data, begin, end, move)
        bias[0] -= bias[1] * move
        total = total + eta_t * l1 if group_l1 == 0.0 else float(t)
    done = t - step[0]
    step[0], due[0] = t, total
    return done


@dataclass(frozen=True)
class GroupFobos(GroupStructure, Descent):
    """Yang et al. 2010, (8)."""

    l1: float = group_penalty_knob()
    group_l1: float = within_knob()

    key = "group_fobos"
    title = "Group FOBOS"
    source = "Yang et al. 2010, (8)"
    family = "Yang et al. 2010"
    hue = "blue"
    dash = "dot"
    idea = "Step forward, then shrink every group as a whole."
    formula = (
        r"w_g \leftarrow \Bigl[1 - \tfrac{\eta_t \lambda \sqrt{d_g}}{\|c_g\|_2}\Bigr]_+ c_g,\quad "
        r"c_g = S\bigl(w_g - \eta_t \nabla_g\ell,\ \eta_t \lambda r\bigr)"
    )
    loop = learn

    def _start(self, setting: RunSetting) -> State:
        layout = Layout.of(self.effective_groups(setting.n_features, setting.groups))
        w, paid = np.zeros(len(layout.rows)), np.zeros(len(layout.starts) - 1)
        step, due = np.zeros(1, np.int64), np.zeros(1)
        return State(w, paid, layout, step, due, bias(setting), self._pace(setting))

    def _advance(self, state, rows, y, order, code) -> np.ndarray:
        """As :meth:`OnlineAlgorithm._advance`."""
        predictions = super()._advance(state, rows, y, order, code)
        if self.group_l1 > 0.0:
            # When a replay is done changes nothing, but no look should have to repeat it.
            self._settle(state, state.w, state.paid)
        return predictions

    def weights(self, state: State) -> np.ndarray:
        w = state.w.copy()
        self._settle(state, w, state.paid.copy())
        return state.layout.fold(w[state.layout.rows[:, 0]])

    def shrink(self, v: np.ndarray, t: int) -> None:
        return None

    def _settle(self, state: State, w: np.ndarray, paid: np.ndarray) -> None:
        """Let all groups pay."""
        features, (l1, group_l1) = state.layout.features(), self._settings()
        everything = features, 0, len(features), state.due[0]
        if group_l1 == 0.0:
            settle_groups(w, paid, state.layout, *everything)
        else:
            replay_groups(w, paid, state.layout, *everything, state.pace, l1, group_l1)

    def _width(self, state: State) -> int:
        return len(state.layout.features())

    def _settings(self) -> tuple:
        # Without λ there is nothing to replay.
        return float(self.l1), float(self.group_l1) if self.l1 > 0.0 else 0.0
