"""With η = 1/√T the regret grows as √T at most (§3.4)."""

from __future__ import annotations

import math

import numpy as np

from algorithms.batch.proximal_gradient import ProximalGradient
from algorithms.bounds.constants import gradient_constants
from algorithms.losses import loss_values
from algorithms.online.truncated_gradient import TruncatedGradient
from algorithms.orders import order_of
from algorithms.record import record
from datasets import Dataset, load
from papers.claim import Axes, Case, Claim, LessonMoment, Notes, Quantity, Source, Trial
from papers.rules import NoViolation

GRAVITY, LENGTHS = 0.02, (100, 400, 1600, 6400)


def data(seed: int) -> Dataset:
    """Return a made table, drawn anew."""
    return load("sparse_linear", n_rows=1600, n_features=40, draw=seed)


def violations(trial: Trial) -> list[float]:
    """Return for each T the regret over the printed right side, less 1."""
    dataset = trial.dataset
    known = gradient_constants("logistic", dataset.X)
    order = order_of(dataset, LENGTHS[-1] // dataset.n_rows, trial.seed)
    return [violation(dataset, order[:T], known.B) for T in LENGTHS]


def violation(dataset: Dataset, order: np.ndarray, B: float) -> float:
    """Return it of one T; of the logistic loss A is 0, and the last terms fall away."""
    T = len(order)
    run = TruncatedGradient(eta=1.0 / math.sqrt(T), gravity=GRAVITY)
    trace = record(run, dataset, "logistic", order, checkpoints=T)
    X, y = dataset.X[order], dataset.y[order]
    u = ProximalGradient(l1=GRAVITY, max_iterations=500).solve((X, y), "logistic").weights
    before = np.r_[0.0, np.abs(trace.weights).sum(axis=1)[:-1]]
    own = trace.loss[-1] + GRAVITY * before.sum()
    fixed = float(loss_values("logistic", X @ u, y).sum()) + T * GRAVITY * np.abs(u).sum()
    return (own - fixed) / (math.sqrt(T) / 2.0 * (B + u @ u)) - 1.0


CLAIM = Claim(
    key="square_root",
    says=(
        "If the step size is one over the root of the run's length, four times as many examples "
        "cost only twice the regret."
    ),
    source=Source("§3.4", "If we let η = 1/√T, the L1-regularized regret is … which is O(√T)."),
    cases=[Case("made, sparse", data)],
    quantities=[Quantity("", T) for T in LENGTHS],
    measure=violations,
    rule=NoViolation(),
    axes=Axes("examples T", "regret over √T (B + ‖w̄‖²)/2, less 1", "x"),
    seeds=5,
    opens=lambda case, quantity, reading: LessonMoment("regret"),
    notes=Notes(
        differs=("The loss is the logistic one, for which A is 0 and no term is left open.",),
        lesson="regret",
    ),
)
