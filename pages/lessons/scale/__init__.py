"""A billion features: lazy steps, and a table of the live that breathes with gravity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

import charts
from algorithms.online.late.truncation import settle
from algorithms.online.memory.hash_table import rehash
from algorithms.shrinkage import truncation
from charts.palette import HUES, REFERENCE
from datasets import Dataset
from knobs import knob
from pages.lessons.scale import evidence as scale_runs
from pages.lessons.scale.evidence import DENSE, EACH, EAGER, LAZY, LIVE, PLACE, Breath, breathe
from pages.lessons.scale.pictures import live_table
from ui.lessons import Lesson, Task, Verdict

GRAVITIES = (0.0005, 0.001, 0.003, 0.01, 0.03, 0.1)
IDS = 10**9
GREEN, BLUE, RED = HUES[4][0], HUES[3][0], HUES[1][0]
REACHED = {500: 0.024, 1000: 0.01, 2000: 0.0045, 4000: 0.0021}
"""A gravity for each number of live features."""


@dataclass(frozen=True)
class Knobs:
    """Two gravities, in turn, and the step size."""

    gravity: float = knob(
        0.001, "g", "Gravity in the first and the third quarter of the stream.",
        label="gravity", low=0.0005, high=0.1, scale="log", above=True,
    )  # fmt: skip
    turned: float = knob(
        0.01, "g′", "Gravity in the second and the last quarter.",
        label="gravity, turned", low=0.0005, high=0.1, scale="log", above=True,
    )  # fmt: skip
    eta: float = knob(
        0.03, "η", "The step size, constant.",
        label="step size", low=0.003, high=0.3, scale="log", above=True,
    )  # fmt: skip
    measurement: int = knob(
        1, "", "Times are measured once on this machine; another number measures again.",
        label="measurement", low=1, high=9, minimum=1, maximum=9, integer=True, rare=True,
    )  # fmt: skip


class Evidence(NamedTuple):
    """``breath`` : the run. ``free`` : the mean loss of one without gravity.

    ``ends``, ``bound`` : over GRAVITIES, what lives in the end, and the ids of the last 1/(2g)
    examples. ``times`` : seconds of a step.
    """

    knobs: Knobs
    breath: Breath
    free: np.ndarray
    met: np.ndarray
    ends: list[int]
    bound: list[int]
    times: dict[str, list[float]]


def evidence(knobs: Knobs, data: Dataset | None) -> Evidence:
    """The run over the stream of clicks; what other gravities leave; what a step takes."""
    steady = [breathe(Knobs.eta, (g,), scale_runs.QUARTERS) for g in GRAVITIES]
    return Evidence(
        knobs,
        breathe(knobs.eta, (knobs.gravity, knobs.turned)),
        scale_runs.free(knobs.eta),
        scale_runs.met(),
        [int(breath.live[-1]) for breath in steady],
        [scale_runs.recent_ids(round(0.5 / g)) for g in GRAVITIES],
        scale_runs.times(int(knobs.measurement)),
    )


def stage(found: Evidence) -> list:
    """The table as it breathes; below it what gravity leaves, and what a step takes."""
    breath, at, knobs = found.breath, found.breath.at, found.knobs
    turned = scale_runs.quarter(np.maximum(at - 1, 0)) % 2 == 1
    film = live_table(
        at,
        {"met": found.met[at], "places": breath.places, "live": breath.live},
        {"with gravity": breath.loss[at], "with none": found.free[at]},
        np.where(turned, knobs.turned, knobs.gravity),
        PLACE,
        f"Gravity is {knobs.gravity:g}, {knobs.turned:g}, {knobs.gravity:g}, {knobs.turned:g} in "
        "the quarters of the stream, whose ids are below 10⁹.",
    )
    return [film, [left(found), step_times(found)]]


def left(found: Evidence) -> charts.Picture:
    """Live features in the end against gravity."""
    lines = [
        charts.Line("ids in the last 1/(2g) examples", REFERENCE, "dot", found.bound),
        charts.Line("live in the end", GREEN, "solid", found.ends),
    ]
    labels = ("gravity g, all the time", "features")
    return charts.against(
        "left", labels, GRAVITIES, lines, found.knobs.gravity, True, f"η = {Knobs.eta:g}."
    )


def step_times(found: Evidence) -> charts.Picture:
    """Microseconds of a step against d, as measured on this machine."""
    d = sorted({d for ds in scale_runs.DIMENSIONS.values() for d in ds})
    lines = []
    for (name, measured), hue in zip(found.times.items(), (RED, BLUE, GREEN), strict=True):
        y = np.full(len(d), np.nan)
        y[: len(measured)] = 1e6 * np.array(measured)
        lines.append(charts.Line(name, hue, "dash" if name == EAGER else "solid", y))
    return charts.against(
        "step", ("features d", "a step, µs"), d, lines, log=True,
        caption=f"Examples of {EACH} features, the least of {scale_runs.TIMES} times, "
        "measured on this machine when first asked for.",
    )  # fmt: skip


def lead(found: Evidence) -> str:
    """The table in numbers."""
    breath = found.breath
    return (
        f"Of 10⁹ ids {found.met[-1]:,} have come by, and {breath.live[-1]:,} are live in the end. "
        f"The table never had more than {breath.places.max():,} places, "
        f"{breath.places.max() * PLACE / 1e6:.1f} MB; a place for every id would take "
        f"{IDS * DENSE / 1e9:.0f} GB."
    )


def words(found: Evidence) -> str:
    """The explanation."""
    knobs, breath, times = found.knobs, found.breath, found.times
    quarter = len(breath.at) // scale_runs.QUARTERS
    ends = [f"{live:,}" for live in breath.live[quarter::quarter]]
    eager, lazy, live = (times[name][-1] for name in (EAGER, LAZY, LIVE))
    with_g, without = breath.loss[-1], found.free[-1]
    price = "gains" if with_g < without else "costs"
    return f"""
