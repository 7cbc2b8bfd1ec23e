"""Pictures of the story: who has a seat, what it takes to win one, and what k seats cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from charts import Curves, Film, Picture, SweepAxes, Track, digits, sweep
from charts.layout import frame
from charts.palette import REFERENCE, colour, dashes
from pages.lessons.counting.evidence import BATCH, COUNTING, NAMES, ONLINE, Evidence, Point
from pages.lessons.counting.pictures import TENFOLD, curves, mark_tried, mark_words, seats
from pages.lessons.counting.seats import (
    ORDERS,
    contest,
    in_orders,
    mistakes_with_all,
    times_seated,
)

LATER = "pictures seen; later columns hold several"
AROUND = 20
"""Pictures before and after the last change of hands that stand alone, to be seen better."""
FIRST = 24
"""Pictures among which most seats change hands; the first films show these alone."""
LINE, LINES, SECOND = 18, 2, 0.62
"""Of the words above a picture: pixels of a line, lines, and where a second column of them begins;
so it has room on a phone."""
SHRINKING = (*ONLINE, BATCH)
ALONE = f"Small marks: one number of seats each. Large dot: the seats of now. {TENFOLD}"


def examples(evidence: Evidence) -> Picture:
    """Return eight examples: four pictures of each digit."""
    picture = digits(evidence.data, np.arange(evidence.data.n_rows))
    return replace(picture, heading="Eight of the pictures")


# Who has a seat ----------------------------------------------------------------------------------


def seats_film(evidence: Evidence, first: int | None = None) -> Film:
    """Return the film of who has a seat, of the ``first`` pictures or of all.

    A line stands before each column in which a seat changes hands.
    """
    run = evidence.runs[COUNTING]
    n = len(run.steps) if first is None else int(np.searchsorted(run.steps, first, "right"))
    at = run.steps[:n]  # before the first picture nobody has a seat
    title = "The features that had a seat longest"
    if first:
        title = f"Who has a seat, at the first {at[-1]} pictures"
    fight = contest(evidence.data, evidence.knobs.n_nonzeros, evidence.knobs.eta)
    later = fight.examples[(fight.examples > 1) & (fight.examples <= at[-1])]
    columns = np.unique(np.searchsorted(at, later)).tolist()
    scene = seats(evidence, np.abs(run.weights[:n]), at, title, LATER, columns)
    alt = f"{len(scene.names)} features over {at[-1]:,} pictures, and when each of them has a seat."
    caption = (
        "A row is a feature: a pixel (its row, its column), the product of two pixels, or, in "
        "ochre, noise. Upright lines: a seat changes hands."
    )
    return Film("seats", at, [scene], alt, caption, unit="picture")


# What it takes to win a seat ---------------------------------------------------------------------


def contest_film(evidence: Evidence, first: int | None = None) -> Film:
    """Return the film of the smallest seated weight, and of the longest step of the others.

    Of all pictures there is a second scene, of those around the last change of hands.
    """
    fight = contest(evidence.data, evidence.knobs.n_nonzeros, evidence.knobs.eta)
    at = np.arange(1, (first or len(fight.smallest)) + 1)
    # The first picture gives all seats away.
    steps = np.append(np.nan, fight.challenge[1 : len(at)])
    later = fight.examples[(fight.examples > 1) & (fight.examples <= at[-1])]

    def scene(title: str, low: int, high: int) -> Curves:
        seen = (at >= low) & (at <= high)
        tracks = [
            Track(name, np.where(seen, y, np.nan), hue, dash)
            for name, y, hue, dash in (
                ("smallest seated", fight.smallest[: len(at)], colour(COUNTING, 0), "solid"),
                ("longest step", steps, REFERENCE, "dot"),
            )
        ]
        lines = later[(later >= low) & (later <= high)]
        places = np.clip(at, low, high)
        labels = ("pictures seen", "size of a weight")
        return Curves(title, places, tracks, *labels, reach=(0.0,), uprights=lines)

    scenes = [scene("What a seat takes, and what a step reaches", 1, at[-1])]
    if not first and len(later):
        low, high = max(later[-1] - AROUND, 1), min(later[-1] + AROUND, at[-1])
        scenes.append(scene(f"The same, pictures {low} to {high} alone", low, high))
    alt = f"Seats changed hands at {len(later)} of {at[-1]:,} pictures after the first."
    caption = "Upright lines: a seat changes hands."
    return Film("contest", at, scenes, alt, caption, unit="picture")


# In ten orders -----------------------------------------------------------------------------------


def orders_picture(evidence: Evidence, goal: str = "") -> Picture:
    """Return in how many orders each feature has a seat at the end, a bar per feature.

    A line at all orders is called ``goal``, if that is given.
    """
    times = times_seated(in_orders(evidence.data, evidence.knobs.n_nonzeros, evidence.knobs.eta))
    bars = {
        "type": "bar",
        "name": "orders with a seat",
        "x": np.arange(1.0, len(times) + 1.0),
        "y": times.astype(np.float64),
        "marker": {"color": colour(COUNTING, 0)},
    }
    layout = frame(
        "features that ever have a seat, luckiest first",
        f"orders, of {ORDERS}",
        xaxis={"range": [0.2, len(times) + 0.8], "showgrid": False},
        yaxis={"range": [0.0, ORDERS + 0.2], "dtick": 2},
    )
    sure = int((times == ORDERS).sum())
    alt = (
        f"{len(times)} features had a seat in at least one order; the first in {times[0]}, and "
        f"{sure} in all {ORDERS}."
    )
    if goal:
        line = {"type": "line", "xref": "paper", "x0": 0.0, "x1": 1.0, "y0": ORDERS, "y1": ORDERS}
        layout["shapes"] = [line | {"line": {"width": 1.5, "dash": "dot"}}]
        layout["annotations"] = [_beside(goal, ORDERS)]
        layout["margin"]["r"] = 8 * len(goal) + 10
    heading = f"In how many orders a feature has a seat; seats: {evidence.knobs.n_nonzeros}"
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
        yaxis={"range": [0.0, max(5.0, 1.15 * mistakes.max())]},
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


def rda_by_penalty(evidence: Evidence, weakest: bool = False) -> Picture:
    """Return the features that RDA keeps against its penalty, a number at each, beside k.

    Only the weakest penalty is drawn where ``weakest``, in a picture that is asked about.
    """
    k = evidence.nearest[COUNTING].nonzeros
    (line,) = curves(evidence, ("rda",), "strength", "nonzeros")
    picture = sweep(
        "penalty",
        SweepAxes("penalty λ of RDA", "features kept", tight=True),
        None,
        [line._replace(now=None, label="")],
        levels={"k": float(k)},
        caption="A mark is one penalty, with the number of features that it keeps.",
    )
    curve = picture.data[-1]
    if weakest:
        curve |= {axis: np.asarray(curve[axis])[:1] for axis in ("x", "y")}
        picture = replace(picture, alt=f"RDA keeps {line.y[0]:g} at the weakest penalty.")
    counts = [f"{count:g}" for count in curve["y"]]
    curve |= {"mode": "lines+markers+text", "text": counts, "textposition": "top right"}
    curve |= {"cliponaxis": False, "textfont": {"size": 13}}
    picture.layout["showlegend"] = False
    words = {"rda": "RDA", COUNTING: f"dotted: keep-k, {k}"}
    return _in_words(picture, words, "How many features each penalty keeps")


def features_by_penalty(evidence: Evidence) -> Picture:
    """Return the features that each rule with a penalty keeps against it, beside k."""
    k = evidence.nearest[COUNTING].nonzeros
    lines = curves(evidence, SHRINKING, "strength", "nonzeros")
    picture = sweep(
        "penalty",
        SweepAxes("penalty λ, or gravity", "features kept", log=True, tight=True),
        None,
        [line._replace(now=None) for line in lines],
        levels={"k": float(k)},
        caption=f"Dotted: {k} features. A mark is one penalty. Each number on an axis is ten "
        "times the one before.",
    )
    for name, line in zip(picture.layout["annotations"], lines, strict=True):
        # Under the curve's end; the second curve has others there, and room above its middle.
        at, side, end = (4, 1, "left") if line is lines[1] else (-1, -1, "right")
        name |= {"x": float(np.log10(line.x[at])), "y": float(np.log10(line.y[at]))}
        name |= {"xanchor": end, "xshift": 6 * side, "yshift": 2 * side}
        name["yanchor"] = "bottom" if side > 0 else "top"
    picture.layout["margin"]["r"] = 22
    return replace(mark_tried(picture), heading="How many features each penalty keeps")


def noise_by_count(
    evidence: Evidence,
    upto: int | None = None,
    goal: Goal | None = None,
    alone: bool = False,
) -> Picture:
    """Return the noise features among those kept, of keep-k and of RDA.

    Parameters
    ----------
    upto : the number of features beyond which nothing is drawn, for a picture that is asked about.
    goal : a height to be reached, as a line.
    alone : whether keep-k is drawn alone.
    """
    picture = sweep(
        "noise",
        ("features kept", "noise features among them"),
        None,
        curves(evidence, [key for key, _ in _pair(evidence, alone)], "nonzeros", "useless"),
        levels={goal.name: goal.height} if goal else None,
        caption=ALONE if alone else mark_words(evidence),
    )
    words = {
        key: f"{NAMES[key]}: {point.nonzeros} features, {point.useless} of them noise"
        for key, point in _pair(evidence, alone)
    }
    if upto:
        picture = _cut(picture, upto)
        words = {key: NAMES[key] for key in words}
    return _in_words(mark_tried(picture), words, "Noise features among those kept", goal)


def loss_by_features(evidence: Evidence, goal: Goal | None = None, alone: bool = False) -> Picture:
    """Return the average held-out loss against the features kept, of keep-k, and of RDA."""
    picture = sweep(
        "loss",
        SweepAxes("features kept", "average loss, held-out pictures", tight=True),
        None,
        curves(evidence, [key for key, _ in _pair(evidence, alone)], "nonzeros", "loss"),
        levels={goal.name: goal.height} if goal else None,
        caption=ALONE if alone else mark_words(evidence),
    )
    words = {
        key: f"{NAMES[key]}: {point.nonzeros} features, loss {point.loss:.2f}"
        for key, point in _pair(evidence, alone)
    }
    return _in_words(mark_tried(picture), words, "Average loss on held-out pictures", goal)


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
    return replace(picture, data=data, alt=alt, caption="Only the first marks are drawn.")


def _in_words(
    picture: Picture, words: Mapping[str, str], heading: str, goal: Goal | None = None
) -> Picture:
    """The picture with words for each method above it: no name lies on a mark.

    Beside the picture is the name of the goal, if there is one.
    """
    notes = [
        {
            "x": SECOND * (i // LINES),
            "y": 1.0,
            "xref": "paper",
            "yref": "paper",
            "xanchor": "left",
            "yanchor": "bottom",
            "yshift": LINE * (LINES - 1 - i % LINES) + 2,
            "text": f"<b>{text}</b>",
            "font": {"color": colour(key, 0), "size": 13},
            "showarrow": False,
        }
        for i, (key, text) in enumerate(words.items())
    ]
    margin = picture.layout["margin"]
    margin |= {"t": LINE * LINES + 8, "r": 22}
    if goal:
        notes.append(_beside(goal.name, goal.height))
        margin["r"] = 8 * len(goal.name) + 10
    picture.layout["annotations"] = notes
    return replace(picture, heading=heading)


def _beside(name: str, height: float) -> dict:
    """A name at a height, to the right of the axes."""
    place = {"x": 1.0, "xref": "paper", "y": height, "xanchor": "left", "xshift": 4}
    return {"text": name, "font": {"size": 13}, "showarrow": False} | place
