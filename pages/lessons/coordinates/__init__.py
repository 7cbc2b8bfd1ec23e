"""One feature or one example at a time: coordinate descent, truncated gradient and SMIDAS."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

import charts
from algorithms import CATALOGUE, Trace, order_of, record
from charts.palette import colour, dashes
from datasets import Dataset
from datasets.preparation import Preparation, prepare
from datasets.preparation.noise import KINDS
from knobs import knob
from pages.lessons.coordinates.pictures import Race, race, race_kept
from ui.lessons import Lesson, Task, Verdict

ROWS, PASSES, LOOKS, MOST = 250, 5, 15, 1_000_000  # MOST: rows × features × passes
NOISES = dict(zip(("sparse", "dense"), KINDS, strict=True))
NAMES = {
    "scd": ("S", "stochastic coordinates"),
    "coordinate_descent": ("C", "cyclic coordinates"),
    "greedy_cd": ("G", "greedy coordinates"),
    "truncated_gradient": ("T", "truncated gradient"),
    "smidas": ("M", "SMIDAS"),
}
MADE = {"n_rows": ROWS, "n_features": 10, "n_nonzeros": 10, "density": 1.0, "noise": 1.0}
BY_EXAMPLE = {"truncated_gradient": "gravity", "smidas": "l1"}


@dataclass(frozen=True)
class Knobs:
    """The problem, and how long the steps by example are."""

    l1: float = knob(
        0.05, "λ", "F is mean loss + λ‖w‖₁, least, F*, at w*; in truncated gradient g = λ.",
        label="penalty", low=0.005, high=0.1, scale="log", above=True,
    )  # fmt: skip
    noise: int = knob(
        200, "m", "Random features beside the real ones.", label="noise features",
        low=10, high=300, scale="log", integer=True, minimum=1, maximum=1000,
    )  # fmt: skip
    steps: float = knob(
        2.0, "c", "The steps by example are c times those of the theorems.",
        label="step factor", low=0.25, high=16.0, scale="log", above=True,
    )  # fmt: skip


class Side(NamedTuple):
    """One kind of noise. ``size``: X₂² and X∞²; by method ``eta``, the step size, ``traces``, and
    ``ends``, F − F* at the end."""

    data: Dataset
    race: Race
    size: tuple[float, float]
    eta: dict[str, float]
    traces: dict[str, Trace]
    ends: dict[str, float]

    def first(self, keys) -> str:
        """Who is nearest to the optimum at the end."""
        return min(keys, key=self.ends.get)


class Evidence(NamedTuple):
    knobs: Knobs
    passes: int
    sides: dict[str, Side]


def evidence(knobs: Knobs, data: Dataset) -> Evidence:
    """The same examples with sparse and with dense noise, and all methods on both."""
    cells = min(data.n_rows, ROWS) * (data.n_features + knobs.noise)
    passes = max(1, min(PASSES, MOST // cells))
    sides = {k: side(knobs, noisy(data, knobs.noise, v), passes) for k, v in NOISES.items()}
    return Evidence(knobs, passes, sides)


@lru_cache(maxsize=8)
def noisy(data: Dataset, m: int, kind: str) -> Dataset:
    """Some rows of ``data`` with ``m`` noise features."""
    rows = np.sort(order_of(data)[:ROWS])
    few = Dataset.from_arrays(data.X[rows], data.y[rows])
    return prepare(few, Preparation(noise_features=m, noise_kind=kind))


def side(knobs: Knobs, data: Dataset, passes: int) -> Side:
    """All methods on one dataset, for as many entries as lie in ``passes``."""
    best = CATALOGUE["coordinate_descent"](l1=knobs.l1).solve(data, "logistic")
    if not best.weights.any():
        raise ValueError("λ is so large that the best weights are all 0: take a smaller one.")
    squares = data.X.multiply(data.X)
    size = float(squares.sum(axis=1).mean()), float(squares.max(axis=1).toarray().mean())
    eta = step_sizes(best.weights, size, passes * data.n_rows, knobs.steps)
    learners = {key: CATALOGUE[key](l1=knobs.l1) for key in NAMES if key not in BY_EXAMPLE}
    for key, penalty in BY_EXAMPLE.items():
        learners[key] = CATALOGUE[key](eta[key], **{penalty: knobs.l1})
    asked = {"passes": passes, "checkpoints": LOOKS, "fit": True}
    traces = {key: record(learner, data, **asked) for key, learner in learners.items()}
    if any(trace.diverged_at for trace in traces.values()):
        raise ValueError("a run diverged: take a smaller c.")
    runs = []
    for key, (letter, name) in NAMES.items():
        hue, dash = colour(key, int(key == "smidas")), dashes(key, 0)[0]
        runs.append(charts.Run(letter, name, hue, dash, learners[key], traces[key]))
    race = Race(runs, knobs.l1, best.objective, float(np.log(2.0)), data.X.nnz)
    ends = {k: max(float(race.gaps(r)[-1]), 0.0) for k, r in zip(NAMES, runs, strict=True)}
    return Side(data, race, size, eta, traces, ends)


def step_sizes(w: np.ndarray, size: tuple[float, float], t: int, c: float) -> dict[str, float]:
    """c times the constant step with the least bound: Langford et al. (2009), Theorem 3.1, and
    Shalev-Shwartz and Tewari (2009), Theorem 2, for \\|x_j\\| ≤ X∞ in place of 1."""
    euclidean, largest = np.sqrt(size)
    p = max(2.0, 2.0 * np.log(len(w)))
    truncated = np.linalg.norm(w) / (euclidean * np.sqrt(t))
    mirrored = np.abs(w).sum() / largest * np.sqrt(2.0 / ((p - 1.0) * np.e * t))
    return {"truncated_gradient": float(c * truncated), "smidas": float(c * mirrored)}


def stage(found: Evidence) -> list:
    """The race on both kinds of noise as a film; the weights kept below it."""
    races = {f"{name.capitalize()} noise": one.race for name, one in found.sides.items()}
    return [
        race(races, found.passes),
        [race_kept(f"{name} noise", one.race) for name, one in found.sides.items()],
    ]


def lead(found: Evidence) -> str:
    """Who is ahead by example."""
    t, m = ([one.ends[key] for one in found.sides.values()] for key in BY_EXAMPLE)
    ahead = [NAMES[one.first(BY_EXAMPLE)][1] for one in found.sides.values()]
    return (
        f"By example, with sparse noise, **{ahead[0]}** comes nearer to the least objective F* "
        f"(gap F − F*: truncated gradient {t[0]:.2g}, SMIDAS {m[0]:.2g}); with dense noise "
        f"**{ahead[1]}** ({t[1]:.2g} and {m[1]:.2g})."
    )


def words(found: Evidence) -> str:
    """The explanation."""
    both = list(found.sides.values())
    (n, d), cells = both[0].data.X.shape, [one.data.X.nnz for one in both]
    ends = {key: " and ".join(f"{one.ends[key]:.2g}" for one in both) for key in NAMES}
    eta = {key: " and ".join(f"{one.eta[key]:.2g}" for one in both) for key in BY_EXAMPLE}
    kept = {k: " and ".join(str(one.traces[k].nonzeros[-1]) for one in both) for k in NAMES}
    picked = " and ".join(str(one.traces["greedy_cd"].steps[-1]) for one in both)
    size = [f"from {a:.3g} to {b:.3g}" for a, b in zip(*(one.size for one in both), strict=True)]
    return f"""
