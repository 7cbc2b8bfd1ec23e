"""Pictures of the story: who has a seat, what it takes to win one, and what k seats cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from charts import Curves, Film, Line, Picture, SweepAxes, Track, digits, sweep
from charts.layout import frame
from charts.palette import REFERENCE, colour, dashes
from pages.lessons.counting.evidence import (
    BATCH,
    COUNTING,
    NAMES,
    ONLINE,
    Evidence,
    Point,
    online,
)
from pages.lessons.counting.pictures import (
    USELESS,
    curves,
    mark_tried,
    mark_words,
    seats,
)
from pages.lessons.counting.seats import (
    ORDERS,
    contest,
    in_orders,
    luckiest,
    mistakes_with_all,
    seated_sizes,
)

LATER = "pictures seen; later columns hold several"
WIDTHS = 1.08
"""How much further each later column of a film ends than the one before."""
AROUND = 20
"""Pictures before and after the last change of hands that stand alone, to be seen better."""
FIRST = 30
"""Pictures among which most seats change hands; the first films show these alone."""
CLEAR = np.array([29, 57, 1, 37, 38, 48, 50, 35])
"""Rows of the example whose pictures are clear: four of a 4, four of a 9."""
LINE, LINES, SECOND = 18, 2, 0.62
"""Of the words above a picture: pixels of a line, lines, and where a second column of them begins;
so it has room on a phone."""
SHRINKING = (*ONLINE, BATCH)
ALONE = "Small marks: one number of seats each. Large dot: the seats of now."
GHOST = "with η = {:g}"
ROUND = (1, 2, 5, 10, 20, 50, 100, 200)
"""Numbers along an axis of features, which is logarithmic."""
NO_WEIGHTS = 0.7
"""The loss where every weight is 0, ln 2, and a little more."""


def count(evidence: Evidence, noun: str, n: int | None = None) -> str:
    """Return a number, by itself that of the seats, with a noun: "1 seat", "12 seats"."""
    n = evidence.knobs.n_nonzeros if n is None else n
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def examples(evidence: Evidence) -> Picture:
    """Return eight examples: four pictures of each digit."""
    picture = digits(evidence.data, CLEAR)
    return replace(picture, heading="Eight of the pictures")


# Who has a seat ----------------------------------------------------------------------------------


def seats_film(evidence: Evidence, first: int | None = None) -> Film:
    """Return the film of who has a seat, of the ``first`` pictures or of all.

    A line stands before each column in which a seat changes hands.
    """
    knobs = evidence.knobs
    sizes, features = seated_sizes(evidence.data, knobs.n_nonzeros, knobs.eta)
    fight = contest(evidence.data, knobs.n_nonzeros, knobs.eta)
    at = np.arange(1, first + 1) if first else _alone(fight.examples, len(sizes))
    later = fight.examples[(fight.examples > 1) & (fight.examples <= at[-1])]
    columns = np.unique(np.searchsorted(at, later)).tolist()
    title = f"Who has a seat, at the first {first} pictures" if first else "Who has a seat"
    scene = seats(
        evidence, (sizes[at - 1], features), at, title, "pictures seen" if first else LATER, columns
    )
    alt = f"{len(scene.names)} features over {at[-1]:,} pictures, and when each of them has a seat."
    caption = (
        "The darker, the larger the weight. A pixel is named by its row and its column, counted "
        "from 0 at the top left; 5,3 × 7,3 is a product of two. Black lines: seats change hands."
    )
    if not first:
        caption += f" Columns 1 to {FIRST} are one picture each."
    return Film("seats", at, [scene], alt, caption, unit="picture")


def _alone(changes: np.ndarray, n: int) -> np.ndarray:
    """The pictures after which columns end: the first, and those of ``changes``, have their own."""
    widths = FIRST * WIDTHS ** np.arange(np.log(n / FIRST) / np.log(WIDTHS))
    own = [np.arange(1, FIRST + 1), changes - 1, changes, [n]]
    at = np.unique(np.concatenate([*own, widths.astype(np.int64)]))
    return at[(at >= 1) & (at <= n)]


# What it takes to win a seat ---------------------------------------------------------------------


def contest_film(evidence: Evidence, first: int | None = None) -> Film:
    """Return the film of the smallest seated weight, and of the longest step of the others.

    Without ``first`` it goes on from there; a second scene has what is around the last change.
    """
    fight = contest(evidence.data, evidence.knobs.n_nonzeros, evidence.knobs.eta)
    at = np.arange(1, first + 1) if first else np.arange(FIRST + 1, len(fight.smallest) + 1)
    # The first picture gives all seats away.
    steps = np.append(np.nan, fight.challenge[1:])[at - 1]
    later = fight.examples[(fight.examples > 1) & np.isin(fight.examples, at)]

    def scene(title: str, low: int, high: int) -> Curves:
        # After the last picture drawn a curve stays where it ends, with its name.
        ends = np.minimum(np.arange(len(at)), np.flatnonzero(at <= high)[-1])
        tracks = [
            Track(name, np.where(at < low, np.nan, y[ends]), hue, dash)
            for name, y, hue, dash in (
                ("smallest seated", fight.smallest[at - 1], colour(COUNTING, 0), "solid"),
                ("longest step", steps, REFERENCE, "dot"),
            )
        ]
        lines = later[(later >= low) & (later <= high)]
        places = np.clip(at, low, high)
        labels = ("pictures seen", "size of a weight")
        return Curves(title, places, tracks, *labels, reach=(0.0,), uprights=lines, ink=0.9)

    title = "What a seat takes, and what a step reaches"
    if not first:
        title = f"Pictures {at[0]} to {at[-1]}; thick line: {len(later)} changes"
    scenes = [scene(title, at[0], at[-1])]
    if not first and len(later):
        low, high = max(later[-1] - AROUND, 1), min(later[-1] + AROUND, at[-1])
        scenes.append(scene(f"Pictures {low} to {high}; lines: changes", low, high))
    alt = f"Seats changed hands at {len(later)} of the pictures {max(at[0], 2)} to {at[-1]:,}."
    caption = "Black lines: seats change hands."
    return Film("contest", at, scenes, alt, caption, unit="picture")


# In ten orders -----------------------------------------------------------------------------------


def orders_picture(evidence: Evidence, goal: str = "") -> Picture:
    """Return in how many orders each feature has a seat at the end, a bar per feature.

    A line at all orders is called ``goal``, if that is given.
    """
    seated = in_orders(evidence.data, evidence.knobs.n_nonzeros, evidence.knobs.eta)
    features, times = luckiest(seated)
    hues = {True: colour(COUNTING, 0), False: USELESS}
    kinds = [bool(evidence.truth.useful[feature]) for feature in features]
    bars = {
        "type": "bar",
        "name": "orders with a seat",
        "x": np.arange(1.0, len(times) + 1.0),
        "y": times.astype(np.float64),
        "marker": {"color": [hues[kind] for kind in kinds]},
    }
    layout = frame(
        "features with a seat at the end, luckiest first",
        f"orders, of {ORDERS}",
        xaxis={"range": [0.2, len(times) + 0.8], "showgrid": False},
        yaxis={"range": [0.0, ORDERS + 0.2], "dtick": 2},
    )
    sure = int((times == ORDERS).sum())
    alt = (
        f"{len(times)} features had a seat at the end of at least one order, {kinds.count(False)} "
        f"of them noise; the first in {times[0]}, and {sure} in all {ORDERS}."
    )
    layout["annotations"] = [
        _above(f"■ useful: {kinds.count(True)}", hues[True], 0.0),
        _above(f"■ noise: {kinds.count(False)}", hues[False], 0.4),
    ]
    layout["margin"]["t"] = LINE + 8
    if goal:
        line = {"type": "line", "xref": "paper", "x0": 0.0, "x1": 1.0, "y0": ORDERS, "y1": ORDERS}
        layout["shapes"] = [line | {"line": {"width": 1.5, "dash": "dot"}}]
        layout["annotations"].append(_beside(goal, ORDERS))
        layout["margin"]["r"] = 8 * len(goal) + 10
    heading = f"In how many orders a feature ends with one of {count(evidence, 'seat')}"
    return Picture("orders", [bars], layout, alt, heading=heading)


def mistakes_picture(evidence: Evidence) -> Picture:
    """Return the mistakes on held-out pictures of the ten orders and of all features, as bars."""
    seated = in_orders(evidence.data, evidence.knobs.n_nonzeros, evidence.knobs.eta)
    everything = mistakes_with_all(evidence.data, evidence.knobs.eta)
    mistakes = np.array([*(one.mistakes for one in seated), everything], np.float64)
    rows = evidence.data if evidence.data.test is None else evidence.data.test
    bars = {
        "type": "bar",
        "name": "mistakes",
        "x": np.arange(1.0, len(mistakes) + 1.0),
        "y": mistakes,
        "text": [f"{count:.0f}" for count in mistakes],
        "textposition": "outside",
        "cliponaxis": False,
        "marker": {"color": [colour(COUNTING, 0)] * len(seated) + [REFERENCE]},
    }
    layout = frame(
        "order of the pictures; all: with all features",
        f"mistakes, of {rows.n_rows} held-out pictures",
        xaxis={
            "range": [0.4, len(mistakes) + 0.6],
            "showgrid": False,
            "tickvals": list(range(1, len(mistakes) + 1)),
            "ticktext": [*map(str, range(1, len(mistakes))), "all"],
        },
        yaxis={"range": [0.0, float(rows.n_rows)]},
    )
    counts = ", ".join(bars["text"][:-1])
    alt = (
        f"Held-out pictures that are misjudged, of {rows.n_rows}, in ten orders: {counts}; with "
        f"all features {everything}."
    )
    heading = "Held-out pictures misjudged, by order"
    return Picture("mistakes", [bars], layout, alt, heading=heading)


# Every number of seats and every penalty ---------------------------------------------------------


class Goal(NamedTuple):
    """A height to be reached: its name and where it is."""

    name: str
    height: float


class PictureOptions(NamedTuple):
    """What a picture over the features kept shows beside its curves.

    Parameters
    ----------
    upto : the number of features beyond which nothing is drawn, for a picture that is asked about.
    goal : a height to be reached, as a line.
    alone : whether keep-k is drawn alone.
    top : the upper end of the axis of heights, 0 where the curves decide.
    least : a number of features to be reached, as an upright line.
    ghost : another step size, whose curve is drawn pale.
    """

    upto: int = 0
    goal: Goal | None = None
    alone: bool = False
    top: float = 0.0
    least: int = 0
    ghost: float = 0.0


def features_by_penalty(evidence: Evidence, asked: bool = False) -> Picture:
    """Return the features that each rule with a penalty keeps against it, beside k.

    An upright line is at the penalty with which RDA comes nearest to k.

    Parameters
    ----------
    asked : whether RDA is drawn alone, for a picture that is asked about.
    """
    k, at = evidence.nearest[COUNTING].nonzeros, evidence.nearest["rda"].strength
    lines = curves(evidence, SHRINKING, "strength", "nonzeros")
    picture = sweep(
        "penalty",
        SweepAxes("penalty λ, or gravity", "features kept", log=True, tight=True),
        None,
        [line._replace(now=None) for line in lines],
        levels={"k": float(k)},
        caption=f"A mark is one penalty, the upright line {at:.2g}. "
        "Each number on an axis is ten times the one before.",
    )
    for name, line in zip(picture.layout["annotations"], lines, strict=True):
        # Under the curve's end; the second curve has others there, and room above its middle.
        i, side, end = (4, 1, "left") if line is lines[1] else (-1, -1, "right")
        name |= {"x": float(np.log10(line.x[i])), "y": float(np.log10(line.y[i]))}
        name |= {"xanchor": end, "xshift": 6 * side, "yshift": 2 * side}
        name["yanchor"] = "bottom" if side > 0 else "top"
    picture.layout["annotations"].append(_beside(f"{k} features", float(np.log10(k))))
    picture.layout["margin"]["r"] = 90
    line = {"type": "line", "x0": at, "x1": at, "yref": "paper", "y0": 0.0, "y1": 1.0}
    line |= {"line": {"width": 1.5, "dash": "dot"}}
    picture.layout["shapes"] = [*picture.layout.get("shapes", []), line]
    picture = replace(mark_tried(picture), heading="How many features each penalty keeps")
    return _without_others(picture, "rda") if asked else picture


def _without_others(picture: Picture, key: str) -> Picture:
    """The picture on the same axes without the curves of all shrinking rules but one."""
    others = {NAMES[other] for other in SHRINKING if other != key}
    data = [curve for curve in picture.data if curve["name"] not in others]
    notes = picture.layout["annotations"]
    picture.layout["annotations"] = [
        note for note in notes if not any(name in note["text"] for name in others)
    ]
    return replace(picture, data=data, alt=f"{picture.heading}, of {NAMES[key]} alone.")


def noise_by_count(evidence: Evidence, options: PictureOptions | None = None) -> Picture:
    """Return the noise features among those kept, of keep-k and of RDA."""
    options = options or PictureOptions()
    picture = sweep(
        "noise",
        ("features kept", "noise features among them"),
        None,
        _lines(evidence, "useless", options),
        levels={options.goal.name: options.goal.height} if options.goal else None,
        caption=ALONE if options.alone else mark_words(evidence),
    )
    words = {
        key: f"{NAMES[key]}: {count(evidence, 'feature', point.nonzeros)}, "
        f"{point.useless} of them noise"
        for key, point in _pair(evidence, options.alone)
    }
    if options.upto:
        picture = _cut(picture, options.upto)
        words = {key: NAMES[key] for key in words}
    return _finish(picture, words, "Noise features among those kept", options)


def loss_by_features(evidence: Evidence, options: PictureOptions | None = None) -> Picture:
    """Return the average held-out loss against the features kept, of keep-k, and of RDA."""
    options = options or PictureOptions(top=NO_WEIGHTS)
    picture = sweep(
        "loss",
        SweepAxes("features kept", "average loss, held-out pictures"),
        None,
        _lines(evidence, "loss", options),
        caption=ALONE if options.alone else mark_words(evidence),
    )
    words = {
        key: f"{NAMES[key]}: {count(evidence, 'feature', point.nonzeros)}, loss {point.loss:.2f}"
        for key, point in _pair(evidence, options.alone)
    }
    return _finish(picture, words, "Average loss on held-out pictures", options)


def _lines(evidence: Evidence, y: str, options: PictureOptions) -> list[Line]:
    """The curves over the features kept; first the pale one to compare with, if there is one."""
    lines = curves(evidence, [key for key, _ in _pair(evidence, options.alone)], "nonzeros", y)
    if options.ghost:
        points = online(evidence.data, options.ghost)[COUNTING]
        ys, xs = ([getattr(point, name) for point in points] for name in (y, "nonzeros"))
        lines.insert(0, Line(GHOST.format(options.ghost), REFERENCE, "dot", y=ys, x=xs, label=" "))
    return lines


def _finish(
    picture: Picture, words: Mapping[str, str], heading: str, options: PictureOptions
) -> Picture:
    """The picture with its words, round numbers of features, and the axis that it keeps."""
    if options.ghost:
        words = {**words, "": f"dotted: {GHOST.format(options.ghost)}"}
    picture = _in_words(mark_tried(picture), words, heading, options.goal)
    layout = picture.layout
    layout["xaxis"] |= {"tickvals": list(ROUND), "ticktext": [*map(str, ROUND)]}
    if options.top:
        layout["yaxis"]["range"] = [0.0, options.top]
    if options.least:
        line = {"type": "line", "x0": options.least, "x1": options.least, "yref": "paper"}
        line |= {"y0": 0.0, "y1": 1.0, "line": {"width": 1.5, "dash": "dot"}}
        layout["shapes"] = [*layout.get("shapes", []), line]
        place = {"x": float(np.log10(options.least)), "y": 1.0, "yref": "paper", "xshift": -4}
        note = {"text": f"at least {options.least} →", "font": {"size": 13}, "showarrow": False}
        layout["annotations"].append(note | place | {"xanchor": "right", "yanchor": "top"})
    return picture


def weights_by_size(evidence: Evidence) -> Picture:
    """Return the sizes of the weights in use of keep-k and of RDA, the largest first."""
    data, words = [], {}
    for key, _ in _pair(evidence):
        w = np.abs(evidence.runs[key].final.weights)
        sizes = np.sort(w[w > 0.0])[::-1]
        words[key] = f"{NAMES[key]}: the largest is {sizes.max(initial=0.0):.2f}"
        stroke = {"color": colour(key, 0), "dash": dashes(key, 0)[0], "width": 2.5}
        data.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": NAMES[key],
                "x": np.arange(1.0, len(sizes) + 1.0),
                "y": sizes,
                "line": stroke,
                "marker": {"color": colour(key, 0), "size": 5},
            }
        )
    layout = frame("features kept, largest weight first", "size of the weight")
    layout["yaxis"]["rangemode"] = "tozero"
    picture = Picture("sizes", data, layout, f"Sizes of weights. {'; '.join(words.values())}.")
    return _in_words(picture, words, "The weights in use, largest first")


def _pair(evidence: Evidence, alone: bool = False) -> list[tuple[str, Point]]:
    """Keep-k and RDA, each where its large dot stands; keep-k by itself where ``alone``."""
    keys = (COUNTING,) if alone else (COUNTING, "rda")
    return [(key, evidence.nearest[key]) for key in keys]


def _cut(picture: Picture, edge: float) -> Picture:
    """The picture with the marks alone that lie at ``edge`` or before; its axes are the same."""
    data = []
    for curve in picture.data:
        if curve["mode"] == "markers":
            continue
        if curve.get("meta") != "ornament":
            shown = np.asarray(curve["x"]) <= edge
            curve = curve | {axis: np.asarray(curve[axis])[shown] for axis in ("x", "y")}
        data.append(curve)
    alt = f"{picture.alt.split('. ')[0]}, of which the first part is drawn."
    picture.layout["xaxis"]["range"] = [-0.05, float(np.log10(edge)) + 0.05]
    picture.layout["yaxis"]["range"] = [0.0, edge]
    return replace(picture, data=data, alt=alt, caption="Only the first marks are drawn.")


def _in_words(
    picture: Picture, words: Mapping[str, str], heading: str, goal: Goal | None = None
) -> Picture:
    """The picture with words for each method above it: no name lies on a mark.

    Beside the picture is the name of the goal, if there is one.
    """
    lines = min(len(words), LINES)
    notes = [
        _above(
            text, colour(key, 0) if key else REFERENCE, SECOND * (i // LINES), lines - 1 - i % LINES
        )
        for i, (key, text) in enumerate(words.items())
    ]
    margin = picture.layout["margin"]
    margin |= {"t": LINE * lines + 8, "r": 22}
    if goal:
        notes.append(_beside(goal.name, goal.height))
        margin["r"] = 8 * len(goal.name) + 10
    picture.layout["annotations"] = notes
    return replace(picture, heading=heading)


def _above(text: str, hue: str, x: float, line: int = 0) -> dict:
    """Words above the axes, from the share x of their width on; line 0 is the lowest."""
    place = {"x": x, "y": 1.0, "xref": "paper", "yref": "paper"}
    place |= {"xanchor": "left", "yanchor": "bottom", "yshift": LINE * line + 2}
    return {
        "text": f"<b>{text}</b>",
        "font": {"color": hue, "size": 13},
        "showarrow": False,
    } | place


def _beside(name: str, height: float) -> dict:
    """A name at a height, to the right of the axes."""
    place = {"x": 1.0, "xref": "paper", "y": height, "xanchor": "left", "xshift": 4}
    return {"text": name, "font": {"size": 13}, "showarrow": False} | place
