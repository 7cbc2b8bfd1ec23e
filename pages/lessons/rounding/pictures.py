"""Draw two weights under three rules step by step, and the features kept against either knob."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

import charts
from algorithms import OnlineAlgorithm
from charts.film import Curves, Film, Formulas, Track
from charts.layout import frame
from charts.palette import HUES, colour
from pages.lessons.rounding.evidence import (
    PERIODS,
    SPARSE,
    THRESHOLDS,
    Evidence,
    rounding_ahead,
)
from papers.fairness.budgets import BUDGETS
from papers.fairness.cases import CASES
from papers.fairness.rounding import BOUNDED, FREE
from papers.fairness.setup import REPETITIONS
from ui.lessons.evidence import KeptFeatures

NAMES = {"sgd": "plain steps", "rounding": "rounding", "truncated_gradient": "truncated gradient"}
LIMIT = "threshold θ"
WIDE, NEAR = (-0.13, 0.47), (-0.1, 0.2)
"""The heights of the film of two weights: all of them, and those not far above the threshold."""
FEWEST = 4
"""Steps between two looks from which on each look has a line."""
ALL = 30
"""Measurements of the lesson's example."""
KEPT = "Kept means: not 0 just after the last cut of ten passes."
TICKS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2)
"""Thresholds with a number on their axis."""


def stage(evidence: Evidence) -> list[Film | list[charts.Picture]]:
    """Return the two weights as a film, then the features kept against either knob."""
    scenes = [*weights_of(evidence, tuple(NAMES)), arithmetic(evidence)]
    pictures = [kept_by_period(evidence), kept_by_threshold(evidence)]
    return [film(evidence, scenes), pictures]


# The film of two weights -------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class RuleCurves(Curves):
    """Curves over an axis whose upright lines stand where a rule looks.

    Parameters
    ----------
    every : the steps from one look to the next, 0 for none; below FEWEST there are too many lines.
    """

    every: int = 0

    def payload(self) -> dict:
        """Return what the browser draws."""
        drawn = super().payload()
        if self.every >= FEWEST:
            places = list(range(0, int(self.x[-1]) + 1, self.every))
            apart = -(-len(places) // 7)
            texts = [str(place) * (i % apart == 0) for i, place in enumerate(places)]
            drawn["layout"]["xaxis"] |= {"tickvals": places, "ticktext": texts}
        return drawn


def two_weights(
    evidence: Evidence,
    rules: Sequence[str],
    reach: tuple[float, float] = NEAR,
    limit: str = LIMIT,
    called: str = "",
) -> Film:
    """Return the film of both weights under some rules, between fixed heights.

    Before a rule has its name its curve is ``called`` otherwise, and so is the ``limit`` of small.
    """
    return film(evidence, weights_of(evidence, rules, reach, limit, called))


def film(evidence: Evidence, scenes: Sequence[Curves | Formulas]) -> Film:
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
    limit: str = LIMIT,
    called: str = "",
) -> list[Curves]:
    """Return the useful and the useless weight, each in a scene of its own, at the same heights."""
    paths = [
        {key: np.append(0.0, runs[key].weights[:, 0]) for key in rules}
        for runs in (evidence.one, evidence.coin)
    ]
    heights = np.concatenate([path for some in paths for path in some.values()])
    theta = evidence.knobs.threshold
    lower = "" if reach is None else "−θ" if limit else f"−{theta:g}"
    reach = reach or (float(heights.min()) - 0.02, float(heights.max()) + 0.03)
    levels = [(limit or f"{theta:g}", theta), (lower, -theta)]
    watched = len(rules) > 1 or "sgd" not in rules
    every = evidence.knobs.period if watched else 0
    at = np.arange(len(evidence.stream.y) + 1)
    return [
        RuleCurves(
            title,
            at,
            [
                Track(called or NAMES[key], path, colour(key, 0), dash_of(key, rules))
                for key, path in some.items()
            ],
            "examples read",
            "weight",
            levels=levels if watched else (),
            window=reach,
            every=every,
        )
        for title, some in zip(("useful feature", "useless feature: a coin"), paths, strict=True)
    ]


def dash_of(key: str, rules: Sequence[str]) -> str:
    """Return the stroke of a rule; that of truncated gradient lets a curve under it be seen."""
    if key == "truncated_gradient" and "rounding" in rules:
        return "dash"
    return "dot" if key == "sgd" else "solid"


def arithmetic(evidence: Evidence) -> Formulas:
    """Return the numbers of rounding's update of the useful weight."""
    run = evidence.one["rounding"]
    path = np.append(0.0, run.weights[:, 0])
    return Formulas("Rounding, written out", written_out(run.algorithm, path, evidence.stream.y))


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
        "rounding": (
            "–",
            [verdict(rounding, i, v, i == len(y)) for i, v in zip(t, stepped, strict=True)],
        ),
    }
    return [(label, [before, *texts]) for label, (before, texts) in rows.items()]


