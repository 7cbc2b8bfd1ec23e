"""Floating-point operations of a run, by formula from what its trace counts.

Entries read are the papers' measure of cost, and say nothing of what a step does beside reading:
sort a vector, walk down a tree, solve Newton's equations. Here each addition, multiplication,
comparison, root, exponential and logarithm is one operation, and an algorithm costs

    4 for each entry read (2 to predict, 2 to move)  +  its loss's slopes  +  what ``EXTRA`` says

with d features, n rows, and r entries in all rows. Reading all of X once counts r entries read, so
a batch run has made (entries read)/r products with X and its transpose, whatever its steps are.
Products with B = XᵀX (``full_gradient``) count as the pass that they stand for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from algorithms.losses import Loss

PER_ENTRY = 4.0
SLOPES = {
    Loss.squared: 1.0,
    Loss.logistic: 5.0,
    Loss.hinge: 2.0,
    Loss.clipped: 3.0,
    Loss.softmax: 5.0,
}
"""Operations of ℓ′ of one prediction."""


class Work(NamedTuple):
    """What a run had done at its ``c`` checkpoints; arrays are float64 (c,).

    ``updates`` are the steps that changed weights, ``live`` the sum over them of the weights that
    were not 0, ``products`` the times that all of X was read.
    """

    algorithm: object
    updates: np.ndarray
    entries: np.ndarray
    products: np.ndarray
    live: np.ndarray
    d: int
    n: int


def projection(work: Work) -> np.ndarray:
    """Of an update: sort d log₂ d; pivot, Condat 6d; tree 4 log₂ n an entry, n its nonzeros."""
    d = max(work.d, 2)
    if work.algorithm.way == "tree":
        alive = work.live / np.maximum(work.updates, 1.0)
        return 4.0 * np.log2(alive + 2.0) * work.entries
    return work.updates * (d * np.log2(d) if work.algorithm.way == "sort" else 6.0 * d)


EXTRA: dict[str, Callable[[Work], np.ndarray]] = {
    # A pull is paid when an entry is read: a difference, a product, a comparison.
    **dict.fromkeys(
        (
            "subgradient",
            "truncated_gradient",
            "fobos",
            "cumulative_penalty",
            "elastic_net_truncated_gradient",
        ),
        lambda work: 3.0 * work.entries,
    ),
    # Weights are made of sums of gradients: a soft threshold and a quotient, with roots of squares.
    **dict.fromkeys(("rda", "group_rda", "group_fobos"), lambda work: 5.0 * work.entries),
    **dict.fromkeys(
        ("ftrl_proximal", "adagrad_fobos", "adagrad_rda"), lambda work: 8.0 * work.entries
    ),
    "l0_sgd": lambda work: np.log2(work.algorithm.n_nonzeros + 2.0) * work.entries,
    "projected_gradient": projection,
    # A formula is worked out for every weight at each cut.
    "your_rule": lambda work: (
        work.updates / work.algorithm.period * work.d * len(work.algorithm.program.instructions)
    ),
    # Two exponentials to read a weight; its term leaves the normaliser and comes back.
    "exponentiated_gradient": lambda work: 14.0 * work.entries,
    # The threshold and the norm of the link, for every θ_j that is not 0.
    "smidas": lambda work: 4.0 * work.entries + 6.0 * work.live,
    # A step looks at the gains of all weights.
    "greedy_cd": lambda work: 8.0 * work.d * work.updates - 2.0 * work.entries,
    # It shrinks all weights and predictions.
    "frank_wolfe": lambda work: (4.0 * work.d + 3.0 * work.n) * work.updates - 2.0 * work.entries,
    "subgradient_descent": lambda work: 4.0 * work.d * work.updates,
    # A trial is a step, a projection, and the slope along the way to it.
    "batch_projected_gradient": lambda work: 10.0 * work.d * work.products,
    "proximal_gradient": lambda work: 8.0 * work.d * work.products,
    # Each iteration of conjugate gradients has five vector operations in 2d and n numbers and a
    # preconditioner; each Newton step the barrier, its slopes and curvatures, and a line search.
    "interior_point": lambda work: (
        (20.0 * work.d + 3.0 * work.n) * work.products
        + (40.0 * work.d + 10.0 * work.n) * work.updates
    ),
}
"""What an algorithm does beside products with the entries that it reads; others do nothing."""


def count_operations(trace: Any) -> np.ndarray:
    """Return the floating-point operations of a ``Trace`` at its checkpoints, float64 (c,).

    Examples
    --------
    >>> from algorithms import CATALOGUE, record
    >>> data = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], [2.0, 0.1, 2.0]
    >>> record(CATALOGUE["sgd"](), data, "squared", checkpoints=1).operations
    array([19.])
    """
    loss, size = Loss[trace.loss_name], trace.costs.examples
    *several, d = trace.final.weights.shape
    entries = trace.costs.accesses.astype(np.float64)
    per_update = getattr(trace.algorithm, "batch_size", 1) if trace.fit is None else 1
    work = Work(
        trace.algorithm,
        trace.steps / max(per_update, 1),
        entries,
        entries / max(size.entries, 1),
        _sum_between(trace.used / 1.0, trace.steps / 1.0),
        d,
        size.rows,
    )
    extra = EXTRA.get(trace.algorithm.key, lambda work: 0.0 * work.entries)(work)
    slopes = SLOPES[loss] * trace.costs.evaluations
    return (several[0] if several else 1) * (PER_ENTRY * entries + slopes + extra)


def _sum_between(values: np.ndarray, steps: np.ndarray) -> np.ndarray:
    """The sum over all steps of what is known at some of them, by straight lines from 0."""
    before, at = np.r_[0.0, values[:-1]], np.r_[0.0, steps[:-1]]
    return np.cumsum(0.5 * (values + before) * (steps - at))
