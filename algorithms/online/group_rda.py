"""Group RDA: dual averaging for the group lasso.

Idea
    Answer the mean of all gradients so far: a group in which it is short is 0 as a whole.
Update
    ū_t = (g_1 + … + g_t)/t;  c_g = S(ū_g, λ r_g + γ ρ/√t), r_g = r or r√d_g;
    w_g ← −(√t/γ) [1 − λ√d_g/‖c_g‖₂]₊ c_g;  r = ρ = 0: DA-GL, r > 0: DA-SGL, ρ > 0: enhanced;
    with the norm ‖w_g‖_∞ instead: no c of the group larger than τ_g, where the cuts add up to λ d_g
Losses
    squared, logistic, hinge, clipped
Where its zeros come from
    a whole group is 0 as long as ‖c_g‖₂ ≤ λ√d_g; with r or ρ > 0 so is, within a group that is
    not, a weight whose own mean gradient is small; with ‖w_g‖_∞ a group is 0 as long as its c have
    a mean size of λ at most
Knobs
    γ, λ, r and whether it grows with the group, ρ, the norm of a group, which groups and the size
    of blocks; there is no step size
Cost per step
    O(features of the groups that x touches), each group once; with ‖w_g‖_∞ some times
Memory
    one number per copy of a feature and two per group, or four; to say which groups there are, four
    half-size whole numbers per copy and one per group
Source
    Yang et al. 2010, Algorithm 1 and Theorem 1, (10)–(14); ‖w_g‖_∞ Remark 2; overlap and graphs
    Remark 5
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms.kernel import kernel
from algorithms.losses import slope
from algorithms.online.base import OVERFLOW, OnlineAlgorithm, RunSetting, bias
from algorithms.online.common.group_caps import find_caps, predict_capped
from algorithms.online.common.group_knobs import GroupStructure, group_penalty_knob, within_knob
from algorithms.online.common.group_share import find_shares, predict, thresholds
from algorithms.online.storage.group_layout import Layout, descend, look_ahead_groups
from algorithms.online.storage.prefetch import FAR
from algorithms.presets import proximity_knob
from algorithms.shrinkage import soft_threshold
from knobs import SWITCH, knob, log, one_of

LENGTH, LARGEST = "length", "largest weight"


class State(NamedTuple):
    """``descent`` = −Σ g of each copy, (c,); ``drift`` = −Σ ℓ′ for the intercept.

    ``shares`` are those of ``common.group_share``, (G, 2), or of ``common.group_caps``, (G, 4).
    """

    descent: np.ndarray
    shares: np.ndarray
    layout: Layout
    drift: np.ndarray
    step: np.ndarray
    bias: np.ndarray


@kernel
def learn(
    descent, shares, layout, drift, step, bias,
    indptr, indices, data, y, order, loss, out, gamma, l1, group_l1, rho, by_size, by_largest,
):  # fmt: skip
    """One pass over ``order``; a weight is computed from its sum of gradients when it is read."""
    t, rows = step[0], layout.rows
    for i in range(order.size):
        row = order[i]
        begin, end = indptr[row], indptr[row + 1]
        if rows.shape[0] > FAR:
            look_ahead_groups(descent, shares, layout, indptr, indices, order, i)
        if by_size or by_largest:
            find_caps(
                descent, shares, layout, indices, begin, end, t,
                (gamma, l1, group_l1, rho), by_size, by_largest,
            )  # fmt: skip
            p = predict_capped(descent, shares, rows, indices, data, begin, end)
        else:
            cut, edge = thresholds(t, gamma, l1, group_l1, rho)
            find_shares(descent, shares, layout, indices, begin, end, t, cut, edge)
            p = predict(descent, shares, rows, indices, data, begin, end, cut)
        p = bias[0] + p / (gamma * math.sqrt(max(t, 1)))
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        t += 1
        s = slope(loss, p, y[row])
        descend(descent, rows, indices, data, begin, end, s)
        drift[0] -= bias[1] * s
        bias[0] = drift[0] / (gamma * math.sqrt(t))
    done = t - step[0]
    step[0] = t
    return done


@dataclass(frozen=True)
class GroupRDA(GroupStructure, OnlineAlgorithm):
    """Yang et al. 2010, Algorithm 1."""

    gamma: float = proximity_knob()
    l1: float = group_penalty_knob()
    group_l1: float = within_knob()
    rho: float = knob(
        0.0,
        "ρ",
        "enhancement",
        log(1e-3, 10.0, zero=True),
        "More zeros early on: γρ/√t is taken off the size of every mean gradient.",
    )
    by_size: bool = knob(
        False,
        "r√d",
        "r grows with the group",
        SWITCH,
        "Multiplies r by √d_g in a group of d_g features: r_g of Yang et al.'s splice sites.",
        rare=True,
    )
    norm: str = knob(
        LENGTH,
        "norm",
        "size of a group",
        one_of(LENGTH, LARGEST),
        "What is penalised of a group: its length times √d_g, or its largest weight times d_g; the "
        "latter makes weights of one size.",
        rare=True,
    )

    key = "group_rda"
    title = "Group RDA"
    source = "Yang et al. 2010, Theorem 1"
    family = "Yang et al. 2010"
    hue = "purple"
    dash = "dot"
    idea = "Answer the mean gradient, but not in groups where it is short."
    formula = (
        r"w_g \leftarrow -\tfrac{\sqrt t}{\gamma} "
        r"\Bigl[1 - \tfrac{\lambda \sqrt{d_g}}{\|c_g\|_2}\Bigr]_+ c_g,\quad "
        r"c_g = S\bigl(\bar u_g,\ \lambda r + \tfrac{\gamma \rho}{\sqrt t}\bigr)"
    )
    loop = learn

    def _start(self, setting: RunSetting) -> State:
        layout = Layout.of(self.effective_groups(setting.n_features, setting.groups))
        width = 4 if any(self._settings()[-2:]) else 2
        descent, shares = np.zeros(len(layout.rows)), np.zeros((len(layout.starts) - 1, width))
        drift, step = np.zeros(1), np.zeros(1, np.int64)
        return State(descent, shares, layout, drift, step, bias(setting))

    def weights(self, state: State) -> np.ndarray:
        t, layout = int(state.step[0]), state.layout
        *strengths, by_size, by_largest = self._settings()
        shares, features = state.shares.copy(), layout.features()
        copy, group = layout.rows[:, 0], layout.rows[:, 1]
        everything = state.descent, shares, layout, features, 0, len(features), t
        if by_size or by_largest:
            find_caps(*everything, tuple(strengths), by_size, by_largest)
            cut, cap = shares[group, 2], shares[group, 3]
        else:
            cut, edge = thresholds(t, *strengths)
            find_shares(*everything, cut, edge)
            cap = np.inf
        kept = soft_threshold(state.descent[copy], cut) * shares[group, 0]
        kept = layout.fold(np.clip(kept, -cap, cap))
        return kept / (self.gamma * math.sqrt(max(t, 1)))

    def shrink(self, v: np.ndarray, t: int) -> None:
        return None

    def _width(self, state: State) -> int:
        return len(state.layout.features())

    def _settings(self) -> tuple:
        strengths = float(self.gamma), float(self.l1), float(self.group_l1), float(self.rho)
        return *strengths, bool(self.by_size), self.norm == LARGEST
