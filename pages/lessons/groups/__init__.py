"""Whole groups: five penalties on one stream, as maps of groups × time."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

import charts
import datasets
from algorithms import Trace
from algorithms.online.parts.group_share import find_shares
from datasets import Dataset
from pages.lessons.groups import evidence as group_runs
from pages.lessons.groups.evidence import BLOCK, METHODS, PENALTIES, STEPS, Knobs, run, scores
from pages.lessons.groups.pictures import Grouped, group_maps
from ui.lessons import Lesson, Task, Verdict

FRAMES = 100
"""Looks at a run."""
ON_WINDOWS = ("group", "overlapping")
PAPER = {"L1": 0.649, "group": 0.672, "sparse group": 0.873}
"""Yang et al. 2010, Table 1, N = 1000: mean F1 of L1-RDA, DA-GL and DA-SGL."""
LIGHTS = {2: 0.04, 3: 0.034, 4: 0.028, 5: 0.02}
"""A λ for each number of lit groups, the other knobs as they open."""


class Evidence(NamedTuple):
    """``groups`` by method: lists of features. ``scores``, ``on_windows``: over PENALTIES."""

    knobs: Knobs
    data: Dataset
    groups: dict[str, list[np.ndarray]]
    runs: dict[str, Trace]
    scores: dict[str, list[float]]
    on_windows: dict[str, list[float]]

    def lit(self, method: str) -> np.ndarray:
        """Which groups have a weight at the end, bool (G,)."""
        w = self.runs[method].final_weights
        return np.array([w[group].any() for group in self.groups[method]])

    def score(self, method: str) -> float:
        """What its run comes to at the end."""
        ran = self.runs[method]
        right = 1.0 - ran.mistakes[-1] / ran.steps[-1]
        return group_runs.score(ran.final_weights, right, self.data)

    def empty(self, method: str) -> np.ndarray:
        """Which groups have no true weight, bool (G,)."""
        truth = self.data.true_weights
        return np.array([not truth[group].any() for group in self.groups[method]])


@lru_cache(1)
def windows_data() -> Dataset:
    """Examples whose true weights fill a few overlapping windows."""
    return datasets.load("yang_overlapping", n_rows=STEPS)


def evidence(knobs: Knobs, data: Dataset) -> Evidence:
    """The five runs, and what comes of other penalties."""
    return Evidence(
        knobs,
        data,
        {m: group_runs.members(group_runs.groups_for(m, knobs, data)) for m in METHODS},
        {method: run(method, knobs, data, FRAMES) for method in METHODS},
        {method: scores(method, knobs, data) for method in METHODS},
        {method: scores(method, knobs, windows_data()) for method in ON_WINDOWS},
    )


def measured(found: Evidence) -> str:
    """What a score is."""
    return "share predicted rightly" if found.data.true_weights is None else "F1 of the signs"


def stage(found: Evidence) -> list:
    """The five maps as a film; scores against the penalty below."""
    maps = {
        method: Grouped(trace, found.groups[method], METHODS[method].colour)
        for method, trace in found.runs.items()
    }
    here = min(max(found.knobs.l1, PENALTIES[0]), PENALTIES[-1])

    def curves(name: str, what: str, by_method: dict, caption: str) -> charts.Picture:
        lines = [
            charts.Line(method, METHODS[method].colour, METHODS[method].dash, y)
            for method, y in by_method.items()
        ]
        return charts.against(name, ("penalty λ", what), PENALTIES, lines, here, caption=caption)

    other = "On other examples, whose true weights fill overlapping windows."
    return [
        group_maps(maps, found.data.true_weights),
        [
            curves("scores", measured(found), found.scores, "On the examples above."),
            curves("windows", "F1, true windows", found.on_windows, other),
        ],
    ]


def lead(found: Evidence) -> str:
    """How many groups live, and how many of those in vain."""

    def lives(method: str) -> str:
        lit, known = found.lit(method), found.data.true_weights is not None
        vain = (
            f", {(lit & found.empty(method)).sum()} of them without a true weight" if known else ""
        )
        return f"{lit.sum()} of {len(lit)} groups{vain}"

    return f"In the end L1 lights up {lives('L1')}; the group lasso {lives('group')}."


def words(found: Evidence) -> str:
    """The explanation."""
    knobs, best = found.knobs, {method: max(ys) for method, ys in found.scores.items()}
    now = ", ".join(f"{method} {found.score(method):.2f}" for method in METHODS)
    beside = ""
    if found.data.name == datasets.CATALOGUE["yang_groups"].title:
        beside = f" Ours, each at its best λ: {', '.join(f'{m} {best[m]:.2f}' for m in PAPER)}."
        if best["L1"] > PAPER["L1"] + 0.1:
            beside += (
                " **Our L1 does far better than theirs**, which ran with γ = L/D, from bounds on "
                "gradients and weights, and with a λ the paper does not name."
            )
    moved = f" moved by {knobs.shift}" * bool(knobs.shift)
    known = found.data.true_weights is not None
    f1 = " (F1 of +, of − and of 0, averaged; 1 if all signs are the true ones)" * known
    windows, blocks = (max(found.on_windows[method]) for method in ("overlapping", "group"))
    return f"""
**L1** judges each weight alone: one whose mean gradient passes λ lights up, in any group. **The
group lasso** takes a group's mean gradient as one vector: within λ√d_g the whole group is 0, beyond
it all lives that ever had a gradient. It finds groups and is blind within them.

