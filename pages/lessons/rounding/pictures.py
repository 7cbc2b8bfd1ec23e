"""Pictures of two weights under three rules step by step, and of features kept against a knob."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

import charts
from algorithms import OnlineAlgorithm
from charts.film import Curves, Film, Formulas, Track
from charts.labels import spread
from charts.layout import frame
from charts.palette import HUES, REFERENCE, colour
from charts.sweep_marks import BY_TENS, count_by_tens
from pages.lessons.rounding.evidence import (
    ALWAYS,
    COINS,
    PERIODS,
    SPARSE,
    THRESHOLDS,
    Evidence,
    T,
    coin_paths,
    learners,
    one_weight,
    rounding_ahead,
    stream,
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
DENSE = 4
"""Pixels of a dot at each of many values of a knob."""
ROOM = 8
"""Steps that a number along the bottom needs."""
UNBOUNDED = HUES["ochre"][0]
"""The colour of truncated gradient without a threshold."""
MEASURED = "measurements"
"""The real features of the lesson's example."""
ALL = 30
"""Measurements of the lesson's example."""
NEAR_COUNTS = 5
"""Features by which two counts differ whose numbers would lie upon each other."""
KEPT = "Kept means: not 0 just after the last cut. All patients are shown ten times."
TICKS = {"period": (1, 2, 5, 10, 15, 25, 50), "threshold": (0.005, 0.01, 0.02, 0.05, 0.1, 0.2)}
"""Values of either knob with a number on their axis."""


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
            last = int(self.x[-1])
            places = list(range(0, last + 1, self.every))
            apart = -(-len(places) // 7)
            texts = [str(place) * (i % apart == 0) for i, place in enumerate(places)]
            if places[-1] < last:  # a run ends with a cut, whenever one is due
                places.append(last)
                texts.append(str(last) * (last - places[-2] > ROOM))
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
    return film(evidence, weights_of(evidence, rules, reach, limit, called), event_of(rules))


def event_of(rules: Sequence[str]) -> str:
    """Return what stands at the upright lines under some rules."""
    cuts, pulls = "rounding" in rules, {"truncated_gradient", ALWAYS} & {*rules}
    return " or ".join(["a cut"] * cuts + ["a pull"] * bool(pulls))


def film(
    evidence: Evidence, scenes: Sequence[Curves | Formulas], event: str = "a cut or a pull"
) -> Film:
    """Return a film of scenes of the two weights, at whose upright lines an ``event`` stands."""
    ends = "; ".join(
        f"{scene.title}: " + ", ".join(f"{track.name} {track.y[-1]:z.3f}" for track in scene.tracks)
        for scene in scenes
        if isinstance(scene, Curves)
    )
    first = scenes[0]
    return Film(
        "two_weights",
        first.x,
        scenes,
        alt=f"Two weights over {len(evidence.stream.y)} steps. At the end, {ends}.",
        caption=caption_of(first.every, event),
        unit="example",
    )


def caption_of(every: int, event: str) -> str:
    """Return how to read a film with an ``event`` after ``every`` steps, 0 for no rule."""
    if not every:
        return ""
    if every < FEWEST:
        rank = ("", "2nd ", "3rd ")[every - 1]
        return f"There is {event} after every {rank}example: too many for upright lines."
    last = " The last one is at the end of the run, sooner than the others." if T % every else ""
    return f"Upright lines: {event}.{last}"


def frames_of(period: int) -> np.ndarray:
    """Return the step of each frame: one at which a rule cuts or pulls has two, before and after.

    A run ends with a cut, whenever one is due.
    """
    steps = np.arange(T + 1)
    due = (steps > 0) & ((steps % period == 0) | (steps == T))
    return np.repeat(steps, 1 + due)


def with_drops(path: np.ndarray, y: np.ndarray, eta: float, frames: np.ndarray) -> np.ndarray:
    """Return a weight at each frame: of two frames at one step, the first is before the cut.

    Parameters
    ----------
    path : [T + 1], the weight before the first step and after each; x is always 1.
    y : [T], the labels.
    frames : [F], the step of each frame.
    """
    stepped = path[:-1] + eta * y / (1.0 + np.exp(y * path[:-1]))
    before = np.append(frames[1:] == frames[:-1], False)
    return np.where(before, stepped[np.maximum(frames - 1, 0)], path[frames])


def weights_of(
    evidence: Evidence,
    rules: Sequence[str],
    reach: tuple[float, float] | None = None,
    limit: str = LIMIT,
    called: str = "",
) -> list[RuleCurves]:
    """Return the useful and the useless weight, each in a scene of its own, at the same heights."""
    knobs, watched = evidence.knobs, len(rules) > 1 or "sgd" not in rules
    at = frames_of(knobs.period) if watched else np.arange(T + 1)
    paths = [
        {
            key: with_drops(np.append(0.0, runs[key].weights[:, 0]), y, knobs.eta, at)
            for key in rules
        }
        for runs, y in ((evidence.one, evidence.stream.y), (evidence.coin, one_weight(False).y))
    ]
    heights = np.concatenate([path for some in paths for path in some.values()])
    theta = evidence.knobs.threshold
    lower = "" if reach is None else limit.replace("threshold θ", "−θ") or f"−{theta:g}"
    reach = reach or (float(heights.min()) - 0.02, float(heights.max()) + 0.03)
    levels = [(limit or f"{theta:g}", theta), (lower, -theta)]
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
            listed=len(rules) > 1,
            every=knobs.period if watched else 0,
        )
        for title, some in zip((USEFUL, COIN), paths, strict=True)
    ]


