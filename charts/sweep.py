"""Outcomes of runs over a knob, a size or each other: one curve per method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from charts.labels import spread
from charts.layout import frame, log_axis, reference
from charts.picture import Picture
from charts.placing import LETTER

THERE = "The upright dotted line marks the value in use."
ROOM = 64
"""Pixels kept free on the right for labels."""
LEGEND = {"orientation": "h", "y": 1.02, "yanchor": "bottom"}


class Line(NamedTuple):
    """One curve.

    Parameters
    ----------
    name : the method, for the legend, the table and those who hear the picture.
    colour : of the curve, its dots and its label.
    dash : of the curve.
    y : heights [n]; points that are NaN, or not positive on a logarithmic axis, are left out.
    x : places [n] of its own, where they are not those of the whole picture.
    now : the point (x, y) that belongs to the knobs as they stand, drawn as a dot.
    label : short text at that point, or at the curve's end where there is none.
    """

    name: str
    colour: str
    dash: str
    y: Sequence[float]
    x: Sequence[float] | None = None
    now: tuple[float, float] | None = None
    label: str = ""


class SweepAxes(NamedTuple):
    """The titles of both axes, and how heights stand: ``log``, or from 0 unless ``tight``."""

    x: str
    y: str
    log: bool = False
    tight: bool = False


class Axis(NamedTuple):
    """An axis from ``low`` to ``high``, which are logarithms where ``log``."""

    low: float
    high: float
    log: bool

    @property
    def length(self) -> float:
        """The distance between its ends, as the axis counts."""
        return self.high - self.low

    @property
    def ends(self) -> list[float]:
        """The values at both ends."""
        return [10.0**end if self.log else end for end in (self.low, self.high)]

    def at(self, value: float) -> float:
        """The place of ``value``, NaN where it has none."""
        if not self.log:
            return float(value)
        return float(np.log10(value)) if value > 0.0 else np.nan

    def reaching(self, places: Sequence[float]) -> Axis:
        """The axis, longer where ``places`` on it are beyond its end."""
        return self._replace(high=max(self.high, *places, self.high))

    def layout(self) -> dict:
        """Plotly's form of it."""
        return {"range": [self.low, self.high], **(log_axis(*self.ends) if self.log else {})}


def sweep(
    name: str,
    axes: SweepAxes | tuple[str, str],
    x: Sequence[float] | None,
    lines: Sequence[Line],
    current: float | None = None,
    caption: str = "",
    levels: Mapping[str, float] | None = None,
) -> Picture:
    """Return the picture of ``lines`` over a logarithmic axis.

    Parameters
    ----------
    name : the picture's name in the page.
    axes : a pair will do: the titles of both, x first.
    x : places [n] of the lines that have none of their own.
    lines : the curves; a legend names them where one has no label.
    current : where the knob stands, an upright line.
    caption : a sentence or two under the picture.
    levels : heights to compare with, by name.

    Examples
    --------
    >>> line = Line("rounding", "#0072b2", "solid", [30, 12, 0], label="rounding")
    >>> sweep("kept", ("θ", "features"), [0.01, 0.1, 1.0], [line]).table()
          curve     θ  features
    0  rounding  0.01      30.0
    1  rounding  0.10      12.0
    2  rounding  1.00       0.0
    """
    axes = SweepAxes(*axes)
    levels = {text: level for text, level in (levels or {}).items() if level > 0.0 or not axes.log}
    lines = [_drawable(line, x, axes.log) for line in lines]
    across, upward = _ranges(lines, levels.values(), axes)
    texts = _labels(lines, across, upward)
    upward = upward.reaching([text["y"] + 0.09 * upward.length for text in texts])
    data = [reference(text, across.ends, [level, level]) for text, level in levels.items()]
    data += [trace for line in lines for trace in _traces(line)]
    if current is not None:
        at = float(np.clip(current, *across.ends))
        data.append(reference("now", [at, at], upward.ends))
        caption = f"{caption} {THERE}".strip()
    layout = _layout(axes, across, upward, texts, not all(line.label for line in lines))
    outcomes = "; ".join(f"{line.name}: {_outcome(line)}" for line in lines)
    return Picture(name, data, layout, f"{axes.y} against {axes.x}. {outcomes}.", caption)


def counts_against(
    name: str,
    x_label: str,
    x: Sequence[float],
    tracks: Mapping[str, tuple[str, Sequence[int], Sequence[int]]],
    current: float,
) -> Picture:
    """Return the picture of features kept against a knob: useful ones solid, noise dotted.

    Parameters
    ----------
    name : the picture's name in the page.
    x_label : the knob's name.
    x : the knob's values [n].
    tracks : by name of the method, its colour, counts of useful and of noise features, each [n].
    current : where the knob stands.
    """
    lines = [
        Line(f"{label}, {kind}", colour, dash, counts)
        for label, (colour, useful, noise) in tracks.items()
        for kind, dash, counts in (("useful", "solid", useful), ("noise", "dot", noise))
    ]
    caption = "Solid: useful features; dotted: noise features."
    return sweep(name, (x_label, "features kept"), x, lines, current, caption=caption)


