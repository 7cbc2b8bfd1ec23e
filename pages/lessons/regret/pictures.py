"""Pictures of the bound in layers under a run, and what step size and gravity do to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from algorithms.bounds import Terms
from charts import Picture
from charts.film import Film, Formulas, StackedBands, Track
from charts.film.scene import span
from charts.layout import reference
from charts.palette import HUES, REFERENCE, colour
from charts.sweep import Line, sweep
from pages.lessons.regret.evidence import Evidence, weight_path
from pages.lessons.regret.one_step import OneStep
from pages.lessons.regret.walk import WeightWalk

FRAMES = 250
MARKED = (200, 1000)
"""Steps at which the story halts."""
SMALLER = 0.5
"""Times the step size of the run that is drawn beside the usual one."""
SIZES = np.geomspace(0.02, 1.0, 97)
MARKS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
"""Places along the bottom of the pictures against a knob."""
RUN = colour("truncated_gradient", 0)
BOUND = HUES["vermilion"][0]
REGRET = HUES["violet"][0]
IDLE = "never learning"
BANDS = {
    "loss_of_u": ("rival's loss", REFERENCE),
    "pull_of_u": ("rival's penalty", HUES["green"][0]),
    "distance": ("price of way", HUES["purple"][0]),
    "step": ("price of steps", HUES["ochre"][0]),
}
"""Field of the terms: its name and colour, from the bottom up."""
RIVAL = "rival's cost"
STRAIGHT, SIDEWAYS = "A step straight at the rival's weights", "A step sideways"
STEPS = {
    STRAIGHT: ("For each unit of cost above the rival's", "the squared distance loses 2η."),
    SIDEWAYS: ("The step is η long, at a right angle:", "the squared distance grows by η²."),
}
"""Steps of the weights, and what they do to the squared distance to the rival's."""


def stage(evidence: Evidence) -> list[Film | list[Picture]]:
    """Return the film of the bound; below it the effect of step size and gravity on it."""
    return [film(evidence), [bound_by_step(evidence), bound_by_gravity(evidence)]]


def frame_of(step: int, steps: int) -> int:
    """Return the frame in which a film of ``steps`` steps stands at ``step``, or just before."""
    return int(np.searchsorted(moments(steps), step, side="right")) - 1


def moments(steps: int) -> np.ndarray:
    """Return the steps at which films of ``steps`` steps stand, evenly, those of MARKED included.

    Where the slider of a film stands is then how much of the run is over.
    """
    marked = [step for step in MARKED if step <= steps]
    evenly = np.linspace(1, steps, min(FRAMES, steps)).round()
    return np.union1d(evenly, marked).astype(np.int64)


def frames(evidence: Evidence) -> np.ndarray:
    """Return the steps at which films stand."""
    return moments(evidence.knobs.steps)


def sample_terms(evidence: Evidence) -> Terms:
    """Return the terms at the films' steps."""
    at = frames(evidence)
    return Terms(*(term[at - 1] for term in evidence.terms))


def top_of(evidence: Evidence) -> float:
    """Return where a film ends upward: the first steps' price is beyond any picture.

    It stays where it is while the step size moves, so that the layers are seen to rise and fall.
    """
    return max(1.7 * evidence.idle, 1.1 * float(sample_terms(evidence).left_side.max()))


def layer(name: str, y: np.ndarray, ink: str) -> Track:
    """Return a track that carries its own name."""
    return Track(name, y, ink, letter=name)


# Films of the story ------------------------------------------------------------------------------


def loss_film(evidence: Evidence) -> Film:
    """Return the film of the learner's loss per example."""
    terms = sample_terms(evidence)
    line = layer("learner", terms.loss, RUN)
    title, level = "The learner's loss so far, per example", (IDLE, evidence.idle)
    return layers(evidence, title, [], line, "loss per example", level)