**Lazy steps.** Gravity pulls every weight at every step, but one that is not read can pay later. It
remembers up to which step, s_j, it has paid; when it is read it pays all it owes, η times the sum
of g since then, at once. That is exact: where T₁ stops now, at 0, it would have stopped on the way.
A step costs what its example holds, {EACH} features here, not d. On this machine, d = 10⁶: all
weights at every step {1e6 * eager:,.0f} µs, lazily {1e6 * lazy:.2g} µs. At d = 10⁹ the first would
take some {1e3 * eager:.2g} s an example.

**Live features.** A weight of 0 needs no memory. A hash table holds what is live; when it is nearly
half full, what has come to 0 is dropped and the rest moves to a table of the size it needs. Weights
are bit for bit those of a table with a place for every id. With d = 10⁹ a step takes
{1e6 * live:.2g} µs. This machine reads {1e-6 * EACH / lazy:.0f} million nonzeros a second with a
place for every feature (d = 10⁶), {1e-6 * EACH / live:.0f} million on the table of the live.

**Breathing.** After the quarters, under g, g′, g, g′, live are {", ".join(ends)}. Most ids come
once. Where w·x is near 0 that puts η/2 on their weight; gravity takes ηg a step; after 1/(2g) steps
it is gone, whatever η. So memory holds about what 1/(2g) examples do: {0.5 / knobs.gravity:.0f} of
them for g, {0.5 / knobs.turned:.0f} for g′.

