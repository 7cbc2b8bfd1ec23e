"""Pictures of the story: sensors over time, arrows of votes, boards of weights, a contest."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from charts import Bars, Film, Line, Picture, Tiles, sweep
from charts.layout import frame
from charts.palette import HUES, colour
from pages.lessons.groups.machines import EACH, LADDER, SENSORS, Contest, Machine, sensor_names
from pages.lessons.groups.runs import METHODS

NAMES = {"L1": "RDA", "group": "group lasso", "sparse group": "sparse group lasso"}
TITLES = {
    "L1": "RDA: each weight for itself",
    "group": "Group lasso: ten weights at once",
}
HUE = {name: colour(METHODS[name].key, 0) for name in TITLES}
USEFUL, NOISE = HUES["blue"][0], HUES["ochre"][0]
"""Colours of useful features and of noise in use, which are no method's."""
KINDS = {
    "rightly in use": USEFUL,
    "in use for nothing": NOISE,
    "wrong sign": HUES["green"][0],
    "missed": HUES["grey"][0],
    "rightly 0": "rgba(128,128,128,0.2)",
}
"""The kinds of weights on a board, and their colours."""
TRUTH = {"useful feature": KINDS["rightly in use"], "noise feature": KINDS["rightly 0"]}
"""The same of the weights as they should be."""
MISSED = list(KINDS).index("missed")
"""The place of missed weights among the kinds."""
WRONG_GROUPS = (
    " The two solid boxes together are one of the wrong groups, the two dashed ones are the last."
)
TRUE = "The weights as they should be"
LONGEST = 0.36
"""The upper end of the axis of arrows: no arrow is longer after the first examples."""
NAMED = (0.01, 0.02, 0.04, 0.07, 0.15)
"""Penalties with a number on their axis; more would touch on a phone."""
LEGEND = {
    "orientation": "h",
    "y": 1.0,
    "yanchor": "bottom",
    "entrywidth": 0.48,
    "entrywidthmode": "fraction",
    "itemclick": False,
    "itemdoubleclick": False,
}
"""Two columns, for which there is room above the squares: boards side by side are level."""