def cost(evidence: Evidence) -> Film:
    """Return the film of the learner's loss, and of the penalty upon it."""
    terms = sample_terms(evidence)
    parts = [layer("loss", terms.loss, RUN), layer("penalty", terms.pull, BANDS["pull_of_u"][1])]
    line = layer("cost", terms.left_side, RUN)
    return layers(evidence, "The learner's cost so far, per example", parts, line)


def gap(evidence: Evidence) -> Film:
    """Return the film of the learner's cost above its rival's, the gap filled."""
    terms = sample_terms(evidence)
    rival = rival_cost(terms)
    behind = layer("regret", np.maximum(terms.left_side - rival.y, 0.0), REGRET)
    line = layer("learner", terms.left_side, RUN)
    return layers(evidence, "Cost so far, per example", [rival, behind], line)


def walking(
    evidence: Evidence,
    times: Sequence[float] = (1.0,),
    room: Sequence[float] = (),
    marks: Sequence[int | None] = (None,),
) -> Film:
    """Return the film of two weights on their way, a scene for each multiple of the step size.

    Parameters
    ----------
    times : the multiples.
    room : those whose ways have room in the picture, ``times`` where there are none.
    marks : for each scene a step that is marked, or None.
    """
    paths = [weight_path(evidence, each) for each in times]
    target = evidence.u[evidence.two_largest]
    at = np.append(0, frames(evidence))
    at = np.union1d(at, [mark for mark in marks if mark]).astype(np.int64)
    places = np.vstack([*(weight_path(evidence, each) for each in room or times), target])
    window = tuple(tuple(span(column, 0.08)) for column in places.T)
    features = [f"weight of feature {j + 1}" for j in evidence.two_largest]
    hues = (BANDS["distance"][1], BANDS["step"][1], REFERENCE)
    shared = features, hues, window
    scenes = [
        WeightWalk(f"Step size {evidence.knobs.eta * each:.2g}", path, at, target, *shared, mark)
        for each, path, mark in zip(times, paths, marks, strict=True)
    ]
    alt = f"Two weights on their way from 0 to the rival's, over {at[-1]:,} examples."
    return Film("walking", at, scenes, alt, unit="example")


def bound(
    evidence: Evidence,
    prices: Sequence[str] = ("distance", "step"),
    whole: bool = True,
    level: tuple[str, float] | None = None,
    digits: int = 2,
    step: str = "",
) -> Film:
    """Return the film of the rival's cost and some prices upon it.

    Parameters
    ----------
    prices : fields of the terms, from the bottom up.
    whole : whether the upper edge is the bound, and the learner's cost is drawn.
    level : the name and the height of a dotted line.
    digits : decimals of the numbers at the curves.
    step : the step of STEPS that is drawn beside it, "" for none.
    """
    terms = sample_terms(evidence)
    parts = [rival_cost(terms), *price_layers(terms, prices)]
    line = layer("learner", terms.left_side, RUN) if whole else None
    title = "The bound in layers, per example" if whole else "The layers so far, per example"
    made = layers(evidence, title, parts, line, level=level, edge=whole, digits=digits)
    hues = (BANDS["distance"][1], BANDS["step"][1], REFERENCE)
    beside = [OneStep(step, step == SIDEWAYS, hues, STEPS[step])] if step else []
    return replace(made, scenes=[*made.scenes, *beside])


def both_ways(evidence: Evidence) -> Film:
    """Return the film of the layers of the run, and of one with smaller steps from the start.

    The second has ``SMALLER`` times the step size of the first. Where the story halts first the
    layers of the first are marked, at its end those of the second: they are to be compared.
    """
    at = frames(evidence)
    both = [Terms(*(term[at - 1] for term in each)) for each in terms_of_both(evidence)]
    titles = [
        f"Step size {size:.2g}" for size in (evidence.knobs.eta, SMALLER * evidence.knobs.eta)
    ]
    scenes = [
        _bands(title, at, each, 1.2 * evidence.idle, marked=marked)
        for title, each, marked in zip(titles, both, map(float, (MARKED[-1], at[-1])), strict=True)
    ]
    ends = " and ".join(f"{each.bound[-1]:.3g}" for each in both)
    alt = f"The bound in layers over {at[-1]:,} examples, of two step sizes; it ends at {ends}."
    return Film("both_ways", at, scenes, alt, unit="example")


