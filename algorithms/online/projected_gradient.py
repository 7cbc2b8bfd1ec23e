"""Projected gradient.

Idea
    Step down the gradient, then go to the nearest point of the L1 ball.
Update
    w ← Π_z(w − η_t ℓ′(w·x, y) x)
Losses
    squared, logistic, hinge, clipped; softmax with one set of weights, and one ball, a class
Where its zeros come from
    the projection: outside the ball all weights are soft-thresholded by the one θ that brings
    their norm to z
Knobs
    η, schedule, decay per pass, z, the way to find θ
Cost per step
    by tree O(k log n), k nonzeros of x, n of w; by sort O(d log d), by pivot or Condat O(d)
Memory
    one number per feature, for each class; by tree two more per nonzero weight, else two per
    feature
Source
    Duchi et al. 2008, (2); by tree §6 and Fig. 3
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms.kernel import entries, kernel
from algorithms.online.base import RunSetting
from algorithms.online.common import balls
from algorithms.online.common.balls import confine, read
from algorithms.online.common.multiclass import Balls, finite, outputs, slopes
from algorithms.projection.methods import METHODS
from algorithms.projection.tree import tree
from algorithms.schedules import step_size
from knobs import knob, one_of


class State(NamedTuple):
    """The first four hold the weights, in the form of ``common.balls``."""

    w: np.ndarray
    nodes: np.ndarray
    state: np.ndarray
    room: np.ndarray
    count: np.ndarray
    bias: np.ndarray
    pace: np.ndarray


@kernel
def learn(
    w, nodes, state, room, count, bias, pace, indptr, indices, data, y, order, loss, out,
    radius, by_sort, by_pivot, by_condat, by_tree,
):  # fmt: skip
    """One pass over ``order``."""
    t, g = count[0], np.empty(out.shape[1])
    for i in range(order.size):
        row, p = order[i], out[i]
        for c in range(g.size):
            p[c] = bias[c]
            for k in entries(indptr, row):
                p[c] += read(w, state, by_tree, c, np.int64(indices[k])) * data[k]
        if not finite(p):
            break
        t += 1
        eta_t = step_size(pace, t)
        slopes(loss, p, y[row], g)
        for c in range(g.size):
            move = eta_t * g[c]
            if by_tree is not None:
                for k in entries(indptr, row):
                    tree.add(w[c], nodes[c], state[c], np.int64(indices[k]), -move * data[k])
                tree.project(w[c], nodes[c], state[c], radius)
            if by_sort is not None or by_pivot is not None or by_condat is not None:
                for k in entries(indptr, row):
                    w[c, np.uint32(indices[k])] -= move * data[k]
                confine(w[c], room, by_sort, by_pivot, by_condat, radius)
            bias[c] -= bias[-1] * move
    done = t - count[0]
    count[0] = t
    return done


@dataclass(frozen=True)
class ProjectedGradient(Balls):
    """Duchi et al. 2008, (2)."""

    way: str = knob(
        "condat",
        "Π",
        "projection",
        one_of(*METHODS),
        "How θ is found: a tree looks at the changed weights alone, which pays beyond some 10⁵.",
    )

    key = "projected_gradient"
    title = "Projected gradient"
    source = "Duchi et al. 2008, (2)"
    family = "Duchi et al. 2008"
    hue = "green"
    dash = "solid"
    idea = "Step, then go to the nearest point of the L1 ball."
    formula = r"w \leftarrow \Pi_z(w - \eta_t \nabla\ell)"
    loop = learn

    def _start(self, setting: RunSetting) -> State:
        weights = balls.zeros(self.way, outputs(setting), setting.n_features)
        return State(*weights, *self._start_of_all(setting))

    def weights(self, state: State) -> np.ndarray:
        if self.way == "tree":
            w = np.array([tree.values(*one) for one in zip(state.w, state.state, strict=True)])
        else:
            w = state.w.copy()
        return w if state.count[1] else w[0]

    def _width(self, state: State) -> int:
        return state.w.shape[1]

    def _settings(self) -> tuple:
        return float(self.radius), *(True if self.way == way else None for way in METHODS)
