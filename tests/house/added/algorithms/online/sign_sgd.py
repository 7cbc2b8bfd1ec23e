"""Stochastic gradient descent by signs.

Idea
    Look only at the sign of each slope: every example moves a weight equally far.
Update
    w ← w − η_t sign(ℓ′(w·x, y) x)
Losses
    squared, logistic, hinge, clipped
Where its zeros come from
    nowhere: a weight stays 0 only while its feature has never been seen
Knobs
    η, schedule, decay per pass
Cost per step
    O(nonzeros of x)
Memory
    one number per feature
Source
    Bernstein et al. 2018, Alg. 1
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from algorithms.kernel import kernel
from algorithms.losses import slope
from algorithms.online.base import OVERFLOW
from algorithms.online.sgd import SGD
from algorithms.schedules import step_size


@kernel
def learn(w, step, bias, pace, indptr, indices, data, y, order, loss, out):
    """One pass over ``order``."""
    t = step[0]
    for i in range(order.size):
        row = order[i]
        p = bias[0]
        for k in range(indptr[row], indptr[row + 1]):
            p += w[np.uint32(indices[k])] * data[k]
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        t += 1
        s = slope(loss, p, y[row])
        for k in range(indptr[row], indptr[row + 1]):
            w[np.uint32(indices[k])] -= step_size(pace, t) * np.sign(s * data[k])
        bias[0] -= bias[1] * step_size(pace, t) * s
    done = t - step[0]
    step[0] = t
    return done


@dataclass(frozen=True)
class SignSGD(SGD):
    """Bernstein et al. 2018, Alg. 1, one example at a time."""

    key = "sign_sgd"
    title = "Sign SGD"
    source = "Bernstein et al. 2018, Alg. 1"
    family = "Beyond the papers"
    hue = "blue"
    dash = "dashdot"
    idea = "Step down the sign of the gradient: every step is equally long."
    formula = r"w \leftarrow w - \eta_t\, \mathrm{sign}(\nabla\ell)"
    loop = learn
