"""Step then shrink, or remember the average: FOBOS, which is truncated gradient, against RDA."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy.special import expit

import charts
from algorithms import CATALOGUE, Trace, order_of, record
from algorithms.schedules import NAMES
from algorithms.shrinkage import soft_threshold
from charts.palette import colour
from datasets import Dataset
from knobs import knob
from ui.lessons import Lesson, Task, Verdict

T = 300  # examples of a run
PENALTIES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
STEPS = {"constant": "η", "inv_sqrt": "η/√t", "inv": "η/t"}
SWEPT = {"fobos": "FOBOS", "m": "mini-batch", "rda": "RDA"}
HUES = (colour("fobos", 0), colour("fobos", 1), colour("rda", 0))


@dataclass(frozen=True)
class Knobs:
    """What FOBOS and RDA share; RDA's γ is 1/η, which makes its steps as long."""

    l1: float = knob(
        0.02, "λ", "What FOBOS and RDA hold a gradient against.",
        label="penalty", low=0.001, high=0.5, scale="log", above=True,
    )  # fmt: skip
    eta: float = knob(
        1.0, "η", "The first step of FOBOS; RDA's γ, which holds weights near 0, is 1/η.",
        label="step size", low=0.1, high=10.0, scale="log", above=True,
    )  # fmt: skip
    schedule: str = knob("inv_sqrt", "ηₜ", "How FOBOS's step falls.", label="steps", choices=NAMES)
    batch_size: int = knob(
        10, "m", "Gradients that the mini-batch variant averages before it steps.",
        label="mini-batch", low=1, high=50, scale="log", integer=True, minimum=1,
    )  # fmt: skip


class Kept(NamedTuple):
    """How many real and random features a run ends with."""

    real: int
    random: int


class Evidence(NamedTuple):
    """``each``: FOBOS, truncated gradient, RDA, example by example; ``more``: variants of FOBOS;
    ``swept``: kept for each of ``PENALTIES``; ``single``, ``mean``: (T,), a feature's gradients in
    FOBOS, and their mean so far in RDA."""

    knobs: Knobs
    data: Dataset
    each: dict[str, Trace]
    more: dict[str, Trace]
    swept: dict[str, list[Kept]]
    feature: int
    single: np.ndarray
    mean: np.ndarray

    def kept(self, key: str) -> Kept:
        """What one of the runs ends with."""
        return kept((self.each | self.more)[key], self.data)


def kept(trace: Trace, data: Dataset) -> Kept:
    real, random = np.split(trace.final_weights != 0.0, [data.n_features - data.n_noise])
    return Kept(int(real.sum()), int(random.sum()))


def learners(knobs: Knobs) -> dict:
    """All of them at one λ. RDA's w is −(η/√t) S(g₁ + … + gₜ, λt): steps as long as η/√t."""
    steps = {"eta": knobs.eta, "schedule": knobs.schedule}
    fobos, truncated = CATALOGUE["fobos"], CATALOGUE["truncated_gradient"]
    return {
        "fobos": fobos(**steps, l1=knobs.l1),
        "truncated_gradient": truncated(**steps, gravity=knobs.l1, threshold=np.inf, period=1),
        "rda": CATALOGUE["rda"](gamma=1.0 / knobs.eta, l1=knobs.l1),
        **{letter: fobos(knobs.eta, name, l1=knobs.l1) for name, letter in STEPS.items()},
        "½": fobos(**steps, l1=knobs.l1, rounds=True),
        "m": fobos(**steps, l1=knobs.l1, batch_size=knobs.batch_size),
    }


@lru_cache(maxsize=8)
def sweep(knobs: Knobs, data: Dataset) -> dict[str, list]:
    """What is kept with each of ``PENALTIES``, whatever λ is."""
    ask = {"order": order_of(data)[:T], "checkpoints": 1}
    at = [learners(replace(knobs, l1=l1)) for l1 in PENALTIES]
    return {key: [kept(record(run[key], data, **ask), data) for run in at] for key in SWEPT}