The axis counts entries xᵢⱼ read, as the paper does; that SMIDAS also shrinks every nonzero θⱼ is
not in it. X has {n} rows and {d} columns, {found.knobs.noise} of them random: 0/1 with 1 in twenty,
or ±1. Of two numbers the first is for sparse noise.

**One feature.** A step reads one column, {cells[0] / d:.0f} and {cells[1] / d:.0f} entries on
average, and moves one weight; the curvature says how far. In turn (C) that ends at a gap of
{ends["coordinate_descent"]}; at random (S, on w⁺ − w⁻ as in Alg. 2) {ends["scd"]}. Greedy (G) reads
all {cells[0]:,} and {cells[1]:,} entries for the best column: {picked} steps, {ends["greedy_cd"]}.

**One example.** A step reads one row, {cells[0] / n:.0f} and {cells[1] / n:.0f} entries, and moves
all its weights. How far must be chosen: {found.knobs.steps:g} times what the theorems say is
η = {eta["truncated_gradient"]} for truncated gradient (T), {eta["smidas"]} for SMIDAS (M).

**Why the noise matters.** By their bounds, the entries that truncated gradient needs grow with
‖w*‖₂²·X₂², those that SMIDAS needs with ‖w*‖₁²·X∞²·log d. From sparse to dense noise X₂² goes
{size[0]}, X∞² {size[1]}: truncated gradient pays for every ±1, SMIDAS for the largest xⱼ alone.

