"""Draw two weights under three rules step by step, and the features kept against either knob."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

import charts
from algorithms import OnlineAlgorithm
from charts.film import Curves, Film, Track, Written
from charts.labels import spread
from charts.layout import frame, reference
from charts.palette import colour
from datasets import Dataset
from pages.lessons.rounding.evidence import PERIODS, SPARSE, THRESHOLDS, Evidence
from ui.lessons.evidence import Kept

NAMES = {"sgd": "plain steps", "rounding": "rounding", "truncated_gradient": "truncated gradient"}
WIDE, NEAR = (-0.13, 0.47), (-0.1, 0.2)
"""The heights of the film of two weights: all of them, and those not far above the threshold."""
TICKS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2)
"""Thresholds with a number on their axis."""
PANES = {"yaxis": [0.56, 1.0], "yaxis2": [0.0, 0.44]}


def stage(evidence: Evidence) -> list[Film | list[charts.Picture]]:
    """Return the two weights as a film, then the features kept against either knob."""
    scenes = [*weights_of(evidence, tuple(NAMES)), arithmetic(evidence)]
    pictures = [kept_by_period(evidence), kept_by_threshold(evidence)]
    return [film(evidence, scenes), pictures]


# The film of two weights -------------------------------------------------------------------------


def two_weights(
    evidence: Evidence, rules: Sequence[str], reach: tuple[float, float] = NEAR, named: bool = True
) -> Film:
    """Return the film of both weights under some rules, between fixed heights."""
    return film(evidence, weights_of(evidence, rules, reach, named))


def film(evidence: Evidence, scenes: Sequence[Curves | Written]) -> Film:
    """Return a film of scenes of the two weights."""
    ends = "; ".join(
        f"{scene.title}: " + ", ".join(f"{track.name} {track.y[-1]:z.3f}" for track in scene.tracks)
        for scene in scenes
        if isinstance(scene, Curves)
    )
    steps = len(evidence.stream.y)
    return Film(
        "two_weights",
        np.arange(steps + 1),
        scenes,
        alt=f"Two weights over {steps} steps. At the end, {ends}.",
    )


def weights_of(
    evidence: Evidence,
    rules: Sequence[str],
    reach: tuple[float, float] | None = None,
    named: bool = True,
) -> list[Curves]:
    """Return the useful and the useless weight, each in a scene of its own, at the same heights."""
    paths = [
        {key: np.append(0.0, runs[key].weights[:, 0]) for key in rules}
        for runs in (evidence.one, evidence.coin)
    ]
    heights = np.concatenate([path for some in paths for path in some.values()])
    reach = reach or (float(heights.min()) - 0.02, float(heights.max()) + 0.03)
    theta = evidence.knobs.threshold
    levels = [("threshold θ" if named else f"{theta:g}", theta), ("", -theta)]
    at = np.arange(len(evidence.stream.y) + 1)
    return [
        Curves(
            title,
            at,
            [
                Track(NAMES[key], path, colour(key, 0), "dot" if key == "sgd" else "solid")
                for key, path in some.items()
            ],
            "examples read",
            "weight",
            levels=levels if len(rules) > 1 or "sgd" not in rules else (),
            window=reach,
        )
        for title, some in zip(("useful feature", "useless feature: a coin"), paths, strict=True)
    ]


def arithmetic(evidence: Evidence) -> Written:
    """Return the numbers of rounding's update of the useful weight."""
    run = evidence.one["rounding"]
    path = np.append(0.0, run.weights[:, 0])
    return Written("Rounding, written out", written_out(run.algorithm, path, evidence.stream.y))


def written_out(
    rounding: OnlineAlgorithm, path: np.ndarray, y: np.ndarray
) -> list[tuple[str, list[str]]]:
    """Return the update of each step with its numbers; the first frame is before any.

    Parameters
    ----------
    path : [T + 1], the weight before the first step and after each; x is always 1.
    y : [T], the labels.
    """
    slopes = -y / (1.0 + np.exp(y * path[:-1]))
    stepped = path[:-1] - rounding.eta * slopes
    t = np.arange(1, len(y) + 1)
    rows = {
        "the example": ("–", [f"x = 1, y = {label:+.0f}" for label in y]),
        "the weight before": ("w = 0", [f"w = {w:z.4f}" for w in path[:-1]]),
        "the slope ℓ′": ("–", [f"ℓ′ = −y / (1 + e^(yw)) = {s:.3f}" for s in slopes]),
        "the step": ("–", [f"w − ηℓ′x = {v:z.4f}" for v in stepped]),
        "t mod K": ("–", [f"{i} mod {rounding.period} = {i % rounding.period}" for i in t]),
        "rounding": ("–", [verdict(rounding, i, v) for i, v in zip(t, stepped, strict=True)]),
    }
    return [(label, [before, *texts]) for label, (before, texts) in rows.items()]


