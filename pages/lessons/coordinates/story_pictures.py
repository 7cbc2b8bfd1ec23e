"""Pictures of the story: the cells of small tables, a race of online rules, pairs of bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from charts import Bars, Film, Picture
from charts.layout import frame
from charts.palette import REFERENCE, colour
from pages.lessons.coordinates.cells import CellGrid
from pages.lessons.coordinates.evidence import Side
from pages.lessons.coordinates.pictures import FRAMES, LABELS, distances, in_short, way
from pages.lessons.coordinates.tables import COLUMNS, ROWS

SMALL = {"wide": (6, 24), "tall": (24, 6)}
"""Rows and columns of the tables whose cells are drawn."""
METHOD = {"column": COLUMNS, "row": ROWS}
"""The method that reads a column, or a row, at a step."""


def reading(*scenes: tuple[str, str], counted: bool = False) -> Film:
    """Return the film in which the cells of small tables light up as they are read.

    Parameters
    ----------
    scenes : of each "wide" or "tall", and what is read at a step, "row" or "column".
    counted : whether it says how many steps are made.
    """
    read = np.arange(np.prod(SMALL[scenes[0][0]]) + 1)
    grids, words = [], []
    for kind, part in scenes:
        by = "row by row" if part == "row" else "column by column"
        title = f"A {kind} table: {by}"
        grid = CellGrid(title, *SMALL[kind], part, read, colour(METHOD[part], 0), counted)
        grids.append(grid)
        words.append(f"{title}: {grid.steps[-1]} steps" if counted else title)
    alt = f"The cells of small tables are read. {'; '.join(words)}."
    return Film("cells", read, grids, alt, unit="cell")


def noise_race(
    sides: Mapping[str, Side],
    rules: Sequence[str],
    title: str,
    passes: int,
    numbered: bool = False,
) -> Film:
    """Return the race of online rules, each on each table, as often as these are read.

    Parameters
    ----------
    sides : the tables by the name of their noise; curves on the one with sparse noise are dashed.
    rules : the keys of the rules.
    numbered : whether the names of the curves say where they end.
    """
    at = np.linspace(0.0, passes, FRAMES + 1)
    tracks = []
    for key in rules:
        for noise, side in sides.items():
            kinds = [] if len(rules) == 1 else [LABELS[key]]
            kinds += [] if len(sides) == 1 else [f"{noise} noise" if len(rules) == 1 else noise]
            gap = side.gap_when(key, np.rint(at * side.data.X.nnz))
            dash = "dash" if noise == "sparse" and len(sides) > 1 else "solid"
            tracks.append(way(": ".join(kinds), key, gap, dash, numbered))
    return distances("race", at, title, tracks, across=("readings of the table", "reading"))


def noise_sums(sides: Mapping[str, Side], key: str, passes: int) -> Bars:
    """Return the bars of a rule's largest weight and of its noise weights, added up, in time.

    Parameters
    ----------
    sides : the tables by the name of their noise, two bars each.
    key : of the rule.
    passes : how often the tables are read.
    """
    at = np.linspace(0.0, passes, FRAMES + 1)
    names, heights = [], []
    for kind, side in sides.items():
        trace = side.traces[key]
        sizes = np.abs(trace.weights)
        noise = trace.tracked >= side.data.n_features - side.data.n_noise
        read = np.append(0, np.minimum(trace.costs.accesses, passes * side.data.X.nnz))
        parts = {"largest": sizes.max(axis=1), "noise": sizes[:, noise].sum(axis=1)}
        for part, sums in parts.items():
            names.append(f"{kind}: {part}")
            heights.append(np.interp(at * side.data.X.nnz, read, np.append(0.0, sums)))
    title, hues = "The largest weight, and noise added up", [colour(key, 0), REFERENCE]
    return Bars(title, names, np.column_stack(heights), "size of weights", hues * len(sides))


def pairs(
    name: str, title: str, y_label: str, values: Mapping[str, Mapping[str, float]], form: str
) -> Picture:
    """Return groups of bars, one bar of each method at each place.

    Parameters
    ----------
    name, title : the picture's name in the page, and its heading.
    y_label : the title of the heights' axis.
    values : by the name of a bar, which begins with that of its method, its heights by place.
    form : how a height is written above its bar.
    """
    data = [
        {
            "type": "bar",
            "name": label,
            "x": list(heights),
            "y": np.array(list(heights.values()), np.float64),
            "text": [format(height, form) for height in heights.values()],
            "textposition": "outside",
            "textfont": {"size": 15},
            "cliponaxis": False,
            "marker": {"color": _hue(label)},
            "hovertemplate": f"{label}, %{{x}}: %{{text}}<extra></extra>",
        }
        for label, heights in values.items()
    ]
    layout = frame("", y_label, yaxis={"rangemode": "tozero"})
    layout["margin"] |= {"t": 34}
    layout |= {
        "barmode": "group",
        "showlegend": True,
        "legend": {"orientation": "h", "y": 1.04, "yanchor": "bottom"},
    }
    words = "; ".join(
        f"{label}: " + ", ".join(f"{place} {format(height, form)}" for place, height in own.items())
        for label, own in values.items()
    )
    return Picture(name, data, layout, f"{title}. {words}.", heading=title)


def added_up(sums: Mapping[str, float], most: float) -> Picture:
    """Return a bar for the largest weight, and one for the sum of all noise weights, in grey.

    Parameters
    ----------
    most : what the axis holds in any case, so that it stands still while the sum shrinks.
    """
    title = "The largest weight, and all noise weights added up"
    picture = pairs("sum", title, "", {LABELS["smidas"]: sums}, ".2f")
    (bars,) = picture.data
    data = [
        bars
        | {"x": [place], "y": np.array([height]), "text": [in_short(height)], "name": plain}
        | {"marker": {"color": hue}, "hovertemplate": f"{plain}: %{{text}}<extra></extra>"}
        for (place, height), hue in zip(sums.items(), (colour("smidas", 0), REFERENCE), strict=True)
        for plain in (place.replace("<br>", " "),)
    ]
    layout = picture.layout | {"showlegend": False, "barmode": "overlay"}
    layout["yaxis"] = layout["yaxis"] | {"range": [0.0, 1.15 * max(most, *sums.values())]}
    words = "; ".join(f"{bar['name']}: {bar['text'][0]}" for bar in data)
    return replace(picture, data=data, layout=layout, alt=f"{title}. {words}.")


def _hue(label: str) -> str:
    """The colour of the method that a label begins with."""
    return next(colour(key, 0) for key, name in LABELS.items() if label.startswith(name))