def _drawable(line: Line, x: Sequence[float] | None, log: bool) -> Line:
    """The line without the points that have no place in the picture."""
    x = np.asarray(x if line.x is None else line.x, np.float64)
    y = np.asarray(line.y, np.float64)
    keep = np.isfinite(x) & np.isfinite(y) & (x > 0.0)
    if log:
        keep &= y > 0.0
    return line._replace(x=x[keep], y=y[keep])


def _ranges(lines: Sequence[Line], levels: Sequence[float], axes: SweepAxes) -> tuple[Axis, Axis]:
    dots = any(line.now is None for line in lines)
    across = _axis(np.concatenate([line.x for line in lines]), True, 0.05 if dots else 0.01)
    heights = np.concatenate([*(line.y for line in lines), [*levels]])
    upward = _axis(heights, axes.log, 0.05)
    if not (axes.tight or axes.log) and len(heights) and heights.min() >= 0.0:
        upward = _axis(np.append(heights, 0.0), False, 0.05)._replace(low=0.0)
    return across, upward


def _axis(values: np.ndarray, log: bool, padding: float) -> Axis:
    values = np.log10(values) if log else values
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    room = padding * (high - low) if high > low else 0.5
    return Axis(low - room, high + room, log)


def _layout(axes: SweepAxes, across: Axis, upward: Axis, texts: list[dict], legend: bool) -> dict:
    layout = frame(axes.x, axes.y, xaxis=across.layout(), yaxis=upward.layout())
    layout["annotations"] = texts
    if texts:
        layout["margin"]["r"] = ROOM
    if legend:
        layout |= {"showlegend": True, "legend": LEGEND}
    return layout


def _traces(line: Line) -> list[dict]:
    """The curve with a dot at each point, or with one where the knobs stand."""
    stroke = {"color": line.colour, "dash": line.dash, "width": 2.5}
    curve = {
        "type": "scatter",
        "mode": "lines" if line.now else "lines+markers",
        "name": line.name,
        "x": line.x,
        "y": line.y,
        "line": stroke,
        "marker": {"color": line.colour, "size": 5},
    }
    if line.now is None:
        return [curve]
    dot = {
        "type": "scatter",
        "mode": "markers",
        "name": f"{line.name}, now",
        "meta": "ornament",
        "cliponaxis": False,
        "x": np.array([line.now[0]], np.float64),
        "y": np.array([line.now[1]], np.float64),
        "line": {"color": line.colour, "width": 2.5},
        "marker": {"color": line.colour, "size": 9},
    }
    return [curve, dot]


def _labels(lines: Sequence[Line], across: Axis, upward: Axis) -> list[dict]:
    """The labels above their points, none upon another."""
    places = []
    for line in lines:
        point = line.now or ((line.x[-1], line.y[-1]) if len(line.x) else (np.nan, np.nan))
        x, y = across.at(point[0]), upward.at(point[1])
        if line.label and np.isfinite([x, y]).all():
            places.append((line, x, y))
    # Labels are some three letters wide: they meet sooner than letters do.
    shares = [(x - across.low) / across.length / 3 for _, x, _ in places]
    heights = spread([y for *_, y in places], 1 / 16, upward.length, shares)
    return [
        {
            "x": x,
            "y": height,
            "text": f"<b>{line.label}</b>",
            "font": {"color": line.colour, "size": 13},
            "showarrow": False,
            **_beside(line, x, across, upward),
            "yanchor": "bottom",
            "yshift": 2,
        }
        for (line, x, _), height in zip(places, heights, strict=True)
    ]


def _beside(line: Line, x: float, across: Axis, upward: Axis) -> dict:
    """The side of a point that its label stands on: the left where the curve rises at the right."""
    right, left = {"xanchor": "left", "xshift": 7}, {"xanchor": "right", "xshift": -7}
    if line.now is None:
        return right
    away = np.array([across.at(place) for place in line.x]) - x
    order = np.argsort(away, kind="stable")
    heights = np.array([upward.at(y) for y in line.y])
    under = np.linspace(0.1, 1.0, 8) * LETTER * len(line.label) * across.length

    def free(places: np.ndarray) -> bool:
        passing = np.interp(places, away[order], heights[order], left=-np.inf, right=-np.inf)
        return bool(passing.max() < upward.at(line.now[1]) + 0.03 * upward.length)

    return left if len(away) and free(-under) and not free(under) else right


def _outcome(line: Line) -> str:
    """The curve in words."""
    if not len(line.x):
        return "nothing to draw"
    now = "" if line.now is None else f", now {line.now[1]:.3g} at {line.now[0]:.3g}"
    first, last = (f"{line.y[i]:.3g} at {line.x[i]:.3g}" for i in (0, -1))
    return f"from {first} to {last}{now}"
