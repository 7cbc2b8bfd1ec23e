"""The frontier: how good a method can be with so many features, each of its settings a dot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from algorithms import Frontier, Point
from charts.frontier.settings import counted as in_features
from charts.frontier.settings import faint, in_words, telling
from charts.labels import spread
from charts.layout import frame, log_axis, reference
from charts.picture import Picture
from charts.run import Run

ROOM, OF_A_LETTER = 26, 13
"""Letters of a name that stand beside the end of its line, and pixels for what is around them."""


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


def frontier(
    contests: Sequence[Contest],
    title: str,
    more: bool,
    repeats: str,
    at_most: float | None = None,
    counted: str = "features at the end",
) -> Picture:
    """Return the picture of all settings and of the best ones of each method.

    Parameters
    ----------
    contests : the methods.
    title : the measure in words.
    more : whether more of it is better.
    repeats : a setting's repeats in words, such as "3 orders of the examples".
    at_most : a number of features, drawn as an upright line.
    counted : the number of features in words.
    """
    drawn = [_drawable(contest) for contest in contests]
    data = [
        trace
        for contest, (points, edge) in zip(contests, drawn, strict=True)
        for trace in _traces(contest, points, edge)
    ]
    everything = [point for points, _ in drawn for point in points]
    best = [point for _, edge in drawn for point in edge]
    layout = _layout(counted, title, everything, best, more)
    if everything and at_most is not None and at_most >= 1:
        data.insert(0, reference("at most", [at_most, at_most], layout["yaxis"]["range"]))
    layout["annotations"] = _names(contests, [edge for _, edge in drawn], layout)
    kinds = "; ".join(
        _in_words(contest, edge) for contest, (_, edge) in zip(contests, drawn, strict=True)
    )
    alt = f"{title} against {counted}. Best settings: {kinds}."
    return Picture("frontier", data, layout, alt, _caption(contests, drawn, repeats, layout))


def _drawable(contest: Contest) -> tuple[list[Point], list[Point]]:
    """All settings, and those of the edge, that have a place on a logarithmic axis."""
    points, edge = contest.frontier.points, contest.frontier.edge
    return [p for p in points if _has_place(p)], [p for p in edge if _has_place(p)]


def _has_place(point: Point) -> bool:
    return bool(np.isfinite(point.value)) and point.features > 0.0


def _traces(contest: Contest, points: list[Point], edge: list[Point]) -> list[dict]:
    """The dots, the bars of the edge, and the line through it."""
    run, names = contest.run, contest.knobs
    pale = faint(run.colour)
    label = f"{run.letter} · {run.name}"
    spans = np.array([(p.low, p.high, np.nan) for p in edge], np.float64).ravel()
    dots = _scatter(f"{label}, all settings", "markers", pale, points) | {
        "customdata": [f"{run.letter}{p.place}" for p in points],
        "text": [f"{run.name}: {in_words(p.algorithm, names)}" for p in points],
        "hovertemplate": "%{text}<br>%{x:.4g} features, %{y:.4g}<extra></extra>",
        "marker": {"color": pale, "size": 6},
    }
    bars = {
        "type": "scatter",
        "mode": "lines",
        "name": f"{label}, middle half",
        "meta": "ornament",
        "hoverinfo": "skip",
        "x": np.repeat([p.features for p in edge], 3).astype(np.float64),
        "y": spans,
        "line": {"color": faint(run.colour, 0.6), "width": 4},
    }
    line = _scatter(f"{label}, best", "lines+markers", run.colour, edge) | {
        "customdata": [f"{run.letter}{p.place}" for p in edge],
        "text": [f"{run.name}: {in_words(p.algorithm, names)}" for p in edge],
        "hovertemplate": "%{text}<br>%{x:.4g} features, %{y:.4g}<extra></extra>",
        "line": {"color": run.colour, "dash": run.dash, "width": 2.5},
        "marker": {"color": run.colour, "size": 7},
    }
    return [dots, bars, line]


def _scatter(name: str, mode: str, colour: str, points: list[Point]) -> dict:
    return {
        "type": "scatter",
        "mode": mode,
        "name": name,
        "x": np.array([p.features for p in points], np.float64),
        "y": np.array([p.value for p in points], np.float64),
        "line": {"color": colour, "width": 2.5},
    }


def _layout(counted: str, title: str, points: list[Point], edge: list[Point], more: bool) -> dict:
    """The axes: all numbers of features, and the heights at which the best settings differ."""
    features = [p.features for p in points] or [1.0, 10.0]
    low, high = np.log10([min(features), max(features)])
    room = 0.06 * max(high - low, 0.5)
    bottom, top = telling(np.array([p.value for p in edge or points] or [0.0, 1.0]), more)
    space = 0.08 * (top - bottom) or 0.05
    return frame(
        counted,
        title,
        xaxis={"range": [low - room, high + room], **log_axis(10.0**low, 10.0**high)},
        yaxis={"range": [bottom - space, top + space]},
    )


def _names(contests: Sequence[Contest], edges: list[list[Point]], layout: dict) -> list[dict]:
    """The name of each method at the right end of its line."""
    ends = [(contest.run, edge[-1]) for contest, edge in zip(contests, edges, strict=True) if edge]
    low, high = layout["yaxis"]["range"]
    heights = spread([point.value for _, point in ends], 1 / 15, high - low)
    beyond = max([0.0, *(height - high for height in heights)])
    layout["yaxis"]["range"] = [low, high + beyond]
    layout["margin"]["r"] = (
        22 if not ends else OF_A_LETTER + 7 * max(len(_cut(run.name)) for run, _ in ends)
    )
    return [
        {
            "x": layout["xaxis"]["range"][1],
            "y": height,
            "text": f"<b>{_cut(run.name)}</b>",
            "font": {"color": run.colour, "size": 12},
            "showarrow": False,
            "xanchor": "left",
            "xshift": 4,
        }
        for (run, _), height in zip(ends, heights, strict=True)
    ]


def _cut(name: str) -> str:
    return name if len(name) <= ROOM else f"{name[: ROOM - 1]}…"


def _in_words(contest: Contest, edge: list[Point]) -> str:
    if not edge:
        return f"{contest.run.letter} {contest.run.name}: none yet"
    first, last = edge[0], edge[-1]
    words = f"{first.value:.3g} with {in_features(first.features)}"
    if last is not first:
        words = f"from {words} to {last.value:.3g} with {in_features(last.features)}"
    return f"{contest.run.letter} {contest.run.name}: {words}"


def _caption(
    contests: Sequence[Contest],
    drawn: Sequence[tuple[list[Point], list[Point]]],
    repeats: str,
    layout: dict,
) -> str:
    low, high = layout["yaxis"]["range"]
    empty = sum(p.features == 0.0 for contest in contests for p in contest.frontier.points)
    beyond = sum(not low <= point.value <= high for points, _ in drawn for point in points)
    sentences = [
        f"Each dot is one setting: its median over {repeats}.",
        "The line joins the settings that no setting of the same method with as few features "
        "beats; bars: the middle half of the repeats.",
        _left_out(empty, "kept no feature", "no dot"),
        _left_out(
            beyond, "is far worse" if beyond == 1 else "are far worse", "no place in the picture"
        ),
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def _left_out(n: int, why: str, result: str) -> str:
    if not n:
        return ""
    settings = "One setting" if n == 1 else f"{n:,} settings"
    has = "has" if n == 1 else "have"
    return f"{settings} {why} and {has} {result}."
