"""A rule that the reader writes.

Idea
    Step down the gradient; every K steps do with each weight what a formula says.
Update
    v = w − η_t ℓ′(w·x, y) x;  if t mod K = 0: w ← rule(v, η_t, g, θ, K, t), else w ← v
Losses
    squared, logistic, hinge, clipped
Where its zeros come from
    the formula: those weights are 0 for which it gives 0
Knobs
    η, schedule, decay per pass, the rule, g and θ for it to read, period K
Cost per step
    O(nonzeros of x), and d/K times the operations of the rule
Memory
    two numbers per feature
Source
    The language is this project's; Langford, Li & Zhang 2009, (4) and (6) are rules of this kind
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from algorithms.budget.time_limit import TooLongError
from algorithms.kernel import kernel
from algorithms.losses import slope
from algorithms.online.base import OVERFLOW, RunSetting, bias
from algorithms.online.common.eager_shrinkage import leading, predict, step_against
from algorithms.online.descent import Descent
from algorithms.online.truncated_gradient import TruncatedGradient
from algorithms.presets import period_knob, threshold_knob
from algorithms.rule_language import Program, RuleOption, compile_rule
from algorithms.rule_language.bends import bends_of
from algorithms.rule_language.interpreter import run_program
from algorithms.schedules import step_size
from knobs import like

DEFAULT = """pull = eta * K * g
smaller = max(abs(w) - pull, 0)
sign(w) * smaller"""
"""Soft shrinkage by ηKg: truncated gradient with θ = ∞."""

ABOUT_RULE = RuleOption("rule", "What becomes of a weight w after a step.")

MOST_WORK = 4e9
"""Operations on weights that one run may take for its rule: two seconds, about."""


class State(NamedTuple):
    """The weights, the number of steps taken, and as in every state (b, on) and the pace."""

    w: np.ndarray
    step: np.ndarray
    bias: np.ndarray
    pace: np.ndarray


@kernel
def learn(
    w, step, bias, pace, indptr, indices, data, y, order, loss, out,
    instructions, constants, n_scalar, result, g, theta, period,
):  # fmt: skip
    """One pass over ``order``; every ``period`` steps the rule is applied to all weights."""
    t, lead = step[0], leading(indptr, indices, order)
    inputs, before = np.zeros(5), np.empty_like(w)
    for i in range(order.size):
        row = order[i]
        p = predict(w, bias[0], indptr, indices, data, row, lead)
        if not abs(p) <= OVERFLOW:
            break
        eta_t, is_due = step_size(pace, t + 1), (t + 1) % period == 0
        move = eta_t * slope(loss, p, y[row])
        if is_due:
            before[:] = w
        step_against(w, move, indptr, indices, data, row, lead)
        if is_due:
            inputs[0], inputs[1], inputs[2] = eta_t, g, theta
            inputs[3], inputs[4] = period, t + 1
            if not run_program(instructions, constants, n_scalar, result, inputs, w, w):
                w[:] = before
                break
        out[i] = p
        bias[0] -= bias[1] * move
        t += 1
    done = t - step[0]
    step[0] = t
    return done


@kernel
def weight(state, j, settings):
    """The weight of feature j as of now."""
    return state.w[j]


@dataclass(frozen=True)
class YourRule(Descent):
    """A rule of the reader's own; see ``algorithms.rule_language``.

    A run diverges, too, where the rule makes a weight that is no number, or one beyond 1e200.
    ``start`` raises TooLongError for a run whose rule would take more than ``MOST_WORK``.
    """

    rule: str = field(default=DEFAULT, metadata={"words": ABOUT_RULE})
    gravity: float = like(
        TruncatedGradient, "gravity", 0.01, about="The number that the rule reads as g."
    )
    threshold: float = threshold_knob(0.1, "The number that the rule reads as theta.")
    period: int = period_knob("Apply the rule every K steps; it reads this number as K.")

    key = "your_rule"
    title = "Your rule"
    source = "Langford, Li & Zhang 2009, (4) and (6) are rules of this kind"
    family = "Beyond the papers"
    hue = "ochre"
    dash = "dashdot"
    idea = "Step, then do with each weight what your formula says."
    formula = r"w \leftarrow \mathrm{rule}(w - \eta_t \nabla\ell,\ \eta_t,\ g,\ \theta,\ K,\ t)"
    loop = learn
    weight = weight

    def __post_init__(self) -> None:
        super().__post_init__()
        if problem := ABOUT_RULE.problem(self.rule):
            raise ValueError(f"rule: {problem}")

    @property
    def program(self) -> Program:
        """The rule, compiled."""
        return compile_rule(self.rule)

    def _start(self, setting: RunSetting) -> State:
        n_times = -(-setting.n_steps // self.period)
        self._check_work(setting.n_features, n_times)
        w, step = np.zeros(setting.n_features), np.zeros(1, np.int64)
        return State(w, step, bias(setting), self._pace(setting))

    def _check_work(self, n_features: int, n_times: int) -> None:
        """Raise TooLongError where the rule, applied so many times to all weights, takes long."""
        work = float(n_features) * n_times * (len(self.program.instructions) + 1)
        if work <= MOST_WORK:
            return
        period = self.period * work / MOST_WORK
        raise TooLongError(
            f"Your rule would be applied {n_times:,} times to each of {n_features:,} weights, "
            f"which takes too long. Take a period K of at least {np.ceil(period):,.0f}, fewer "
            "passes, or fewer features."
        )

    def weights(self, state: State) -> np.ndarray:
        return state.w.copy()

    def finish(self, state: State) -> bool:
        """As :meth:`OnlineAlgorithm.finish`; weights stay where the rule makes one no number."""
        t = int(state.step[0])
        if t % self.period == 0:
            return False
        new = np.empty_like(state.w)
        inputs = np.array(list(self._inputs(float(step_size(state.pace, t)), t).values()))
        if not run_program(*self.program.arrays, inputs, state.w, new):
            return False
        state.w[:] = new
        return True

    @property
    def stride(self) -> int:
        return self.period

    def shrink(self, v: np.ndarray, t: int) -> np.ndarray:
        return self.program.apply(v, **self._inputs(self.step_size(t), t))

    def kinks(self, t: int) -> tuple[float, ...]:
        """As :meth:`OnlineAlgorithm.kinks`, those at numbers in the rule, on either side of 0."""
        return bends_of(self.program, **self._inputs(self.step_size(t), t))

    def _inputs(self, eta: float, t: int) -> dict[str, float]:
        """What the rule reads besides the weight, in the order of ``INPUTS``."""
        g, theta = float(self.gravity), float(self.threshold)
        return {"eta": eta, "g": g, "theta": theta, "K": float(self.period), "t": float(t)}

    def _settings(self) -> tuple:
        knobs = float(self.gravity), float(self.threshold), int(self.period)
        return (*self.program.arrays, *knobs)
