"""The closed forms of the weights solve the problem of each step (Theorem 1, Remark 2)."""

from __future__ import annotations

import dataclasses

import numpy as np

from algorithms.losses import Loss, loss_slopes
from algorithms.online.group_rda import LARGEST, GroupRDA
from algorithms.record import record
from datasets import Dataset
from datasets.synthetic.yang_groups import YangGroups
from papers.claim import Axes, Case, Claim, Notes, PlaygroundRun, Quantity, Source, Trial
from papers.rules import NoViolation

GAMMA, L1, STEPS = 5.0, 0.03, 300
SIZES = (*range(1, 14), 9)
"""How many features the groups have."""
FORMS = {
    "a, group lasso": {},
    "b, r = 1": {"group_l1": 1.0},
    "b, r = √d": {"group_l1": 0.5, "by_size": True},
    "c, ρ = .02": {"group_l1": 0.5, "rho": 0.02},
    "Remark 2": {"norm": LARGEST, "group_l1": 0.3},
}
"""By what is drawn, the knobs of the method."""


def data(seed: int) -> Dataset:
    """Return examples whose features stand in groups of one to thirteen."""
    made = YangGroups(n_rows=STEPS, draw=seed).build()
    return dataclasses.replace(made, groups=np.repeat(np.arange(len(SIZES)), SIZES))


def method(form: str) -> GroupRDA:
    """Return the method of a form."""
    return GroupRDA(gamma=GAMMA, l1=L1, **FORMS[form])


def violations(trial: Trial) -> list[float]:
    """Return for each form the largest violation of the conditions of a minimum, of all steps."""
    return [largest_violation(method(form), trial.dataset) for form in FORMS]


def largest_violation(algorithm: GroupRDA, dataset: Dataset) -> float:
    """Return by how much the weights of a run miss the minimum of (5), relative to the penalty.

    w minimises ⟨ū, w⟩ + a‖w‖₁ + b N(w) + (γ/√t)½‖w‖² over a group, N its norm, if and only if the
    vector z = −ū − (γ/√t)w is, after S(z, a), no longer than b in the dual norm, and
    ⟨z, w⟩ = a‖w‖₁ + b N(w).
    """
    T, order = STEPS, np.arange(STEPS)
    trace = record(algorithm, dataset, "logistic", order=order, checkpoints=T)
    X, w = dataset.X.toarray(), trace.weights
    before = np.concatenate([np.zeros((1, w.shape[1])), w[:-1]])
    gradients = loss_slopes(Loss.logistic, (X * before).sum(axis=1), dataset.y)[:, None] * X
    t = np.arange(1, T + 1)[:, None]
    z = -np.cumsum(gradients, axis=0) / t - algorithm.gamma / np.sqrt(t) * w
    worst = 0.0
    for group, size in enumerate(SIZES):
        own = dataset.groups == group
        r = algorithm.group_l1 * (np.sqrt(size) if algorithm.by_size else 1.0)
        a = algorithm.l1 * r + algorithm.gamma * algorithm.rho / np.sqrt(t)
        worst = max(worst, _violation(algorithm, z[:, own], w[:, own], a))
    return worst


def _violation(algorithm: GroupRDA, z: np.ndarray, w: np.ndarray, a: np.ndarray) -> float:
    """The larger violation of both conditions in one group, over all steps."""
    size, left = z.shape[1], np.maximum(np.abs(z) - a, 0.0)
    if algorithm.norm == LARGEST:
        b, dual, norm = algorithm.l1 * size, left.sum(axis=1), np.abs(w).max(axis=1)
    else:
        b = algorithm.l1 * np.sqrt(size)
        dual, norm = np.linalg.norm(left, axis=1), np.linalg.norm(w, axis=1)
    beyond = (dual - b) / b
    sides = (z * w).sum(axis=1), a[:, 0] * np.abs(w).sum(axis=1) + b * norm
    apart = np.abs(sides[0] - sides[1]) / np.maximum(1.0, sides[1])
    return float(max(beyond.max(), apart.max()))


def opens(case: Case, quantity: Quantity, reading) -> PlaygroundRun:
    """Return the method on the made groups of ten."""
    stream = {"loss": "logistic", "passes": 1, "order": 0}
    recipe = ("yang_groups", {"n_rows": STEPS, "draw": 0})
    return PlaygroundRun(recipe, (method(quantity.series),), stream=stream)


CLAIM = Claim(
    key="closed_forms",
    says="After each example the new weights are written down at once: no search is needed to find "
    "them.",
    source=Source(
        "Theorem 1 and Remark 2",
        "Given the mean gradient at each iteration, the optimal solution of (5) is updated as in "
        "(10), (11) and (13).",
    ),
    cases=[Case("made groups", data)],
    quantities=[Quantity(form) for form in FORMS],
    measure=violations,
    rule=NoViolation(),
    axes=Axes("which part of the theorem", "violation of the conditions of a minimum, relative"),
    seeds=5,
    opens=opens,
    notes=Notes(
        differs=(
            "The groups are of one to thirteen features, so that √d differs from group to group.",
            "Remark 2 names the L1,∞ norm and gives no formula: ours cuts the mean gradients of a "
            "group down to one size, and weighs a group of d features by d.",
        ),
        lesson="groups",
    ),
)