def evidence(knobs: Knobs, data: Dataset) -> Evidence:
    """The three runs example by example, the variants, and what is kept against λ."""
    order, runs = order_of(data)[:T], learners(knobs)

    def looked(key: str, often: int = T) -> Trace:
        return record(runs[key], data, order=order, checkpoints=often)

    each = {key: looked(key) for key in ("fobos", "truncated_gradient", "rda")}
    if any(trace.diverged_at for trace in each.values()):
        raise ValueError("a run diverged: take a smaller η, or scale the features.")
    more = {key: looked(key, 20) for key in (*STEPS.values(), "½", "m")}
    swept = sweep(replace(knobs, l1=PENALTIES[0]), data)
    feature = charts.least_telling(data, order, each["rda"].tracked)
    x, y = data.X[order][:, [feature]].toarray().ravel(), data.y[order]

    def gradients(run) -> np.ndarray:
        start = run.start(data.n_features, len(order))
        return -y * x * expit(-y * run.advance(start, data.X, data.y, order, "logistic"))

    mean = np.cumsum(gradients(runs["rda"])) / np.arange(1, len(order) + 1)
    return Evidence(knobs, data, each, more, swept, feature, gradients(runs["fobos"]), mean)


def stage(found: Evidence) -> list:
    """One weight and its gradients as a film; below it, all weights against λ and time."""
    each, knobs, name = found.each, found.knobs, found.data.feature_names[found.feature]
    tracks = {
        SWEPT[key]: (hue, [k.real for k in kept], [k.random for k in kept])
        for (key, kept), hue in zip(found.swept.items(), HUES, strict=True)
    }
    film = charts.shrink_or_average(each, knobs.l1, found.feature, name, found.single, found.mean)
    counts = charts.counts_against("kept", "penalty λ", PENALTIES, tracks, knobs.l1)
    return [film, [counts, charts.fobos_variants({**found.more, "R": each["rda"]})]]


def lead(found: Evidence) -> str:
    """Who keeps what."""
    f, r = found.kept("fobos"), found.kept("rda")
    random = f"; {f.random} and {r.random} are random ones" if found.data.n_noise else ""
    return (
        f"After {len(found.single)} examples FOBOS keeps **{sum(f)}** of {found.data.n_features} "
        f"features, RDA with the same λ **{sum(r)}**{random}."
    )


def words(found: Evidence) -> str:
    """The explanation."""
    n, penalty, w = len(found.single), found.knobs.l1, found.each["fobos"].weights
    apart = np.abs(w - found.each["truncated_gradient"].weights).max()
    passed = int((np.abs(found.single) > penalty).sum())
    within = int((np.abs(found.mean) <= penalty).sum())
    ends = {key: sum(found.kept(key)) for key in found.more}
    return f"""
**Step, then shrink.** FOBOS (forward-backward splitting) lets one example move a weight by ηₜgₜ,
then pulls it back by ηₜλ. A weight at zero stays there only if that one |gₜ| ≤ λ. The feature in
the film says little of y, yet |gₜ| > λ in {passed} of {n} examples: such a one pushes off zero.

**Remember the average.** RDA (regularized dual averaging) asks whether the *mean* ū of all
gradients is within λ. Gradients of changing sign cancel in it: it was within λ after {within} of
{n} examples, and then w is 0, whatever the last example said.

**FOBOS is truncated gradient** with θ = ∞, K = 1, gravity λ: curves at most {apart:.3g} apart.

**The vanishing step.** Dhingra et al. (§2.3) blame FOBOS's lost zeros on single examples, and on
ηₜλ → 0. But the push vanishes as fast as the pull: whether a weight leaves zero depends on |gₜ|
against λ alone. What is lost is time: with η/t, all pulls from step t to T add up to some
ηλ ln(T/t), and what the first, long steps put up stays up long. Here steps of η leave {ends["η"]}
weights, of η/√t {ends["η/√t"]}, of η/t {ends["η/t"]}.

**Their two repairs.** A mean of m gradients is smaller where they disagree, λ is not; but it makes
one step. m = {found.knobs.batch_size} leaves {ends["m"]}; ½λ for the first half {ends["½"]}.

On Gisette, at the λ of best accuracy, they print 99.10 % nonzero weights for FOBOS, 99.10 % in
rounds, 99.06 % with mini-batches, and 7.38 % for coordinate descent, on all examples at once.
"""


