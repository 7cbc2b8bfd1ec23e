"""Outcomes against a knob, or against each other, and where the knobs stand on each curve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from charts.picture import Picture, frame, log_axis, reference, spread

ROOM = 64
"""Pixels kept free on the right for labels."""


@dataclass(frozen=True, eq=False)
class Trend:
    """One curve ``y`` over ``x``; ``here`` is its point at which the knobs stand, named ``label``.

    Points that are not finite, or not positive on a logarithmic axis, are left out.
    """

    name: str
    x: np.ndarray
    y: np.ndarray
    colour: str
    dash: str = "solid"
    here: tuple[float, float] | None = None
    label: str = ""


def trends(
    name: str,
    labels: tuple[str, str],
    curves: Sequence[Trend],
    *,
    levels: Mapping[str, float] | None = None,
    here: float | None = None,
    log_x: bool = False,
    log_y: bool = False,
    caption: str = "",
) -> Picture:
    """The picture of ``curves``; ``labels`` of both axes, x first.

    ``levels`` are heights to compare with, by name; ``here`` is an upright line.
    """
    levels = {text: level for text, level in (levels or {}).items() if level > 0.0 or not log_y}
    shown = [(curve, *_drawable(curve, log_x, log_y)) for curve in curves]
    wide = _span(np.concatenate([x for _, x, _ in shown]), log_x, 0.01)
    high = _span(np.concatenate([*(y for *_, y in shown), list(levels.values())]), log_y, 0.05)
    named = _labels(curves, (log_x, wide), (log_y, high))
    highest = max((label["y"] for label in named), default=high[1])
    high[1] = max(high[1], highest + 0.03 * (high[1] - high[0]))
    layout = frame(*labels, xaxis=_axis(wide, log_x), yaxis=_axis(high, log_y))
    layout["margin"]["r"] = ROOM
    left, right = (10.0**end if log_x else end for end in wide)
    data = [reference(text, [left, right], [level, level]) for text, level in levels.items()]
    if here is not None:
        at = min(max(here, left), right)
        data.append(reference("now", [at, at], [10.0**end if log_y else end for end in high]))
    for curve, x, y in shown:
        data.append(_trace(curve, x, y))
        if curve.here is not None:
            data.append(_dot(curve))
    layout["annotations"] = named
    told = "; ".join(f"{curve.name}: {_told(curve, x, y)}" for curve, x, y in shown)
    return Picture(name, data, layout, f"{labels[1]} against {labels[0]}. {told}.", caption)


def _drawable(curve: Trend, log_x: bool, log_y: bool) -> tuple[np.ndarray, np.ndarray]:
    x, y = np.asarray(curve.x, np.float64), np.asarray(curve.y, np.float64)
    keep = np.isfinite(x) & np.isfinite(y)
    keep &= (x > 0.0) | (not log_x)
    keep &= (y > 0.0) | (not log_y)
    return x[keep], y[keep]


def _span(values: np.ndarray, log: bool, padding: float) -> list[float]:
    """The ends of an axis, on a logarithmic one their logarithms."""
    values = np.log10(values) if log else values
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    room = padding * (high - low) if high > low else 0.5
    return [low - room, high + room]


def _axis(ends: list[float], log: bool) -> dict:
    return {"range": ends, **(log_axis(10.0 ** ends[0], 10.0 ** ends[1]) if log else {})}


def _trace(curve: Trend, x: np.ndarray, y: np.ndarray) -> dict:
    return {
        "type": "scatter",
        "mode": "lines",
        "name": curve.name,
        "x": x,
        "y": y,
        "line": {"color": curve.colour, "dash": curve.dash, "width": 2.5},
    }


def _dot(curve: Trend) -> dict:
    x, y = curve.here
    return {
        "type": "scatter",
        "mode": "markers",
        "name": f"{curve.name}, now",
        "meta": "ornament",
        "cliponaxis": False,
        "x": np.array([x], np.float64),
        "y": np.array([y], np.float64),
        "line": {"color": curve.colour, "width": 2.5},
        "marker": {"color": curve.colour, "size": 9},
    }


def _labels(curves: Sequence[Trend], across: tuple, upward: tuple) -> list[dict]:
    """The labels above the points where the knobs stand, none upon another."""

    def on(value: float, log: bool) -> float:
        if not log:
            return float(value)
        return float(np.log10(value)) if value > 0.0 else np.nan

    places = [
        (curve, on(curve.here[0], across[0]), on(curve.here[1], upward[0]))
        for curve in curves
        if curve.here is not None
    ]
    places = [place for place in places if np.isfinite(place[1:]).all()]
    (low, high), (bottom, top) = across[1], upward[1]
    # Labels are some three letters wide: they meet sooner than letters do.
    shares = [(x - low) / (high - low) / 3 for _, x, _ in places]
    above = 0.035 * (top - bottom)
    heights = spread([y + above for *_, y in places], 1 / 16, top - bottom, shares)
    return [
        {
            "x": x,
            "y": height,
            "text": f"<b>{curve.label}</b>",
            "font": {"color": curve.colour, "size": 13},
            "showarrow": False,
            "xanchor": "left",
            "xshift": 7,
        }
        for (curve, x, _), height in zip(places, heights, strict=True)
    ]


def _told(curve: Trend, x: np.ndarray, y: np.ndarray) -> str:
    if not len(x):
        return "nothing to draw"
    now = "" if curve.here is None else f", now {curve.here[1]:.3g} at {curve.here[0]:.3g}"
    return f"from {y[0]:.3g} at {x[0]:.3g} to {y[-1]:.3g} at {x[-1]:.3g}{now}"
