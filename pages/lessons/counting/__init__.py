"""Count instead of shrink: keep-k SGD against Lasso methods at the same number of features."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from algorithms import CATALOGUE, Trace, order_of, record
from algorithms.losses import loss_values
from algorithms.shrinkage import keep_largest
from algorithms.truth import Truth, truth_of
from datasets import Dataset
from knobs import knob
from pages.lessons.counting.against_count import Point, against_count
from pages.lessons.counting.pictures import kept_places
from ui.lessons import Lesson, Task, Verdict

PASSES, FRAMES, ENTRIES = 3, 120, 60_000  # of data with more entries only some rows are used
COUNTS = (1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120)
HARDNESS = tuple(np.logspace(-1.7, 0.3, 14))
"""The penalties λ that are tried, as shares of the least one that leaves batch Lasso nothing."""
ONLINE = {"fobos": "FOBOS", "truncated_gradient": "truncated gradient", "rda": "RDA"}
COUNTING, BATCH = "l0_sgd", "coordinate_descent"
NAMES = {COUNTING: "keep-k"} | ONLINE | {BATCH: "batch Lasso"}


@dataclass(frozen=True)
class Knobs:
    """k, and the step size of all online methods."""

    n_nonzeros: int = knob(
        12, "k", "How many weights may be nonzero.",
        label="features", low=1, high=300, scale="log", integer=True, minimum=1,
    )  # fmt: skip
    eta: float = knob(
        0.3, "η", "The step size; step t has ηₜ = η/√t. For RDA γ = 1/η.",
        label="step size", low=0.03, high=1.0, scale="log", above=True,
    )  # fmt: skip


class Evidence(NamedTuple):
    """By algorithm: ``sweeps`` over COUNTS or rising λ; ``here``: of each the point whose features
    are nearest to k; ``runs``: the online ones of these step by step."""

    data: Dataset
    truth: Truth
    sweeps: dict[str, list[Point]]
    here: dict[str, Point]
    runs: dict[str, Trace]


def method(key: str, strength: float, eta: float):
    """The online algorithm with k or λ = ``strength``."""
    if key == "rda":
        return CATALOGUE[key](l1=strength, gamma=1.0 / eta)
    own = {
        COUNTING: {"n_nonzeros": int(strength)},
        "fobos": {"l1": strength},
        "truncated_gradient": {"gravity": strength, "period": 10},
    }
    return CATALOGUE[key](eta=eta, schedule="inv_sqrt", **own[key])


@lru_cache(maxsize=4)
def shortened(data: Dataset) -> Dataset:
    """The dataset, or as many of its rows as a hand that moves a knob has time for."""
    seen = np.sort(order_of(data)[: max(ENTRIES * data.n_rows // max(data.X.nnz, 1), 10)])
    return replace(data, X=data.X[seen], y=data.y[seen]) if len(seen) < data.n_rows else data


def learned(data: Dataset, key: str, strength: float, eta: float, looks: int = 1) -> Trace:
    """A run of PASSES over the data, ending with a pull."""
    algorithm, order = method(key, strength, eta), order_of(data, PASSES)
    order = order[: max(len(order) // algorithm.stride, 1) * algorithm.stride]
    trace = record(algorithm, data, order=order, checkpoints=looks)
    if trace.diverged_at:
        raise ValueError(f"the run diverged at step {trace.diverged_at}: scale the features.")
    return trace


def judged(data: Dataset, strength: float, weights: np.ndarray) -> Point:
    """Weights (d,) on the rows held out, or on those learned from where none are."""
    there = data.test if data.test is not None else data
    p = there.X @ weights
    wrong, loss = float(np.mean(p * there.y <= 0.0)), loss_values("logistic", p, there.y).mean()
    return Point(strength, *truth_of(data).counted(weights), float(loss), wrong)


def penalties(data: Dataset) -> np.ndarray:
    """Rising λ, as many as HARDNESS; from the largest slope of the loss at w = 0."""
    return np.abs(data.X.T @ data.y).max() / (2.0 * data.n_rows) * np.array(HARDNESS)


@lru_cache(maxsize=4)
def batch(data: Dataset) -> list[Point]:
    """The batch Lasso for every λ up to the one that leaves nothing; it has no η."""
    tried = penalties(data)[np.array(HARDNESS) < 1.1].tolist()
    solvers = [CATALOGUE[BATCH](l1=l1, tolerance=1e-3, max_iterations=20) for l1 in tried]
    return [judged(data, s.l1, s.solve(data, "logistic").weights) for s in solvers]


@lru_cache(maxsize=8)
def online(data: Dataset, eta: float) -> dict[str, list[Point]]:
    """Keep-k for all COUNTS, and the online Lasso methods for every λ."""
    tried = {COUNTING: [k for k in COUNTS if k <= data.n_features]}
    tried |= dict.fromkeys(ONLINE, penalties(data).tolist())
    return {
        key: [judged(data, s, learned(data, key, s, eta).final_weights) for s in strengths]
        for key, strengths in tried.items()
    }


def evidence(knobs: Knobs, data: Dataset) -> Evidence:
    """What keep-k makes of k, and the Lasso methods of λ."""
    data, k = shortened(data), min(knobs.n_nonzeros, data.n_features)
    sweeps = online(data, knobs.eta) | {BATCH: batch(data)}

    def apart(point: Point) -> float:
        return abs(math.log(point.kept / k)) if point.kept else math.inf

    here = {key: min(points, key=apart) for key, points in sweeps.items()}
    strengths = {COUNTING: k, **{key: here[key].strength for key in ONLINE}}
    runs = {key: learned(data, key, s, knobs.eta, FRAMES) for key, s in strengths.items()}
    here[COUNTING] = judged(data, k, runs[COUNTING].final_weights)
    return Evidence(data, truth_of(data), sweeps, here, runs)


def stage(found: Evidence) -> list:
    """The runs step by step; then every k and every λ."""
    truth, where = found.truth, "learned from" if found.data.test is None else "held out"
    runs = {NAMES[key]: run for key, run in found.runs.items()}
    film = kept_places(runs, found.data.feature_names, truth.useful)
    curves = {key: (points, found.here[key]) for key, points in found.sweeps.items()}
    return [film, against_count(curves, NAMES, truth.useless, where)]


def lead(found: Evidence) -> str:
    """What the pictures show, in their own numbers."""
    now, others = found.here[COUNTING], [(NAMES[key], found.here[key]) for key in ONLINE]
    return (
        f"Features kept: keep-k {now.kept:,}; the nearest that {len(HARDNESS)} values of λ come: "
        f"{', '.join(f'{name} {p.kept:,}' for name, p in others)}. Loss: {now.loss:.3f} against "
        f"{', '.join(f'{p.loss:.3f}' for _, p in others)}."
    )


def words(found: Evidence) -> str:
    """The explanation."""
    useless, counted, table = found.truth.useless, found.runs[COUNTING], ""
    for key, p in found.here.items():
        kept = f"{p.kept:,}" + f" ({p.useless:,} {useless})" * bool(useless)
        table += f"| {NAMES[key]} | {p.strength:.3g} | {kept} | {p.loss:.3f} | {p.wrong:.1%} |\n"
    return f"""
