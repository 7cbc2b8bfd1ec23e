"""Solving: to a duality gap, with the knobs that say when to stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from algorithms.batch.base import Solution
from algorithms.batch.problem import Problem
from algorithms.losses import Loss, check_target, fitting_loss
from algorithms.optimum.penalty import BlockPenalty
from algorithms.optimum.solver import solve
from datasets import Dataset
from knobs import knob, log

Terms = tuple[np.ndarray, BlockPenalty, Callable[[np.ndarray], np.ndarray]]


@dataclass(frozen=True)
class GapSolver:
    """A base, beside that of the algorithm, that solves the problem which ``record`` shows."""

    tolerance: float = knob(
        1e-8,
        "ε",
        "gap",
        log(1e-12, 1e-2),
        "When solving: stop when the duality gap is below this share of the objective at w = 0.",
        kw_only=True,
    )
    max_iterations: int = knob(
        100,
        "N",
        "rounds",
        log(1, 1000, integer=True),
        "When solving: stop after this many looks at all slopes, whatever the gap.",
        kw_only=True,
    )

    def solve(
        self,
        dataset: Dataset | tuple,
        loss: str | Loss | None = None,
        row_weights: np.ndarray | None = None,
        intercept: bool = False,
        groups: Any = None,
    ) -> Solution:
        """Minimise Σ c_i ℓ(w·x_i + b, y_i) plus the penalty of the algorithm over ``dataset``.

        Parameters
        ----------
        dataset : or a tuple (X, y).
        loss : squared or logistic; squared for amounts, else logistic, unless given.
        row_weights : the c_i, shape (n,), ≥ 0; scaled to add up to 1. All alike unless given.
        intercept : whether there is a b, which is not penalised.
        groups : where the penalty has groups, those of the features: a vector (d,), or lists that
            may overlap; the dataset's own otherwise.

        Raises
        ------
        ValueError
            for another loss, one that does not fit the task or its labels, groups that are none,
            and row weights that are no weights.
        """
        dataset = Dataset.of(dataset)
        code = fitting_loss(loss, dataset.task)
        if code not in self.losses:
            known = ", ".join(smooth.name for smooth in self.losses)
            raise ValueError(
                f"loss = {code.name!r}: {self.title} has no update for it; it must be one of "
                f"{known}"
            )
        check_target(code, dataset.y)
        given = dataset.groups if groups is None else groups
        return self.reach(Problem.of(dataset.X, dataset.y, code, row_weights, intercept, given))

    def reach(self, problem: Problem) -> Solution:
        """The optimum of ``problem``, whose X may also be a dense array."""
        features, penalty, fold = self._terms(problem)
        enough = self.tolerance * problem.scale
        optimum = solve(problem, features, penalty, enough, int(self.max_iterations))
        inner = len(features) - int(problem.intercept)
        w, converged = fold(optimum.w[:inner]), optimum.gap <= enough
        b = optimum.w[inner:].copy() if problem.intercept else np.zeros(1)
        return Solution(w, optimum.objective, optimum.gap, optimum.rounds, converged, b)

    def _terms(self, problem: Problem) -> Terms:
        """The column of X that each weight (C,) belongs to, the penalty on the weights, and how
        those but for the intercept become weights of the features."""
        raise NotImplementedError
