"""Rounding kills a weight before it can grow: one weight step by step, then a whole dataset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

import charts
from algorithms import CATALOGUE, Trace, order_of, record
from charts.palette import colour
from datasets import Dataset
from knobs import knob
from ui.lessons import Lesson, Task, Verdict

T = 120
"""Steps of the one weight's stream."""
NAMES = {"sgd": "plain steps", "rounding": "rounding", "truncated_gradient": "truncation"}
PERIODS = (1, 2, 5, 10, 15, 25, 50)


@dataclass(frozen=True)
class Knobs:
    """What both halves of the lesson share."""

    threshold: float = knob(
        0.05, "θ", "Rounding cuts weights up to θ; truncation pulls them.",
        label="threshold", low=0.005, high=0.5, scale="log", above=True,
    )  # fmt: skip
    period: int = knob(
        10, "K", "Cut or pull after every K-th step.",
        label="period", low=1, high=50, scale="log", integer=True, minimum=1, maximum=T,
    )  # fmt: skip
    gravity: float = knob(
        0.1, "g", "Each pull of truncation is ηKg.",
        label="gravity", low=0.01, high=1.0, scale="log", above=True,
    )  # fmt: skip
    eta: float = knob(
        0.01, "η", "The step size, constant.",
        label="step size", low=0.001, high=0.1, scale="log", above=True,
    )  # fmt: skip


class Kept(NamedTuple):
    """How many real and random features a run keeps."""

    real: int
    random: int


class Evidence(NamedTuple):
    """``one``: the three runs of the single weight; ``kept``: by method and period."""

    knobs: Knobs
    stream: Dataset
    one: dict[str, Trace]
    kept: dict[str, list[Kept]]
    now: dict[str, Kept]


def learners(knobs: Knobs, period: int) -> dict:
    """Plain steps, rounding and truncated gradient with the same η and θ."""
    steps = {"eta": knobs.eta, "schedule": "constant"}
    cut = {**steps, "threshold": knobs.threshold, "period": period}
    return {
        "sgd": CATALOGUE["sgd"](**steps),
        "rounding": CATALOGUE["rounding"](**cut),
        "truncated_gradient": CATALOGUE["truncated_gradient"](gravity=knobs.gravity, **cut),
    }


def one_weight() -> Dataset:
    """A feature that is always 1, and a label that agrees with it nine times in ten."""
    agrees = np.random.default_rng(3).random(T) < 0.9
    return Dataset.from_arrays(np.ones((T, 1)), np.where(agrees, 1.0, -1.0))


