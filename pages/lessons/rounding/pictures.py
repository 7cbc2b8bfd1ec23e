"""Draw two weights under three rules step by step, and the features kept against either knob."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

import charts
from algorithms import OnlineAlgorithm
from charts.film import Curves, Film, Formulas, Track
from charts.labels import spread
from charts.layout import frame
from charts.palette import HUES, colour
from pages.lessons.rounding.evidence import (
    ALWAYS,
    COINS,
    PERIODS,
    SPARSE,
    THRESHOLDS,
    Evidence,
    coin_paths,
    learners,
    rounding_ahead,
)
from papers.fairness.budgets import BUDGETS
from papers.fairness.cases import CASES
from papers.fairness.rounding import BOUNDED, FREE
from papers.fairness.setup import REPETITIONS
from ui.lessons.evidence import KeptFeatures

NAMES = {"sgd": "plain steps", "rounding": "rounding", "truncated_gradient": "truncated gradient"}
LIMIT = "threshold θ"
USEFUL, COIN = "useful feature", "useless feature: a coin"
WIDE, NEAR = (-0.13, 0.47), (-0.1, 0.2)
"""The heights of the film of two weights: all of them, and those not far above the threshold."""
FEWEST = 4
"""Steps from one cut to the next from which on each cut has a line."""
UNBOUNDED = HUES["ochre"][0]
"""The colour of truncated gradient without a threshold."""
MEASURED = "measurements"
"""The real features of the lesson's example."""
ALL = 30
"""Measurements of the lesson's example."""
NEAR_COUNTS = 5
"""Features by which two counts differ whose numbers would lie upon each other."""
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
    """Curves over an axis whose upright lines stand where a rule cuts or pulls.

    Parameters
    ----------
    every : the steps from one line to the next, 0 for none; below FEWEST there are too many.
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
            drawn["uprights"] = places[1:]
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
) -> list[RuleCurves]:
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
                Track(called or NAMES.get(key, key), path, ink_of(key), dash_of(key, rules))
                for key, path in some.items()
            ],
            "examples read",
            "weight",
            levels=levels if watched else (),
            window=reach,
            every=every,
        )
        for title, some in zip((USEFUL, COIN), paths, strict=True)
    ]


def ink_of(key: str) -> str:
    """Return the colour of a rule."""
    return UNBOUNDED if key == ALWAYS else colour(key, 0)


def large_weights(evidence: Evidence, goal: float) -> Film:
    """Return the film of both weights under rounding, and if every weight is pulled.

    ``goal`` is the height of a line in the picture of the useful one.
    """
    useful, coin = weights_of(evidence, ("rounding", ALWAYS), WIDE)
    return film(evidence, [replace(useful, levels=[*useful.levels, (f"{goal:g}", goal)]), coin])


def many_coins(evidence: Evidence) -> Film:
    """Return the film of the weights of COINS coins under rounding, each in a learner of its own.

    The curves have no names: all mean the same.
    """
    _, scene = weights_of(evidence, ("rounding",), NEAR)
    paths = coin_paths(learners(evidence.knobs)["rounding"])
    others = [
        Track(f"coin {number}", np.append(0.0, path), ink_of("rounding"), faint=True)
        for number, path in enumerate(paths.T, 1)
    ]
    title = f"{COINS} useless features: coins"
    drawn = replace(scene, title=title, tracks=others)
    steps = len(evidence.stream.y)
    left = int(np.count_nonzero(paths[-1]))
    return Film(
        "many_coins",
        np.arange(steps + 1),
        [drawn],
        alt=f"The weights of {COINS} coins over {steps} steps. At the end {left} are not 0.",
    )


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
    """Return the features kept against a knob: the real ones in a strip, noise in one below it.

    Where the real ones are the lesson's own measurements, the knobs as they stand have dots and
    numbers.
    """
    noise, own = evidence.data.n_noise, real == MEASURED
    kinds = {f"{real} kept" if noise else "features kept": "real"}
    if noise:
        kinds["noise features kept"] = "random"
    panes = {
        title: {NAMES[key]: [getattr(k, kind) for k in some] for key, some in counts.items()}
        for title, kind in kinds.items()
    }
    if own:  # a curve that is never drawn makes room for all of them
        panes[f"{MEASURED} kept"] |= {"all": [ALL] * len(dial.values)}
    colours = {NAMES[key]: colour(key, 0) for key in counts}
    picture = charts.strips(name, dial, panes, colours, [NAMES[key] for key in rules])
    if own:
        picture.layout["yaxis"]["tickvals"] = [0, 10, 20, ALL]
    if own and rules:
        name_far_from(picture, dial)
        for pane, kind in zip(("y", "y2"), kinds.values(), strict=False):
            counts_now = {key: getattr(evidence.now[key], kind) for key in rules}
            mark_now(picture, pane, dial.now, counts_now)
    knob = dial.label.split()[0]
    return replace(
        picture,
        caption=f"{picture.caption} {KEPT}",
        heading=f"Features kept after ten passes, by the {knob}",
    )


def name_far_from(picture: charts.Picture, dial: charts.Dial) -> None:
    """Move the names of curves to the end that is farther from the dots of the knobs.

    There a name stands above its curve, or below it where another curve is higher.
    """
    low, high = np.log10(dial.ends)
    place = -1 if np.log10(dial.now) < (low + high) / 2 else 0
    for pane in ("y", "y2"):
        notes = [note for note in picture.layout["annotations"] if note["yref"] == pane]
        if not notes:
            continue
        top = picture.layout[pane.replace("y", "yaxis")]["range"][1]
        ends = {one["name"]: one["y"][place] for one in picture.data if one["yaxis"] == pane}
        heights = np.array([ends[note["text"][3:-4]] for note in notes])
        below = (heights < heights.max() - 0.05 * top) & (heights > 0.2 * top)
        levels = spread([*(heights + np.where(below, -0.13, 0.13) * top)], 1 / 7, top)
        for note, level in zip(notes, levels, strict=True):
            note |= {
                "x": float(np.log10(dial.values[place])),
                "y": level,
                "xanchor": "right" if place else "left",
                "xshift": 0 if place else 8,
            }


def mark_now(picture: charts.Picture, pane: str, at: float, counts: dict[str, int]) -> None:
    """Put a dot for each rule where the knobs stand, and beside it how many features are kept.

    Two dots upon each other have one number; of two that are near, the lower has it below.
    """
    highest = max(counts.values())
    written = {count: key for key, count in reversed(counts.items())}
    for key, count in counts.items():
        ink = colour(key, 0)
        picture.data.append(dot_at(at, count, pane, f"{NAMES[key]}, now", ink))
        if written[count] != key:
            continue
        near = 2 < count < highest < count + NEAR_COUNTS
        picture.layout["annotations"].append(
            {
                "x": float(np.log10(at)),
                "y": count,
                "yref": pane,
                "text": f"<b>{count:,}</b>",
                "font": {"color": ink, "size": 15},
                "showarrow": False,
                "xanchor": "left",
                "xshift": 9,
                "yshift": -12 if near else 12,
            }
        )


def dot_at(x: float, y: float, pane: str, name: str, ink: str) -> dict:
    """Return a large dot."""
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "meta": "ornament",
        "cliponaxis": False,
        "x": np.array([x], np.float64),
        "y": np.array([y], np.float64),
        "yaxis": pane,
        "line": {"color": ink},
        "marker": {"color": ink, "size": 13},
    }


# Twelve datasets ---------------------------------------------------------------------------------


def comparisons(free: bool = True) -> charts.Picture:
    """Return how often each rule was clearly ahead, with and without a threshold of the pull.

    ``free`` says whether the comparisons without one are drawn.
    """
    outcomes = ["clearly better", "equally good", "clearly worse"]  # a phone has room for them
    bounded, unbounded = rounding_ahead(BOUNDED), rounding_ahead(FREE)
    rivals = {"truncated gradient with a threshold": (bounded, colour("truncated_gradient", 0))}
    if free:
        rivals["truncated gradient without one"] = (unbounded, UNBOUNDED)
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
    upward = {"range": [0.0, 1.4 * max(*unbounded, *bounded)]}
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
        f"{sum(bounded)} comparisons: {len(CASES)} datasets, each at {len(BUDGETS)} numbers of "
        f"features kept. In each, both rules learn {REPETITIONS} times, each time from other rows. "
        "A rule is clearly better if it ranks the held-out rows better in three of four of them, "
        "at least, and in the middle one by half a per cent or more.",
        heading="Is rounding better than truncated gradient?",
    )
