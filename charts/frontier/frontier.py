"""The frontier: how good a method can be with so many features, each of its settings a dot."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from algorithms import Point
from charts.frontier.settings import beyond_axis, features_in_words, robust_span, with_opacity
from charts.frontier.traces import (
    Contest,
    bars,
    dots,
    drawable,
    far_off,
    not_far_off,
    ornament,
    staircase,
)
from charts.labels import spread
from charts.layout import frame, reference
from charts.palette import REFERENCE
from charts.picture import Picture
from charts.run import Run

ROOM, OF_A_LETTER = 28, 13
"""Letters of a name that stand beside the end of its line, and pixels for what is around them."""

WORTH_IT = 3.0
"""An axis is cut only where it would be more than so many times as long with all settings on it."""

MOST_POWERS, FINE = 6, 1.5
"""Powers of ten on the axis of features, and the decades below which 2 and 5 stand there, too."""


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
    repeats : a setting's repeats in words, such as "3 orders of the rows".
    at_most : a number of features, drawn as an upright line with its name.
    counted : the number of features in words.
    """
    drawn = [drawable(contest) for contest in contests]
    everything = [point for points, _ in drawn for point in points]
    best = [point for _, edge in drawn for point in edge]
    ends = _ends(everything, best, _best_heights(contests, at_most), more)
    layout = _layout(counted, title, everything, ends)
    pairs = list(zip(contests, drawn, strict=True))
    data = [trace for contest, parts in pairs for trace in _traces(contest, *parts, layout)]
    _write_names(contests, [edge for _, edge in drawn], layout)
    if everything and at_most is not None and at_most >= 1:
        data.insert(0, reference("at most", [at_most, at_most], layout["yaxis"]["range"]))
        data[0] |= {"showlegend": False}
        _write_at_most(at_most, layout)
    arrows = [arrow for pair in pairs for arrow in _cut_bars(*pair, layout)]
    caption = _caption(contests, drawn, repeats, layout, more, bool(arrows))
    kinds = "; ".join(_in_words(contest, edge) for contest, (_, edge) in pairs)
    alt = f"{title} against {counted}. Best settings: {kinds}."
    return Picture("frontier", [*data, *arrows], layout, alt, caption)


def _cut_bars(contest: Contest, drawn: tuple, layout: dict) -> list[dict]:
    """Arrows at the ends of the axis, where a bar goes on beyond it."""
    low, high = layout["yaxis"]["range"]
    edge = [point for point in drawn[1] if low <= point.value <= high]
    inward = 0.015 * (high - low)
    ends = {
        "up": (high - inward, [p.features for p in edge if p.high > high]),
        "down": (low + inward, [p.features for p in edge if p.low < low]),
    }
    return [
        ornament(f"{contest.run.letter} · {contest.run.name}, goes on {way}")
        | {"mode": "markers", "showlegend": False, "x": np.array(at), "y": np.full(len(at), y)}
        | {"marker": {"symbol": f"triangle-{way}", "size": 9, "color": contest.run.colour}}
        for way, (y, at) in ends.items()
        if at
    ]


def _best_heights(contests: Sequence[Contest], at_most: float | None) -> list[float]:
    """The measure of each method's best setting with so few features, one at least."""
    points = [contest.frontier.best(at_most) for contest in contests] if at_most else []
    return [point.value for point in points if point is not None and point.features > 0.0]


def _traces(contest: Contest, points: list[Point], edge: list[Point], layout: dict) -> list[dict]:
    """The dots, the bars of the edge, its staircase to the end of the axis, and the dots on it."""
    run, height, end = contest.run, layout["yaxis"]["range"], 10.0 ** layout["xaxis"]["range"][1]
    points, edge = (not_far_off(part, height) for part in (points, edge))
    at, *spans = ([getattr(p, name) for p in edge] for name in ("features", "low", "high"))
    return [
        dots(contest, points, "all settings", with_opacity(run.colour), 6),
        bars(run, at, *(np.clip(span, *far_off(height)) for span in spans)),
        staircase(run, edge, end),
        dots(contest, edge, "best", run.colour, 7),
    ]


