"""Gravity buys zeros; regret is the price: one run as it goes, and the sweep from g = 0 on."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

import charts
from algorithms import CATALOGUE, Trace, comparator_loss, order_of, record
from algorithms.batch.base import Solution
from algorithms.shrinkage import truncation
from algorithms.truth import Truth, truth_of
from charts.lessons.gravity_sweep import Outcome
from datasets import Dataset
from knobs import knob
from ui.lessons import Lesson, Task, Verdict

GRAVITIES = tuple(float(g) for g in np.logspace(-4, 0, 25))
STEPS, ENTRIES, FRAMES = 500, 300_000, 150
"""A run takes one pass, but at least so many steps, and reads about so many entries at most."""
YARDSTICK = 0.02  # λ of the comparator u: the same for every run


@dataclass(frozen=True)
class Knobs:
    """The knobs of truncated gradient."""

    gravity: float = knob(
        0.07, "g", "How hard weights are pulled to zero: by ηKg at a time.",
        label="gravity", low=1e-4, high=1.0, scale="log",
    )  # fmt: skip
    period: int = knob(
        10, "K", "Pull after every K-th step, K times as hard.",
        label="period", low=1, high=50, scale="log", integer=True, minimum=1,
    )  # fmt: skip
    threshold: float = knob(
        math.inf, "θ", "Weights beyond θ are left alone.",
        label="threshold", low=0.005, high=0.5, scale="log", above=True, infinite=True,
    )  # fmt: skip
    eta: float = knob(
        0.01, "η", "The step size, constant.",
        label="step size", low=0.001, high=0.1, scale="log", above=True,
    )  # fmt: skip


class Evidence(NamedTuple):
    """``sweep``: an outcome for each of GRAVITIES; ``now`` and ``none``: with g and without, as
    are the runs ``pulled`` and ``free``; ``suffered``: Σ ℓ(u) at their looks."""

    knobs: Knobs
    data: Dataset
    truth: Truth
    u: Solution
    sweep: list[Outcome]
    now: Outcome
    none: Outcome
    pulled: Trace
    free: Trace
    suffered: np.ndarray


@lru_cache(maxsize=4)
def yardstick(data: Dataset) -> Solution:
    """The comparator u; it depends on no knob."""
    method = CATALOGUE["coordinate_descent"](l1=YARDSTICK, tolerance=1e-4, max_iterations=30)
    return method.solve(data, "logistic")


def examples_of(data: Dataset, period: int) -> np.ndarray:
    """The order of the examples, ending with a pull: between two pulls nothing is sparse."""
    affordable = max(int(ENTRIES * data.n_rows / max(data.X.nnz, 1)), STEPS)
    steps = max(min(max(data.n_rows, STEPS), affordable) // period, 1) * period
    return order_of(data, passes=math.ceil(steps / data.n_rows))[:steps]


def evidence(knobs: Knobs, data: Dataset) -> Evidence:
    """The sweep, and the runs with g and without step by step."""
    order, truth, u = examples_of(data, knobs.period), truth_of(data), yardstick(data)
    fixed = comparator_loss(u.weights, data, "logistic", order, np.arange(1, len(order) + 1))

    def run(gravity: float, checkpoints: int = 1) -> Trace:
        method = CATALOGUE["truncated_gradient"](**asdict(replace(knobs, gravity=gravity)))
        trace = record(method, data, order=order, checkpoints=checkpoints)
        if trace.diverged_at:
            raise ValueError(f"the run diverged at step {trace.diverged_at}: scale the features.")
        return trace

    def outcome(trace: Trace) -> Outcome:
        costs = (trace.loss[-1] - fixed[-1], trace.mistakes[-1])
        kept = truth.counted(trace.final_weights)
        return Outcome(trace.algorithm.gravity, *kept, *(float(c / len(order)) for c in costs))

    looks = min(FRAMES, max(10**6 // data.n_features, 20))
    runs = run(knobs.gravity, looks), run(0.0, looks)
    sweep, ends = [outcome(run(g)) for g in GRAVITIES], map(outcome, runs)
    return Evidence(knobs, data, truth, u, sweep, *ends, *runs, fixed[runs[0].steps - 1])


def stage(found: Evidence) -> list:
    """The run with g, step by step; then what every other g would have led to."""
    film = charts.gravity_run(
        found.pulled, found.free, found.suffered, found.truth, found.data.feature_names
    )
    u = f"u makes mean loss + {YARDSTICK:g}‖u‖₁ least, to {found.u.gap:.1g}."
    return [film, charts.gravity_sweep(found.none, found.sweep, found.now, found.truth, u)]


def lead(found: Evidence) -> str:
    """What the pictures show, in their own numbers."""
    none, now, d = found.none, found.now, found.data.n_features
    began = f"With g = 0, {none.kept:,} of {d:,} weights end nonzero"
    began += f", at a regret of {none.regret:z.3f} an example."
    if not (g := found.knobs.gravity):
        return f"{began} Nothing is pulled: turn g up."
    move = "and" if now.kept < none.kept and now.regret > none.regret else "but"
    return f"{began} With g = {g:g}, {now.kept:,} do, {move} the regret is {now.regret:z.3f}."


def words(found: Evidence) -> str:
    """The explanation."""
    knobs, none, now, u = found.knobs, found.none, found.now, np.abs(found.u.weights).sum()
    cost = now.regret - none.regret
    when = "After every step" if knobs.period == 1 else f"Every {knobs.period} steps"
    within = "" if math.isinf(knobs.threshold) else f" within θ = {knobs.threshold:g}"
    kept = f"What is kept{within} is pulled, too" if knobs.gravity else "Nothing is pulled"
    return f"""