**k says how many.** After each step Hₖ keeps the k largest weights and drops the rest, whatever
the data. λ says how hard to pull; how many weights are left one learns afterwards.

| method | k, λ | features | loss | errors |
|---|---|---|---|---|
{table}
**Why it can be better.** λ pulls what it keeps as hard as what it drops; Hₖ leaves what it keeps as
large as it is. And one example tells so little, say the authors, that a large λ shrinks every
weight to zero and a small one none. {compared(found)}

**What it costs.** The constraint is not convex: a place once taken is hard to lose. Who is out
starts at 0 and has one step, ηₜ|ℓ′x|, to beat the weakest of the k, and ηₜ falls. Seen at
{len(counted.steps)} looks, nobody changed places after example {settled(counted):,} of
{counted.steps[-1]:,}.

**The paper** (Table 2; Gisette, 5000 features, half of them of no use; squared loss): keep-k 94.7%
right with 8.0% of the weights (k = 400), batch Lasso 93.5% with 7.4%, FOBOS 96.9% but with 99.1%:
accurate or sparse, not both.
"""


def compared(found: Evidence) -> str:
    """Who has more loss than keep-k at about as many features, and who keeps less of no use."""
    now = found.here[COUNTING]
    kept = {NAMES[key]: p for key, p in found.here.items() if p.kept and key != COUNTING}
    more = [name for name, p in kept.items() if p.loss > now.loss]
    less = [name for name in kept if name not in more]
    purer = [name for name, p in kept.items() if p.share < now.share]
    said = f"More loss than keep-k: {', '.join(more) or 'none'}."
    said += f" Not more: {', '.join(less)}." * bool(less)
    said += " The batch Lasso reads all examples at every step." * (NAMES[BATCH] in less)
    return said + f" A smaller share {found.truth.useless}: {', '.join(purer)}." * bool(purer)


def settled(run: Trace) -> int:
    """The example from which on the same weights were nonzero at every look."""
    other = ((run.weights != 0.0) != (run.weights[-1] != 0.0)).any(axis=1)
    return int(run.steps[np.flatnonzero(other).max(initial=-1) + 1])


def least_loss(seed: int) -> Task:
    """k by hand."""
    most, loss = [(6, 0.13), (9, 0.08), (15, 0.075), (25, 0.055)][seed % 4]

    def check(found: Evidence) -> Verdict:
        now, other = found.here[COUNTING], found.data.n_features != 528
        why = f"{now.kept} features, loss {now.loss:.3f}." + " Not this lesson's example." * other
        return Verdict(not other and now.kept <= most and now.loss <= loss, why)

    return Task(
        f"On this lesson's example, find k ≤ {most} and η with held-out loss of at most {loss:g}.",
        check,
        ("k says how many: no search is needed there.", f"Stay at k = {most}, and turn η up."),
        f"k = {most} and **η = 1** do.",
    )


def newcomer(seed: int) -> Task:
    """How long a place can still be won."""
    draw = np.random.default_rng(seed)
    eta, weakest = float(draw.choice([0.2, 0.3, 0.4])), float(draw.choice([0.02, 0.03, 0.06]))
    last = math.ceil((eta / weakest / 2) ** 2 - 1e-9) - 1
    return Task(
        f"ηₜ = {eta:g}/√t, and the weakest of the k weighs {weakest:g}. A feature with x = 1 is "
        "out. As |ℓ′| ≤ ½: which is the last step t at which it could push past the weakest?",
        lambda t: Verdict(t == last, f"At t = {t:g} it gets to {eta / 2 / max(t, 1) ** 0.5:.4f}."),
        ("It starts at 0 and has one step: ηₜ|ℓ′x|.", f"Solve {eta:g}/(2√t) > {weakest:g} for t."),
        f"**t = {last}**: √t must be less than {eta / 2 / weakest:.4g}.",
        unit="step t",
    )


LESSON = Lesson(
    key="counting",
    title="Counting",
    claim="Count instead of shrink",
    knobs=Knobs,
    evidence=evidence,
    stage=stage,
    lead=lead,
    words=words,
    formula=r"w \leftarrow H_k(w - \eta_t\,\ell'(w\cdot x, y)\,x),\quad \eta_t = \eta/\sqrt t",
    symbols={
        "Hₖ": "keeps the k largest in size (of equal ones the first) and sets the rest to 0.",
        "ℓ′": "The slope of the logistic loss in the prediction w·x.",
        "λ": "How hard the others pull: FOBOS by ηₜλ a step; truncated gradient g = λ, K = 10; RDA "
        "holds the mean gradient against λ; batch Lasso minimizes mean loss + λ‖w‖₁.",
    },
    source="Dhingra, Shen and Kleene, §2.4, Alg. 5 and Table 2.",
    code=(keep_largest, CATALOGUE[COUNTING].loop),
    exercises=(least_loss, newcomer),
    example=("digit_products", {"n_products": 200, "test_fraction": 0.3}),
)