**The paper** (Fig. 1: magic04 with 1000 such features, the best η searched for) finds SMIDAS much
better on dense noise, truncated gradient competitive on sparse, greedy slow. The real features of
this lesson's example are made; elsewhere one may be ahead on both: fetch magic04, and look.

**Not 0** now: C {kept["coordinate_descent"]}; T {kept["truncated_gradient"]}; M {kept["smidas"]}.
"""


def one_greedy_step(seed: int) -> Task:
    """What a step reads."""
    draw = np.random.default_rng(seed)
    n, d, share = draw.choice([400, 900, 2000]), draw.choice([50, 300, 700]), draw.choice([5, 20])
    by, answer = (("stochastic coordinate descent", d), ("truncated gradient", n))[seed % 2]
    return Task(
        f"X has {n} rows and {d} columns; {share} % of its entries are not 0. For the entries that "
        f"one greedy step reads, how many steps can {by} make, on average?",
        lambda k: Verdict(k == answer, f"{k:g} such steps read {k / answer:.3g} of all entries."),
        ("Greedy reads all entries.", "The other reads one column, or one row, a step."),
        f"**{answer}**: so many columns, or rows, hold all entries.",
        unit="steps",
    )


def smaller_bound(seed: int) -> Task:
    """(3) against (4)."""
    draw = np.random.default_rng(seed)
    d, k = (int(draw.choice(few)) for few in ([1000, 10_000], [3, 10]))
    s = int(draw.choice([d, 5]))
    bounds = {"SMIDAS": d * np.log(d) * k**2, "truncated gradient": d * k * s}
    least = min(bounds, key=bounds.get)
    why = "; ".join(f"{name} {value:.2g}" for name, value in bounds.items()) + "."
    return Task(
        f"d = {d:,}; the best w has {k} ones and else zeros; an example has {s:,} entries ±1 and "
        "else zeros. By (3) and (4) of the paper, which needs fewer entries for the same gap? (3), "
        "SMIDAS: d·log d·‖w‖₁²; (4), truncated gradient: d·‖w‖₂²·‖x‖₂²; both over ε².",
        lambda answer: Verdict(answer == least, why),
        (f"‖w‖₁² = {k**2}, ‖w‖₂² = {k}.", f"‖x‖₂² = {s:,}, log d = {np.log(d):.1f}."),
        f"**{least}**: {why}",
        choices=tuple(bounds),
    )


def little_noise(seed: int) -> Task:
    """With few noise features nothing swaps."""
    c = (1, 2)[seed % 2]

    def check(found: Evidence) -> Verdict:
        ahead = [NAMES[one.first(BY_EXAMPLE)][1] for one in found.sides.values()]
        right = found.knobs.steps == c and set(ahead) == {NAMES["truncated_gradient"][1]}
        return Verdict(right, f"c = {found.knobs.steps:g}; sparse, then dense: {', '.join(ahead)}.")

    ask = f"With c = {c}, find m with which truncated gradient is ahead on dense noise, too."
    hints = "What of the dense noise is in X₂²?", "Each dense noise feature adds 1 to it: fewer."
    return Task(ask, check, hints, f"On this lesson's example, with its λ: c = {c} and m = 10.")


LESSON = Lesson(
    key="coordinates",
    title="Features or examples",
    claim="One feature or one example at a time: by example, dense noise swaps the winner",
    knobs=Knobs,
    evidence=evidence,
    stage=stage,
    lead=lead,
    words=words,
    formula=r"""\begin{aligned}
\text{feature:}\quad & w_j \leftarrow S(w_j - g_j/\beta_j,\ \lambda/\beta_j)\\
\text{example:}\quad & \theta \leftarrow S(\theta - \eta\,\ell' x,\ \eta\lambda)\\
& w = f^{-1}(\theta)
\end{aligned}""",
    symbols={
        "gⱼ, βⱼ": "Slope of the mean loss in wⱼ, and a bound on its curvature.",
        "S(v, a)": "Soft threshold: v moved by a toward 0, and no further.",
        "θ, f⁻¹": "What is stepped and shrunk; what makes w of it (SMIDAS: p-norm, p = 2 ln d).",
        "X₂², X∞²": "Means of ‖x‖₂² and of the largest xⱼ² of an example.",
    },
    source="Shalev-Shwartz and Tewari (2009), Alg. 2 and 3, (2)–(4), Fig. 1.",
    code=(CATALOGUE["coordinate_descent"].loop, CATALOGUE["smidas"].loop),
    exercises=(one_greedy_step, smaller_bound, little_noise),
    example=("sparse_linear", MADE),
)
