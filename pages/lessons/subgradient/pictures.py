"""Pictures of weights near zero through time, of one alone, and of what a cut at the end leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

import charts
from charts import Picture
from charts.film import Curves, Film, Histogram, Track, spread_of
from charts.layout import frame, reference
from charts.palette import HUES, colour
from charts.sweep import LEGEND, Line, SweepAxes, sweep
from charts.sweep_marks import count_places, keep_names_inside, mark_goal, show_none
from pages.lessons.subgradient.evidence import CUTS, START, WEAK, Evidence, ModelOutcome

NAMES = {"subgradient": "obvious push", "truncated_gradient": "truncated gradient"}
ONE = "One weight: "
PUSHED, PULLED = (colour(key, 0) for key in NAMES)
NOISE = HUES["ochre"][0]
CLOSE = 0.05
"""The share of loss by which a cut that is as good may be worse."""
STRETCH, LEAD = 40, 8
"""Steps of a stretch that is drawn, and those of it before a vote."""
LIMIT = 0.31
"""The loss that a goal allows a last cut."""
LINE, FALLING = HUES["vermilion"][0], HUES["green"][0]
"""Colours of the line that is turned, and of steps that fall."""
NUMBERS = (
    "A number at a dot: its features. Along the bottom the numbers get closer together to the "
    "right."
)


def stage(evidence: Evidence) -> list[Film | list[Picture]]:
    """Return weights near zero through time; below, what a cut at the end leaves."""
    return [film(evidence), [features_left(evidence), loss_left(evidence)]]


# Films -------------------------------------------------------------------------------------------


def lone_weight_film(evidence: Evidence, keys: Sequence[str] = tuple(NAMES)) -> Film:
    """Return the film of one weight that no example moves, under the rules of ``keys``."""
    paths = {key: evidence.alone[key] for key in keys}
    at = np.arange(len(evidence.alone["subgradient"]))
    title = "One weight whose feature is 0 in every example"
    level = [("exactly 0", 0.0)]
    scene = Curves(title, at, tracks(paths), "step", "weight", levels=level, digits=3)
    return Film("alone", at, [scene], alt=f"{title}, over {at[-1]} steps.")


def shorter(evidence: Evidence, goal: float) -> Film:
    """Return the film of one weight that no example moves, with equal steps and with falling ones.

    ``goal`` is the distance from 0 that the goal allows.
    """
    at = np.arange(len(evidence.longer["equal"]))
    dashes = {"equal": (PUSHED, "solid"), "falling": (FALLING, "dot")}
    curves = [Track(f"{kind} steps", path, *dashes[kind]) for kind, path in evidence.longer.items()]
    title = "One weight whose feature is 0 in every example"
    levels = [(f"goal: {goal:g}", goal), ("", 0.0), (f"goal: −{goal:g}", -goal)]
    scene = Curves(title, at, curves, "step", "weight", levels=levels)
    caption = "Dotted curve: the step size falls with time, at step t it is divided by √t."
    return Film("shorter", at, [scene], f"{title}, over {at[-1]} steps.", caption)


def near_zero(evidence: Evidence, key: str) -> Film:
    """Return the film of all weights near 0 under one rule."""
    paths = whole_paths(evidence)
    scenes = histograms(paths, evidence.knobs.push)
    at, title = np.arange(len(paths[key])), f"{NAMES[key].capitalize()}: weights near 0"
    scene = replace(scenes[key], title=f"{title} (grey: less than one push away)")
    size = np.abs(paths[key])
    near = ((size > 0.0) & (size <= evidence.knobs.push)).sum(axis=1)
    scene = replace(scene, top=1.05 * len(evidence.names), near=near)  # no bar is ever taller
    caption = (
        "The bar at 0: weights that are exactly 0. Coloured bars: all others. Further out: "
        "outside the picture."
    )
    return Film("near_zero", at, [scene], f"{title}.", caption)


def noise_weight(evidence: Evidence) -> Film:
    """Return the film of the weight that the obvious push carries past 0 most often, for a stretch
    of steps around a vote: over a whole run its jumps would be a band."""
    scene = one_weight(evidence, whole_paths(evidence))
    first = stretch_start(scene.tracks[0].y, evidence.knobs.push)
    part = slice(first, first + STRETCH + 1)
    curves = [replace(track, y=track.y[part]) for track in scene.tracks]
    name = scene.title.removeprefix(ONE)
    kind = "noise feature" if name.startswith("noise") else "feature"
    title, at = f"The weight of one {kind}", scene.x[part]
    met = at[1:][moved_by_votes(curves[0].y, evidence.knobs.push)]
    scene = replace(scene, title=title, x=at, tracks=curves, x_label="patients seen", uprights=met)
    scene = replace(scene, levels=[("", 0.0)], ink=0.8)
    alt = f"{title}, from step {at[0]} to {at[-1]}."
    caption = (
        f"Patients {at[1]} to {at[-1]} of {len(evidence.runs['subgradient'].used)}. Upright line: "
        "a patient for whom this feature is not 0."
    )
    return Film("noise_weight", at, [scene], alt, caption, unit="patient")


def stretch_start(path: np.ndarray, push: float) -> int:
    """Return the step before a stretch that holds a vote, and most of what follows on it."""
    votes = np.flatnonzero(moved_by_votes(path, push))
    last = len(path) - 1 - STRETCH
    early = votes[votes <= last + LEAD]
    return int(np.clip(early[-1] - LEAD if len(early) else 0, 0, max(last, 0)))


def moved_by_votes(path: np.ndarray, push: float) -> np.ndarray:
    """Return at which steps, [F - 1], a vote moves a weight, and not the obvious push alone."""
    return np.abs(np.diff(path) + push * np.sign(path[:-1])) > 1e-9


def memory(evidence: Evidence, goal: int | None = None) -> Film:
    """Return the film of the weights that are not 0 under each rule.

    ``goal`` is the number of weights below which truncated gradient is to end.
    """
    counts = {key: np.append(0.0, run.used) for key, run in evidence.runs.items()}
    at, title = np.arange(len(counts["subgradient"])), "Weights to remember: those that are not 0"
    most = float(counts["truncated_gradient"].max())
    curves, levels = tracks(counts), [(f"at most {most:.0f}", most)]
    if goal is not None:
        levels = [(f"goal: {goal}", float(goal))]
    label = "weights that are not 0"
    scene = Curves(title, at, curves, "patients seen", label, levels=levels, digits=0)
    caption = ""
    if goal is not None:
        loss, end = evidence.truncated.loss, counts["subgradient"][-1]
        caption = (
            f"Average loss of truncated gradient's last weights on all patients: {loss:.3f}. The "
            f"curve of the obvious push is drawn anew, too: it ends at {end:.0f}."
        )
    return Film("memory", at, [scene], f"{title}, over {at[-1]} patients.", caption)


def film(evidence: Evidence) -> Film:
    """Return the film of all weights under both rules, and of one weight, at every step."""
    paths = whole_paths(evidence)
    scenes = histograms(paths, evidence.knobs.push)
    at = np.arange(len(paths["subgradient"]))
    ends = "; ".join(
        f"{NAMES[key]}: {scene.zeros[-1]:,} exactly 0" for key, scene in scenes.items()
    )
    return Film(
        "near_zero",
        at,
        [*scenes.values(), one_weight(evidence, paths)],
        alt=f"Histograms of {paths['subgradient'].shape[1]:,} weights over {at[-1]:,} steps. At "
        f"the end, {ends}.",
        caption="Shaded: nearer to 0 than one push. The bar in the middle counts weights that are "
        "exactly 0; a bar taller than the picture is cut.",
    )


def tracks(paths: dict[str, np.ndarray]) -> list[Track]:
    """Return a curve for each path; its name stands at its end."""
    return [Track(NAMES[key], path, colour(key, 0)) for key, path in paths.items()]


def whole_paths(evidence: Evidence) -> dict[str, np.ndarray]:
    """Return all weights under each rule, [T + 1, d], from before the first step on."""
    return {
        key: np.concatenate([np.zeros((1, run.weights.shape[1])), run.weights])
        for key, run in evidence.runs.items()
    }


def histograms(paths: dict[str, np.ndarray], push: float) -> dict[str, Histogram]:
    """Return the histograms of all weights under each rule, on the same axes."""
    reach = reach_of(paths["subgradient"][-1], push)
    counts = {key: spread_of(path, reach) for key, path in paths.items()}
    top = height_of([bins for bins, _, _ in counts.values()])
    return {
        key: Histogram(NAMES[key], *counts[key], reach, top, colour(key, 0), push) for key in NAMES
    }


def one_weight(evidence: Evidence, paths: dict[str, np.ndarray]) -> Curves:
    """Return one weight under both rules, with one push to both sides of 0."""
    push, one = evidence.knobs.push, most_crossing(*paths.values())
    name = evidence.names[evidence.runs["subgradient"].tracked[one]]
    at = np.arange(len(paths["subgradient"]))
    single = tracks({key: path[:, one] for key, path in paths.items()})
    levels = [("one push above 0", push), ("one push below 0", -push)]
    return Curves(f"{ONE}{name}", at, single, "step", "weight", levels=levels)


def most_crossing(pushed: np.ndarray, truncated: np.ndarray) -> int:
    """Return the weight that the obvious push carries past 0 most often, of those cut to 0."""
    crossings = (pushed[1:] * pushed[:-1] < 0.0).sum(axis=0)
    settled = (truncated[-1] == 0.0) & (pushed[-1] != 0.0)
    return int(np.argmax(np.where(settled, crossings + 1, 0)))


def reach_of(weights: np.ndarray, push: float) -> float:
    """Return a half-width for most weights and some pushes: 1, 2 or 5 times a power of ten."""
    wide = max(4.0 * push, float(np.quantile(np.abs(weights), 0.9)))
    power = 10.0 ** np.floor(np.log10(wide))
    return float(power * next(m for m in (1, 2, 5, 10) if m * power >= wide * (1 - 1e-12)))


def height_of(counts: list[np.ndarray]) -> float:
    """Return the height of the histograms, given their bars in all frames.

    What has just left zero stands in a few tall bars, for a few steps: those are cut.
    """
    tallest = max(float(np.quantile(bars.max(axis=1), 0.9)) for bars in counts)
    return 1.1 * max(tallest, 1.0)


# Pictures ----------------------------------------------------------------------------------------


def penalty(evidence: Evidence, line: bool = False) -> Picture:
    """Return the penalty of one weight against the weight: a V with its corner at 0.

    With ``line``, a line through the corner, of the slope of the knob, as far as the frame goes.
    """
    strength, reach = evidence.knobs.gravity, 1.2 * START
    height = strength * reach
    data = [line_of("penalty of one weight", np.array([-reach, 0.0, reach]), strength, PUSHED)]
    bottom, caption, notes = -0.08, "", []
    if line:
        bottom, caption = -1.1, "The line turns about the corner of the V."
        slope = evidence.knobs.slope
        end = reach if abs(slope) <= strength else height / abs(slope)
        ends = np.array([-end, 0.0, end])
        data.append(line_of("line through the corner", ends, 0.0, LINE) | {"y": slope * ends})
        note = {"x": 0.0, "y": -0.45 * height, "showarrow": False}  # the line never comes there
        text = f"<b>slope of the line: {slope:.3g}</b>".replace("-", "−")
        notes = [note | {"text": text, "font": {"size": 13, "color": LINE}}]
    axes = {
        "xaxis": {"range": [-1.1 * reach, 1.1 * reach]},
        "yaxis": {"range": [bottom * height, 1.1 * height]},
    }
    layout = frame("weight", "penalty of this weight", **axes) | {"annotations": notes}
    alt = "The penalty of one weight against the weight: a V, equally steep everywhere but at 0."
    return Picture("penalty", data, layout, alt, caption, "The penalty of one weight")


def line_of(name: str, x: np.ndarray, strength: float, ink: str) -> dict:
    """Return the curve of ``strength`` times the size of x."""
    stroke = {"color": ink, "width": 3}
    y = strength * np.abs(x)
    return {"type": "scatter", "mode": "lines", "name": name, "x": x, "y": y, "line": stroke}


def sizes(evidence: Evidence, kinds: bool = False) -> Picture:
    """Return the sizes of all weights under the obvious push, largest first, and the last cut.

    ``kinds`` tells the weights of noise features from those of useful ones.
    """
    size = np.abs(evidence.runs["subgradient"].final.weights)
    order = np.argsort(-size, kind="stable")
    cut, n = evidence.knobs.threshold, len(size)
    top = 1.1 * max(float(size.max(initial=0.0)), cut)
    noise = np.array([name.startswith("noise") for name in evidence.names])[order]
    places, size = np.arange(1, n + 1), size[order]
    data = [reference("the last cut", [0, n + 1], [cut, cut])]
    if kinds:
        data.append(dots("weight of a noise feature", places[noise], size[noise], NOISE))
        data.append(dots("weight of a useful feature", places[~noise], size[~noise], PUSHED))
    else:
        data.append(dots("size of a weight", places, size, PUSHED))
    axes = {"xaxis": {"range": [-0.02 * n, 1.02 * n]}, "yaxis": {"range": [-0.02 * top, top]}}
    layout = frame(f"all {n:,} weights, the largest first", "size of a weight", **axes)
    note = {"x": n, "y": cut, "xanchor": "right", "yanchor": "bottom", "showarrow": False}
    layout["annotations"] = [{**note, "text": f"a last cut at {cut:.3g}", "font": {"size": 13}}]
    if kinds:
        data[0]["showlegend"] = False
        layout |= {"showlegend": True, "legend": LEGEND}
    alt = "The sizes of all weights, and a line at the last cut."
    heading = "The weights of the obvious push, after its last step"
    return Picture("sizes", data, layout, alt, heading=heading)


def dots(name: str, x: np.ndarray, y: np.ndarray, ink: str) -> dict:
    """Return a dot for each weight."""
    marker = {"color": ink, "size": 6}
    return {"type": "scatter", "mode": "markers", "name": name, "x": x, "y": y, "marker": marker}


def trade(evidence: Evidence, goal: bool = False) -> Picture:
    """Return loss against features kept: the obvious push cut at each of CUTS, and its rival.

    ``goal`` draws the corner within which a cut is as good as truncated gradient.
    """
    now, truncated = evidence.now, evidence.truncated
    name = "obvious push, cut at the end"
    lines = [
        cut_line(name, "solid", evidence.cuts, now, f"obvious push: {now.features}"),
        dot_of(truncated, f"truncated gradient: {truncated.features}"),
    ]
    caption = (
        f"The dot on the curve: a last cut at {evidence.knobs.threshold:.3g}; larger cuts lie to "
        f"its left. {NUMBERS}"
    )
    picture = draw_cuts(lines, caption)
    note = next(n for n in picture.layout["annotations"] if "truncated" in n["text"])
    if goal:
        (most,) = count_places([truncated.features])
        mark_goal(picture, most, "goal", LIMIT)
        note |= {"xanchor": "left", "xshift": 7}  # the goal's line is under the dot
    return picture


def trade_at_weak_gravity(evidence: Evidence) -> Picture:
    """Return loss against features kept after each last cut: both rules at a weak gravity, and the
    obvious push at the gravity of the knobs."""
    few, now, strong = weak_and_few(evidence), evidence.now, evidence.knobs.gravity
    uncut, *cut = evidence.weak["truncated_gradient"]
    name, first = "obvious push at weak gravity", "obvious push at the first gravity"
    rival = cut_line("truncated gradient, cut", "dot", cut, rival_cut_to(evidence, few.features))
    lines = [
        cut_line(first, "solid", evidence.cuts, now, f"gravity {strong:g}: {now.features}"),
        rival._replace(colour=PULLED, label=""),
        cut_line(name, "dash", cut_weakly(evidence), few, f"gravity {WEAK:g}: {few.features}"),
        dot_of(uncut, f"uncut: {uncut.features}"),
    ]
    caption = (
        f"Purple: the obvious push, its dots cut at {evidence.knobs.threshold:.2g} (above) and "
        f"{weak_cut(evidence):.2g}. Blue: truncated gradient at gravity {WEAK:g}, dotted where it "
        f"is cut as well. {NUMBERS}"
    )
    return draw_cuts(lines, caption)


def draw_cuts(lines: Sequence[Line], caption: str) -> Picture:
    """Return the picture of loss against features, one place for each last cut."""
    axes = SweepAxes("features kept at the end", "average loss", tight=True)
    picture = sweep("trade", axes, None, lines, caption=caption)
    picture.layout["showlegend"] = False
    for trace in picture.data:
        if len(trace["x"]) == 1:
            trace["mode"] = "markers"  # a single point is no line
    name_below(picture, lines[-1])
    show_none(picture)
    keep_names_inside(picture)
    return replace(picture, heading="Average loss and features, one place for each last cut")


def dot_of(outcome: ModelOutcome, label: str) -> Line:
    """Return what truncated gradient ends with, a single dot."""
    line = cut_line("truncated gradient", "solid", [outcome], outcome, label)
    return line._replace(colour=PULLED)


def name_below(picture: Picture, line: Line) -> None:
    """Let the name of a dot stand under it: to its right a phone has no room."""
    axis = picture.layout["yaxis"]
    axis["range"][0] -= 0.08 * (axis["range"][1] - axis["range"][0])
    note = next(note for note in picture.layout["annotations"] if line.label in note["text"])
    note |= {"y": line.now[1], "yanchor": "top", "yshift": -5, "xanchor": "center", "xshift": 0}


def cut_line(
    name: str, dash: str, cuts: Sequence[ModelOutcome], now: ModelOutcome, label: str = ""
) -> Line:
    """Return the curve of the obvious push over its last cuts, with a dot at one of them."""
    places = count_places([cut.features for cut in cuts])
    dot = count_places([now.features])[0], now.loss
    label = label or f"{name}: {now.features}"
    return Line(name, PUSHED, dash, [cut.loss for cut in cuts], places, dot, label)


def weak_and_few(evidence: Evidence) -> ModelOutcome:
    """Return the least loss of the obvious push at a weak gravity, cut to no more features than
    truncated gradient has."""
    weak = cut_weakly(evidence)
    allowed = max(evidence.truncated.features, min(cut.features for cut in weak))
    few = [cut for cut in weak if cut.features <= allowed]
    return min(few, key=lambda cut: cut.loss)


def weak_cut(evidence: Evidence) -> float:
    """Return the last cut that leaves what ``weak_and_few`` returns."""
    return float(CUTS[cut_weakly(evidence).index(weak_and_few(evidence))])


def rival_cut_to(evidence: Evidence, most: int) -> ModelOutcome:
    """Return the least loss of truncated gradient at a weak gravity, cut to so many features."""
    cut = [one for one in evidence.weak["truncated_gradient"] if one.features <= most]
    return min(cut, key=lambda one: one.loss)


def cut_weakly(evidence: Evidence) -> list[ModelOutcome]:
    """Return what is left of the obvious push at a weak gravity after each of CUTS."""
    return evidence.weak["subgradient"][1:]


def features_left(evidence: Evidence) -> Picture:
    """Return the features of the obvious push after the cut against θ, and those of its rival."""
    n, truncated = len(CUTS), evidence.truncated
    tracks = {
        "obvious push": (
            PUSHED,
            [c.real for c in evidence.cuts],
            [c.random for c in evidence.cuts],
        ),
        "truncated gradient": (PULLED, [truncated.real] * n, [truncated.random] * n),
    }
    return charts.counts_against(
        "left", "threshold θ of the last cut", CUTS, tracks, evidence.knobs.threshold
    )


def loss_left(evidence: Evidence) -> Picture:
    """Return the average loss of the obvious push after the cut against θ, and of its rival."""
    lines = [
        Line("obvious push, cut", PUSHED, "solid", [cut.loss for cut in evidence.cuts]),
        Line("truncated gradient", PULLED, "dash", [evidence.truncated.loss] * len(CUTS)),
    ]
    axes = ("threshold θ of the last cut", "average loss of all examples")
    return sweep("lost", axes, CUTS, lines, evidence.knobs.threshold)