def terms_of_both(evidence: Evidence) -> tuple[Terms, Terms]:
    """Return the terms of the run, and with ``SMALLER`` times its step size: there no learner's."""
    terms, T = evidence.terms, len(evidence.terms.loss)
    smaller = terms._replace(
        loss=np.full(T, np.nan),
        pull=np.full(T, np.nan),
        step=terms.step * SMALLER,
        distance=terms.distance / SMALLER,
    )
    return terms, smaller


def two_learners(evidence: Evidence, others: Evidence, own: bool) -> Film:
    """Return the film of two runs of different step sizes in layers.

    Parameters
    ----------
    others : the evidence of the second run, of as many examples.
    own : whether the costs of the learners are drawn, too.
    """
    at = frames(evidence)
    scenes = []
    for each in (evidence, others):
        terms = sample_terms(each)
        line = layer("learner", terms.left_side, RUN) if own else None
        title = f"Step size {each.knobs.eta:.2g}"
        scenes.append(_bands(title, at, terms, 1.7 * evidence.idle, line))
    ends = " and ".join(f"{each.terms.bound[-1]:.3g}" for each in (evidence, others))
    alt = f"The bound in layers over {at[-1]:,} examples, of two step sizes; it ends at {ends}."
    return Film("two_learners", at, scenes, alt, unit="example")


def _bands(
    title: str,
    at: np.ndarray,
    terms: Terms,
    top: float,
    line: Track | None = None,
    marked: float | None = None,
) -> StackedBands:
    """One of two runs whose bounds are compared, in layers."""
    return StackedBands(
        title,
        at,
        [rival_cost(terms), *price_layers(terms, ("distance", "step"))],
        line,
        level=None,
        top=top,
        x_label="examples seen",
        y_label="cost per example",
        edge=("bound", BOUND),
        digits=2,
        marked=marked,
    )


def layers(
    evidence: Evidence,
    title: str,
    parts: Sequence[Track],
    line: Track | None,
    y_label: str = "cost per example",
    level: tuple[str, float] | None = None,
    edge: bool = False,
    digits: int = 2,
) -> Film:
    """Return a film of some layers, of a line across them, and of a dotted line."""
    at = frames(evidence)
    scene = StackedBands(
        title,
        at,
        parts,
        line,
        level=level,
        top=top_of(evidence),
        x_label="examples seen",
        y_label=y_label,
        edge=("bound", BOUND) if edge else None,
        digits=digits,
    )
    return Film("layers", at, [scene], f"{title}, over {at[-1]:,} examples.", unit="example")


def rival_cost(terms: Terms) -> Track:
    """Return the rival's loss and penalty as one layer."""
    return layer(RIVAL, terms.loss_of_u + terms.pull_of_u, REFERENCE)


def price_layers(terms: Terms, prices: Sequence[str]) -> list[Track]:
    """Return the layers of some prices, fields of the terms."""
    return [layer(BANDS[key][0], getattr(terms, key), BANDS[key][1]) for key in prices]


# Free play ---------------------------------------------------------------------------------------


def film(evidence: Evidence) -> Film:
    """Return the film of the bound with each of its terms, and all of it in numbers."""
    at, idle, terms = frames(evidence), evidence.idle, sample_terms(evidence)
    left, right = terms.left_side, terms.bound
    scene = StackedBands(
        "The learner's cost, and the bound in layers",
        at,
        price_layers(terms, tuple(BANDS)),
        layer("learner", left, RUN),
        level=(IDLE, idle),
        top=top_of(evidence),
        x_label="examples seen",
        y_label="cost per example",
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
            "the learner: loss + penalty",
            [f"{loss:.4g} + {pull:.4g} = {whole:.4g}" for loss, pull, whole in own],
        ),
        ("the rival: loss + penalty", [f"{loss:.4g} + {pull:.4g}" for loss, pull in other]),
        ("price of the steps", [f"ηB/2 = {price:.4g}" for price in terms.step]),
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


