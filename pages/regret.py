"""The bound holds: both sides of Langford's Theorem 3.1 along a run, term by term."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

import charts
from algorithms import CATALOGUE, comparator_loss, order_of, record
from algorithms.bounds import Constants, Terms, gradient_constants, truncated_gradient_terms
from algorithms.orders import checkpoint_steps
from datasets import Dataset
from knobs import knob
from ui.lessons import Lesson, Task, Verdict

GRAVITIES = np.geomspace(0.2, 0.005, 6)
WORK = 2e6  # about so many nonzeros are read to find one u; the theorem holds for a rough one
EXAMPLE = (
    "sparse_linear",
    {"n_features": 6, "n_nonzeros": 2, "density": 1.0, "noise": 0.0, "scaling": "unit rows"},
)


@dataclass(frozen=True)
class Knobs:
    """What the theorem leaves to the reader."""

    steps: int = knob(
        1000, "T", "How many examples are learned from.",
        label="steps", low=100, high=4000, scale="log", integer=True, minimum=10, maximum=10_000,
    )  # fmt: skip
    pace: float = knob(
        5.0, "c", "The step size is η = c/√T; the paper takes c = 1.",
        label="pace", low=0.3, high=30.0, scale="log", above=True,
    )  # fmt: skip
    gravity: float = knob(
        0.02, "g", "Gravity: each step pulls every weight toward zero by ηg.",
        label="gravity", low=0.005, high=0.2, scale="log", above=True,
    )  # fmt: skip
    loss: str = knob(
        "logistic", "ℓ", "The loss; it decides A and B.",
        label="loss", choices=("logistic", "squared"),
    )  # fmt: skip

    @property
    def eta(self) -> float:
        """η = c/√T."""
        return self.pace / math.sqrt(self.steps)


class Evidence(NamedTuple):
    """``loss_at_0``: the mean loss of w = 0; ``by_gravity``: a row for each g: g, the mean loss of
    its u, g‖u‖₁, ‖u‖² and how many weights of u are not 0."""

    knobs: Knobs
    constants: Constants
    terms: Terms
    u: np.ndarray
    loss_at_0: float
    by_gravity: np.ndarray

    @property
    def idle(self) -> float:
        """The left side where nothing is ever learned."""
        return (1.0 - 0.5 * self.constants.A * self.knobs.eta) * self.loss_at_0

    @property
    def says_from(self) -> int | None:
        """The step from which on the bound is below ``idle``; None where it is not at the end."""
        vacuous = np.flatnonzero(self.terms.bound >= self.idle)
        first = int(vacuous[-1]) + 2 if len(vacuous) else 1
        return first if first <= len(self.terms.bound) else None


def evidence(knobs: Knobs, data: Dataset) -> Evidence:
    """One run, its comparator, and the comparators of other gravities."""
    T, eta = knobs.steps, knobs.eta
    constants = gradient_constants(knobs.loss, data.X)
    if constants.A * eta >= 2.0:
        raise ValueError(
            f"η = {eta:.3g} is not below 2/A = {2.0 / constants.A:.3g}: the theorem is silent "
            "there; lower c or raise T"
        )
    order = order_of(data, math.ceil(T / data.n_rows))[:T]
    run = CATALOGUE["truncated_gradient"](eta=eta, gravity=knobs.gravity)
    trace = record(run, data, knobs.loss, order=order, checkpoints=T)
    if trace.diverged_at is not None:
        raise ValueError(f"The run diverged at step {trace.diverged_at:,}: lower c")

    def losses(w: np.ndarray) -> np.ndarray:
        return np.diff(comparator_loss(w, data, knobs.loss, order, trace.steps), prepend=0.0)

    weights = np.bincount(order, minlength=data.n_rows).astype(float)
    most = int(np.clip(WORK / max(data.X.nnz, 1), 20, 500))

    def comparator(g: float, start: np.ndarray | None = None) -> np.ndarray:
        solver = CATALOGUE["proximal_gradient"](l1=g, tolerance=1e-4, max_iterations=most)
        return solver.solve(data, knobs.loss, row_weights=weights, start=start).weights

    u = comparator(knobs.gravity)
    own, norms = np.diff(trace.loss, prepend=0.0), np.full(T, np.abs(u).sum())
    terms = truncated_gradient_terms(run, constants, own, trace.l1_norm, u, norms, losses(u))
    rows, other = [], np.zeros(data.n_features)
    for g in GRAVITIES:
        other = comparator(g, other)
        size = np.abs(other).sum()
        rows.append([g, losses(other).mean(), g * size, other @ other, np.count_nonzero(other)])
    return Evidence(knobs, constants, terms, u, float(losses(0.0 * u).mean()), np.array(rows[::-1]))


def stage(found: Evidence) -> list:
    """The film of the theorem; below it what c and g do to its right side after T steps."""
    knobs, terms, size = found.knobs, found.terms, found.u @ found.u
    g, loss, pull, sizes, _ = found.by_gravity.T
    way = sizes / (2.0 * knobs.eta * knobs.steps)
    shares, step = {"loss_of_u": loss, "pull_of_u": pull, "distance": way}, terms.step[-1]
    film = charts.bound_run(terms, found.idle, checkpoint_steps(knobs.steps, 240))
    pace = charts.bound_against_pace(terms, found.constants, size, found.loss_at_0, knobs.pace)
    return [film, [pace, charts.bound_against_gravity(g, shares, step, found.idle, knobs.gravity)]]


def lead(found: Evidence) -> str:
    """Whether it holds, and whether it says anything."""
    start, left, right = found.says_from, found.terms.measured, found.terms.bound
    held = int((left <= right * (1.0 + 1e-9)).sum())
    idle = f"without ever learning the left side would be {found.idle:.3g}"
    said = (
        f"Before step {start or 0:,} that is **vacuous**: {idle}. From there on it says something."
    )
    if start is None:
        said = f"That is **vacuous**: {idle}."
    elif start == 1:
        said = f"It says something at every step: {idle}."
    return (
        f"The left side stays under the right one at {held:,} of {len(left):,} steps; at the end "
        f"the run is at {left[-1]:.3g}, the theorem promised at most {right[-1]:.3g}. {said}"
    )


def words(found: Evidence) -> str:
    """The explanation."""
    terms, A, B = found.terms, found.constants.A, found.constants.B
    size = float(np.sqrt(found.u @ found.u))
    little, much = found.by_gravity[0], found.by_gravity[-1]
    best = "Here u = 0 and there is no way to go: the smaller c, the better."
    if B and size:
        best = f"Their sum is least where both are equal: at c = ‖u‖/√B = {size / B**0.5:.2g}."
    elif not B:
        best = (
            f"With the squared loss B = 0 and a step is free, but the loss counts only "
            f"1 − ½Aη = {1.0 - 0.5 * A * found.knobs.eta:.3g} times, and at η = 2/A = "
            f"{2.0 / A:.2g} the theorem falls silent."
        )
    return f"""
