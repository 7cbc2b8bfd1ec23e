"""Draw a learner beside its rival, the promise in layers, and what pace and gravity do to it."""

from __future__ import annotations

import math

import numpy as np

from algorithms.bounds import Terms
from algorithms.orders import checkpoint_steps
from charts import Picture
from charts.film import Film, Formulas, StackedBands, Track
from charts.palette import HUES, REFERENCE, colour
from charts.sweep import Line, SweepAxes, sweep
from pages.lessons.regret.evidence import Evidence

FRAMES = 240
MARKED = (100, 300)
"""Steps at which the story halts."""
PACES = np.geomspace(0.3, 30.0, 33)
RUN = colour("truncated_gradient", 0)
BOUND = HUES["vermilion"][0]
IDLE = "never learning"
BANDS = {
    "loss_of_u": ("rival's loss", REFERENCE),
    "pull_of_u": ("rival's toll", HUES["green"][0]),
    "step": ("price of large steps", HUES["ochre"][0]),
    "distance": ("price of the way", HUES["purple"][0]),
}
"""Field of the terms: its name and colour, from the bottom up."""


def stage(evidence: Evidence) -> list[Film | list[Picture]]:
    """Return the film of the promise; below it the effect of pace and gravity on it."""
    return [film(evidence), [bound_by_pace(evidence), bound_by_gravity(evidence)]]


def frame_of(step: int, steps: int) -> int:
    """Return the frame in which a film of ``steps`` steps stands at ``step``, or just before."""
    return int(np.searchsorted(moments(steps), step, side="right")) - 1


def moments(steps: int) -> np.ndarray:
    """Return the steps at which films of ``steps`` steps stand, those of MARKED among them."""
    marked = [step for step in MARKED if step <= steps]
    return np.union1d(checkpoint_steps(steps, FRAMES), marked).astype(np.int64)


# Films -------------------------------------------------------------------------------------------


def alone(evidence: Evidence) -> Film:
    """Return the film of the learner's loss per example."""
    return gap_film(evidence, [], "The learner's loss so far, per example")


def gap(evidence: Evidence) -> Film:
    """Return the film of the learner's loss above its rival's, the gap filled."""
    terms = sample_terms(evidence)
    behind = np.maximum(terms.loss - terms.loss_of_u, 0.0)
    layers = [layer("rival", terms.loss_of_u, REFERENCE), layer("regret", behind, RUN)]
    return gap_film(evidence, layers, "Loss so far, per example: the learner above its rival")


def gap_film(evidence: Evidence, layers: list[Track], title: str) -> Film:
    """Return a film of the learner's loss per example across some layers."""
    at, terms = frames(evidence), sample_terms(evidence)
    scene = StackedBands(
        title,
        at,
        layers,
        layer("learner", terms.loss, RUN),
        (IDLE, evidence.loss_at_0),
        1.15 * evidence.loss_at_0,
        "examples seen",
        "loss per example",
    )
    alt = f"{title}, over {at[-1]:,} examples."
    return Film("gap", at, [scene], alt, unit="example")


def costs(evidence: Evidence) -> Film:
    """Return the film of the learner's cost above its rival's, the gap filled, without prices."""
    rival, line = rival_cost(evidence), sample_terms(evidence).left_side
    behind = layer("gap", np.maximum(line - rival.y, 0.0), RUN)
    return promise_film(evidence, [rival, behind], "Cost so far, per example")


def promise(evidence: Evidence) -> Film:
    """Return the film of the learner's cost below the three layers of the promise."""
    terms = sample_terms(evidence)
    prices = [layer(BANDS[key][0], getattr(terms, key), BANDS[key][1]) for key in PRICES]
    title = "The learner's cost, and the promise in layers (cut where they are too high)"
    return promise_film(evidence, [rival_cost(evidence), *prices], title)


PRICES = ("step", "distance")


def promise_film(evidence: Evidence, layers: list[Track], title: str) -> Film:
    """Return a film of the learner's cost across some layers of the promise."""
    at, terms = frames(evidence), sample_terms(evidence)
    line = layer("learner", terms.left_side, RUN)
    level = (IDLE, evidence.idle)
    axes = ("examples seen", "cost per example")
    scene = StackedBands(title, at, layers, line, level, top_of(evidence), *axes)
    alt = f"{title}, over {at[-1]:,} examples."
    return Film("promise", at, [scene], alt, unit="example")


def rival_cost(evidence: Evidence) -> Track:
    """Return the rival's loss and toll as one layer."""
    terms = sample_terms(evidence)
    return layer("rival's cost", terms.loss_of_u + terms.pull_of_u, REFERENCE)


def layer(name: str, y: np.ndarray, ink: str) -> Track:
    """Return a track that carries its own name, the shorter the better beside a picture."""
    return Track(name, y, ink, letter=name.removeprefix("price of "))


def frames(evidence: Evidence) -> np.ndarray:
    """Return the steps at which films stand."""
    return moments(evidence.knobs.steps)


def sample_terms(evidence: Evidence) -> Terms:
    """Return the terms at the films' steps."""
    at = frames(evidence)
    return Terms(*(term[at - 1] for term in evidence.terms))


def top_of(evidence: Evidence) -> float:
    """Return where a film ends upward: the first steps' price is beyond any picture.

    It stays where it is while the pace moves, so that the layers are seen to rise and fall.
    """
    return max(1.5 * evidence.idle, 1.1 * float(sample_terms(evidence).left_side.max()))