# The bound after all steps -----------------------------------------------------------------------


def bound_by_step(evidence: Evidence, goal: tuple[str, float] | None = None) -> Picture:
    """Return the bound and its parts against the step size, for the same u.

    Parameters
    ----------
    goal : the name and the height of a line beside that of the cost of never learning.
    """
    eta = evidence.knobs.eta
    axes = ("step size η", "cost per example")
    lines, now = terms_by_step(evidence), terms_by_step(evidence, eta)
    picture = parts_against("bound_by_step", axes, SIZES, lines, eta, now)
    heading = heading_of(evidence, "step size")
    levels = ((IDLE, evidence.loss_at_0), *([goal] if goal else []))
    return with_names(picture, lines, now, levels, heading)


def bound_by_gravity(evidence: Evidence, goal: tuple[str, float] | None = None) -> Picture:
    """Return the bound and its parts against gravity g, at each g with the rival best for it.

    Parameters
    ----------
    goal : the name and the height of a line beside that of the cost of never learning.
    """
    terms, swept, gravity = evidence.terms, evidence.by_gravity, evidence.knobs.gravity
    rival = terms.loss_of_u[-1] + terms.pull_of_u[-1]
    now = Parts(terms.bound[-1], rival, terms.distance[-1], terms.step[-1])
    axes, lines = ("gravity g", "cost per example"), terms_by_gravity(evidence)
    place = int(np.searchsorted(swept.gravity, gravity))
    through = Parts(*(np.insert(y, place, here) for y, here in zip(lines, now, strict=True)))
    gravities = np.insert(swept.gravity, place, gravity)
    picture = parts_against("bound_by_gravity", axes, gravities, through, gravity, now)
    heading = heading_of(evidence, "gravity")
    levels = ((IDLE, evidence.idle), *([goal] if goal else []))
    return with_names(picture, through, now, levels, heading)


class Parts(NamedTuple):
    """The parts of the bound after all steps, and the bound itself; a number each, or [n]."""

    bound: np.ndarray
    rival: np.ndarray
    way: np.ndarray
    steps: np.ndarray


NAMED = {
    "bound": ("bound", BOUND),
    "rival": (RIVAL, REFERENCE),
    "way": BANDS["distance"],
    "steps": BANDS["step"],
}
"""Of each of the Parts: its name and colour."""


def terms_by_step(evidence: Evidence, sizes: np.ndarray | float = SIZES) -> Parts:
    """Return the parts at each of some step sizes, NaN where the theorem is silent.

    All are divided by the share 1 − Aη/2 of the loss, which then counts as much everywhere.
    """
    terms, (A, B) = evidence.terms, (evidence.constants.A, evidence.constants.B)
    counts = 1.0 - 0.5 * A * np.asarray(sizes)
    counts = np.where(counts > 0.0, counts, np.nan)
    rival = (terms.loss_of_u[-1] + terms.pull_of_u[-1]) / counts
    steps = 0.5 * B * sizes / counts
    way = evidence.u @ evidence.u / (2.0 * sizes * len(terms.loss)) / counts
    return Parts(rival + way + steps, rival, way, steps)


def terms_by_gravity(evidence: Evidence) -> Parts:
    """Return the parts at each gravity that was tried, [n] each."""
    knobs, swept = evidence.knobs, evidence.by_gravity
    rival = swept.loss + swept.gravity * swept.l1_norm
    way = swept.square / (2.0 * knobs.eta * knobs.steps)
    steps = np.full(len(rival), evidence.terms.step[-1])
    return Parts(rival + way + steps, rival, way, steps)