def ink_of(key: str) -> str:
    """Return the colour of a rule."""
    return UNBOUNDED if key == ALWAYS else colour(key, 0)


def large_weights(evidence: Evidence, goal: float | None = None) -> Film:
    """Return the film of both weights under rounding, and if every weight is pulled.

    ``goal`` is the height of a line in the picture of the useful one.
    """
    theta = evidence.knobs.threshold
    levels = [("rounding's θ and −θ", theta), ("", -theta)]
    useful, coin = (
        replace(scene, levels=levels) for scene in weights_of(evidence, ("rounding", ALWAYS), WIDE)
    )
    if goal:
        useful = replace(useful, levels=[*levels, (f"{goal:g}", goal)])
    return film(evidence, [useful, coin])


def many_coins(evidence: Evidence) -> Film:
    """Return the film of the weights of COINS coins under rounding, each in a learner of its own.

    The curves have no names: all mean the same.
    """
    _, scene = weights_of(evidence, ("rounding",), NEAR)
    paths = coin_paths(learners(evidence.knobs)["rounding"])
    eta, at = evidence.knobs.eta, frames_of(evidence.knobs.period)
    others = [
        Track(
            f"coin {number + 1}",
            with_drops(np.append(0.0, path), stream(number, 0.5).y, eta, at),
            ink_of("rounding"),
            faint=True,
        )
        for number, path in enumerate(paths.T)
    ]
    title = f"{COINS} useless features: coins"
    theta = evidence.knobs.threshold
    drawn = replace(scene, title=title, tracks=others, levels=[(LIMIT, theta), ("", -theta)])
    left = int(np.count_nonzero(paths[-1]))
    return Film(
        "many_coins",
        at,
        [drawn],
        alt=f"The weights of {COINS} coins over {T} steps. At the end {left} are not 0.",
        caption=f"{caption_of(drawn.every, 'a cut')} Dotted lines: θ and −θ.",
        unit="example",
    )


def dash_of(key: str, rules: Sequence[str]) -> str:
    """Return the stroke of a rule; that of truncated gradient lets a curve under it be seen."""
    if key == ALWAYS:
        return "dashdot"
    if key == "truncated_gradient" and "rounding" in rules:
        return "dash"
    return "dot" if key == "sgd" else "solid"


def arithmetic(evidence: Evidence) -> Formulas:
    """Return the numbers of rounding's update of the useful weight."""
    run = evidence.one["rounding"]
    path, at = np.append(0.0, run.weights[:, 0]), frames_of(evidence.knobs.period)
    rows = written_out(run.algorithm, path, evidence.stream.y)
    return Formulas(
        "Rounding, written out", [(label, [texts[step] for step in at]) for label, texts in rows]
    )


def written_out(
    rounding: OnlineAlgorithm, path: np.ndarray, y: np.ndarray
) -> list[tuple[str, list[str]]]:
    """Return the update of each step with its numbers; the first text is before any.

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
    dial = charts.Dial("period K", PERIODS, TICKS["period"], evidence.knobs.period)
    return kept_against(evidence, "kept_by_period", dial, evidence.kept, rules, real)


def kept_by_threshold(
    evidence: Evidence, rules: Sequence[str] = SPARSE, real: str = "real features"
) -> charts.Picture:
    """Return the features kept against the threshold, a curve for each of some rules."""
    dial = charts.Dial("threshold θ", THRESHOLDS, TICKS["threshold"], evidence.knobs.threshold)
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
    numbers. The curves go through where the knob stands.
    """
    dial, counts = through_now(dial, counts, evidence.now)
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
    make_dots_small(picture)
    for one in picture.data:
        if one["name"] == NAMES["truncated_gradient"] and len(rules) > 1:
            one["line"]["dash"] = "dash"  # a curve under it is seen
    if own:
        write_counts(picture, dial, list(kinds.values()), {key: evidence.now[key] for key in rules})
        count_by_tens(picture, noise)
    caption = f"{picture.caption.split('.')[0]}. {BY_TENS}" if own else picture.caption
    subject = "rounding keeps" if len(rules) == 1 else "kept"
    return replace(
        picture,
        caption=f"{caption} {KEPT}",
        heading=f"Features {subject} at the end, by the {dial.label.split()[0]}",
    )