**Gravity.** {when} each weight{within} moves toward zero by ηKg =
{knobs.eta * knobs.period * knobs.gravity:.3g} and stops there. A weight that gradients push outward
by less than that ends at exactly 0, until an example pushes it out again.

**What it buys.** {bought(found)}

**What it costs.** {kept}: ‖w‖₁ ends at {found.pulled.l1_norm[-1]:.3g}, without gravity at
{found.free.l1_norm[-1]:.3g}. The regret an example goes from {none.regret:z.3f} to
{now.regret:z.3f}. Whatever u one compares with, its own loss cancels in that difference: gravity
{"costs" if cost >= 0.0 else "gains"} **{abs(cost):.3f} an example**. The bound of Theorem 3.1
rises by g‖u‖₁ = {knobs.gravity * u:.3f} at most.

**The frontier** is what there is to choose from, one point a g. {spared(found)}
"""


def bought(found: Evidence) -> str:
    """Who is left, and who goes first, in sentences."""
    truth, now, sweep = found.truth, found.now, found.sweep
    empty = next((o.gravity for o in sweep if not o.kept), None)
    too_much = f" Too much is g = {empty:.2g}: nothing is left." if empty else ""
    if not truth.useless:
        return f"{now.kept:,} weights are left.{too_much}"
    m, n = np.bincount(truth.useful, minlength=2)
    said = f"{now.useful} of {n:,} {truth.good} features are left, "
    said += f"and {now.useless:,} of {m:,} {truth.useless} ones."
    half = next((o.gravity for o in sweep if 2 * o.useful <= n), math.inf)
    sooner = next((o.gravity for o in sweep if 2 * o.useless <= m), math.inf)
    if sooner < half:
        most = f"g = {half:.2g}" if math.isfinite(half) else "no g up to 1"
        said += (
            f" Those of no use go first: half of them at g = {sooner:.2g}, half of the "
            f"{truth.good} ones at {most}. The gradients of useless features cancel; pulls do not."
        )
    return said + too_much


def spared(found: Evidence) -> str:
    """How many features may go for one mistake in a hundred examples, beside the paper's number."""
    none = found.none
    able = [outcome for outcome in found.sweep if outcome.mistakes <= none.mistakes + 0.01]
    if not able or not none.kept:
        return "Already the least g costs more than one mistake in a hundred examples."
    return (
        f"If one example in a hundred more may be mistaken ({none.mistakes:.1%} are with g = 0), "
        f"g = {able[-1].gravity:.2g} is allowed, and {1 - able[-1].kept / none.kept:.1%} of the "
        "features go. With 1000 random features the paper removes over 90% (but 71% of *ad*) for "
        "1% of accuracy in cross-validation."
    )


