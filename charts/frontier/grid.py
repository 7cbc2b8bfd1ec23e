"""The outcomes of one method over its knobs: a map of two knobs, a line with a band for one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import NamedTuple

import numpy as np

from charts.frontier.settings import (
    beyond_axis,
    letter_of,
    ordinal_axis,
    robust_span,
    short_number,
    title_of,
    with_opacity,
)
from charts.frontier.traces import far_off
from charts.layout import frame, name_places
from charts.picture import Picture
from charts.run import Run

ACROSS, UP = 8, 10
"""Columns and rows of cells that have room for their numbers, on a phone too."""
CROSS = "#d55e00"
SHADES = ("#440154", "#3b528b", "#21918c", "#5ec962", "#fde725")
"""Viridis: the lighter, the better."""
RING = 20
"""Pixels across the ring around one setting."""


class Cell(NamedTuple):
    """One setting.

    Parameters
    ----------
    place : its place among the settings of the method.
    value, low, high : the median over its repeats and their quartiles; nan where none is there.
    diverged : its predictions overflowed in one of the repeats.
    """

    place: int
    value: float
    low: float
    high: float
    diverged: bool


class Grid(NamedTuple):
    """The settings of one method in one measure.

    Parameters
    ----------
    run : the method.
    ladders : the one or two knobs that are swept and their values; the first one lies across.
    cells : a cell for each setting, the values of the last knob following each other.
    title : the measure in words.
    more : whether more of it is better; None where neither is.
    ringed : the place of a setting with a ring around it, or None.
    ring : the meaning of the ring, such as "the best setting with at most 10 features".
    """

    run: Run
    ladders: Sequence[tuple[str, Sequence[float]]]
    cells: Sequence[Cell]
    title: str
    more: bool | None
    ringed: int | None = None
    ring: str = ""

    def column(self, name: str) -> np.ndarray:
        """Return one field of all cells, in the shape of the grid."""
        shape = [len(values) for _, values in self.ladders]
        return np.array([getattr(cell, name) for cell in self.cells]).reshape(shape)

    @property
    def around(self) -> tuple[int, int] | None:
        """The column and row of the setting with the ring; None where none has one."""
        if self.ringed is None:
            return None
        places = self.column("place").reshape(len(self.ladders[0][1]), -1)
        ((column, row),) = np.argwhere(places == self.ringed)
        return int(column), int(row)

    @property
    def addresses(self) -> np.ndarray:
        """The name under which each cell can be picked, in the shape of the grid."""
        places = self.column("place")
        names = [f"{self.run.letter}{place}" for place in places.ravel()]
        return np.array(names).reshape(places.shape)


def grid(settings: Grid) -> Picture:
    """Return the picture of one measure over the knobs of a method."""
    return _line(settings) if len(settings.ladders) == 1 else _map(settings)


def _line(settings: Grid) -> Picture:
    run, ((name, values),) = settings.run, settings.ladders
    at = np.arange(len(values), dtype=np.float64)
    low, value, high = (settings.column(part) for part in ("low", "value", "high"))
    ends = _ends(settings, value)
    known = np.isfinite(value) & (value >= far_off(ends)[0]) & (value <= far_off(ends)[1])
    beyond = np.count_nonzero(np.isfinite(value) & ((value < ends[0]) | (value > ends[1])))
    low, high = (np.clip(part, *far_off(ends)) for part in (low, high))
    band = {
        "type": "scatter",
        "mode": "lines",
        "name": "the middle half",
        "meta": "ornament",
        "hoverinfo": "skip",
        "x": np.concatenate([at[known], at[known][::-1]]),
        "y": np.concatenate([high[known], low[known][::-1]]),
        "fill": "toself",
        "fillcolor": with_opacity(run.colour, 0.2),
        "line": {"color": with_opacity(run.colour, 0.0), "width": 0},
    }
    line = {
        "type": "scatter",
        "mode": "lines+markers",
        "name": run.name,
        "x": at[known],
        "y": value[known],
        "customdata": settings.addresses[known].tolist(),
        "text": [f"{letter_of(run, name)} = {short_number(v)}" for v in compress(values, known)],
        "hovertemplate": "%{text}: %{y:.4g}<extra></extra>",
        "line": {"color": run.colour, "dash": run.dash, "width": 2.5},
        # A symbol of its own keeps it to Plotly: the quick painter knows no such axis.
        "marker": {"color": run.colour, "size": 7, "symbol": "circle"},
    }
    title = title_of(run, name)
    layout = frame(title, settings.title, xaxis=ordinal_axis(values, title))
    name_places(layout, xaxis=values)
    if beyond:
        layout["yaxis"]["range"] = list(ends)
    wild = np.flatnonzero(settings.column("diverged")).astype(np.float64)
    crosses = _crosses(wild, np.full(len(wild), low[known].min() if known.any() else 0.0))
    caption = "The line shows the median of the runs, the band shows their middle half."
    where = beyond_axis(ends, settings.more is not False)
    caption += _about_ring(settings) + _wild(wild) + _beyond(beyond, where)
    around = settings.around
    ring = [] if around is None else _ring(at[around[0]], value[around[0]])
    alt = f"{settings.title} of {run.letter} {run.name} against {title}. {_best(settings)}"
    heading = f"{run.name}: {_short(settings.title)} of every setting"
    return Picture("grid", [band, line, *crosses, *ring], layout, alt, caption, heading)


def _ends(settings: Grid, value: np.ndarray) -> tuple[float, float]:
    """The ends of the axis on which settings differ: those of hopeless ones are far off it."""
    known = value[np.isfinite(value)]
    if not len(known):
        return 0.0, 1.0
    if settings.more is None:  # numbers of features
        return float(known.min()), float(known.max())
    low, high = robust_span(known, settings.more)
    around = settings.around
    answer = [] if around is None else [float(value[around[0]])]
    low, high = min([low, *answer]), max([high, *answer])
    room = 0.08 * (high - low) or 0.05
    return low - room, high + room


def _beyond(settings: int, where: str) -> str:
    if not settings:
        return ""
    some = "One setting is" if settings == 1 else f"{settings:,} settings are"
    return f" {some} {where}."


def _map(settings: Grid) -> Picture:
    run, ((across, columns), (up, rows)) = settings.run, settings.ladders
    z = settings.column("value").T
    known = np.isfinite(z)
    shades = SHADES if settings.more is not False else SHADES[::-1]
    heat = {
        "type": "heatmap",
        "name": run.name,
        "meta": {"value": settings.title},
        "x": np.arange(len(columns), dtype=np.float64),
        "y": np.arange(len(rows), dtype=np.float64),
        "z": [[v if np.isfinite(v) else None for v in row] for row in z.tolist()],
        "customdata": settings.addresses.T.tolist(),
        "text": _texts(settings),
        "hovertemplate": "%{text}<br>%{z:.4g}<extra></extra>",
        "hoverongaps": False,
        "colorscale": [[i / (len(shades) - 1), shade] for i, shade in enumerate(shades)],
        "colorbar": {"thickness": 10, "outlinewidth": 0, "nticks": 5, "exponentformat": "power"},
        "xgap": 1,
        "ygap": 1,
    }
    if known.any():
        ends = robust_span(z[known], settings.more is not False)
        heat |= dict(zip(("zmin", "zmax"), ends, strict=True))
    if len(columns) <= ACROSS and len(rows) <= UP:
        heat |= {"texttemplate": "%{z:.3g}", "textfont": {"size": 10}}
    wild = settings.column("diverged").T & ~known
    upward, sideways = (places.astype(np.float64) for places in np.nonzero(wild))
    titles = title_of(run, across), title_of(run, up)
    axes = {"xaxis": ordinal_axis(columns, titles[0]), "yaxis": ordinal_axis(rows, titles[1])}
    layout = frame(*titles, **axes)
    name_places(layout, xaxis=columns, yaxis=rows)
    caption = f"Each cell shows the median {settings.title}."
    if settings.more is not None:
        caption += " Yellow is best; dark purple is the end of the scale or worse."
    caption += _about_ring(settings) + _wild(sideways)
    ring = [] if settings.around is None else _ring(*settings.around)
    over = f"over {titles[0]} and {titles[1]}"
    alt = f"{settings.title} of {run.letter} {run.name} {over}. {_best(settings)}"
    data = [heat, *_crosses(sideways, upward), *ring]
    heading = f"{run.name}: {_short(settings.title)} of every setting"
    return Picture("grid", data, layout, alt, caption, heading)


def _short(title: str) -> str:
    return title.split(" on held-out")[0]


def _about_ring(settings: Grid) -> str:
    return f" The ring marks {settings.ring}." if settings.ringed is not None else ""


def _ring(x: float, y: float) -> list[dict]:
    """A dark ring on a white one, to be seen on every shade."""
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "name": "ring",
            "meta": "ornament",
            "hoverinfo": "skip",
            "x": np.array([x, x], np.float64),
            "y": np.array([y, y], np.float64),
            "line": {"color": "#000000"},
            "marker": {
                "symbol": "circle-open",
                "size": RING,
                "color": ["#ffffff", "#000000"],
                "line": {"width": [5, 2]},
            },
        }
    ]


def _texts(settings: Grid) -> list[list[str]]:
    (across, columns), (up, rows) = settings.ladders
    one, other = letter_of(settings.run, across), letter_of(settings.run, up)
    return [
        [f"{one} = {short_number(c)}, {other} = {short_number(r)}" for c in columns] for r in rows
    ]


def _crosses(x: np.ndarray, y: np.ndarray) -> list[dict]:
    if not len(x):
        return []
    return [
        {
            "type": "scatter",
            "mode": "markers",
            "name": "diverged",
            "x": x,
            "y": y,
            "hovertemplate": "diverged: its predictions overflowed<extra></extra>",
            "line": {"color": CROSS},
            "marker": {"color": CROSS, "size": 9, "symbol": "x"},
        }
    ]


def _wild(diverged: np.ndarray) -> str:
    if not len(diverged):
        return ""
    settings = "One setting" if len(diverged) == 1 else f"{len(diverged):,} settings"
    return f" {settings} diverged (×): the steps were too long, and the predictions overflowed."


def _best(settings: Grid) -> str:
    """The best cell in words."""
    known = [cell for cell in settings.cells if np.isfinite(cell.value)]
    if not known:
        return "No setting is there yet."
    best = (max if settings.more else min)(known, key=lambda cell: cell.value)
    sizes = [len(values) for _, values in settings.ladders]
    places = np.unravel_index(list(settings.cells).index(best), sizes)
    at = ", ".join(
        f"{letter_of(settings.run, name)} = {short_number(values[place])}"
        for (name, values), place in zip(settings.ladders, places, strict=True)
    )
    extreme = "Fewest" if settings.more is None else "Best"
    return f"{extreme}: {best.value:.4g} at {at}."
