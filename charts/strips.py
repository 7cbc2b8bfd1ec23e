"""Outcomes of runs against one knob, in strips one above the other, with words on the curves."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from charts.labels import spread
from charts.layout import frame, reference
from charts.picture import Picture

PANES = {1: [[0.0, 1.0]], 2: [[0.56, 1.0], [0.0, 0.44]]}
"""The share of the picture's height that each strip has, from the top, by their number."""


class Dial(NamedTuple):
    """A knob as a logarithmic axis.

    Parameters
    ----------
    label : its name.
    values : where the runs stand.
    ticks : the values with a number on the axis.
    now : where the knob stands, an upright line.
    """

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
    dial: Dial,
    panes: Mapping[str, Mapping[str, Sequence[float]]],
    colours: Mapping[str, str],
    drawn: Collection[str],
) -> Picture:
    """Return the picture of curves over one knob, kinds of outcomes in strips of their own.

    Parameters
    ----------
    name : the picture's name in the page.
    panes : by title of the heights' axis, the curves' heights at the dial's values by their name.
    colours : by name of the curve.
    drawn : the names of the curves that are drawn; the axes are the same whichever these are.
    """
    ticks = {"tickvals": list(dial.ticks), "ticktext": [f"{tick:g}" for tick in dial.ticks]}
    across = {"type": "log", "range": list(np.log10(dial.ends)), "tickmode": "array", **ticks}
    layout = frame(dial.label, next(iter(panes)), xaxis=across)
    layout["annotations"], traces, sentences = [], [], []
    shares = PANES[len(panes)]
    for i, ((title, curves), share) in enumerate(zip(panes.items(), shares, strict=True)):
        pane = "y" if not i else f"y{i + 1}"
        highest = max(max(heights) for heights in curves.values())
        top = 1.3 * (max(4, highest) if title.endswith("kept") else highest or 1.0)
        bounds = [-0.04 * top, top]
        axis = {"title": {"text": title}, "range": bounds, "nticks": 4, "domain": share}
        layout[pane.replace("y", "yaxis")] = {**layout["yaxis"], **axis}
        seen = {curve: heights for curve, heights in curves.items() if curve in drawn}
        traces += _traces(seen, dial, bounds, pane, colours)
        layout["annotations"] += _names(seen, dial, top, pane, colours)
        sentences += [f"{curve}: {y[0]:.3g} to {y[-1]:.3g} {title}" for curve, y in seen.items()]
    layout["xaxis"]["anchor"] = pane
    alt = f"Outcomes against the {dial.label}. {'; '.join(sentences)}."
    return Picture(name, traces, layout, alt, _caption(dial))


def _caption(dial: Dial) -> str:
    """The meaning of the upright line and of the axis, with two doublings of the dial."""
    doubled = _doubled_ticks(tuple(dial.ticks))
    sentences = ["The upright dotted line marks the value in use."]
    if len(doubled) > 1:
        (a, b), (c, d) = ((f"{low:g}", f"{2 * low:g}") for low in (doubled[0], doubled[-1]))
        sentences.append(
            f"Along the bottom, from {a} to {b} is as far as from {c} to {d}: "
            "each time the value doubles."
        )
    return " ".join(sentences)


@cache
def _doubled_ticks(ticks: tuple[float, ...]) -> list[float]:
    """The ticks whose doubles are ticks, too."""
    return [low for low in ticks if np.isclose(2 * low, np.array(ticks)).any()]


def _traces(
    curves: Mapping[str, Sequence[float]],
    dial: Dial,
    bounds: list[float],
    pane: str,
    colours: Mapping[str, str],
) -> list[dict]:
    """The upright line and the curves of one strip, a large dot where the knob stands."""
    at = float(np.clip(dial.now, *dial.ends))
    here = np.isclose(np.asarray(dial.values, np.float64), dial.now, rtol=1e-9)
    sizes = np.where(here, 13, 6).tolist()
    drawn = [
        {
            "type": "scatter",
            "mode": "lines+markers",
            "name": curve,
            "x": np.asarray(dial.values, np.float64),
            "y": np.asarray(heights, np.float64),
            "yaxis": pane,
            "line": {"color": colours[curve], "width": 3},
            "marker": {"color": colours[curve], "size": sizes, "opacity": 1, "line": {"width": 0}},
        }
        for curve, heights in curves.items()
    ]
    return [reference("now", [at, at], bounds) | {"yaxis": pane}, *drawn]


def _names(
    curves: Mapping[str, Sequence[float]],
    dial: Dial,
    top: float,
    pane: str,
    colours: Mapping[str, str],
) -> list[dict]:
    """The curves' names: at their ends where these lie apart, else where they lie furthest apart.

    At the ends the lowest stands below its curve, so that it crosses no other.
    """
    if not curves:
        return []
    heights = np.array(list(curves.values()), np.float64)
    apart = len(curves) > 1 and np.ptp(heights[:, -1]) > 0.15 * top
    place = heights.shape[1] - 1 if apart else int(np.ptp(heights, axis=0)[:-3].argmax())
    levels = heights[:, place] + 0.13 * top
    if apart:
        lowest = heights[heights[:, -1].argmin()]
        levels[heights[:, -1].argmin()] = lowest[-1 - len(lowest) // 5 :].min() - 0.13 * top
    beside = spread(list(levels), 1 / 7, top)
    return [
        {
            "x": float(np.log10(dial.values[place])),
            "y": height,
            "yref": pane,
            "text": f"<b>{curve}</b>",
            "font": {"color": colours[curve], "size": 14},
            "showarrow": False,
            "xanchor": "right" if apart else "left",
            "xshift": 0 if apart else 8,
        }
        for curve, height in zip(curves, beside, strict=True)
    ]
