"""Proximal gradient, plain (ISTA) and accelerated (FISTA), to a stated duality gap.

Idea
    Step down the full gradient, then soft-threshold; with momentum, restarted when it points up.
Update
    w ← S(u − ∇f(u)/L, λ/L),  u = w + β_k (w − w_before)
Losses
    squared, logistic, clipped
Where its zeros come from
    the soft threshold
Knobs
    λ, with or without momentum, the gap to stop at, the most iterations
Cost per step
    two products with X, and one more for each time L grows; every tenth step the gap, as much again
Memory
    X and its transpose
Source
    Beck & Teboulle 2009; restart: O'Donoghue & Candès 2015; smoothing: Nesterov 2005

As the comparator of regret, by ``solve``, it minimises two losses more: softmax, and the hinge as a
linear program, or smoothed (μ ↓ 0) where that would be too large.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from algorithms.batch.base import BatchAlgorithm, Solution
from algorithms.batch.common.fista import FistaState, begin, step
from algorithms.batch.problem import Problem
from algorithms.losses import Loss, check_target
from algorithms.optimum.duality import Objective
from algorithms.optimum.hindsight import Search
from algorithms.presets import gap_knob, penalty_knob
from datasets import Dataset
from knobs import SWITCH, knob, log


@dataclass(frozen=True)
class ProximalGradient(BatchAlgorithm):
    """Beck & Teboulle 2009."""

    l1: float = penalty_knob(
        "Weight of the L1 penalty in the objective; at 0 no gap can be promised.",
        log(1e-4, 1.0, zero=True),
    )
    accelerated: bool = knob(
        True, "β", "momentum", SWITCH, "With momentum (FISTA) or without (ISTA)."
    )
    tolerance: float = gap_knob()
    max_iterations: int = knob(
        20_000,
        "N",
        "iterations",
        log(10, 100_000, least=1, integer=True),
        "Stop after this many iterations, whatever the gap.",
    )

    key = "proximal_gradient"
    title = "Proximal gradient"
    source = "Beck & Teboulle 2009"
    family = "Beyond the papers"
    hue = "violet"
    dash = "dot"
    idea = "Step down the full gradient, then shrink; with momentum."
    formula = r"w \leftarrow S(u - \nabla f(u)/L,\ \lambda/L)"
    losses = (Loss.squared, Loss.logistic, Loss.clipped)
    loop = step

    def start(self, problem: Problem) -> FistaState:
        return begin(Objective(problem, self.l1), np.zeros(problem.X.shape[1]))

    def advance(self, state: FistaState, accesses: int) -> bool:
        going, enough = True, self.tolerance * state.problem.scale
        while going and state.count[1] < accesses:
            allowed = state.count[0] < self.max_iterations
            going = allowed and step(state, self.accelerated, enough)
        return going

    def solve(
        self,
        dataset: Dataset | tuple,
        loss: str | Loss | None = None,
        row_weights: np.ndarray | None = None,
        start: np.ndarray | None = None,
        intercept: bool = False,
    ) -> Solution:
        """Minimise Σ c_i ℓ(w·x_i + b, y_i) + λ‖w‖₁ over ``dataset``.

        Parameters
        ----------
        dataset : or a tuple (X, y).
        loss : any, the usual one of the target unless given; for softmax there are weights and an
            intercept for each of k classes.
        row_weights : the c_i, shape (n,), ≥ 0; scaled to add up to 1. All alike unless given.
        start : weights to start from, shape (d,), for softmax (k, d); b starts at 0.
        intercept : whether there is a b, which is not penalised.

        Raises
        ------
        ValueError
            for a loss that does not fit the task or its labels, row weights that are no weights,
            and weights to start from of another shape.
        """
        dataset = Dataset.of(dataset)
        problem = Problem.over(dataset, loss, row_weights, intercept)
        check_target(problem.loss, dataset.y, len(dataset.classes))
        shape = (dataset.n_features,)
        if problem.loss == Loss.softmax:
            shape = (len(dataset.classes), *shape)
        given = np.zeros(shape) if start is None else np.asarray(start, dtype=np.float64)
        if given.shape != shape:
            raise ValueError(f"start: its shape is {given.shape}; it must be {shape}")
        # A row for the intercept, a column for each class.
        w = np.concatenate([given.T, np.zeros((int(intercept), *shape[:-1]))])
        objective = Objective(problem, self.l1)
        return Search(objective, self.accelerated, self.tolerance, self.max_iterations).run(w)