**The price.** Mean loss is {with_g:.3f} with this gravity, {without:.3f} with none: gravity {price}
{abs(with_g - without):.3f}. Langford et al. (§6.1) went from 3·10⁹ to 24·10⁶ features, 125 times
fewer, for an error of 0.338 in place of 0.329, on clicks that are not public; ours are made up.
"""


def lifetime(seed: int) -> Task:
    """How long one push lasts."""
    draw = np.random.default_rng(seed)
    steps, eta = int(draw.choice([25, 40, 50, 100, 125])), float(draw.choice([0.01, 0.1, 0.5]))
    return Task(
        f"A feature that has weight 0 comes once, x = 1, in an example with w·x = 0 and y = +1; "
        f"η = {eta:g}, g = {0.5 / steps:g}, K = 1, θ = ∞, logistic loss. How many pulls of gravity "
        "take its weight back to 0?",
        lambda n: Verdict(n == steps, f"After {n:g} pulls of ηg the weight is "
                          f"{max(0.5 - n * 0.5 / steps, 0.0) * eta:.4g}."
                          + " It was 0 before." * (n > steps)),
        ("The slope at 0 is −½: the weight becomes η/2.", "Each pull takes ηg: (η/2)/(ηg)."),
        f"**{steps}** = 1/(2g): η plays no part.",
        unit="pulls",
    )  # fmt: skip


def late(seed: int) -> Task:
    """What is owed, paid at once."""
    draw = np.random.default_rng(seed)
    w, owed = float(draw.choice([0.2, -0.3, 0.5])), int(draw.choice([40, 150, 250]))
    eta, g = 0.1, float(draw.choice([0.002, 0.01, 0.02]))
    now = float(truncation(np.array([w]), eta * g * owed, np.inf)[0])
    return Task(
        f"A weight is {w:g} and has paid up to step 1000. It is next read after step "
        f"{1000 + owed}; η = {eta:g}, g = {g:g}, K = 1, θ = ∞. With what value is it read?",
        lambda given: Verdict(
            abs(given - now) <= 5e-4, f"It owes {owed} pulls of {eta * g:g}: {owed * eta * g:.3g}."
        ),
        ("It owes one pull of ηg a step.", f"{owed} · ηg = {owed * eta * g:.3g}; T₁ stops at 0."),
        f"**{now:z.3g}** = T₁({w:g}, {owed * eta * g:.3g}, ∞).",
        unit="",
    )


def hold(seed: int) -> Task:
    """Gravity for a memory of a given size."""
    wanted = int(np.random.default_rng(seed).choice(list(REACHED)))

    def check(found: Evidence) -> Verdict:
        alike, live = found.knobs.gravity == found.knobs.turned, int(found.breath.live[-1])
        right = alike and abs(live - wanted) <= wanted / 5
        return Verdict(
            right, f"{live:,} are live in the end." if alike else "g and g′ are not yet the same."
        )

    return Task(
        f"Set g = g′ so that in the end {wanted:,} features live, give or take a fifth.",
        check,
        ("The left picture shows what lives in the end under one gravity all the time.",
         "An example brings some 15 to 25 ids that live: most live for 1/(2g) steps."),
        f"**g = g′ = {REACHED[wanted]:g}** does it.",
    )  # fmt: skip


LESSON = Lesson(
    key="scale",
    title="Scale",
    claim="A billion features: a step pays for what it reads, memory for what lives",
    knobs=Knobs,
    evidence=evidence,
    stage=stage,
    lead=lead,
    words=words,
    formula=r"w_j \leftarrow T_1\Bigl(w_j,\ \eta \sum_{i = s_j + 1}^{t} g_i,\ \theta\Bigr)"
    r"\text{ when feature } j \text{ is read}",
    symbols={
        "T₁(v, α, θ)": "Pulls v toward 0 by α, where |v| ≤ θ; θ is ∞ here.",
        "g_i": "Gravity at step i: g or g′. It pulls at every step, K = 1.",
        "s_j": "The step up to which weight j has paid.",
        "t": "The step; d is the number of features.",
    },
    source="Langford, Li and Zhang (2009), §5, (6) and §6.1; the table of the live is this app's.",
    code=(settle, rehash),
    exercises=(lifetime, late, hold),
)