def verdict(rounding: OnlineAlgorithm, t: int, v: float, last: bool = False) -> str:
    """Return the fate of the weight at step t, which stands at v after it; a cut is lit by "!".

    The ``last`` step of a run is followed by a cut, whatever t mod K is.
    """
    if t % rounding.period and not last:
        return "not yet"
    why = "the end, " if t % rounding.period else ""
    if abs(v) <= rounding.threshold:
        return f"!{why}|{v:z.4f}| ≤ θ: w ← 0"
    return f"{why}|{v:.4f}| > θ: stays"


# Features kept, real ones above and noise below --------------------------------------------------


def kept_by_period(
    evidence: Evidence, rules: Sequence[str] = SPARSE, real: str = "real features"
) -> charts.Picture:
    """Return the features kept against the period, a curve for each of some rules."""
    dial = charts.Dial("period K", PERIODS, PERIODS, evidence.knobs.period)
    return kept_against(evidence, "kept_by_period", dial, evidence.kept, rules, real)


def kept_by_threshold(
    evidence: Evidence, rules: Sequence[str] = SPARSE, real: str = "real features"
) -> charts.Picture:
    """Return the features kept against the threshold, a curve for each of some rules."""
    dial = charts.Dial("threshold θ", THRESHOLDS, TICKS, evidence.knobs.threshold)
    return kept_against(evidence, "kept_by_threshold", dial, evidence.by_threshold, rules, real)


def kept_against(
    evidence: Evidence,
    name: str,
    dial: charts.Dial,
    counts: dict[str, list[KeptFeatures]],
    rules: Sequence[str],
    real: str,
) -> charts.Picture:
    """Return the features kept against a knob: the real ones in a strip, noise in one below it."""
    noise = evidence.data.n_noise
    kinds = {f"{real} kept" if noise else "features kept": "real"}
    if noise:
        kinds["noise features kept"] = "random"
    panes = {
        title: {NAMES[key]: [getattr(k, kind) for k in some] for key, some in counts.items()}
        for title, kind in kinds.items()
    }
    if real == "measurements":  # a curve that is never drawn makes room for all of them
        panes["measurements kept"] |= {"all": [ALL] * len(dial.values)}
    colours = {NAMES[key]: colour(key, 0) for key in counts}
    picture = charts.strips(name, dial, panes, colours, [NAMES[key] for key in rules])
    if real == "measurements":
        picture.layout["yaxis"]["tickvals"] = [0, 10, 20, ALL]
    if len(rules) == 1 and dial.now > dial.values[0]:  # at the left end stands the name
        for pane, kind in zip(("y", "y2"), kinds.values(), strict=False):
            mark_now(picture, pane, dial.now, rules[0], getattr(evidence.now[rules[0]], kind))
    return replace(picture, caption=f"{picture.caption} {KEPT}")


def mark_now(picture: charts.Picture, pane: str, at: float, key: str, count: int) -> None:
    """Write beside the dot of the knobs as they stand how many features are kept."""
    picture.layout["annotations"].append(
        {
            "x": float(np.log10(at)),
            "y": count,
            "yref": pane,
            "text": f"<b>{count:,}</b>",
            "font": {"color": colour(key, 0), "size": 15},
            "showarrow": False,
            "xanchor": "left",
            "xshift": 9,
            "yshift": 12,
        }
    )


# Twelve datasets ---------------------------------------------------------------------------------


def comparisons() -> charts.Picture:
    """Return how often each rule was clearly ahead, with and without a threshold of the pull."""
    outcomes = ["clearly better", "equally good", "clearly worse"]  # a phone has room for them
    bounded, free = rounding_ahead(BOUNDED), rounding_ahead(FREE)
    rivals = {
        "truncated gradient with a threshold": (bounded, colour("truncated_gradient", 0)),
        "truncated gradient without one": (free, HUES["ochre"][0]),
    }
    data = [
        {
            "type": "bar",
            "name": name,
            "x": outcomes,
            "y": np.array(counts, np.float64),
            "text": [str(count) for count in counts],
            "textposition": "outside",
            "textfont": {"size": 15},
            "cliponaxis": False,
            "marker": {"color": hue},
        }
        for name, (counts, hue) in rivals.items()
    ]
    across = {"type": "category", "categoryarray": outcomes, "range": [-0.5, 2.5]}
    upward = {"range": [0.0, 1.4 * max(*free, *bounded)]}
    legend = {"showlegend": True, "legend": {"orientation": "h", "y": 1.0, "x": 0.25}}
    written = "; ".join(
        f"{name}: " + ", ".join(f"{o} {n}" for o, n in zip(outcomes, counts, strict=True))
        for name, (counts, _) in rivals.items()
    )
    return charts.Picture(
        "comparisons",
        data,
        frame("", "comparisons", xaxis=across, yaxis=upward) | legend,
        f"Comparisons of rounding with truncated gradient. Rounding is, against {written}.",
        f"There are {sum(free)} comparisons: {len(CASES)} datasets, each at {len(BUDGETS)} numbers "
        f"of features kept. Each rule learns {REPETITIONS} times, each time from other rows. "
        "A result says how often, of two held-out rows with different labels, the row with +1 gets "
        "the higher prediction. A rule is clearly better where the sign test says so: its result "
        "is the higher one in nearly all of these repetitions, and by half a per cent at least in "
        "the median.",
        heading="Is rounding better than truncated gradient?",
    )