**Left:** what the run suffers, its mean loss and gravity on its own weights. **Right:** the same
two for *any* fixed u, and two prices. That is regret: who learns must not do much worse than u.

**Price of the step,** ηB/2 = {terms.step[-1]:.3g}: large steps overshoot, at every example.
**Price of the way,** ‖u‖²/2ηT = {terms.distance[-1]:.3g}: small steps arrive late, but only once,
so it fades as t grows. {best} With η = c/√T both fall like 1/√T: four times the examples, half the
price for the same u.

**The comparator moves with g.** u minimises mean loss + g‖u‖₁ over these examples, as well as a
short search finds it; the theorem holds for every u. With g = {little[0]:.2g} it keeps
{little[4]:.0f} weights, at a mean loss of {little[1]:.3f}; with g = {much[0]:.2g} {much[4]:.0f} of
them, at {much[1]:.3f}. Little gravity lets u grow: the way to it is dear. Much makes u poor.

**Vacuous** is a bound that w = 0 for ever would meet as well: true, and silent about learning.
{"B" if B else "A/2"} is the largest ‖x‖², here {B or A / 2.0:.4g}: one long example is paid for at
every step. The rows of this lesson's own example have length 1.

The paper prints I(w ≤ θ) where its proof has I(|w| ≤ θ); with θ = ∞ that does not matter here.
"""


def best_pace(seed: int) -> Task:
    """The two prices against each other."""
    draw = np.random.default_rng(seed)
    size, longest = draw.choice([2.0, 3.0, 6.0, 9.0]), draw.choice([1.0, 2.0, 4.0])
    best = float(size / longest)

    def check(c: float) -> Verdict:
        step, way = c * longest**2 / 2.0, size**2 / (2.0 * c) if c > 0 else math.inf
        return Verdict(
            abs(c - best) <= 0.02 * best, f"The step costs {step:.3g}/√T, the way {way:.3g}/√T."
        )

    return Task(
        f"Logistic loss, ‖u‖ = {size:g}, and the longest example has ‖x‖ = {longest:g}. With "
        "which c in η = c/√T is the sum of the two prices least?",
        check,
        (
            "For the logistic loss B is the largest ‖x‖². One price grows with c, the other falls.",
            "At the least sum they are equal: cB/2 = ‖u‖²/(2c).",
        ),
        f"**c = ‖u‖/√B = {best:g}**: there both are {size * longest / 2:g}/√T.",
        unit="",
    )


def speak_early(seed: int) -> Task:
    """A bound that says something, soon."""
    limit = int(np.random.default_rng(seed).choice([450, 470, 490]))

    def check(found: Evidence) -> Verdict:
        from_ = found.says_from
        told = "is vacuous at the end" if from_ is None else f"says something from step {from_:,}"
        right = from_ is not None and from_ <= limit and found.knobs.loss == "logistic"
        return Verdict(right, f"With the {found.knobs.loss} loss the bound {told}.")

    return Task(
        f"Keep the logistic loss; find knobs whose bound says something from step {limit} on.",
        check,
        (
            "Which band is thick in the first steps? What makes it thin?",
            "Larger steps pay less for the way; more gravity makes u smaller.",
        ),
        "On this lesson's example T = 1000, c = 8 and g = 0.025 do.",
    )


LESSON = Lesson(
    key="regret",
    title="Regret",
    claim="The bound holds",
    knobs=Knobs,
    evidence=evidence,
    stage=stage,
    lead=lead,
    words=words,
    formula=(
        r"\begin{gathered}\tfrac{1}{T}\textstyle\sum_t \left[(1-\tfrac{A\eta}{2})\,\ell_t(w_t)"
        r" + g\|w_{t+1}\|_1\right] \\ \le \tfrac{\eta B}{2} + \tfrac{\|u\|^2}{2\eta T}"
        r" + \tfrac{1}{T}\textstyle\sum_t \left[\ell_t(u) + g\|u\|_1\right]\end{gathered}"
    ),
    symbols={
        "w_t, u": "The weights that example t meets; fixed ones to compare them with, any.",
        "‖u‖, ‖u‖₁": "The root of the sum of all uⱼ²; the sum of all |uⱼ|.",
        "η": "The step size, c/√T.",
        "A, B": "‖∇ℓ‖² ≤ Aℓ + B. Logistic: 0, max ‖x‖²; squared, ½(p − y)²: 2 max ‖x‖², 0.",
        "t": "The step, ℓ_t the loss on its example; the pictures show every T = t on the way.",
    },
    source="Langford, Li and Zhang (2009), Theorem 3.1, with θ = ∞ and K = 1; η = 1/√T: §3.4.",
    code=(truncated_gradient_terms,),
    exercises=(best_pace, speak_early),
    example=EXAMPLE,
)
