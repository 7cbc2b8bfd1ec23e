"""Sub-gradient descent: in full, by mini-batches, or example by example.

Idea
    Step down the gradient and push every weight towards zero; of all full steps keep the best.
Update
    w ← w − η_t (g_t + λ sgn(w)), sgn(0) = 0, g_t the mean gradient of all examples or of the
    next m;  in full, w* ← w where F(w) < F(w*), F the mean loss + λ‖w‖₁
Losses
    squared, logistic, hinge, clipped
Where its zeros come from
    nowhere: a weight that is pushed to zero is pushed past it
Knobs
    λ, mini-batch size m (0: all examples), η, schedule
Cost per step
    in full O(nonzeros of X), or O(d²) with B; else O(nonzeros of m examples + d)
Memory
    four numbers per feature; B has d² of them
Source
    Dhingra et al., Algorithm 2 (in full) and 3 (mini-batches, stochastic)

The squared loss of few features is taken from B = XᵀX and C = XᵀY, see ``full_gradient``, which
says what is counted: F(w) after a full step comes with the gradient of the next one, in one pass.
So t full steps count t + 1 passes, the first being that of the gradient at 0. A mini-batch takes
the next m examples of the run's order, from its start again after its end; where m = 1,
``subgradient`` does the same in O(nonzeros of one example).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from algorithms.batch.base import BatchAlgorithm, BatchState
from algorithms.batch.common.full_gradient import FullGradient, Point
from algorithms.batch.common.mini_batch import MiniBatches
from algorithms.batch.problem import Problem
from algorithms.losses import SCALAR_LOSSES
from algorithms.presets import batch_size_knob, eta_knob, penalty_knob, schedule_knob
from algorithms.schedules import pace, step_size
from knobs import log


@dataclass(eq=False, kw_only=True)
class State(BatchState):
    """Of full steps ``w`` is the best iterate, ``lowest`` its F, ``current`` the last iterate."""

    mean: FullGradient | None = None
    current: Point | None = None
    lowest: float = np.inf
    batches: MiniBatches | None = None


def full_step(state: State, eta_t: float, penalty: np.ndarray) -> bool:
    """One step of Algorithm 2, in place; False where it changes nothing or would overflow."""
    if state.current is None:
        state.current = state.mean.at(state.w, state.count)
        state.lowest = state.current.value
    w = state.current.w - eta_t * (state.current.gradient + penalty * np.sign(state.current.w))
    state.diverged[0] = not state.mean.allows(w)
    if state.diverged[0] or np.array_equal(w, state.current.w):
        return False
    state.current = state.mean.at(w, state.count)
    objective = state.current.value + penalty @ np.abs(w)
    if objective < state.lowest:
        state.w, state.lowest = w, objective
    state.count[0] += 1
    return True


@dataclass(frozen=True)
class SubgradientDescent(BatchAlgorithm):
    """Dhingra et al., Alg. 2 and 3."""

    l1: float = penalty_knob("Weight of the L1 penalty: each step pushes a weight by η_t λ.")
    batch_size: int = batch_size_knob(
        0,
        log(1, 1000, integer=True, zero=True),
        "Examples averaged into one step; 0 stands for all of them.",
    )
    eta: float = eta_knob(0.3)
    schedule: str = schedule_knob("inv", of="steps")

    key = "subgradient_descent"
    title = "Sub-gradient descent"
    source = "Dhingra et al., Alg. 2 and 3"
    family = "Dhingra et al."
    hue = "ochre"
    dash = "dash"
    idea = "Step down the full gradient, push towards zero, keep the best."
    formula = r"w \leftarrow w - \eta_t (\nabla f(w) + \lambda\, \mathrm{sgn}(w))"
    losses = SCALAR_LOSSES
    loop = full_step

    def start(self, problem: Problem) -> State:
        w = np.zeros(problem.X.shape[1])
        if self.batch_size == 0:
            return State(problem, w, mean=FullGradient(problem))
        return State(problem, w, batches=MiniBatches(problem, int(self.batch_size)))

    def advance(self, state: State, accesses: int) -> bool:
        penalty = state.problem.penalties(self.l1)
        if state.batches is not None:
            return state.batches.advance(state, self._pace(), penalty, accesses)
        going = not state.diverged[0]
        while going and state.count[1] < accesses:
            going = full_step(state, self.step_size(int(state.count[0]) + 1), penalty)
        return going

    def step_size(self, t: int) -> float:
        """η_t of step ``t`` = 1, 2, …"""
        return float(step_size(self._pace(), t))

    def shrink(self, v: np.ndarray, t: int) -> np.ndarray:
        return v - self.step_size(t) * self.l1 * np.sign(v)

    def _pace(self) -> np.ndarray:
        return pace(self.schedule, self.eta)
