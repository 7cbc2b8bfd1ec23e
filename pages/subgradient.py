"""The obvious update never reaches zero: (5) against (6), and rounding at the very end."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

import charts
from algorithms import CATALOGUE, Loss, Trace, order_of, record
from algorithms.losses import loss_values
from algorithms.shrinkage import rounding
from charts.palette import colour
from datasets import Dataset
from knobs import knob
from ui.lessons import Lesson, Task, Verdict

T = 300
"""Steps, each of which is a frame."""
NAMES = {"subgradient": "(5) sub-gradient", "truncated_gradient": "(6) truncated gradient"}
PUSHED, PULLED = (colour(key, 0) for key in NAMES)
CUTS = np.geomspace(1e-3, 1.0, 31)


@dataclass(frozen=True)
class Knobs:
    """The same g and η for both, and the cut that (5) gets after its last step."""

    gravity: float = knob(
        0.12, "g", "(5) pushes by ηg, and past zero; (6) pulls by ηg, and stops at zero.",
        label="gravity", low=0.01, high=1.0, scale="log", above=True,
    )  # fmt: skip
    eta: float = knob(
        0.1, "η", "The step size, constant.",
        label="step size", low=0.01, high=0.5, scale="log", above=True,
    )  # fmt: skip
    threshold: float = knob(
        0.1, "θ", "After the last step weights of (5) within θ are set to zero.",
        label="last cut", low=1e-3, high=1.0, scale="log", above=True,
    )  # fmt: skip


class Left(NamedTuple):
    """A model's real and random features, and its mean loss over all rows."""

    real: int
    random: int
    loss: float

    @property
    def features(self) -> int:
        """Weights that are not 0."""
        return self.real + self.random


class Evidence(NamedTuple):
    """``runs`` by key; what is left of (5) uncut (``whole``), after the knob's cut (``now``), with
    θ = ηg/4, with as many features as (6) has (``same``), and after each of CUTS."""

    knobs: Knobs
    names: tuple[str, ...]
    runs: dict[str, Trace]
    whole: Left
    truncated: Left
    now: Left
    quarter: Left
    same: Left
    cuts: list[Left]


def evidence(knobs: Knobs, data: Dataset) -> Evidence:
    """Both runs on the same T examples, and (5) cut at the end in many places."""
    order, push = order_of(data, math.ceil(T / data.n_rows))[:T], knobs.eta * knobs.gravity
    learners = {
        "subgradient": CATALOGUE["subgradient"](eta=knobs.eta, l1=knobs.gravity),
        "truncated_gradient": CATALOGUE["truncated_gradient"](eta=knobs.eta, gravity=knobs.gravity),
    }
    runs = {key: record(a, data, order=order, checkpoints=T) for key, a in learners.items()}
    for run in runs.values():
        if run.diverged_at is not None:
            raise ValueError(f"A run diverged at step {run.diverged_at:,}: take a smaller η")
    w, truncated = (run.final_weights for run in runs.values())
    alike = np.append(np.sort(np.abs(w))[::-1], 0.0)[np.count_nonzero(truncated)]
    cuts = (knobs.threshold, push / 4.0, alike, *CUTS)
    models = np.array([w, truncated, *(rounding(w, cut) for cut in cuts)])
    real, random = np.split(models != 0.0, [data.n_features - data.n_noise], axis=1)
    loss = loss_values(Loss.logistic, data.X @ models.T, data.y[:, None]).mean(axis=0)
    counts = zip(real.sum(axis=1), random.sum(axis=1), loss, strict=True)
    left = [Left(int(a), int(b), float(c)) for a, b, c in counts]
    return Evidence(knobs, data.feature_names, runs, *left[:5], left[5:])


def stage(found: Evidence) -> list:
    """Weights near zero through time; below, what a cut at the end leaves of (5)."""
    push = found.knobs.eta * found.knobs.gravity
    film = charts.near_zero({NAMES[k]: r for k, r in found.runs.items()}, push, found.names)
    return [film, [features_left(found), loss_left(found)]]