def parts_against(
    name: str, axes: tuple[str, str], x: np.ndarray, lines: Parts, current: float, now: Parts
) -> Picture:
    """Return the picture of the parts against a knob, dots at the one in use."""
    drawn = [
        Line(
            NAMED[part][0],
            NAMED[part][1],
            "solid",
            y,
            now=(current, height),
            label=f"{height:.3f}",
        )
        for part, y, height in zip(Parts._fields, lines, now, strict=True)
    ]
    caption = "Along the bottom equal distances are equal factors."
    picture = sweep(name, axes, x, drawn, current, caption=caption)
    low, high = picture.layout["xaxis"]["range"]
    marks = [mark for mark in MARKS if low <= np.log10(mark) <= high]
    picture.layout["xaxis"] |= {
        "tickmode": "array",
        "tickvals": marks,
        "ticktext": [f"{mark:g}" for mark in marks],
    }
    return picture


def heading_of(evidence: Evidence, knob: str) -> str:
    """Return what stands above a picture of the bound against a knob."""
    return f"The bound after {evidence.knobs.steps:,} examples, for every {knob}"


def with_names(
    picture: Picture, lines: Parts, now: Parts, levels: Sequence[tuple[str, float]], heading: str
) -> Picture:
    """Return the picture with a heading, dotted lines, and all names at the right.

    At the dots stand the numbers there, where these are near the right end with the names. Where
    the picture ends upward does not depend on them.
    """
    low, high = picture.layout["xaxis"]["range"]
    top = 1.06 * max(float(np.nanmax(lines.bound)), *(height for _, height in levels))
    for trace in picture.data:
        if trace["name"] == "now":
            trace["y"] = np.array([0.0, top])
    for name, height in levels:
        picture.data.insert(0, reference(name, [10.0**low, 10.0**high], [height, height]))
    at_end = any(n["x"] > high - 0.1 * (high - low) for n in picture.layout["annotations"])
    named = [
        (f"<b>{NAMED[part][0]}{f' {here:.3f}' * at_end}</b>", NAMED[part][1], y[np.isfinite(y)][-1])
        for part, y, here in zip(Parts._fields, lines, now, strict=True)
    ]
    named += [(name, None, height) for name, height in levels]
    heights = spread_both_ways([float(end) for *_, end in named], top / 15)
    if at_end:
        picture.layout["annotations"] = []
    picture.layout["annotations"] += [
        {
            "x": float(high),
            "y": place,
            "text": text,
            "font": {"size": 13} | ({"color": ink} if ink else {}),
            "showarrow": False,
            "xanchor": "left",
            "xshift": 8,
        }
        for (text, ink, _), place in zip(named, heights, strict=True)
    ]
    picture.layout["yaxis"]["range"] = [0.0, top]
    picture.layout["margin"]["r"] = ASIDE
    return replace(picture, heading=heading)


def spread_both_ways(heights: Sequence[float], room: float) -> list[float]:
    """Return heights of labels at least ``room`` apart, each group around those it is made of."""
    order = np.argsort(heights, kind="stable")
    groups: list[list[float]] = []
    for height in np.asarray(heights)[order].tolist():
        groups.append([height])
        while len(groups) > 1 and _lowest(groups[-1], room) < _highest(groups[-2], room) + room:
            groups[-2:] = [groups[-2] + groups[-1]]
    placed = np.empty(len(order))
    placed[order] = [_lowest(each, room) + i * room for each in groups for i in range(len(each))]
    return placed.tolist()


def _lowest(group: Sequence[float], room: float) -> float:
    """The height of the lowest label of a group, none below the axis."""
    return max(float(np.mean(group)) - 0.5 * room * (len(group) - 1), 0.0)


def _highest(group: Sequence[float], room: float) -> float:
    """The height of the highest label of a group."""
    return _lowest(group, room) + room * (len(group) - 1)


ASIDE = 128
"""Pixels on the right for the names of the parts."""