def _ends(
    points: list[Point], edge: list[Point], answers: list[float], more: bool
) -> tuple[float, float]:
    """The heights at which the best settings differ; those of all where that is not much more.

    answers : the heights that have to be on the axis, those of each method's answer.
    """
    bottom, top = robust_span(np.array([p.value for p in edge or points] or [0.0, 1.0]), more)
    bottom, top = min([bottom, *answers]), max([top, *answers])
    bars, longest = [end for p in edge for end in (p.low, p.high)], WORTH_IT * (top - bottom)
    for wider in ([p.value for p in points], bars):
        low, high = min([bottom, *wider]), max([top, *wider])
        if high - low <= longest:
            bottom, top = low, high
    return bottom, top


def _layout(counted: str, title: str, points: list[Point], ends: tuple[float, float]) -> dict:
    """The axes: all numbers of features, and the heights ``ends`` with a little room."""
    features = [p.features for p in points] or [1.0, 10.0]
    low, high = np.log10([min(features), max(features)])
    room = 0.06 * max(high - low, 0.5)
    bottom, top = ends
    space = 0.08 * (top - bottom) or 0.05
    return frame(
        counted,
        title,
        xaxis=_plain_numbers(low - room, high + room),
        yaxis={"range": [bottom - space, top + space]},
    )