def features_left(found: Evidence) -> charts.Picture:
    """Features of (5) after the cut against θ, and those of (6)."""
    n, kept = len(CUTS), found.truncated
    tracks = {
        "(5)": (PUSHED, [c.real for c in found.cuts], [c.random for c in found.cuts]),
        "(6)": (PULLED, [kept.real] * n, [kept.random] * n),
    }
    return charts.counts_against("left", "last cut θ", CUTS, tracks, found.knobs.threshold)


def loss_left(found: Evidence) -> charts.Picture:
    """The mean loss of (5) after the cut against θ, and that of (6)."""
    lines = [
        charts.Line("(5), cut at θ", PUSHED, "solid", [c.loss for c in found.cuts]),
        charts.Line("(6), never cut", PULLED, "dash", [found.truncated.loss] * len(CUTS)),
    ]
    axes = "last cut θ", "mean loss, all rows"
    return charts.against("lost", axes, CUTS, lines, found.knobs.threshold)


def lead(found: Evidence) -> str:
    """Who reaches zero."""
    pushed, truncated = found.runs.values()
    met, at_zero = int(pushed.seen[-1]), int(pushed.seen[-1] - pushed.nonzeros[-1])
    return (
        f"After {T} steps {met:,} features have been met. Weights of theirs that are exactly 0: "
        f"**{at_zero or 'none'}** under (5), **{met - int(truncated.nonzeros[-1]):,}** under (6), "
        "with the same g and η."
    )


def words(found: Evidence) -> str:
    """The explanation."""
    knobs, now, same, truncated = found.knobs, found.now, found.same, found.truncated
    push = knobs.eta * knobs.gravity
    pushed, pulled = found.runs.values()
    near = (pushed.final_weights != 0.0) & (np.abs(pushed.final_weights) <= push)
    settled = int(np.count_nonzero(pulled.final_weights[near] == 0.0))
    idle = int((pushed.seen - pushed.nonzeros).max())
    accident = (
        f"Here up to {idle} stood at 0 at once; such a weight stays until an example moves it."
        if idle
        else "Here none did, at any step."
    )
    verdict = "that cut costs loss." if same.loss > 1.02 * truncated.loss else "as good."
    dear = (i for i, c in enumerate(found.cuts) if c.loss > 1.05 * found.whole.loss)
    safe = next(dear, len(CUTS))
    room = "even the least cut drawn costs more than 5 % of loss"
    if safe:
        room = (
            f"the loss stays within 5 % of the uncut one up to θ = {CUTS[safe - 1]:.2g}, where "
            f"{found.cuts[safe - 1].features} are left"
        )
    return f"""
**(5)** is gradient descent on loss + g‖w‖₁ (the sum of all |wⱼ|), as anyone would write it. Each
step pushes what is not 0 by ηg = {push:.3g} toward zero, and past it: 0.4ηg lands at −0.6ηg, then
at 0.4ηg again. Only a whole multiple of ηg arrives. {accident}

**(6)** pulls by the same ηg and *stops* at zero. One `max` is all the difference.

At the end {int(near.sum()):,} weights of (5) that are not 0 lie within ±ηg, and {settled:,} of
these (6) has at exactly 0. They jitter, and none can be forgotten: (5) held
{int(pushed.nonzeros.max()):,} weights at once, (6) never more than {int(pulled.nonzeros.max()):,}.
In a stream with more features than memory, that decides.

**Round at the end**, then. With θ = {knobs.threshold:.3g} there remain {now.real} real and
{now.random} random features, and the mean loss goes from {found.whole.loss:.3f} to {now.loss:.3f};
(6) has {truncated.real} and {truncated.random} at {truncated.loss:.3f}. Cut to as many features as
(6), {same.features}, (5) is at {same.loss:.3f}: {verdict} Yet θ is one more number to find, after
the fact: θ = ηg/4 leaves {found.quarter.features} features; {room}. What no late cut gives back is
the memory.

Langford et al. use (5) with a last rounding as a baseline that "does not produce sparse weights
online", and find truncation ahead on some of their datasets (Fig. 7). Dhingra et al. print 99.10 %
nonzero weights for it, in mini-batches or one by one (Table 2), on data we do not have.
"""