**Sparse group** cuts every mean gradient by λr first: with r > 0 weights inside a living group can
be 0, too. **Enhanced** cuts by γρ/√t more: most at the start, when a mean is one of few gradients.
**Overlapping** groups are windows that share half their features with the next. A feature has a
weight in each of its windows and counts with the sum: it can live in a window that is itself dark.

After {found.runs["L1"].steps[-1]} examples, {measured(found)}{f1}: {now}. Yang et al.'s Table 1 has
{", ".join(f"{method} {value:.2f}" for method, value in PAPER.items())} (F1, 1000 examples made as
those that this page opens on, mean of 50 draws).{beside}

**Wrong groups.** m and s edit what the methods are told, not what is true: a group told across true
borders lives or dies with features it has nothing to do with. Groups edited one by one on the page
Data count here with the chosen dataset.

**Where windows are true** (right), windows of {knobs.size or BLOCK}{moved} reach
{windows:.2f} at their best λ, blocks {blocks:.2f}.
"""


def holding_on(seed: int) -> Task:
    """From which λ on a group is 0."""
    draw = np.random.default_rng(seed)
    unit, d = draw.choice([0.01, 0.02, 0.05]), int(draw.choice([4, 9, 16, 25]))
    norm, root = 5 * unit, int(np.sqrt(d))
    answer = norm / root
    return Task(
        f"A group of {d} features has the mean gradient ({3 * unit:g}, −{4 * unit:g}, 0, …, 0). "
        "From which λ on does the group lasso keep all of it at 0?",
        lambda l1: Verdict(
            abs(l1 - answer) <= 0.01 * answer,
            f"λ√d_g = {l1 * root:.4g} against ‖ū_g‖₂ = {norm:g}.",
        ),
        ("The group is 0 while ‖ū_g‖₂ ≤ λ√d_g.", f"‖ū_g‖₂ = {norm:g}, √d_g = {root}."),
        f"**λ = {answer:.4g}**, which is ‖ū_g‖₂/√d_g = {norm:g}/{root}.",
        unit="",
    )


def lights(seed: int) -> Task:
    """A penalty for so many groups."""
    wanted = int(np.random.default_rng(seed).choice(list(LIGHTS)))

    def check(found: Evidence) -> Verdict:
        lit = int(found.lit("group").sum())
        edited = found.knobs.size or found.knobs.shift
        why = (
            "put m and s back to 0" if edited else f"λ = {found.knobs.l1:g} lights up {lit} groups"
        )
        return Verdict(lit == wanted and not edited, f"{why[0].upper()}{why[1:]}.")

    return Task(
        f"On this page's own examples, with their own groups: find a λ at which the group lasso "
        f"ends with exactly **{wanted}** groups lit.",
        check,
        ("More λ, fewer groups.", "Between 0.005 and 0.05; the map shows the last frame's count."),
        f"With the other knobs as the page opens, **λ = {LIGHTS[wanted]:g}** does it.",
    )


def survivor(seed: int) -> Task:
    """Length against λ√d_g."""
    draw = np.random.default_rng(seed)
    l1, sizes = float(draw.choice([0.02, 0.05, 0.1])), draw.permutation([4, 16, 36])
    alive = int(draw.integers(3))
    norms = [
        l1 * np.sqrt(d) * (1.25 if i == alive else draw.choice([0.7, 0.8, 0.9]))
        for i, d in enumerate(sizes)
    ]
    names = [f"{d} features, ‖ū_g‖₂ = {norm:.3g}" for d, norm in zip(sizes, norms, strict=True)]
    held = "; ".join(f"{d} features: {l1 * np.sqrt(d):.3g}" for d in sizes)
    return Task(
        f"λ = {l1:g}. Which of these three groups does the group lasso leave alive?",
        lambda name: Verdict(name == names[alive], f"λ√d_g is, for {held}."),
        ("Larger groups are held harder.", "Compare each ‖ū_g‖₂ with λ√d_g."),
        f"**{names[alive]}**: λ√d_g is, for {held}.",
        choices=names,
    )


LESSON = Lesson(
    key="groups",
    title="Groups",
    claim="Whole groups light up or go dark",
    knobs=Knobs,
    evidence=evidence,
    stage=stage,
    lead=lead,
    words=words,
    formula=r"w_g \leftarrow -\tfrac{\sqrt t}{\gamma}"
    r"\Bigl[1 - \tfrac{\lambda \sqrt{d_g}}{\|c_g\|_2}\Bigr]_+ c_g,\quad "
    r"c_g = S\bigl(\bar u_g,\ \lambda r + \tfrac{\gamma \rho}{\sqrt t}\bigr)",
    symbols={
        "w_g": "The weights of group g.",
        "ū_g": "The mean of all gradients so far, of the features of group g.",
        "d_g": "How many features group g has.",
        "S(u, α)": "Pulls every number of u toward 0 by α and stops there.",
        "[a]₊": "The larger of a and 0; ‖c‖₂ is the root of the sum of the squares of c.",
        "t": "The step.",
    },
    source="Yang, Xu, King and Lyu (2010), Theorem 1, (10)–(14), Remark 5 and Table 1.",
    code=(find_shares,),
    exercises=(holding_on, lights, survivor),
    example=("yang_groups", {"n_rows": STEPS, "draw": 1}),
)
