"""The L1-regularised hinge as a linear program, for HiGHS.

Minimise Σ c_i ξ_i + Σ λ_j (w⁺_j + w⁻_j) over w⁺, w⁻, ξ ≥ 0 with ξ_i ≥ 1 − y_i x_i·(w⁺ − w⁻).
The multipliers of the constraints are the dual point.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

from algorithms.optimum.duality import Objective

LARGEST = 200_000
"""The most nonzeros of a program that takes well under a second."""


def solve_hinge(objective: Objective) -> tuple[np.ndarray, np.ndarray] | None:
    """The weights and the dual point u, or None where HiGHS finds neither."""
    from scipy.optimize import linprog  # slow to import, and only this loss needs it

    c, d = objective.c, len(objective.l1)
    # HiGHS takes small numbers for 0, so each column is measured by its largest entry.
    largest = abs(objective.X).max(axis=0).toarray().ravel()
    size = np.where(largest > 0.0, largest, 1.0)
    signed = sparse.diags_array(objective.y) @ objective.X @ sparse.diags_array(1.0 / size)
    n, l1 = len(c), objective.l1 / size
    result = linprog(
        np.concatenate([l1, l1, c]),
        A_ub=sparse.hstack([-signed, signed, -sparse.eye_array(n)], format="csc"),
        b_ub=-np.ones(n),
        method="highs",
    )
    if result.status != 0:
        return None
    w = (result.x[:d] - result.x[d : 2 * d]) / size
    multipliers = -result.ineqlin.marginals
    a = np.divide(multipliers, c, out=np.zeros(n), where=c > 0.0)
    return w, -objective.y * np.clip(a, 0.0, 1.0)
