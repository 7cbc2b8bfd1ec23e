"""Pictures of the lesson: the ball in the hand, three searches as a film, two learners, a race."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from algorithms import Trace
from algorithms.truth import real_or_random
from charts import Film, Line, Picture, sweep
from charts.film import Curves, Track
from charts.layout import frame
from charts.palette import HUES, REFERENCE, colour, dashes
from pages.lessons.l1_ball.evidence import (
    DIMENSIONS,
    KEY,
    NAMES,
    Evidence,
    sharp_share,
)
from pages.lessons.l1_ball.hand import BallScene, L1Ball
from pages.lessons.l1_ball.race import Race
from pages.lessons.l1_ball.search_scene import Search
from pages.lessons.l1_ball.search_steps import Step, balanced_tree

TAKEN = "#b4b6bc"
"""The colour of what is taken off."""
FEW = 20
"""Bars have numbers where there are fewer than this."""
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
    for curve in picture.data:
        curve["mode"] = "lines+markers"
    return replace(picture, heading="Walks from distance 2 that end with a weight at 0")


def waterline(sizes: np.ndarray, line: float | None = None) -> Picture:
    """Return sizes (n,) as bars, and what of them stands above a line, if there is one."""
    few, level = len(sizes) < FEW, 0.0 if line is None else line
    above = np.maximum(sizes - level, 0.0)
    places = np.arange(1.0, len(sizes) + 1.0)
    blue = HUES["blue"][0]
    # The part below lies over the whole.
    data = [_bars("sizes" if line is None else "above the line", places, sizes, blue)]
    if line is not None:
        data.append(_bars("below the line", places, np.minimum(sizes, level), TAKEN))
    if few:
        texts = [f"{part:.2f}" if part else "0" for part in above]
        data[0] |= {"text": texts, "textposition": "outside", "cliponaxis": False}
    top = 1.15 * float(sizes.max())
    layout = frame(
        "weight, the largest first",
        "size",
        xaxis={"range": [0.4, len(sizes) + 0.6], "showgrid": False},
        yaxis={"range": [0.0, max(top, 1.05 * level)]},
    )
    layout |= {"barmode": "overlay", "bargap": 0.25 if few else 0.0}
    if few:
        layout["xaxis"]["dtick"] = 1
    total = f"{above.sum():.0f}" if line is None else f"{above.sum():.2f} of 1"
    words = f"above the line, together: {total}" if line is not None else f"together: {total}"
    note = {"x": 0.0, "y": 1.0, "xref": "paper", "yref": "paper", "xanchor": "left"}
    note |= {"yanchor": "bottom", "yshift": 4, "text": f"<b>{words}</b>", "showarrow": False}
    layout["annotations"] = [note | {"font": {"size": 15, "color": blue}}]
    layout["margin"]["t"] = 30
    if line is not None:
        flat = {"type": "line", "xref": "paper", "x0": 0.0, "x1": 1.0, "y0": line, "y1": line}
        layout["shapes"] = [flat | {"line": {"width": 2}}]
        name = {"x": 1.0, "xref": "paper", "y": line, "xanchor": "left", "xshift": 4}
        name |= {"text": f"line: {line:.2f}", "font": {"size": 13}, "showarrow": False}
        layout["annotations"].append(name)
        layout["margin"]["r"] = 80
    alt = f"{len(sizes)} sizes, the largest first; {words}."
    heading = f"The sizes of {len(sizes)} weights"
    return Picture("waterline", data, layout, alt, heading=heading)


def _bars(name: str, x: np.ndarray, y: np.ndarray, hue: str) -> dict:
    """One layer of bars, as Plotly has them."""
    return {"type": "bar", "name": name, "x": x, "y": y, "marker": {"color": hue}}


def noise_in_use(evidence: Evidence) -> tuple[np.ndarray, np.ndarray]:
    """Return the noise features in use, and their average so far, at each checkpoint (F,)."""
    run = evidence.runs["projected_gradient"]
    noise = ~real_or_random(evidence.data).useful[run.tracked]
    used = np.count_nonzero(run.weights[:, noise], axis=1).astype(np.float64)
    patients = np.arange(1, run.steps[-1] + 1)
    so_far = np.cumsum(np.interp(patients, run.steps, used)) / patients
    return used, so_far[run.steps - 1]


def kept_film(evidence: Evidence, goal: float) -> Film:
    """Return the film of noise in use in the ball, the line it is to stay below, and the loss."""
    run = evidence.runs["projected_gradient"]
    used, average = noise_in_use(evidence)
    loss = run.loss / run.steps
    hue = colour("projected_gradient", 0)
    tracks = [
        Track("in use", used, REFERENCE, letter=f"in use: {used[-1]:.0f}", faint=True),
        Track(f"average: {average[-1]:.0f}", average, hue),
    ]
    total = evidence.data.n_noise
    scenes = [
        Curves(
            f"Noise features in use, of {total:,}",
            run.steps,
            tracks,
            "patients seen",
            "weights that are not 0",
            [("goal", goal)],
            reach=(0.0,),
        ),
        Curves(
            "Average loss so far",
            run.steps,
            [Track(f"{loss[-1]:.2f}", loss, hue)],
            "patients seen",
            "loss per patient",
            reach=(0.0,),
        ),
    ]
    alt = f"Noise features in use: {average[-1]:.0f} on average; average loss {loss[-1]:.2f}."
    caption = "Grey: noise features in use after a patient. Green: their average so far."
    return Film("kept", run.steps, scenes, alt, caption, unit="patient")


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
