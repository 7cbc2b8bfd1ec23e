"""The comparator: fixed weights u, the best in hindsight, and their loss.

The regret of a run after t steps is Σ_{s ≤ t} ℓ_s(w_s) − Σ_{s ≤ t} ℓ_s(u): the loss of the
run, less that of u on the same examples. It includes no penalty (Ω = 0).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from algorithms.batch.base import Solution
from algorithms.batch.coordinate_descent import CoordinateDescent
from algorithms.batch.proximal_gradient import ProximalGradient
from algorithms.budget.scheduler import SCHEDULER
from algorithms.losses import Loss, fitting_loss, fitting_rows, loss_values
from algorithms.snapshots import predict
from datasets import Dataset

GAP = 5e-5
"""The duality gap of a comparator at most, as a share of the objective of weights 0."""
WORK = 4e8
"""The most nonzeros read for a comparator, about: some seconds."""
QUICK = 1000
"""The number of proximal steps before coordinate descent takes over."""
ROUNDS = 30
"""The most rounds of coordinate descent: on features of very different sizes the next hundred take
ten seconds, and change the gap little. The caption shows the gap."""
NO_INTERCEPT = np.zeros(1)


@dataclass(frozen=True, eq=False)
class Comparator:
    """Fixed weights u: the minimiser of mean loss + λ‖u‖₁.

    Parameters
    ----------
    l1 : λ.
    gap : the duality gap to which it is known, in units of the objective: no weights have one that
        is lower by more.
    nonzeros : how many weights are not 0.
    weights : shape (d,), of a multiclass task (k, d).
    objective : mean loss + λ‖u‖₁.
    intercept : the constant term, shape (1,) or (k,); 0 where none was asked for.
    """

    l1: float
    gap: float
    nonzeros: int
    weights: np.ndarray
    objective: float = 0.0
    intercept: np.ndarray = field(default_factory=lambda: np.zeros(1))

    def __repr__(self) -> str:
        of = f"{self.nonzeros} of {self.weights.size} weights, objective={self.objective:.6g}"
        return f"Comparator(λ={self.l1:g}, {of}, gap={self.gap:.2g})"


def find_comparator(
    dataset: Dataset | tuple, loss: str | Loss | None, l1: float, intercept: bool = False
) -> Comparator:
    """Return the best fixed weights for all examples of ``dataset``, each held equally often.

    ``dataset`` may be a tuple (X, y), and ``loss`` None, for the usual one of its target.

    Raises ValueError when the loss does not fit the data.

    Examples
    --------
    >>> data = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], [2.0, 0.1, 2.0]
    >>> u = find_comparator(data, "squared", l1=0.1)
    >>> u.nonzeros, u.weights.round(3)
    (2, array([ 1.033, -0.367]))
    """
    dataset = Dataset.of(dataset)
    with SCHEDULER.work():
        solution = _minimum(dataset, fitting_loss(loss, dataset.task), l1, intercept)
    return Comparator(
        l1=l1,
        gap=solution.gap,
        nonzeros=int(np.count_nonzero(solution.weights)),
        weights=solution.weights,
        objective=solution.objective,
        intercept=solution.intercept,
    )


def _minimum(dataset: Dataset, loss: Loss, l1: float, intercept: bool) -> Solution:
    """Proximal steps are quick where features are of one size; where they come to no end,
    coordinate descent does, for the losses it has an update for."""
    per_step = (2 * dataset.X.nnz + dataset.n_features) * max(len(dataset.classes), 1)
    affordable = int(np.clip(WORK / per_step, 50, 20_000))
    by_coordinate = CoordinateDescent(l1=l1, tolerance=GAP, max_iterations=ROUNDS)
    able = loss in by_coordinate.losses
    steps = min(affordable, QUICK) if able else affordable
    proximal = ProximalGradient(l1=l1, tolerance=GAP, max_iterations=steps)
    solution = proximal.solve(dataset, loss, intercept=intercept)
    if solution.converged or not able:
        return solution
    other = by_coordinate.solve(dataset, loss, intercept=intercept)
    return min(solution, other, key=lambda s: s.gap)


def comparator_loss(
    weights: np.ndarray,
    dataset: Dataset | tuple,
    loss: str | Loss | None,
    order: np.ndarray,
    steps: np.ndarray,
    intercept: np.ndarray = NO_INTERCEPT,
) -> np.ndarray:
    """Return Σ_{t ≤ steps[c]} ℓ_t(u), the loss of fixed ``weights`` u along ``order``, shape (c,).

    ``weights`` are (d,), of a multiclass task (k, d); ``intercept`` (1,) or (k,).

    Examples
    --------
    >>> data = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], [2.0, 0.1, 2.0]
    >>> order = np.array([1, 0, 2])
    >>> comparator_loss(np.array([2.0, 0.0]), data, "squared", order, steps=[1, 3])
    array([0.5, 1.5])
    """
    losses = row_losses(weights, dataset, loss, intercept)
    return np.cumsum(losses[order])[np.asarray(steps) - 1]


def row_losses(
    weights: np.ndarray,
    dataset: Dataset | tuple,
    loss: str | Loss | None,
    intercept: np.ndarray = NO_INTERCEPT,
) -> np.ndarray:
    """The loss ℓ(u) of each row of ``dataset``, shape (n,); see ``comparator_loss``.

    Examples
    --------
    >>> row_losses(np.array([2.0, 0.0]), ([[1.0, 0.0], [0.0, 1.0]], [2.5, 0.1]), "squared").round(4)
    array([0.5, 0.5])
    """
    dataset = Dataset.of(dataset)
    code = fitting_loss(loss, dataset.task)
    predictions = predict(fitting_rows(code, dataset.X), weights, intercept)
    return loss_values(code, predictions, dataset.y)
