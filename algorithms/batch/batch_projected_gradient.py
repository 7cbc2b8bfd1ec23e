"""Batch projected gradient, with a line search or without.

Idea
    Step down the full gradient, then go to the nearest weights of the L1 ball.
Update
    w ← Π_z(w − η_t ∇f(w)), where signs are kept without weights of the wrong one;  with line
    search η is halved until, Δ being the change of w, f(w + Δ) ≤ f(w) + σ ∇f(w)·Δ, σ = 0.01
Losses
    squared, logistic, clipped; a line search needs a gradient at every point
Where its zeros come from
    the corners and edges of the ball, and weights whose sign would be wrong
Knobs
    radius z, line search or not, η (of the first trial), schedule (without line search), the signs
    allowed
Cost per step
    one pass over X, or d² with B, and O(d) for the projection; with line search as much a trial
Memory
    four numbers per feature, one per example; B has d²
Source
    Duchi et al. 2008, §7; the line search along the projection arc is Bertsekas' of 1976

What is counted as a pass, and when B is used, stands in ``full_gradient``. A trial is a pass, and
brings the next gradient with it. The first trial of a step has the η the last step took, twice that
if its first trial did; one whose promise −∇f(w)·Δ is lost in the rounding of f is not tried, but
lengthened. The run ends where no length promises more.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from algorithms.batch.base import BatchAlgorithm, BatchState
from algorithms.batch.common.full_gradient import FullGradient, Point
from algorithms.batch.problem import Problem
from algorithms.losses import Loss
from algorithms.online.base import OVERFLOW
from algorithms.presets import eta_knob, radius_knob, schedule_knob
from algorithms.projection import project_l1_ball
from algorithms.projection.signs import ANY, signs_knob, signs_of
from algorithms.schedules import pace, step_size
from knobs import SWITCH, knob

SUFFICIENT = 0.01  # σ
GROWTH = 4.0
ROUNDING = 4.0 * np.finfo(np.float64).eps


@dataclass(eq=False, kw_only=True)
class State(BatchState):
    """``current`` is f and ∇f at w, if known; ``eta`` that of the next first trial.

    ``lost`` is what rounding may take from a value of f, ``signs`` σ (d,).
    """

    mean: FullGradient
    eta: float
    signs: np.ndarray
    current: Point | None = None
    lost: float = 0.0


@dataclass(frozen=True)
class BatchProjectedGradient(BatchAlgorithm):
    """Duchi et al. 2008, §7."""

    radius: float = radius_knob("The weights' absolute values add up to no more than this.")
    line_search: bool = knob(
        True,
        "½η",
        "line search",
        SWITCH,
        "Halve the step size until the loss falls as it should, or follow the schedule.",
    )
    eta: float = eta_knob()
    schedule: str = schedule_knob("inv_sqrt", of="steps")
    signs: str = signs_knob()

    key = "batch_projected_gradient"
    title = "Batch projected gradient"
    source = "Duchi et al. 2008, §7"
    family = "Duchi et al. 2008"
    hue = "ochre"
    dash = "solid"
    idea = "Step down the full gradient, then back to the L1 ball."
    formula = r"w \leftarrow \Pi_z(w - \eta_t \nabla f(w))"
    losses = (Loss.squared, Loss.logistic, Loss.clipped)

    def start(self, problem: Problem) -> State:
        w, eta = np.zeros(problem.X.shape[1]), float(self.eta)
        (signs,) = signs_of(self.signs, 1, problem.n_features, problem.groups)
        return State(problem, w, mean=FullGradient(problem), eta=eta, signs=signs)

    def advance(self, state: State, accesses: int) -> bool:
        going = not state.diverged[0]
        while going and state.count[1] < accesses:
            if state.current is None:
                state.current = state.mean.at(state.w, state.count)
            if state.count[0] == 0:
                state.lost = ROUNDING * state.current.value
            going = self.step(state)
        return going

    def step(self, state: State) -> bool:
        """One step, in place; False where it changes nothing or would overflow."""
        if self.line_search:
            trial = self._search(state)
            if trial is None:
                return False
            state.w, state.current = trial.w, trial
        else:
            w, _ = self._arc(state, self.step_size(int(state.count[0]) + 1))
            state.diverged[0] = not state.mean.allows(w)
            if state.diverged[0] or np.array_equal(w, state.w):
                return False
            state.w, state.current = w, None
        state.count[0] += 1
        return True

    def _search(self, state: State) -> Point | None:
        """The first trial that will do; None where no decrease can be measured."""
        current, eta = state.current, state.eta
        w, fall = self._arc(state, eta)
        while not fall > state.lost and eta < OVERFLOW:
            eta *= GROWTH
            w, fall = self._arc(state, eta)
        first = eta
        while fall > state.lost:
            if state.mean.allows(w):
                trial = state.mean.at(w, state.count)
                if trial.value <= current.value - SUFFICIENT * fall:
                    state.eta = min(2.0 * eta, OVERFLOW) if eta == first else eta
                    return trial
            eta *= 0.5
            w, fall = self._arc(state, eta)
        return None

    def _arc(self, state: State, eta: float) -> tuple[np.ndarray, float]:
        """Π_z(w − η∇f(w)), the intercept being outside the ball, and by how much f falls on the
        tangent on the way there."""
        current, d = state.current, state.problem.n_features
        w = current.w - eta * current.gradient
        if self.signs != ANY:
            w[:d][w[:d] * state.signs < 0.0] = 0.0
        project_l1_ball(w[:d], self.radius, out=w[:d])
        return w, float(current.gradient @ (current.w - w))

    def step_size(self, t: int) -> float | None:
        return None if self.line_search else float(step_size(pace(self.schedule, self.eta), t))

    loop = step
