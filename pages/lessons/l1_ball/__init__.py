"""A ball with corners: projection on the L1 ball by hand, three ways to find it, and against EG."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from algorithms import CATALOGUE, Trace, order_of, record
from algorithms.projection import pivot, sort
from algorithms.projection.tree import threshold
from datasets import Dataset
from knobs import knob
from pages.lessons.l1_ball.ball_runs import ball_runs
from pages.lessons.l1_ball.hand import L1Ball
from pages.lessons.l1_ball.pictures import searches
from pages.lessons.l1_ball.race import Race
from pages.lessons.l1_ball.search_steps import Look, by_pivot, by_sort, by_tree
from ui.lessons import Lesson, Task, Verdict

N = 15
"""Entries of the vector that is searched."""
MOST_STEPS, MOST_WORK = 1000, 2 * 10**7
NAMES = {"projected_gradient": "projected gradient", "exponentiated_gradient": "EG"}
PAPER = "11.9 % error against over 15 % for EG, with 5 % of the weights nonzero"


@dataclass(frozen=True)
class Knobs:
    """One radius for all of the page."""

    radius: float = knob(
        1.0, "z", "The radius of the ball: ‖w‖₁ ≤ z.",
        label="radius", low=0.25, high=2.5, above=True, maximum=2.5,
    )  # fmt: skip
    vector: int = knob(
        1, "v", "Which vector the three searches work on.",
        label="vector", low=1, high=12, integer=True, minimum=1, maximum=12,
    )  # fmt: skip
    eta: float = knob(
        0.1, "η", "Step size of projected gradient, η/√t.",
        label="step size", low=0.005, high=2.0, scale="log", above=True,
    )  # fmt: skip
    eta_eg: float = knob(
        1.0, "η_EG", "Step size of EG, η/√t.",
        label="step of EG", low=0.02, high=10.0, scale="log", above=True,
    )  # fmt: skip


class Evidence(NamedTuple):
    """``looks``: the searches of ``x`` (N,) by name; ``runs``: both learners on one stream."""

    knobs: Knobs
    x: np.ndarray
    theta: float
    looks: dict[str, list[Look]]
    runs: dict[str, Trace]

    @property
    def rho(self) -> int:
        """How many entries stay."""
        return self.looks["sort"][-1].rho


@cache
def sharp_share(n: int) -> float:
    """The share of directions in n dimensions that end where a weight is 0, from 2z away."""
    v = np.random.default_rng(0).standard_normal((4000, n))
    x = np.abs(v) * (2.0 / np.linalg.norm(v, axis=1, keepdims=True))
    # None is 0 if the smallest is above the θ of all n.
    return float(np.mean(x.min(axis=1) <= (x.sum(axis=1) - 1.0) / n))


def magnitudes(number: int) -> np.ndarray:
    """The vector of that number, (N,), outside every ball of the page, to two digits."""
    return np.abs(np.random.default_rng(number).normal(0.0, 0.6, N)).round(2) + 0.02


def evidence(knobs: Knobs, data: Dataset) -> Evidence:
    """The three searches look by look, and projected gradient and EG over one stream."""
    x, z = magnitudes(knobs.vector), knobs.radius
    looks = {"sort": by_sort(x, z), "pivot": by_pivot(x, z, knobs.vector), "tree": by_tree(x, z)}
    most = int(np.clip(MOST_WORK // data.n_features, 50, MOST_STEPS))
    order = order_of(data)[:most]
    steps = {"projected_gradient": knobs.eta, "exponentiated_gradient": knobs.eta_eg}
    runs = {
        key: record(
            CATALOGUE[key](radius=z, eta=eta, schedule="inv_sqrt"),
            data, order=order, checkpoints=60,
        )
        for key, eta in steps.items()
    }  # fmt: skip
    return Evidence(knobs, x, looks["sort"][-1].theta(z), looks, runs)


def stage(found: Evidence) -> list:
    """The ball in the hand, the searches as a film, the two learners, the race."""
    runs = {NAMES[key]: run for key, run in found.runs.items()}
    film = searches(found.x, found.knobs.radius, *found.looks.values())
    return [L1Ball(found.knobs.radius), film, ball_runs(runs), Race()]


def lead(_: Evidence) -> str:
    """How sharp the ball is."""
    two, three, five = (f"{100 * sharp_share(n):.0f} %" for n in (2, 3, 5))
    return (
        "The nearest point of a ball with corners is often a corner or an edge, where weights "
        f"are 0. From 2z away from the centre, it is for {two} of all directions in the plane, for "
        f"{three} in space and {five} in five dimensions; on a round ball for none."
    )


def words(found: Evidence) -> str:
    """The explanation."""
    z, looks = found.knobs.radius, {name: len(look) - 2 for name, look in found.looks.items()}
    pg, eg = found.runs.values()
    d = len(pg.final_weights)
    loss = {key: run.loss[-1] / run.steps[-1] for key, run in found.runs.items()}
    ahead = NAMES[min(loss, key=loss.get)]
    return f"""
