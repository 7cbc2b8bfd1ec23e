"""Pictures of the lesson: the ball in the hand, three searches as a film, two learners, a race."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from algorithms import Trace
from algorithms.projection import project_l1_ball
from algorithms.truth import real_or_random
from charts import Film, Line, Picture, sweep
from charts.film import Bars, Curves, Track
from charts.palette import HUES, REFERENCE, colour, dashes
from pages.lessons.l1_ball.evidence import (
    DIMENSIONS,
    KEY,
    NAMES,
    Evidence,
    many_weights,
    sharp_share,
)
from pages.lessons.l1_ball.hand import BallScene, L1Ball
from pages.lessons.l1_ball.race import Race
from pages.lessons.l1_ball.search_scene import Search
from pages.lessons.l1_ball.search_steps import Step, balanced_tree

SEARCH_HUES = {"sort": HUES["blue"][0], "pivot": HUES["green"][0], "tree": HUES["purple"][0]}


def stage(evidence: Evidence) -> list:
    """Return what stands on the page, row by row."""
    radius = evidence.knobs.radius
    return [
        L1Ball(evidence.knobs, follows=KEY),
        search_film(evidence.x, radius, evidence.searches),
        learners({NAMES[key]: run for key, run in evidence.runs.items()}),
        Race(SEARCH_HUES),
    ]


# Of the story ------------------------------------------------------------------------------------


def ball(evidence: Evidence, scene: BallScene) -> L1Ball:
    """Return the ball under the hand, as a step shows it."""
    return L1Ball(evidence.knobs, follows=KEY, scene=scene)


def shares(evidence: Evidence) -> Picture:
    """Return the share of walks that end at a weight of 0 against the number of weights."""
    cornered = [100 * sharp_share(n) for n in DIMENSIONS]
    lines = [
        Line("ball with corners", HUES["blue"][0], "solid", cornered, label="ball with corners"),
        Line("round ball", REFERENCE, "dash", [0.0] * len(DIMENSIONS), label="round ball"),
    ]
    labels = ("number of weights", "walks with a zero, of 100")
    picture = sweep("shares", labels, DIMENSIONS, lines)
    picture.layout["xaxis"] |= {"type": "linear", "dtick": None, "range": [1.6, 10.4]}
    picture.layout["xaxis"] |= {"tickvals": list(DIMENSIONS), "ticktext": [*map(str, DIMENSIONS)]}
    for name in picture.layout["annotations"]:
        name["x"] = 10.0 ** name["x"]  # where the logarithmic axis had it
    picture.layout["margin"]["r"] = 140
    return replace(picture, heading="Walks from distance 2 that end with a weight at 0")


def many_film(evidence: Evidence) -> Film:
    """Return the film of many weights from which the same amount is taken until they fit."""
    x, z = many_weights(), 1.0
    amount = float((x - project_l1_ball(x, z)).max())
    taken = np.linspace(0.0, amount, 31)
    heights = np.maximum(x - taken[:, None], 0.0)
    left = np.count_nonzero(heights[-1] > 1e-12)
    heights[-1, left:] = 0.0
    names = [f"weight {i + 1}" for i in range(len(x))]
    title = f"The sizes of {len(x)} weights, the largest first"
    scene = Bars(
        title,
        names,
        heights,
        "size",
        HUES["blue"][0],
        marks=x,
        x_label="weight, by its place in the row",
    )
    alt = f"{len(x)} weights lose the same amount; {left} are not 0 when they fit into the budget."
    return Film("many", np.arange(len(taken)), [scene], alt, unit="part of the walk")


def kept_film(evidence: Evidence, goal: float) -> Film:
    """Return the film of features in use in the ball, the line that noise is to stay below."""
    run = evidence.runs["projected_gradient"]
    useful = real_or_random(evidence.data).useful[run.tracked]
    at = np.append(0, run.steps)
    hue = colour("projected_gradient", 0)

    def strip(title: str, among: np.ndarray, levels: list[tuple[str, float]]) -> Curves:
        used = np.append(0, np.count_nonzero(run.weights[:, among], axis=1)).astype(float)
        tracks = [Track(f"{used[-1]:.0f} in use", used, hue)]
        label = "weights that are not 0"
        # From 0 up, so that the two compare with what there is of each.
        return Curves(title, at, tracks, "patients seen", label, levels, reach=(0.0,))

    scenes = [
        strip(f"Measurements in use, of {useful.sum():,}", useful, []),
        strip(f"Noise features in use, of {(~useful).sum():,}", ~useful, [("goal", goal)]),
    ]
    ends = " and ".join(f"{scene.tracks[0].y[-1]:.0f}" for scene in scenes)
    return Film("kept", at, scenes, f"Useful and noise features in use: {ends}.", unit="patient")


# Free play ---------------------------------------------------------------------------------------


def search_film(x: np.ndarray, z: float, searches: Mapping[str, Sequence[Step]]) -> Film:
    """Return the film of the three searches of ``x`` (n,) for the radius z."""
    frames = max(map(len, searches.values()))
    falling, rising = np.argsort(-x, kind="stable"), np.argsort(x, kind="stable")
    # In the tree's scene the entry rising[i] stands at place i.
    parent, depth = balanced_tree(x)
    place = np.argsort(rising)
    parent_place = np.where(parent[rising] < 0, -1, place[parent[rising]])
    layouts = {
        "sort": ("Sort: largest first", falling),
        "pivot": ("Pivot: halve what is left", np.arange(len(x))),
        "tree": ("Tree: one path down", rising, parent_place, depth[rising]),
    }
    scenes = [
        _scene(x, z, _lasting(searches[name], frames), SEARCH_HUES[name], *layout)
        for name, layout in layouts.items()
    ]
    counts = ", ".join(f"{name} {len(steps) - 2}" for name, steps in searches.items())
    last = searches["sort"][-1]
    return Film(
        "searches",
        np.arange(frames),
        scenes,
        alt=f"Three searches for the threshold of {len(x)} magnitudes; looks taken: {counts}; all "
        f"find {last.theta(z):.3f} and keep {last.rho}.",
        caption="Filled: known to stay; faint: known to go; ringed: looked at. Dashed: the "
        "threshold (s − z)/ρ of the sum s and number ρ of those known to stay.",
        unit="look",
    )


def _lasting(steps: Sequence[Step], frames: int) -> list[Step]:
    """A search that is done rests on its last step."""
    return [*steps, *[steps[-1]] * (frames - len(steps))]


def _scene(
    x: np.ndarray,
    z: float,
    steps: Sequence[Step],
    hue: str,
    title: str,
    order: np.ndarray,
    parent: np.ndarray | None = None,
    depth: np.ndarray | None = None,
) -> Search:
    """One search; the entry order[i] stands at place i."""
    place = np.argsort(order)
    return Search(
        title,
        x[order],
        np.array([step.known[order] for step in steps]),
        np.array([-1 if step.entry < 0 else place[step.entry] for step in steps]),
        np.array([step.theta(z) for step in steps]),
        [step.comparison for step in steps],
        hue,
        parent,
        depth,
    )


def learners(runs: Mapping[str, Trace]) -> list[Picture]:
    """Return the average loss so far and the share of nonzeros of runs by name, in one order."""
    steps = max((run.steps for run in runs.values()), key=len)

    def lines(values: Callable[[Trace], np.ndarray]) -> list[Line]:
        drawn = []
        for name, run in runs.items():
            key = run.algorithm.key
            y = _pad(values(run), len(steps))
            drawn.append(Line(name, colour(key, 0), dashes(key, 0)[0], y))
        return drawn

    return [
        sweep(
            "loss",
            ("step t", "average loss so far"),
            steps,
            lines(lambda run: run.loss / run.steps),
        ),
        sweep(
            "nonzeros",
            ("step t", "share of weights ≠ 0"),
            steps,
            lines(lambda run: run.used / run.final.weights.size),
            caption="Of all d weights; one whose feature has not been seen is 0 for both.",
        ),
    ]


def _pad(y: np.ndarray, n: int) -> np.ndarray:
    """A run that diverged has no numbers after that."""
    return np.append(y, np.full(n - len(y), np.nan))