def who_is_zero(seed: int) -> Task:
    """One gradient at a time, or all together."""
    g = np.round(np.random.default_rng(seed).uniform(-0.6, 0.6, 6), 1) + 0.0  # no −0
    w = np.zeros(1)
    for t, slope in enumerate(g, 1):
        w = soft_threshold(w - slope / np.sqrt(t), 0.1 / np.sqrt(t))
    zero = (abs(w[0]) < 1e-9, abs(g.mean()) < 0.1 + 1e-9)
    names = {(1, 1): "both", (1, 0): "only FOBOS's", (0, 1): "only RDA's", (0, 0): "neither"}
    why = f"FOBOS ends at {w[0]:z.3f}; the mean gradient is {g.mean():z.3f}."
    return Task(
        f"A feature's gradients are {', '.join(f'{v:+.1f}' for v in g)}, whatever the weights; "
        "λ = 0.1, ηₜ = 1/√t. After them, whose weight is zero?",
        lambda answer: Verdict(answer == names[zero], why),
        ("RDA needs the mean alone.", "FOBOS steps to w − g/√t, and then 0.1/√t toward 0."),
        f"**{names[zero]}**: {why}",
        choices=tuple(names.values()),
    )


def how_long_to_zero(seed: int) -> Task:
    """What a vanishing step does to the pulls that are still to come."""
    draw = np.random.default_rng(seed)
    t, k = int(draw.choice([20, 50, 100])), int(draw.choice([1, 2, 3]))
    pulls = 1 + int(np.searchsorted(np.cumsum(1.0 / np.arange(t + 1, 30 * t)), k))
    how = ("are not enough", "are just enough", "are more than enough")
    return Task(
        f"After {t} examples a weight stands at {k}ηλ, and its feature is never seen again. Pulls "
        f"that stayed ηλ/{t} would need {k * t} examples to make it zero. How many does FOBOS need "
        "with ηₜ = η/t? (To within one.)",
        lambda n: Verdict(abs(n - pulls) <= 1, f"{n:g} {how[(n >= pulls) + (n > pulls)]}."),
        (f"1/{t + 1} + … + 1/({t} + n) is about ln(({t} + n)/{t}).", f"About {t}(e^{k} − 1)."),
        f"**{pulls}**: the sum of 1/s from {t + 1} to {t + pulls} is the first to reach {k}.",
        unit="examples",
    )


def fewer_by_averaging(seed: int) -> Task:
    """Mini-batches bring zeros back."""
    share = (0.5, 0.4)[seed % 2]

    def check(found: Evidence) -> Verdict:
        one, many = sum(found.kept("fobos")), sum(found.kept("m"))
        why = f"m = {found.knobs.batch_size} leaves {many} weights, m = 1 {one}."
        return Verdict(20 <= many <= share * one, why)

    return Task(
        f"Find λ and m with which mini-batches leave at least 20 weights, but at most {share:.0%} "
        "of those that m = 1 leaves.",
        check,
        ("Which of |g| and λ does averaging change?", "λ = 0.05 will do. And m?"),
        "On this lesson's example, otherwise as it opens: λ = 0.05 and m = 20.",
    )


LESSON = Lesson(
    key="fobos_rda",
    title="FOBOS and RDA",
    claim="Step then shrink, or remember the average: the average keeps its zeros",
    knobs=Knobs,
    evidence=evidence,
    stage=stage,
    lead=lead,
    words=words,
    formula=r"\begin{aligned}\text{FOBOS:}\quad w &\leftarrow S(w - \eta_t g_t,\ \eta_t\lambda)\\"
    r"\text{RDA:}\quad w &\leftarrow -\tfrac{\sqrt t}{\gamma}\,S(\bar u_t,\ \lambda)\end{aligned}",
    symbols={
        "gₜ": "The gradient of one example, ℓ′(w·x, y)x; ūₜ: the mean of all so far.",
        "S(v, a)": "Soft threshold: v moved by a toward 0, and no further.",
    },
    source="Dhingra et al., §2.3, Alg. 4, Table 2; Xiao (2010), (8); Yang et al. (2010), (10).",
    code=(CATALOGUE["fobos"].loop, CATALOGUE["rda"].loop),
    exercises=(who_is_zero, how_long_to_zero, fewer_by_averaging),
    example=("digit_products", {"n_products": 136}),
)
