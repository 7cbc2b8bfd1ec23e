"""The base of every batch algorithm, so that ``record`` can run it like an online one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from algorithms.batch.problem import Problem
from algorithms.losses import SMOOTH_LOSSES, Loss
from knobs import check_knobs


@dataclass(eq=False)
class BatchState:
    """A batch run under way.

    Attributes
    ----------
    problem : the objective to minimise.
    w : float64 (columns of X,), the weights, the intercept last where there is one.
    count : int64 (3,) = (steps, entries x_ij read, gradients ℓ′ of single examples evaluated).
        One step reads an entry once, whatever it does with it.
    diverged : bool (1,), whether a step was refused because it would overflow.
    """

    problem: Problem
    w: np.ndarray
    count: np.ndarray = field(default_factory=lambda: np.zeros(3, np.int64))
    diverged: np.ndarray = field(default_factory=lambda: np.zeros(1, np.bool_))


@dataclass(frozen=True)
class Solution:
    """``weights`` (d,), of a multiclass problem (k, d), their ``objective``, and how good they are.

    No weights have an objective lower by more than ``gap``; ``converged`` if that is no more than
    the tolerance, which is a share of the objective of weights 0 (``Problem.scale``).
    """

    weights: np.ndarray
    objective: float
    gap: float
    iterations: int
    converged: bool
    intercept: np.ndarray = field(default_factory=lambda: np.zeros(1))

    def __repr__(self) -> str:
        of = f"{np.count_nonzero(self.weights)} of {self.weights.size} weights"
        ended = f"{'converged' if self.converged else 'ended'} after {self.iterations} iterations"
        return f"Solution({of}, objective={self.objective:.6g}, gap={self.gap:.2g}, {ended})"


@dataclass(frozen=True)
class BatchAlgorithm:
    """Base of the batch algorithms; the fields are knobs, checked when an instance is made.

    Examples
    --------
    >>> from algorithms import CATALOGUE
    >>> data = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], [2.0, 0.1, 2.0]
    >>> solution = CATALOGUE["coordinate_descent"](l1=0.1).solve(data, "squared")
    >>> solution.converged, solution.weights.round(3)
    (True, array([ 1.033, -0.367]))
    """

    key: ClassVar[str]
    title: ClassVar[str]
    source: ClassVar[str]
    idea: ClassVar[str]
    formula: ClassVar[str]
    family: ClassVar[str]
    hue: ClassVar[str]
    dash: ClassVar[str]
    kind: ClassVar[str] = "batch"
    losses: ClassVar[tuple[Loss, ...]] = SMOOTH_LOSSES
    loop: ClassVar[Any]
    """The function of one step, shown to readers of the code."""

    def __post_init__(self) -> None:
        check_knobs(self)

    def start(self, problem: Problem) -> BatchState:
        """The state before the first step: weights 0, and all precomputed values."""
        return BatchState(problem, np.zeros(problem.X.shape[1]))

    def advance(self, state: BatchState, accesses: int) -> bool:
        """Take whole steps, in place, until ``state.count[1]`` ≥ ``accesses``.

        Returns False when there is nothing left to do: the run has arrived, or the next step
        would overflow (``state.diverged``). The weights do not depend on where calls are cut.
        """
        raise NotImplementedError

    def weights(self, state: BatchState) -> np.ndarray:
        """The weights as of now, shape (n_features,), float64, a copy."""
        return state.w[: state.problem.n_features].copy()

    def intercept(self, state: BatchState) -> np.ndarray:
        """The intercept as of now, shape (1,); 0 without one."""
        return (
            state.w[state.problem.n_features :].copy() if state.problem.intercept else np.zeros(1)
        )

    @property
    def stride(self) -> int:
        """Return 1: a batch run may have a checkpoint after any step."""
        return 1

    def step_size(self, t: int) -> float | None:
        """Return None: a batch step sets its own size."""
        return None

    def shrink(self, v: np.ndarray, t: int) -> np.ndarray | None:
        """Return the weights ``v`` after the shrinkage of step ``t`` alone; None without one.

        ``v`` is (d,), and the gradient is 0.
        """
        return None

    def kinks(self, t: int) -> tuple[float, ...]:
        """Return the finite \\|v\\| > 0 at which ``shrink`` bends or jumps."""
        return ()