def few_features(seed: int) -> Task:
    """Both ends of the frontier at once."""
    most, errors, g = [(25, 5.2, 0.09), (22, 5.6, 0.1), (20, 6.2, 0.13), (14, 7.0, 0.2)][seed % 4]

    def check(found: Evidence) -> Verdict:
        now, own = found.now, found.data.n_noise == 1000
        right = own and 0 < now.kept <= most and 100.0 * now.mistakes <= errors
        other = " Turn to this lesson's example first." * (not own)
        return Verdict(right, f"{now.kept:,} features, {now.mistakes:.1%} mistaken.{other}")

    return Task(
        f"On this lesson's example, find knobs that keep at most {most} features and mistake at "
        f"most {errors:g}% of the examples.",
        check,
        (
            "Turn g up until few enough are left; Check tells the mistakes.",
            f"Try K = 10 and g between {0.8 * g:.2g} and {1.2 * g:.2g}.",
        ),
        f"K = 10, θ = ∞, η = 0.01 and **g = {g:g}**.",
    )


def next_to_go(seed: int) -> Task:
    """Gravity against the gradient."""
    draw = np.random.default_rng(seed)
    eta, g = 0.01, float(draw.choice([0.1, 0.2, 0.3]))
    pull = eta * g
    w, push = draw.permutation([30, 45, 60]) * pull, draw.permutation([0.0, 0.4, 1.2]) * pull
    left = np.where(push < pull, w / np.abs(pull - push), np.inf)
    first, names = int(left.argmin()), "ABC"
    told, ends = [], []
    for name, weight, outward, steps in zip(names, w, push, left, strict=True):
        told.append(f"**{name}** at w = {weight:.3g}, pushed outward by {outward:.2g} a step")
        ends.append(f"{name} {'never' if np.isinf(steps) else f'after some {steps:.0f} steps'}")
    why = f"Each step moves a weight by its push less ηg = {pull:g}."
    return Task(
        f"η = {eta:g}, K = 1, g = {g:g}, θ = ∞. Three weights: {'; '.join(told)}. "
        "Which one reaches zero next?",
        lambda name: Verdict(name == names[first], why),
        (
            f"Gravity takes ηg = {pull:g} a step from each of them.",
            "Divide each w by pull − push. A push above the pull wins for ever.",
        ),
        f"**{names[first]}**: {', '.join(ends)}.",
        choices=tuple(names),
    )


LESSON = Lesson(
    key="gravity",
    title="Gravity",
    claim="Gravity buys zeros; regret is the price",
    knobs=Knobs,
    evidence=evidence,
    stage=stage,
    lead=lead,
    words=words,
    formula=r"w \leftarrow T_1(w - \eta\,\ell'x,\ \eta K g,\ \theta)\text{ if } t \bmod K = 0",
    symbols={
        "T₁": "moves what is within θ (|v| ≤ θ) toward 0 by ηKg, and stops at 0.",
        "ℓ′": "The slope of the logistic loss in the prediction w·x.",
        "u": "The comparator: fixed weights, the best in hindsight; ‖u‖₁ is the sum of its |uⱼ|.",
        "regret": "What the run suffered less what u suffers on the same examples.",
    },
    source="Langford, Li and Zhang (2009), §3.3, (6), Theorem 3.1 and Figure 2.",
    code=(truncation,),
    exercises=(few_features, next_to_go),
    example=("breast_cancer", {"noise_features": 1000, "scaling": "unit variance"}),
)