def evidence(knobs: Knobs, data: Dataset) -> Evidence:
    """Every step of the one weight, and what is kept of a dataset for each period."""
    stream = one_weight()
    one = {
        key: record(run, stream, order=np.arange(T), checkpoints=T)
        for key, run in learners(knobs, knobs.period).items()
    }

    def kept(run) -> Kept:
        # A run that ends between two cuts has no zeros to show: end it with a cut.
        examples = order_of(data, passes=10)[: 10 * data.n_rows // run.stride * run.stride]
        nonzero = record(run, data, order=examples, checkpoints=1).final_weights != 0.0
        first_noise = data.n_features - data.n_noise
        return Kept(int(nonzero[:first_noise].sum()), int(nonzero[first_noise:].sum()))

    both = ("rounding", "truncated_gradient")
    by_period = [learners(knobs, period) for period in PERIODS]
    return Evidence(
        knobs,
        stream,
        one,
        {key: [kept(runs[key]) for runs in by_period] for key in both},
        {key: kept(learners(knobs, knobs.period)[key]) for key in both},
    )


def stage(found: Evidence) -> list:
    """The one weight as a film; what is kept against K below it."""
    runs = {name: found.one[key] for key, name in NAMES.items()}
    return [charts.one_weight(runs, found.stream.y), [features_kept(found)]]


def features_kept(found: Evidence) -> charts.Picture:
    """Real features kept against the period, one curve a method."""
    tracks = {
        NAMES[key]: (colour(key, 0), [k.real for k in kept], [k.random for k in kept])
        for key, kept in found.kept.items()
    }
    return charts.counts_against("kept", "period K", PERIODS, tracks, found.knobs.period)


def lead(found: Evidence) -> str:
    """What the pictures show, in their own numbers."""
    knobs, path = found.knobs, found.one["rounding"].weights[:, 0]
    most = knobs.period * knobs.eta / 2
    killed = not path[knobs.period - 1 :: knobs.period].any()
    fate = "rounding kills it every time" if killed else "it gets past θ and lives"
    return (
        f"From zero, K = {knobs.period} steps of η = {knobs.eta:g} carry the weight to {most:.3g} "
        f"at most. θ is {knobs.threshold:g}: {fate}."
    )


def words(found: Evidence) -> str:
    """The explanation."""
    knobs, now = found.knobs, found.now
    r, t = now["rounding"], now["truncated_gradient"]
    early, *_, late = found.kept["rounding"]
    return f"""
**Rounding** waits K steps and then sets every weight up to θ to zero. A weight that is on its way
is cut like one that is worth nothing: all it learned in K steps is thrown away. Where |ℓ′x| ≤ ½,
as for the one weight on its way up, K steps from zero reach Kη/2 at most, here
{knobs.period * knobs.eta / 2:.3g}. If that is not above θ, such a weight *never* leaves zero. In
the dataset some |x| are larger, and some weights may get through.

**Truncation** pulls instead of cutting: every K steps each weight within θ moves toward zero by
ηKg = {knobs.eta * knobs.period * knobs.gravity:.3g} and stops there. A weight that the gradients
push outward faster than gravity pulls it back grows, a little at a time.

On the dataset, with these knobs, rounding keeps **{r.real} real** and {r.random} random features,
truncation **{t.real} real** and {t.random} random ones. With K = {PERIODS[0]} rounding would keep
{early.real} real ones, with K = {PERIODS[-1]} {late.real}; but between two cuts nothing is sparse.

**Enough gravity is rounding:** where ηKg ≥ θ both do the same. **The trap of θ < ∞:** as long as
it is beyond θ neither touches a weight, useful or not.
"""


def smallest_period(seed: int) -> Task:
    """How long a weight must be left alone."""
    draw = np.random.default_rng(seed)
    eta, theta = draw.choice([0.01, 0.02, 0.04]), draw.choice([0.05, 0.09, 0.13])
    w, steps = 0.0, 0
    while w <= theta:
        w += eta / (1.0 + np.exp(w))
        steps += 1
    more = {0: ".", 1: ", but a smaller K does, too."}
    return Task(
        f"Every example says x = 1, y = +1; η = {eta:g}, θ = {theta:g}. What is the smallest K "
        "with which this weight survives rounding's first cut?",
        lambda k: Verdict(
            k == steps,
            f"After {k:g} steps the weight is past θ{more[k > steps]}"
            if k >= steps
            else f"After {k:g} steps the weight is still within θ.",
        ),
        (
            "At w = 0 the slope of the logistic loss is −½: a step adds η/2.",
            f"Kη/2 > θ is necessary: K > {2 * theta / eta:.1f}.",
            "The slope shrinks a little as w grows: try the next whole numbers.",
        ),
        f"**K = {steps}**: after {steps} steps w = {w:.4f} > θ.",
        unit="steps",
    )


def same_thing(seed: int) -> Task:
    """Truncation with enough gravity is rounding."""
    period = int(np.random.default_rng(seed).choice([5, 10, 20]))

    def check(found: Evidence) -> Verdict:
        knobs, one = found.knobs, found.one
        pull, theta = knobs.eta * knobs.period * knobs.gravity, knobs.threshold
        apart = np.abs(one["rounding"].weights - one["truncated_gradient"].weights).max()
        right = knobs.period == period and pull >= theta * (1.0 - 1e-12)
        why = f"K = {knobs.period}, ηKg = {pull:.3g}, θ = {theta:.3g}: "
        return Verdict(right, f"{why}the curves above are {apart:.3g} apart at most.")

    return Task(
        f"With K = {period}, find knobs for which truncation *is* rounding, whatever the data.",
        check,
        ("When does a pull of ηKg bring every weight within θ to zero?", "When ηKg ≥ θ."),
        "Any g ≥ θ/(ηK): then T₁ takes all that is within θ to zero, as T₀ does.",
    )


LESSON = Lesson(
    key="rounding",
    title="Rounding",
    claim="Rounding kills a weight before it can grow",
    knobs=Knobs,
    evidence=evidence,
    stage=stage,
    lead=lead,
    words=words,
    formula=r"w \leftarrow T_0(w - \eta\,\ell'(w\cdot x, y)\,x,\ \theta)\text{ if } t \bmod K = 0",
    symbols={
        "T₀": "sets to 0 what is within θ (|v| ≤ θ), and leaves the rest.",
        "ℓ′": "The slope of the logistic loss in the prediction w·x; ½ in size at w·x = 0.",
        "t": "The step; t mod K is 0 at every K-th.",
    },
    source="Langford, Li and Zhang (2009), §3.1 and (4); truncation: §3.3 and (6).",
    code=(CATALOGUE["rounding"].loop,),
    exercises=(smallest_period, same_thing),
    example=("breast_cancer", {"noise_features": 1000, "scaling": "unit variance"}),
)