def write_counts(
    picture: charts.Picture, dial: charts.Dial, kinds: list[str], now: dict[str, KeptFeatures]
) -> None:
    """Put dots and numbers where the knobs stand, and leave a curve's name where it is needed.

    The heading names a curve alone, and the upper strip the curves of both.
    """
    picture.layout["yaxis"]["tickvals"] = [0, 10, 20, ALL]
    if not now:
        return
    name_far_from(picture, dial)
    unnamed = ("y", "y2") if len(now) == 1 else ("y2",)
    names = [note for note in picture.layout["annotations"] if note["yref"] not in unnamed]
    picture.layout["annotations"] = names
    for pane, kind in zip(("y", "y2"), kinds, strict=True):
        mark_now(picture, pane, dial.now, {key: getattr(kept, kind) for key, kept in now.items()})


def make_dots_small(picture: charts.Picture) -> None:
    """Make dots small but that where the knob stands: there are many of them."""
    for one in picture.data:
        if "marker" in one:
            one["marker"]["size"] = np.where(np.array(one["marker"]["size"]) > 6, 13, DENSE)


def through_now(
    dial: charts.Dial, counts: dict[str, list[KeptFeatures]], now: dict[str, KeptFeatures]
) -> tuple[charts.Dial, dict[str, list[KeptFeatures]]]:
    """Return the values of a knob and their counts, with those of where it stands among them."""
    if dial.now in dial.values:
        return dial, counts
    place = int(np.searchsorted(dial.values, dial.now))
    dial = dial._replace(values=[*dial.values[:place], dial.now, *dial.values[place:]])
    return dial, {key: [*some[:place], now[key], *some[place:]] for key, some in counts.items()}


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

    Of two dots upon each other the first is a ring, and they have one number; of two that are near,
    the lower has it below.
    """
    highest = max(counts.values())
    written = {count: key for key, count in counts.items()}
    for key, count in counts.items():
        ink = colour(key, 0)
        dot = dot_at(at, count, pane, f"{NAMES[key]}, now", ink)
        picture.data.append(dot)
        if written[count] != key:
            dot["marker"]["size"] = 20  # a ring round the other one
            continue
        near = 2 < count < highest < count + NEAR_COUNTS
        side = _side_of_number(picture.layout["xaxis"]["range"], float(np.log10(at)))
        picture.layout["annotations"].append(
            {
                "x": float(np.log10(at)),
                "y": count,
                "yref": pane,
                "text": f"<b>{count:,}</b>",
                "font": {"color": ink, "size": 15},
                "showarrow": False,
                **side,
                "yshift": -12 if near else 12,
            }
        )


def _side_of_number(ends: Sequence[float], x: float) -> dict:
    """The side of a dot on which its number has room: the left one near the right edge."""
    if x > ends[1] - 0.12 * (ends[1] - ends[0]):
        return {"xanchor": "right", "xshift": -9}
    return {"xanchor": "left", "xshift": 9}


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
    """Return how often each rule was clearly better, with and without a threshold of the pull.

    ``free`` says whether the comparisons without one are drawn.
    """
    places = ["with a threshold", "without a threshold"]
    tallies = [rounding_ahead(reading) for reading in (BOUNDED, FREE)]
    kinds = {
        "rounding clearly better": (colour("rounding", 0), "ahead"),
        "equally good": (REFERENCE, "level"),
        "truncated gradient clearly better": (colour("truncated_gradient", 0), "behind"),
    }
    counts = {
        name: [getattr(some, kind) for some in tallies[: 1 + free]]
        for name, (_, kind) in kinds.items()
    }
    data = [
        {
            "type": "bar",
            "name": name,
            "x": places[: 1 + free],
            "y": np.array(counts[name], np.float64),
            "text": [str(count) for count in counts[name]],
            "textposition": "outside",
            "textfont": {"size": 15},
            "cliponaxis": False,
            "marker": {"color": ink},
        }
        for name, (ink, _) in kinds.items()
    ]
    across = {"type": "category", "categoryarray": places, "range": [-0.5, 1.5]}
    upward = {"range": [0.0, 1.15 * max(max(some) for some in tallies)]}
    legend = {"orientation": "h", "y": 1.02, "yanchor": "bottom"}
    written = "; ".join(
        f"{place}: " + ", ".join(f"{name} {some[i]}" for name, some in counts.items())
        for i, place in enumerate(places[: 1 + free])
    )
    labels = ("truncated gradient", "comparisons")
    return charts.Picture(
        "comparisons",
        data,
        frame(*labels, xaxis=across, yaxis=upward) | {"showlegend": True, "legend": legend},
        f"Comparisons of rounding with truncated gradient. {written}.",
        f"{sum(tallies[0])} comparisons: {len(CASES)} datasets, each at {len(BUDGETS)} numbers of "
        "features kept, both rules at their best knobs. The score is how often an example of one "
        "class gets a larger prediction than one of the other, on held-out rows. Both rules learn "
        f"{REPETITIONS} times, each time from other rows. The clearly better one has the larger "
        "score in three quarters of these at least, and in half of them by 0.005 or more.",
        heading="In how many comparisons is one rule better?",
    )