def sensors_over_time(machine: Machine, method: str, counted: bool = False) -> Film:
    """Return the film of one method: a row is a sensor, stronger where more of it is in use.

    ``counted`` says whether the caption has how many weights are in use at the end.
    """
    run = machine.runs[method]
    lives = np.vstack([np.zeros(run.weights.shape[1], bool), run.weights != 0.0])
    shares = np.stack([lives[:, group].mean(axis=1) for group in machine.true_groups], axis=1)
    # The checkpoints lie denser at the start: frames of even pace are picked from them.
    at = np.append(0, run.steps)
    frames = np.unique(np.searchsorted(at, np.linspace(0, at[-1], len(at) // 2 + 1)))
    names = sensor_names(machine.useful)
    ends = ", ".join(
        f"{name} {count:.0f}" for name, count in zip(names, EACH * shares[-1], strict=True)
    )
    hues = [USEFUL if one else NOISE for one in machine.is_useful(machine.true_groups)]
    scene = Tiles(TITLES[method], names, shares[frames], hues, "examples", at[frames])
    alt = f"Weights in use of each sensor's ten after {at[-1]} examples: {ends}."
    shade = "The stronger the colour of a row, the more of the sensor's ten weights are in use:"
    if method == "group":
        shade = "A row has colour where weights of its sensor are in use:"
    shade += " blue if it is useful, brown if it is noise. Grey: all ten are 0."
    if counted:
        few = [f"{one}: {n:.0f}" for one, n in zip(names, EACH * shares[-1], strict=True) if n]
        shade += f" In use at the end, of ten: {', '.join(few)}."
    return Film(f"{method}_sensors", at[frames], [scene], alt, shade, unit="example")


def arrows(machine: Machine) -> Film:
    """Return the film of the lengths of all groups' average votes, and the limit on them."""
    lengths, limit = machine.arrows(), machine.limit
    names = sensor_names(machine.useful)
    if len(machine.groups) != len(names):  # other groups than the sensors' ten numbers
        names = [f"group {i}" for i in range(1, len(machine.groups) + 1)]
    # The first averages are of a handful of votes, and much longer than all the others.
    at = np.arange(49, len(lengths), 5)
    hues = [USEFUL if one else NOISE for one in machine.is_useful(machine.groups)]
    scene = Bars(
        "The arrow of each sensor's ten average votes",
        names,
        lengths[at],
        "length of the arrow",
        hues,
        band=limit,
        band_name=f"{'↑ ' if limit > LONGEST else ''}limit {limit:.3f}",
        x_label="sensor",
        window=(0.0, LONGEST),
    )
    above = [name for name, length in zip(names, lengths[-1], strict=True) if length > limit]
    alt = f"At the end the arrows of {', '.join(above) or 'no sensor'} are longer than the limit."
    caption = (
        f"The film begins at example {at[0] + 1}: averages of fewer votes make much longer arrows."
    )
    return Film("arrows", at + 1, [scene], alt, caption, unit="example")


def last_arrows(machine: Machine) -> Picture:
    """Return the lengths of all groups' arrows after the last example, and the limit on them.

    A group's name says from which sensors it takes its features.
    """
    lengths, limit = machine.arrows()[-1], machine.limit
    names = group_names(machine)
    kinds = {"useful": USEFUL, "noise": NOISE}
    truth = machine.data.true_weights
    useful = [np.mean(truth[group] != 0.0) >= 0.5 for group in machine.groups]
    data = [
        {
            "type": "bar",
            "orientation": "h",
            "name": kind,
            "y": [name for name, one in zip(names, useful, strict=True) if one == wanted],
            "x": lengths[np.array(useful) == wanted],
            "marker": {"color": hue},
            "hovertemplate": "%{y}: %{x:.3f}<extra></extra>",
        }
        for (kind, hue), wanted in zip(kinds.items(), (True, False), strict=True)
    ]
    order = {"categoryorder": "array", "categoryarray": names, "autorange": "reversed"}
    layout = frame(
        "length of the arrow",
        "",
        xaxis={"range": [0.0, LONGEST]},
        yaxis=order | {"showgrid": False, "ticks": "", "nticks": None},
    )
    end = min(limit, LONGEST)
    band = {"type": "rect", "layer": "below", "fillcolor": "rgba(128,128,128,0.25)"}
    line = {"width": 0}
    layout["shapes"] = [
        band | {"line": line, "x0": 0.0, "x1": end, "yref": "paper", "y0": 0.0, "y1": 1.0}
    ]
    words = f"limit {limit:.3f}" + (" →" if limit > LONGEST else "")
    layout["annotations"] = [
        {"x": end, "y": 1.0, "yref": "paper", "text": words, "showarrow": False}
        | {"xanchor": "right" if end > 0.7 * LONGEST else "left", "yanchor": "bottom"}
        | {"font": {"size": 13}}
    ]
    layout["margin"] |= {"l": 24 + 7 * max(map(len, names)), "t": 30}
    layout |= {"barmode": "overlay"}
    above = [name for name, length in zip(names, lengths, strict=True) if length > limit]
    alt = f"The limit is {limit:.3f}. Longer arrows: {', '.join(above) or 'none'}."
    mixed = any(0.0 < np.mean(truth[group] != 0.0) < 1.0 for group in machine.groups)
    caption = "Blue: half of its features or more are useful" if mixed else "Blue: useful"
    caption += "; brown: noise. A group is in use where its bar ends beyond the grey band."
    return Picture("last_arrows", data, layout, alt, caption, "The arrows at the end")


def group_names(machine: Machine) -> list[str]:
    """Return for each group the names of the sensors that its features are from, most first."""
    sensors = sensor_names(machine.useful)
    names = []
    for group in machine.groups:
        rows, counts = np.unique(np.asarray(group) // EACH, return_counts=True)
        names.append(" + ".join(sensors[rows[i]] for i in np.argsort(-counts, kind="stable")))
    return names


def board(
    machine: Machine,
    method: str | None,
    name: str = "",
    title: str = "",
    boxed: bool = False,
) -> Picture:
    """Return all weights as squares, a row for each sensor; the true ones where ``method`` is None.

    Squares stand apart by kind: weights in use rightly or for nothing, useful ones that are not
    found, and zeros. The picture is called ``name``, or after the method; so is its ``title``.
    ``boxed`` says whether two of the groups that the group lasso is given have boxes around them.
    """
    names, shown = sensor_names(machine.useful), KINDS if method else TRUTH
    kinds = machine.kinds(method)
    data = [
        _squares(kind, hue, places.reshape(-1, EACH), names)
        for (kind, hue), places in zip(shown.items(), kinds, strict=True)
    ]
    layout = frame("the ten numbers of a sensor", "")
    layout["yaxis"] |= {"autorange": "reversed", "showgrid": False, "ticks": "", "tickvals": names}
    layout["xaxis"] |= {"showgrid": False, "tickvals": list(range(1, EACH + 1)), "ticks": ""}
    layout["margin"] |= {"l": 56, "t": 78 if method else 34}
    layout |= {"showlegend": True, "legend": LEGEND}
    caption = "Missed: useful, but 0." if method and kinds[MISSED].any() else ""
    if boxed:
        begin = machine.knobs.shift % EACH
        rows = (len(machine.useful), SENSORS) if begin else (len(machine.useful),)
        layout["shapes"] = [box for row in rows for box in _one_group(begin, row)]
        caption += WRONG_GROUPS if begin else " The box is one of the groups."
    counts = ", ".join(f"{places.sum()} {kind}" for kind, places in zip(shown, kinds, strict=True))
    title = title or (f"{NAMES[method][0].upper()}{NAMES[method][1:]}" if method else TRUE)
    if method:
        title += f": {machine.right(method)} correct"
    name = name or ("truth" if method is None else f"{method.replace(' ', '_')}_board")
    return Picture(name, data, layout, f"{title}. Of 100 weights, {counts}.", caption, title)


def _one_group(begin: int, row: int) -> list[dict]:
    """The boxes around one group: from ``begin`` to the end of a row, and on in the next one.

    After the last row comes the first.
    """
    ends = [(begin + 0.5, EACH + 0.5, row - 1), (0.5, begin + 0.5, row % SENSORS)]
    ends = ends if begin else ends[:1]
    box = {"type": "rect", "line": {"width": 4, "dash": "dash" if row == SENSORS else "solid"}}
    return [box | {"x0": x0, "x1": x1, "y0": y - 0.46, "y1": y + 0.46} for x0, x1, y in ends]


def _squares(name: str, hue: str, places: np.ndarray, rows: list[str]) -> dict:
    """The squares of one kind, all in one colour."""
    return {
        "type": "heatmap",
        "name": name,
        "x": list(range(1, EACH + 1)),
        "y": rows,
        "z": [[1.0 if here else None for here in row] for row in places],
        "colorscale": [[0.0, hue], [1.0, hue]],
        "zmin": 0.0,
        "zmax": 1.0,
        "showscale": False,
        "showlegend": True,
        "xgap": 3,
        "ygap": 3,
        "hoverongaps": False,
        "hovertemplate": f"%{{y}}, number %{{x}}: {name}<extra></extra>",
    }


def contest_curves(outcome: Contest) -> Picture:
    """Return the correct weights against the penalty, the average over ten draws."""
    lines = []
    for method, values in outcome.right.items():
        dash = "solid" if method == "group" else "dash"
        middle = np.mean(values, axis=0)
        best = int(middle.argmax())
        point = (LADDER[best], float(middle[best]))
        label = f"{NAMES[method]}: {point[1]:.0f}"
        lines.append(Line(NAMES[method], HUE[method], dash, middle, now=point, label=label))
    labels = "penalty λ", "correct weights, of 100"
    caption = (
        "Average of ten new machines. Along the bottom penalties stand closer together to the "
        "right. Large dots: the best penalty of each rule. At the right end all weights are 0, and "
        "the 70 of noise are correct."
    )
    picture = sweep("contest", labels, LADDER, lines, caption=caption)
    picture.data.extend(_at_each_penalty(line) for line in lines)
    # The lower name stands below its dot, for above it passes the other curve.
    lower = min(range(len(lines)), key=lambda i: lines[i].now[1])
    place = {"y": lines[lower].now[1], "xanchor": "left", "yanchor": "top"}
    picture.layout["annotations"][lower] |= place | {"xshift": 4, "yshift": -6}
    picture.layout["xaxis"] |= {
        "tickvals": list(NAMED),
        "ticktext": [f"{penalty:g}" for penalty in NAMED],
    }
    return replace(picture, heading="Correct weights, on ten new machines")


def _at_each_penalty(line: Line) -> dict:
    """The small dots of a curve where there are runs."""
    return {
        "type": "scatter",
        "mode": "markers",
        "name": line.name,
        "meta": "ornament",
        "x": np.array(LADDER),
        "y": np.asarray(line.y, np.float64),
        "hoverinfo": "skip",
        "line": {"color": line.colour},
        "marker": {"color": line.colour, "size": 6},
    }
