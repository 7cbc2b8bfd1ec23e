"""Curves of settings: all of a method as dots, and its best ones as a staircase."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from algorithms import Frontier, Point
from charts.frontier.settings import in_words, with_opacity
from charts.run import Run

READ_OFF = "%{text}<br>%{x:.4g} features, %{y:.4g}<extra></extra>"
"""The text beside a setting that a mouse points at."""


FAR_OFF = 10.0
"""A dot further from its axis than so many times the axis is long is not drawn: a setting that all
but diverged would stand 10²⁰ pixels away, which no browser draws."""


class Contest(NamedTuple):
    """One method in the picture.

    Parameters
    ----------
    run : its letter, name, colour and dash.
    frontier : its settings and the best of them.
    knobs : the names of the knobs that are swept.
    """

    run: Run
    frontier: Frontier
    knobs: tuple[str, ...]


def drawable(contest: Contest) -> tuple[list[Point], list[Point]]:
    """Return all settings, and those of the edge, that have a place on a logarithmic axis."""
    points, edge = contest.frontier.points, contest.frontier.edge
    return [p for p in points if _has_place(p)], [p for p in edge if _has_place(p)]


def _has_place(point: Point) -> bool:
    return math.isfinite(point.value) and point.features > 0.0


def far_off(ends: Sequence[float]) -> tuple[float, float]:
    """Return the heights beyond which nothing is drawn, for an axis with these ends."""
    low, high = ends
    room = FAR_OFF * (high - low)
    return low - room, high + room


def not_far_off(points: Sequence[Point], ends: Sequence[float]) -> list[Point]:
    """Return the settings that are on an axis with these ends, or not far off."""
    low, high = far_off(ends)
    return [point for point in points if low <= point.value <= high]


def dots(
    contest: Contest,
    points: Sequence[Point],
    name: str,
    colour: str,
    size: float,
    readable: bool = True,
) -> dict:
    """Return settings as dots; a click tells each by its method's letter and its place.

    Parameters
    ----------
    name : of the dots, beside that of the method.
    readable : the dots can be clicked, and their settings be read off them.
    """
    run, knobs = contest.run, contest.knobs
    drawn = {
        "type": "scatter",
        "mode": "markers",
        "name": f"{run.letter} · {run.name}, {name}",
        "showlegend": False,
        "x": np.array([p.features for p in points], np.float64),
        "y": np.array([p.value for p in points], np.float64),
        "line": {"color": colour, "width": 2.5},
        "marker": {"color": colour, "size": size},
    }
    if not readable:
        return drawn
    return drawn | {
        "customdata": [f"{run.letter}{p.place}" for p in points],
        "text": [f"{run.name}: {in_words(p.algorithm, knobs)}" for p in points],
        "hovertemplate": READ_OFF,
    }


def staircase(run: Run, edge: Sequence[Point], end: float) -> dict:
    """Return the line that joins the best settings of a method, as far as ``end``.

    With more features allowed than the last setting has it is still the best one.
    """
    return ornament(f"{run.letter} {run.name}") | {
        "x": np.array([*(p.features for p in edge), *[end][: len(edge)]], np.float64),
        "y": np.array([p.value for p in [*edge, *edge[-1:]]], np.float64),
        "line": {"color": run.colour, "dash": run.dash, "width": 2.5, "shape": "hv"},
    }


def bars(run: Run, at: Sequence[float], lows: Sequence[float], highs: Sequence[float]) -> dict:
    """Return upright bars that span the middle half of the repeats of some settings.

    Parameters
    ----------
    at : their numbers of features.
    lows, highs : the ends of each.
    """
    gaps = np.full(len(at), np.nan)
    return ornament(f"{run.letter} · {run.name}, middle half") | {
        "showlegend": False,
        "x": np.repeat(np.array(at, np.float64), 3),
        "y": np.column_stack((lows, highs, gaps)).astype(np.float64).ravel(),
        "line": {"color": with_opacity(run.colour, 0.6), "width": 4},
    }


def ornament(name: str) -> dict:
    """Return the beginning of a line from which nothing is read off."""
    return {
        "type": "scatter",
        "mode": "lines",
        "name": name,
        "meta": "ornament",
        "hoverinfo": "skip",
    }
