"""Projected gradient.

Idea
    Step down the gradient, then go to the nearest point of the L1 ball.
Update
    w ← Π_z(w − η_t g_t), g_t the mean gradient of the last m examples; where signs are kept,
    weights of the wrong sign become 0 before Π_z
Losses
    squared, logistic, hinge, clipped; softmax with one set of weights, and one ball, a class
Where its zeros come from
    the projection: outside the ball all weights are soft-thresholded by the one θ that brings
    their norm to z; and weights whose sign would be wrong
Knobs
    η, schedule, decay per pass, z, mini-batch size m, the signs allowed, the way to find θ
Cost per step
    by tree O(k log n), k nonzeros of x, n of w; by sort O(d log d), by pivot or Condat O(d), once
    a mini-batch
Memory
    one number per feature, for each class; by tree two more per nonzero weight, else two per
    feature; and k + 1 per example of the mini-batch
Source
    Duchi et al. 2008, (2); by tree §6 and Fig. 3; signs by class (12)

Updates, not examples, count the t of η_t; a mini-batch not yet full waits for its last example.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms.kernel import entries, kernel
from algorithms.online.base import RunSetting
from algorithms.online.common import balls
from algorithms.online.common.balls import confine, keep_sign, read
from algorithms.online.common.multiclass import Balls, finite, outputs, slopes
from algorithms.projection.methods import METHODS
from algorithms.projection.tree import tree
from algorithms.schedules import step_size
from knobs import knob, one_of


class State(NamedTuple):
    """The first four hold the weights, in the form of ``common.balls``; ``signs`` is σ."""

    w: np.ndarray
    nodes: np.ndarray
    state: np.ndarray
    room: np.ndarray
    signs: np.ndarray
    rows: np.ndarray
    slopes: np.ndarray
    count: np.ndarray
    bias: np.ndarray
    pace: np.ndarray


@kernel
def learn(
    w, nodes, state, room, signs, rows, pulls, count, bias, pace, indptr, indices, data, y, order,
    loss, out, radius, by_sign, by_sort, by_pivot, by_condat, by_tree,
):  # fmt: skip
    """One pass over ``order``; the weights stand still while a mini-batch fills."""
    t, waiting, done = count[0], count[2], 0
    for i in range(order.size):
        row, p = order[i], out[i]
        for c in range(p.size):
            p[c] = bias[c]
            for k in entries(indptr, row):
                p[c] += read(w, state, by_tree, c, np.int64(indices[k])) * data[k]
        if not finite(p):
            break
        done += 1
        rows[waiting] = row
        slopes(loss, p, y[row], pulls[waiting])
        waiting += 1
        if waiting < rows.size:
            continue
        t += 1
        eta_t = step_size(pace, t)
        for c in range(p.size):
            for b in range(waiting):
                move = eta_t / waiting * pulls[b, c]
                for k in entries(indptr, rows[b]):
                    j = np.int64(indices[k])
                    if by_tree is not None:
                        tree.add(w[c], nodes[c], state[c], j, -move * data[k])
                    else:
                        w[c, np.uint32(j)] -= move * data[k]
                bias[c] -= bias[-1] * move
            if by_sign is not None:
                for b in range(waiting):
                    for k in entries(indptr, rows[b]):
                        j = np.int64(indices[k])
                        keep_sign(w, nodes, state, by_tree, c, j, signs[c, j])
            if by_tree is not None:
                tree.project(w[c], nodes[c], state[c], radius)
            else:
                confine(w[c], room, by_sort, by_pivot, by_condat, radius)
        waiting = 0
    count[0], count[2] = t, waiting
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
        return State(*weights, self._signs(setting), *self._start_of_all(setting))

    def weights(self, state: State) -> np.ndarray:
        if self.way == "tree":
            w = np.array([tree.values(*one) for one in zip(state.w, state.state, strict=True)])
        else:
            w = state.w.copy()
        return w if state.count[1] else w[0]

    def _width(self, state: State) -> int:
        return state.w.shape[1]

    def _settings(self) -> tuple:
        return (
            float(self.radius),
            self._by_sign,
            *(True if self.way == way else None for way in METHODS),
        )