def zigzag(seed: int) -> Task:
    """Where a weight is that no example touches."""
    draw = np.random.default_rng(seed)
    eta, g = float(draw.choice([0.1, 0.2])), float(draw.choice([0.1, 0.2]))
    push, whole, part = eta * g, int(draw.integers(2, 5)), float(draw.choice([0.3, 0.4]))
    steps = whole + int(draw.integers(3, 9))
    w = start = (whole + part) * push
    for _ in range(steps):
        w -= push * np.sign(w)
    places = (part * push, (part - 1.0) * push, 0.0, start - steps * push)
    choices = [f"{place:+.4g}".replace("-", "−") if place else "0" for place in places]
    right = choices[int(w < 0.0)]
    return Task(
        f"A weight stands at {start:.4g}; η = {eta:g}, g = {g:g}. For {steps} steps no example "
        "touches it. Where does (5) leave it?",
        lambda answer: Verdict(answer == right, f"Each of the {steps} pushes is ηg = {push:.3g}."),
        (
            f"The first {whole} pushes bring it to {part * push:.3g}. And the next?",
            "From there on it changes sides at every step.",
        ),
        f"**{right}**: it never stops, and never arrives. (6) would have left it at 0.",
        choices=choices,
    )


def late_cut(seed: int) -> Task:
    """A cut that comes up to truncation."""
    g = float(np.random.default_rng(seed).choice([0.06, 0.12, 0.24]))
    theta = {0.06: 0.007, 0.12: 0.016, 0.24: 0.04}[g]

    def check(found: Evidence) -> Verdict:
        now, kept = found.now, found.truncated
        fits = now.features <= kept.features and now.loss <= 1.05 * kept.loss
        told = (
            f"(5) {now.features} features at {now.loss:.3f}, (6) {kept.features} at {kept.loss:.3f}"
        )
        right = fits and math.isclose(found.knobs.gravity, g)
        return Verdict(right, f"With g = {found.knobs.gravity:g} {told}.")

    return Task(
        f"Set g = {g:g}. Find a θ with which (5) keeps no more features than (6), at a mean loss "
        "at most 5 % above it.",
        check,
        ("How far from zero does a weight get that means nothing?", "About ηg: start there."),
        f"On this lesson's example, with η = 0.1, θ = {theta:g} does.",
    )


LESSON = Lesson(
    key="subgradient",
    title="Sub-gradient",
    claim="The obvious update never reaches zero",
    knobs=Knobs,
    evidence=evidence,
    stage=stage,
    lead=lead,
    words=words,
    formula=(
        r"\begin{aligned}(5)\quad & w \leftarrow w - \eta\nabla\ell - \eta g\,\mathrm{sgn}(w) \\"
        r" (6)\quad & w \leftarrow T_1(w - \eta\nabla\ell,\ \eta g,\ \infty)\end{aligned}"
    ),
    symbols={
        "∇ℓ": "The gradient of the logistic loss of one example.",
        "sgn": "+1, −1, or 0 at 0: of the weight before the step.",
        "T₁": "Moves toward 0 by ηg, and not past it.",
    },
    source="Langford, Li and Zhang (2009), §3.2–3.3, (5) and (6), with θ = ∞ and K = 1 in (6).",
    code=(CATALOGUE["subgradient"].loop,),
    exercises=(zigzag, late_cut),
    example=("breast_cancer", {"noise_features": 300, "scaling": "unit variance"}),
)