**To project is to shrink.** Outside the ball Π takes the same θ from every magnitude; what is
smaller becomes 0. So it is the soft threshold again, with a θ that is not given but *found*: the
one for which what is left adds up to z.

**Finding θ** is knowing who stays: θ = (s − z)/ρ of the ρ entries that do, whose sum is s. Here
{found.rho} of {N} stay and θ = {found.theta:.3f}. The *sort* takes the largest first, until one is
not above the threshold of those so far: {looks["sort"]} looks, after sorting. The *pivot search*
splits at a random entry and never looks at one part again: {looks["pivot"]} rounds, O(n) expected.
The *tree* knows the number and sum of all that lies to the right of a node, and goes down one path:
{looks["tree"]} nodes, O(log n). It need not be built anew: a step on an example with k features
changes k of its entries.

**Online**, both learners keep ‖w‖₁ ≤ {z:g} on the same stream of {pg.steps[-1]} examples.
Projected gradient ends with **{pg.nonzeros[-1]} of {d:,}** weights nonzero and a mean loss of
{loss["projected_gradient"]:.3f}. Exponentiated gradient (EG) multiplies instead of subtracting, so
that no weight it has touched is exactly 0 again: **{eg.nonzeros[-1]:,}** nonzero, mean loss
{loss["exponentiated_gradient"]:.3f}. With these step sizes {ahead} is ahead. Duchi et al. report
{PAPER}, online on bigrams of RCV1's class CCAT; our stream is another.
"""


def theta_by_hand(seed: int) -> Task:
    """Three entries."""
    draw, rho = np.random.default_rng(seed), 1
    while rho == 1:
        v = np.sort(draw.choice(np.arange(2, 20), 3, replace=False))[::-1] / 10
        z = float(draw.choice([0.5, 1.0, 1.5]))
        last = by_sort(v, z)[-1]
        # A vector inside the ball, whose θ is 0, is drawn anew.
        rho = last.rho if v.sum() > z + 0.01 else 1
    theta = last.theta(z)
    return Task(
        f"|v| = ({', '.join(f'{a:.1f}' for a in v)}), z = {z:g}. What is θ, to two decimals?",
        lambda answer: Verdict(
            abs(answer - theta) < 0.006,
            f"{rho} of 3 stay."
            if abs(answer - theta) < 0.006
            else f"Then {np.maximum(v - answer, 0.0).sum():.2f} would be left, and not {z:g}.",
        ),
        (
            f"With the largest alone θ would be {v[0] - z:.2f}. Is the second above it?",
            f"ρ = {rho}: θ = ({' + '.join(f'{a:.1f}' for a in v[:rho])} − {z:g})/{rho}.",
        ),
        f"**{theta:.2f}**, with ρ = {rho}.",
        unit="",
    )


def so_many_stay(seed: int) -> Task:
    """The radius decides who stays."""
    wanted = int(np.random.default_rng(seed).integers(3, 6))

    def check(found: Evidence) -> Verdict:
        return Verdict(found.rho == wanted, f"At z = {found.knobs.radius:g}, {found.rho} stay.")

    return Task(
        f"Find a radius z (and a vector, if you like) with which exactly {wanted} of the {N} "
        "entries of the searched vector stay.",
        check,
        ("A smaller ball has a larger θ.", "Turn z down until one more goes, and look again."),
        f"With vector 1: z = {radius_for(wanted):.2f}, for example.",
    )


def radius_for(wanted: int) -> float:
    """A radius with which so many entries of vector 1 stay."""
    for z in np.round(np.arange(0.25, 2.5, 0.01), 2):
        if by_sort(magnitudes(1), z)[-1].rho == wanted:
            return float(z)
    raise ValueError(f"{wanted} entries never stay")


LESSON = Lesson(
    key="l1_ball",
    title="L1 ball",
    claim="A ball with corners",
    knobs=Knobs,
    evidence=evidence,
    stage=stage,
    lead=lead,
    words=words,
    formula=r"""\begin{aligned}
w &\leftarrow \Pi_z(w - \eta_t\,\ell'(w\cdot x, y)\,x) \\
\Pi_z(v)_j &= \operatorname{sign}(v_j)\,\max(|v_j|-\theta,\,0),\quad
\theta = \frac{1}{\rho}\Big(\sum_{r\le\rho}\mu_r - z\Big)
\end{aligned}""",
    symbols={
        "Π_z": "The nearest point of the ball ‖w‖₁ ≤ z; ‖w‖₁ is the sum of all |wⱼ|.",
        "θ": "What every magnitude loses, if ‖v‖₁ > z; else none.",
        "μ": "The magnitudes |vⱼ|, largest first.",
        "ρ": "How many entries stay: all μ above the threshold of those up to it.",
        "ℓ′": "The slope of the logistic loss in the prediction w·x.",
    },
    source="Duchi, Shalev-Shwartz, Singer and Chandra (2008), §3–6, Figs. 1–3 and 8.",
    code=(sort.threshold, pivot.threshold, threshold.search),
    exercises=(theta_by_hand, so_many_stay),
    example=("breast_cancer", {"noise_features": 1000, "scaling": "unit variance"}),
)