def film(evidence: Evidence) -> Film:
    """Return the film of the promise with each of its terms, and all of it in numbers."""
    at, idle, terms = frames(evidence), evidence.idle, sample_terms(evidence)
    left, right = terms.left_side, terms.bound
    bands = [layer(name, getattr(terms, field), ink) for field, (name, ink) in BANDS.items()]
    scene = StackedBands(
        "The learner's cost, and the promise in layers",
        at,
        bands,
        layer("learner", left, RUN),
        (IDLE, idle),
        top_of(evidence),
        "examples seen",
        "cost per example",
    )
    return Film(
        "bound_run",
        at,
        [scene, Formulas("The same in numbers", written_out(terms, idle))],
        alt=f"The learner's cost and the bound over {at[-1]:,} steps. At the end the learner is at "
        f"{left[-1]:.4g}, the bound at {right[-1]:.4g}; never learning costs {idle:.4g}.",
        caption="Layers that reach above the picture are cut there.",
    )


def written_out(terms: Terms, idle: float) -> list[tuple[str, list[str]]]:
    """Return both sides at each step in numbers; "!" lights what is wrong or says nothing."""
    left, right = terms.left_side, terms.bound
    own = zip(terms.loss, terms.pull, left, strict=True)
    other = zip(terms.loss_of_u, terms.pull_of_u, strict=True)
    return [
        (
            "the learner: loss + toll",
            [f"{loss:.4g} + {pull:.4g} = {whole:.4g}" for loss, pull, whole in own],
        ),
        ("the rival: loss + toll", [f"{loss:.4g} + {pull:.4g}" for loss, pull in other]),
        ("price of large steps", [f"ηB/2 = {price:.4g}" for price in terms.step]),
        ("price of the way", [f"‖u‖²/2ηt = {price:.4g}" for price in terms.distance]),
        ("the bound", [verdict(a, b) for a, b in zip(left, right, strict=True)]),
        ("is it vacuous?", [message(bound, idle) for bound in right]),
    ]


def verdict(left: float, right: float) -> str:
    if left <= right:
        return f"{left:.4g} ≤ {right:.4g}: it holds"
    return f"!{left:.4g} > {right:.4g}: broken"


def message(bound: float, idle: float) -> str:
    if bound >= idle:
        return f"!yes: never learning costs {idle:.4g}"
    return f"no: it is below {idle:.4g}"


# The promise after all steps ---------------------------------------------------------------------


def sum_by_pace(evidence: Evidence) -> Picture:
    """Return the promise against the pace on a plain axis, on which its parts add up to it."""
    counts, lines, bound = terms_by_pace(evidence)
    terms = evidence.terms
    rival = (terms.loss_of_u[-1] + terms.pull_of_u[-1]) / counts
    drawn = [
        *bands(lines),
        Line("rival's cost", REFERENCE, "solid", rival),
        bound_line(bound),
        idle_line(evidence.loss_at_0, len(PACES)),
    ]
    axes = ("pace c", "cost per example")
    caption = "Each main mark along the bottom is ten times the one before."
    picture = sweep("sum_by_pace", axes, PACES, drawn, evidence.knobs.pace, caption=caption)
    picture.layout["yaxis"]["range"] = [0.0, top_of(evidence)]
    return picture


def bound_by_pace(evidence: Evidence) -> Picture:
    """Return the promise and its two prices against the pace c of η = c/√T, for the same u."""
    _, lines, bound = terms_by_pace(evidence)
    drawn = [*bands(lines), bound_line(bound), idle_line(evidence.loss_at_0, len(PACES))]
    axes = ("pace c", "cost per example")
    return sweep("bound_by_pace", SweepAxes(*axes, log=True), PACES, drawn, evidence.knobs.pace)


def terms_by_pace(evidence: Evidence) -> tuple[np.ndarray, dict[str, np.ndarray], np.ndarray]:
    """Return at each of PACES the share 1 − Aη/2 of the loss, the prices by field, and the bound.

    A price that is 0 everywhere is left out; where the theorem is silent all are NaN.
    """
    terms, (A, B) = evidence.terms, (evidence.constants.A, evidence.constants.B)
    T = len(terms.loss)
    eta = PACES / math.sqrt(T)
    counts = 1.0 - 0.5 * A * eta
    counts = np.where(counts > 0.0, counts, np.nan)
    lines = {
        "step": 0.5 * eta * B / counts,
        "distance": evidence.u @ evidence.u / (2.0 * eta * T) / counts,
    }
    prices = sum(lines.values())
    bound = (terms.loss_of_u[-1] + terms.pull_of_u[-1]) / counts + prices
    # A term that is 0 has no place on a logarithmic axis.
    return counts, {key: y for key, y in lines.items() if np.nanmax(y) > 0.0}, bound


def bound_by_gravity(evidence: Evidence) -> Picture:
    """Return the promise against gravity g, at each g with the rival that is best for it."""
    knobs, swept = evidence.knobs, evidence.by_gravity
    lines = {
        "loss_of_u": swept.loss,
        "pull_of_u": swept.gravity * swept.l1_norm,
        "distance": swept.square / (2.0 * knobs.eta * knobs.steps),
    }
    # The price of the step is the same for all.
    bound = evidence.terms.step[-1] + sum(lines.values())
    drawn = [*bands(lines), bound_line(bound), idle_line(evidence.idle, len(bound))]
    axes = ("gravity g", "cost per example")
    return sweep("bound_by_gravity", axes, swept.gravity, drawn, knobs.gravity)


def bands(lines: dict[str, np.ndarray]) -> list[Line]:
    """Return terms of the promise in the colours of their layers."""
    return [Line(*BANDS[key], "solid", y) for key, y in lines.items()]


def bound_line(y: np.ndarray) -> Line:
    return Line("the bound", BOUND, "solid", y)


def idle_line(height: float, n: int) -> Line:
    return Line(IDLE, REFERENCE, "dot", np.full(n, height))