def _plain_numbers(low: float, high: float) -> dict:
    """A logarithmic axis from 10^low to 10^high whose ticks are written out: 1, 10, 100."""
    powers = range(int(np.floor(low)), int(np.ceil(high)) + 1)
    digits = (1, 2, 5) if high - low < FINE else (1,)
    values = [digit * 10.0**power for power in powers for digit in digits]
    values = [value for value in values if low <= np.log10(value) <= high]
    values = values[:: max(1, -(-len(values) // MOST_POWERS))] if digits == (1,) else values
    if len(values) < 2:  # all settings have nearly as many features
        step = 10.0 ** np.floor(np.log10((10.0**high - 10.0**low) / 2.0))
        values = (step * np.arange(np.ceil(10.0**low / step), 10.0**high / step)).tolist()
    return {
        "type": "log",
        "range": [low, high],
        "tickmode": "array",
        "tickvals": values,
        "ticktext": [f"{value:,.10g}" for value in values],
    }


def _write_at_most(at_most: float, layout: dict) -> None:
    """The name of the upright line, beside its top; on its left where it stands far right."""
    place = float(np.log10(at_most))
    (left, right), (low, high) = layout["xaxis"]["range"], layout["yaxis"]["range"]
    if not left <= place <= right:
        return
    late = place > left + 0.7 * (right - left)
    note = {
        "x": place,
        "y": high - 0.04 * (high - low),
        "text": f"at most {at_most:,}",
        "font": {"color": REFERENCE, "size": 12},
        "showarrow": False,
        "xanchor": "right" if late else "left",
        "xshift": -4 if late else 4,
    }
    for part in (layout, layout["meta"]["narrow"]):
        part["annotations"] = [*part["annotations"], note]


def _write_names(contests: Sequence[Contest], edges: list[list[Point]], layout: dict) -> None:
    """The name of each method at the right end of its line; a legend where there is no room."""
    ends = [(contest.run, edge[-1]) for contest, edge in zip(contests, edges, strict=True) if edge]
    low, high = layout["yaxis"]["range"]
    # Labels are pushed up: of methods that are level, A stands above B.
    heights = spread([point.value for _, point in ends][::-1], 1 / 15, high - low)[::-1]
    beyond = max([0.0, *(height - high for height in heights)])
    layout["yaxis"]["range"] = [low, high + beyond]
    layout["margin"]["r"] = (
        22 if not ends else OF_A_LETTER + 7 * max(len(_cut(run)) for run, _ in ends)
    )
    notes = {
        "showarrow": False,
        "x": layout["xaxis"]["range"][1],
        "xanchor": "left",
        "xshift": 4,
    }
    layout["annotations"], letters = (
        [
            {**notes, "y": height, "text": f"<b>{text(run)}</b>"}
            | {"font": {"color": run.colour, "size": 12}}
            for (run, _), height in zip(ends, heights, strict=True)
        ]
        for text in (_cut, lambda run: run.letter)
    )
    layout["legend"] = {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom"}
    narrow = {"annotations": letters, "showlegend": True, "margin": {**layout["margin"], "r": 22}}
    layout["meta"] = {"narrow": narrow}


def _cut(run: Run) -> str:
    name = f"{run.letter} {run.name}"
    return name if len(name) <= ROOM else f"{name[: ROOM - 1]}…"


def _in_words(contest: Contest, edge: list[Point]) -> str:
    if not edge:
        return f"{contest.run.letter} {contest.run.name}: none"
    first, last = edge[0], edge[-1]
    words = f"{first.value:.3g} with {features_in_words(first.features)}"
    if last is not first:
        words = f"from {words} to {last.value:.3g} with {features_in_words(last.features)}"
    return f"{contest.run.letter} {contest.run.name}: {words}"


def _caption(
    contests: Sequence[Contest],
    drawn: Sequence[tuple[list[Point], list[Point]]],
    repeats: str,
    layout: dict,
    more: bool,
    cut: bool,
) -> str:
    low, high = layout["yaxis"]["range"]
    empty = sum(p.features == 0.0 for contest in contests for p in contest.frontier.points)
    beyond = sum(not low <= point.value <= high for points, _ in drawn for point in points)
    best = [
        (contest, [point for point in edge if not low <= point.value <= high])
        for contest, (_, edge) in zip(contests, drawn, strict=True)
    ]
    sentences = [
        f"Each dot shows one setting: its median over {repeats}.",
        "Each staircase joins a method's best settings: no other setting of it with as few "
        "features does better.",
        f"Bars span the middle half of the runs{', ▲ and ▼ where one goes on' if cut else ''}.",
        _left_out(empty, beyond, beyond_axis(layout["yaxis"]["range"], more)),
        _best_left_out([(contest.run.letter, points) for contest, points in best]),
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def _left_out(empty: int, beyond: int, where: str) -> str:
    """A sentence on the settings that kept no feature, and on those beyond the axis."""
    parts = []
    if empty:
        parts.append(f"{_settings(empty)} that kept no feature")
    if beyond:
        parts.append(f"{f'{beyond:,}' if empty else _settings(beyond)} {where}")
    return f"The chart leaves out {' and '.join(parts)}." if parts else ""


def _best_left_out(methods: list[tuple[str, list[Point]]]) -> str:
    """A sentence on the settings of staircases beyond the axis, by the letters of the methods."""
    number = sum(len(points) for _, points in methods)
    if not number:
        return ""
    stairs = "the staircase" if len(methods) == 1 else "a staircase"
    of = [f"{letter} " if len(methods) > 1 else "" for letter, _ in methods]
    parts = [
        f"{letter}with {_span_in_words(points)}"
        for letter, (_, points) in zip(of, methods, strict=True)
        if points
    ]
    which = "One of them is" if number == 1 else f"{number:,} of them are"
    return f"{which} on {stairs}: {'; '.join(parts)}."


def _span_in_words(points: list[Point]) -> str:
    """From how many to how many features some settings have, and from which value to which."""
    first, last = points[0], points[-1]
    features, value = features_in_words(last.features), f"{last.value:.3g}"
    if first is last:
        return f"{features}, {value}"
    fewest = features_in_words(first.features).split(" ")[0]
    return f"{fewest} to {features}, {first.value:.3g} to {value}"


def _settings(n: int) -> str:
    return "1 setting" if n == 1 else f"{n:,} settings"