def verdict(rounding: OnlineAlgorithm, t: int, v: float) -> str:
    """Return the fate of the weight at step t, which stands at v after it; a cut is lit by "!"."""
    if t % rounding.period:
        return "not yet"
    if abs(v) <= rounding.threshold:
        return f"!|{v:z.4f}| ≤ θ: w ← 0"
    return f"|{v:.4f}| > θ: stays"


# Features kept, real ones above and noise below --------------------------------------------------


def kept_by_period(evidence: Evidence, rules: Sequence[str] = SPARSE) -> charts.Picture:
    """Return the features kept against the period, a curve for each of some rules."""
    knob = Knob("period K", PERIODS, PERIODS, evidence.knobs.period)
    return strips("kept_by_period", knob, evidence.kept, evidence.data, rules)


def kept_by_threshold(evidence: Evidence, rules: Sequence[str] = SPARSE) -> charts.Picture:
    """Return the features kept against the threshold, a curve for each of some rules."""
    knob = Knob("threshold θ", THRESHOLDS, TICKS, evidence.knobs.threshold)
    return strips("kept_by_threshold", knob, evidence.by_threshold, evidence.data, rules)


class Knob(NamedTuple):
    """A knob as an axis: its name, its values, those with a tick, and where it stands."""

    label: str
    values: Sequence[float]
    ticks: Sequence[float]
    now: float

    @property
    def ends(self) -> list[float]:
        """Both ends of the axis, a little beyond the values."""
        return [self.values[0] * 0.93, self.values[-1] / 0.93]


def strips(
    name: str,
    knob: Knob,
    counts: dict[str, list[Kept]],
    data: Dataset,
    rules: Sequence[str],
) -> charts.Picture:
    """Return features kept against a knob: the real ones in a strip, noise in one below it.

    Parameters
    ----------
    counts : by rule, what is kept at each value of the knob.
    rules : those that are drawn; the axes are the same whichever these are.
    """
    kinds = {"yaxis": ("real", "real features kept" if data.n_noise else "features kept")}
    if data.n_noise:
        kinds["yaxis2"] = ("random", "noise features kept")
    ticks = {"tickvals": list(knob.ticks), "ticktext": [f"{tick:g}" for tick in knob.ticks]}
    axis = {"type": "log", "range": list(np.log10(knob.ends)), "tickmode": "array", **ticks}
    layout = frame(knob.label, kinds["yaxis"][1], xaxis=axis)
    layout["annotations"], traces, sentences = [], [], []
    for pane, (kind, title) in kinds.items():
        heights = {key: [getattr(k, kind) for k in some] for key, some in counts.items()}
        top = 1.2 * max(4, *map(max, heights.values()))
        bounds = [-0.04 * top, top]
        layout[pane] = {**layout["yaxis"], "title": {"text": title}, "range": bounds, "nticks": 4}
        if data.n_noise:
            layout[pane]["domain"] = PANES[pane]
        drawn = {key: heights[key] for key in rules}
        traces += traces_of(drawn, knob, bounds, pane.replace("axis", ""))
        layout["annotations"] += names_of(drawn, knob, top, pane.replace("axis", ""))
        sentences += [f"{NAMES[key]}: {y[0]} to {y[-1]} {title}" for key, y in drawn.items()]
    if data.n_noise:
        layout["xaxis"]["anchor"] = "y2"
    alt = f"Features kept against the {knob.label}. {'; '.join(sentences)}."
    return charts.Picture(name, traces, layout, alt, "The dotted line stands where the knob does.")


def traces_of(
    heights: dict[str, list[int]], knob: Knob, bounds: list[float], pane: str
) -> list[dict]:
    """Return the curves of one strip and the upright line, a large dot where the knob stands."""
    at = float(np.clip(knob.now, *knob.ends))
    sizes = [13 if np.isclose(value, knob.now, rtol=1e-9) else 6 for value in knob.values]
    curves = [
        {
            "type": "scatter",
            "mode": "lines+markers",
            "name": NAMES[key],
            "x": np.asarray(knob.values, np.float64),
            "y": np.asarray(y, np.float64),
            "yaxis": pane,
            "line": {"color": colour(key, 0), "width": 3},
            "marker": {"color": colour(key, 0), "size": sizes},
        }
        for key, y in heights.items()
    ]
    return [reference("now", [at, at], bounds) | {"yaxis": pane}, *curves]


def names_of(heights: dict[str, list[int]], knob: Knob, top: float, pane: str) -> list[dict]:
    """Return the rules' names where their curves lie furthest apart."""
    if not heights:
        return []
    curves = np.array(list(heights.values()), np.float64)
    place = int(np.ptp(curves, axis=0)[:-3].argmax())
    above = spread([y + 0.09 * top for y in curves[:, place]], 1 / 7, top)
    return [
        {
            "x": float(np.log10(knob.values[place])),
            "y": height,
            "yref": pane,
            "text": f"<b>{NAMES[key]}</b>",
            "font": {"color": colour(key, 0), "size": 14},
            "showarrow": False,
            "xanchor": "left",
            "xshift": 8,
        }
        for key, height in zip(heights, above, strict=True)
    ]
