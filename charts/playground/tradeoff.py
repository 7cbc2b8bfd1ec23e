"""The trade-off: how well a run predicts held-out rows, against the features that it keeps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from algorithms import MEASURES, Point, Spread
from charts.frontier.settings import (
    equal_decimals,
    features_in_words,
    robust_span,
    short_number,
    with_opacity,
)
from charts.frontier.traces import (
    READ_OFF,
    Contest,
    bars,
    dots,
    drawable,
    far_off,
    not_far_off,
    ornament,
    staircase,
)
from charts.labels import end_names, note_beside
from charts.layout import frame, reference
from charts.picture import Picture, key_of
from charts.placing import HEIGHT
from charts.playground.counts import floor_of, linear_axis, log_axis_with_0
from charts.playground.error_bars import off_their_error_bars
from charts.playground.score import features
from charts.run import Run

MANY = 60
"""Datasets of more features have a logarithmic axis."""

MOST_DOTS = 400
"""So many dots, at most, are drawn while a hand moves."""

ASIDE = 9
"""Pixels from the middle of a dot to its name."""

STRETCHED = " (stretched near 0)"
"""Words on a logarithmic axis with a place for 0."""

TICKS = 8
"""Ticks for numbers of features, about: 8, 13 and 14 can be distinguished."""

LEAST_SPAN = 0.04
"""The axis of heights spans this share of its largest number at least."""

WORDS = {
    "test AUC": ("AUC on held-out rows", "AUC"),
    "test error": ("Errors on held-out rows", "error rate"),
    "test mean squared error": ("Squared error on held-out rows", "squared error"),
    "test loss": ("Loss on held-out rows", "loss per example"),
    "loss": ("Loss over all passes", "loss per example"),
}
"""Each measure in the heading, and on the axis."""

AUC = (
    "AUC: the share of pairs, one row of each class, that a run puts in the right order. "
    "0.5 is guessing."
)
HALF = "The loss in the table is half of a squared error."
NO_ROWS = (
    "No rows are held out here, so this is the mean loss over all passes, each example predicted "
    "before the run learned from it."
)
NO_ROWS_OF_ALL = (
    f"{NO_ROWS[:-1]}; of a run that reads all examples at every step it is the loss of its final "
    "weights."
)

CLICKS = "Click a dot, and the knobs of its run go there."

READABLE = ("customdata", "text", "hovertemplate")
"""The parts of a trace by which it is read off and clicked."""

DOT, RIM = 11, 6
"""Pixels across the dot of a run, and so many more for each dot that lies upon it."""


class TriedSettings(NamedTuple):
    """The settings of a run that were tried, n of them.

    Parameters
    ----------
    letter : of the run.
    features : float64 (n,), the number of features that each used.
    values : float64 (n,), the measure of each.
    words : the knobs of each, read off its dot.
    names : by which a click tells them.
    """

    letter: str
    features: np.ndarray
    values: np.ndarray
    words: list[str]
    names: list[str]


@dataclass(frozen=True, eq=False)
class Around:
    """Everything that is drawn around the present settings.

    Parameters
    ----------
    contests : the runs whose settings were swept, each with its outcomes.
    tried : the settings that were tried, those of each run together.
    at_most : a number of features, drawn as an upright line; 0 for none.
    spread : the runs over several orders of the examples.
    """

    contests: Sequence[Contest] = ()
    tried: Sequence[TriedSettings] = ()
    at_most: int = 0
    spread: Spread | None = None

    @cached_property
    def counts(self) -> np.ndarray:
        """The numbers of features of the settings that were tried."""
        return np.concatenate([[], *(some.features for some in self.tried)])

    @cached_property
    def measures(self) -> np.ndarray:
        """Their measures."""
        return np.concatenate([[], *(some.values for some in self.tried)])

    @cached_property
    def widths(self) -> np.ndarray:
        """The quartiles of the numbers of features over the orders: (3, runs)."""
        return self.spread.quartiles("features")

    @cached_property
    def heights(self) -> np.ndarray:
        """The quartiles of the measure over the orders: (3, runs)."""
        return self.spread.quartiles("values")


def tradeoff(
    runs: Sequence[Run],
    measure: str,
    values: Sequence[float],
    around: Around | None = None,
    moving: bool = False,
) -> Picture:
    """Return the picture of the present setting of each run among others.

    Parameters
    ----------
    runs : with their traces.
    measure : one of ``MEASURES``.
    values : the measure of each run, nan where it diverged.
    around : what else is drawn.
    moving : a hand still moves: nothing can be read off the dots, and they are fewer.
    """
    around = around or Around()
    present = [(float(features(run)), value) for run, value in zip(runs, values, strict=True)]
    drawn = [drawable(contest) for contest in around.contests]
    layout = _layout(runs, measure, present, around, drawn)
    data = _settings(runs, around, drawn, layout, not moving)
    data += _rings(around, drawn)
    dots = _present(runs, present, around, layout)
    avoided = [_corners(trace) for trace in (*data, *dots)]
    notes = _at_most(around.at_most, avoided, layout)
    line = [reference("at most", [around.at_most] * 2, layout["yaxis"]["range"])]
    limit = line if around.at_most else []
    data = [*limit, *data, *dots]
    _write_names(runs, _place_points(present, layout), layout, notes, [*avoided, *limit])
    batch = any(run.trace.loss is None for run in runs)
    name = "Loss" if batch and measure == "loss" else WORDS[measure][0]
    heading = f"{name}, against features kept"
    alt = f"{heading}. {_in_words(runs, measure, present)}."
    data = _light(data) if moving else data
    caption = _caption(measure, around, batch, _off_error_bars(runs, measure, present, around))
    key = _key(measure, around)
    return Picture("tradeoff", data, layout, alt, caption, heading, by_hand=CLICKS, key=key)


def _write_names(
    runs: Sequence[Run],
    places: Sequence[tuple[float, float]],
    layout: dict,
    notes: Sequence[dict],
    avoided: Sequence[dict],
) -> None:
    """Write the names beside the dots, off all that is drawn there where there is room.

    Elsewhere, and in a small picture, the letters stand there alone.
    """
    near = [_beside(x, y, layout) for x, y in places]
    names = end_names(runs, places, layout, near, notes=notes, avoided=avoided)
    layout["annotations"] = [_aside(note) for note in names]
    narrow = layout["meta"]["narrow"]
    narrow["annotations"] = [_aside(note) for note in narrow["annotations"]]


def _corners(trace: dict) -> dict:
    """The same, a staircase with both corners of each step."""
    if trace["line"].get("shape") != "hv":
        return trace
    x, y = np.repeat(trace["x"], 2)[1:], np.repeat(trace["y"], 2)[:-1]
    return trace | {"x": x, "y": y}


def _layout(runs: Sequence[Run], measure: str, present: list, around: Around, drawn: list) -> dict:
    """The axes: all numbers of features, and the heights at which good settings differ."""
    more = MEASURES[measure]
    counts = [x for x, _ in present] + [point.features for points, _ in drawn for point in points]
    counts.append(float(around.counts.max(initial=0.0)))
    if around.spread is not None:
        counts += around.widths[np.isfinite(around.widths)].tolist()
    top = max(around.at_most, *counts)
    wide = runs[0].trace.final.weights.shape[-1] > MANY
    title = f"{WORDS[measure][1]} {'↑' if more else '↓'} better"
    axis = log_axis_with_0 if wide else linear_axis
    across = axis(top, 1.0, ticks=TICKS)
    layout = frame(f"features kept ← better{STRETCHED if wide else ''}", title, xaxis=across)
    layout["yaxis"]["range"] = _heights(present, around, drawn, more)
    if measure == "test AUC":
        layout["yaxis"]["range"] = _up_to_1(*layout["yaxis"]["range"])
    # Zoom, and what is held under a hand, begin anew where another axis is meant.
    layout["uirevision"] += f" {layout['xaxis'].get('type', '')}"
    if wide:
        layout["meta"] = {"floor": {"xaxis": floor_of(1.0)}}
    return layout


def _heights(present: list, around: Around, drawn: list, more: bool) -> list[float]:
    """The range of the measure: present settings whole, of others what is not hopeless."""
    others = np.array([point.value for _, edge in drawn for point in edge])
    others = np.append(others, around.measures[np.isfinite(around.measures)])
    seen = [y for _, y in present if math.isfinite(y)]
    if len(others):
        seen += robust_span(others, more)
    if around.spread is not None:
        seen += around.heights[np.isfinite(around.heights)].tolist()
    low, high = (min(seen), max(seen)) if seen else (0.0, 1.0)
    span = max(high - low, LEAST_SPAN * max(abs(low), abs(high)))
    span = span if span > 1e-9 else LEAST_SPAN
    middle = (low + high) / 2
    # No measure is below 0; a dot there stands a little above the axis.
    up = max(0.0, 0.6 * span - middle - 0.15 * span)
    return [middle - 0.6 * span + up, middle + (0.5 + 1.3 * HEIGHT) * span + up]


def _up_to_1(low: float, high: float) -> list[float]:
    """The same range farther down, where it goes on beyond 1: no share is larger."""
    beyond = max(high - (1.0 + 1.3 * HEIGHT * (high - low)), 0.0)
    return [low - beyond, high - beyond]


def _settings(
    runs: Sequence[Run], around: Around, drawn: list, layout: dict, readable: bool
) -> list[dict]:
    """The curves of all settings but the present ones."""
    end = layout["xaxis"]["range"][1]
    end = 10.0**end if layout["xaxis"].get("type") == "log" else end
    data, lines, height = [], [], layout["yaxis"]["range"]
    for contest, parts in zip(around.contests, drawn, strict=True):
        points, edge = (not_far_off(part, height) for part in parts)
        data.append(
            dots(
                contest, points, "all settings", with_opacity(contest.run.colour, 0.25), 4, readable
            )
        )
        lines.append(staircase(contest.run, edge, end))
    for run in runs:
        own = [some for some in around.tried if some.letter == run.letter]
        data += [_tried_dots(run, some, layout, readable) for some in own]
    return [*data, *lines]


def _tried_dots(run: Run, tried: TriedSettings, layout: dict, readable: bool) -> dict:
    """The dots of what was tried of one run."""
    x, colour = np.maximum(tried.features, _floor(layout)), with_opacity(run.colour, 0.45)
    low, high = far_off(layout["yaxis"]["range"])
    y = np.where((tried.values >= low) & (tried.values <= high), tried.values, np.nan)
    dots = _scatter(run, "tried", [], colour, 6) | {"x": x, "y": y}
    if not readable:
        return dots
    return dots | {"customdata": tried.names, "text": tried.words, "hovertemplate": READ_OFF}


def _present(runs: Sequence[Run], present: list, around: Around, layout: dict) -> list[dict]:
    """A large dot for each run, on the bars that its orders span."""
    places = _place_points(present, layout)
    data = []
    if around.spread is not None:
        spans = zip(runs, places, around.widths.T, around.heights.T, strict=True)
        for run, own, across, upright in spans:
            across = np.array([x for x, _ in _place_points([(x, 0.0) for x in across], layout)])
            data += _cross(run, own, across, upright)
    for i, (run, place) in enumerate(zip(runs, places, strict=True)):
        text = f"<b>{run.letter}</b> {run.name}<br>%{{x:,.4g}} features, %{{y:.4g}}<extra></extra>"
        upon = sum(other == place for other in places[i + 1 :])
        dot = _scatter(run, "", [place], run.colour, DOT + RIM * upon)
        data.append(dot | {"hovertemplate": text})
    return data


def _cross(run: Run, own: tuple, across: np.ndarray, upright: np.ndarray) -> list[dict]:
    """The middle half of the orders both ways, through their medians, and the way to the dot."""
    whole = bars(run, [across[1]], [upright[0]], [upright[2]])
    bar = {"color": with_opacity(run.colour, 0.6), "width": 3}
    level = {"x": across[[0, 2]], "y": upright[[1, 1]], "line": bar}
    ends = np.array([own, (across[1], upright[1])])
    way = {"x": ends[:, 0], "y": ends[:, 1], "line": bar | {"width": 1}}
    rest = ornament(whole["name"]) | {"showlegend": False}
    return [whole | {"line": bar}, rest | level, rest | way]


def _scatter(run: Run, name: str, places: list, colour: str, size: float) -> dict:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": f"{run.letter} · {run.name}{name and f', {name}'}",
        "x": np.array([x for x, _ in places], np.float64),
        "y": np.array([y for _, y in places], np.float64),
        "line": {"color": colour, "width": 2.5},
        "marker": {"color": colour, "size": size},
    }


def _place_points(points: Sequence[tuple[float, float]], layout: dict) -> list[tuple[float, float]]:
    """The same points, those without a feature where a logarithmic axis shows 0."""
    floor = _floor(layout)
    return [(float(max(x, floor)), float(y)) for x, y in points]


def _floor(layout: dict) -> float:
    """The place at which the axis of features shows 0."""
    return layout.get("meta", {}).get("floor", {}).get("xaxis", 0.0)


def _beside(x: float, y: float, layout: dict) -> dict:
    """A short line through a dot, by which names keep off it."""
    axis = layout["xaxis"]
    if axis.get("type") == "log":
        reach = 10.0 ** (0.015 * (axis["range"][1] - axis["range"][0]))
        return {"x": np.array([x / reach, x * reach]), "y": np.array([y, y])}
    reach = 0.015 * (axis["range"][1] - axis["range"][0])
    return {"x": np.array([x - reach, x + reach]), "y": np.array([y, y])}


def _aside(note: dict) -> dict:
    """A name beside a dot, which is wider than the end of a line."""
    return note | {"xshift": {"left": ASIDE, "center": 0, "right": -ASIDE}[note["xanchor"]]}


def _at_most(most: int, avoided: Sequence[dict], layout: dict) -> list[dict]:
    """The name of the upright line, beside it where little else is drawn."""
    if most < 1:
        return []
    axis = layout["xaxis"]
    place = float(np.log10(most)) if axis.get("type") == "log" else float(most)
    late = place < axis["range"][0] + 0.3 * (axis["range"][1] - axis["range"][0])
    return [note_beside(place, f"at most {most:,}", layout, avoided, on_its_right=late)]


def _rings(around: Around, drawn: list) -> list[dict]:
    """A ring around the best setting of each run within the bound."""
    rings = []
    for contest, (_, edge) in zip(around.contests, drawn, strict=True):
        within = [point for point in edge if point.features <= around.at_most][-1:]
        rings += [_ring(contest.run, point) for point in within]
    return rings


def _ring(run: Run, point: Point) -> dict:
    """A ring around a setting."""
    ring = _scatter(run, "best within", [(point.features, point.value)], run.colour, 13)
    marker = {"color": with_opacity(run.colour, 0.15), "size": 13}
    ring["marker"] = marker | {"line": {"color": run.colour, "width": 2}}
    return ring | {"meta": "ornament", "hoverinfo": "skip"}


def _light(data: list[dict]) -> list[dict]:
    """The same with fewer dots, and with nothing to be read off or clicked."""
    many = sum(len(trace["x"]) for trace in data if trace["mode"] == "markers")
    step = -(-many // MOST_DOTS)
    light = []
    for trace in data:
        kept = {name: value for name, value in trace.items() if name not in READABLE}
        if step > 1 and len(trace["x"]) > 1 and trace["mode"] == "markers":
            kept |= {"x": trace["x"][step - 1 :: step], "y": trace["y"][step - 1 :: step]}
        light.append(kept)
    return light


def _in_words(runs: Sequence[Run], measure: str, present: list) -> str:
    title = WORDS[measure][1]
    parts = []
    for run, (x, y) in zip(runs, present, strict=True):
        (value,) = equal_decimals([y], measure in ("test AUC", "test error"))
        end = f"{title} {value} with {features_in_words(x)}" if np.isfinite(y) else "diverged"
        parts.append(f"{run.letter} {run.name}: {end}")
    return "; ".join(parts)


def _off_error_bars(runs: Sequence[Run], measure: str, present: list, around: Around) -> str:
    """A sentence on dots off their crosses; among staircases there is no room for it."""
    if around.spread is None or around.contests:
        return ""
    bars = around.widths, around.heights
    return off_their_error_bars(runs, measure, present, *bars, around.spread.splits)


def _caption(measure: str, around: Around, batch: bool, off: str) -> str:
    """Words on dots and crosses first: a dot may stand outside its own cross."""
    parts = ["A large dot is a run at its end."]
    spread = around.spread
    if spread is not None:
        rows = " and with these held-out rows" if spread.splits else ""
        others = ", each with other held-out rows" if spread.splits else ""
        parts = [
            f"A large dot is a run in this order of the examples{rows}; its cross spans the middle "
            f"half of {short_number(spread.orders)} orders{others}."
        ]
    parts += [off] if off else []
    if around.contests:
        repeats = around.contests[0].frontier.outcomes.repeats
        over = f", its median over {short_number(repeats)} orders" if repeats > 1 else ""
        parts.append(
            f"A small dot is the run with other knobs{over}. A staircase joins the best small dots "
            "of a run, so it may be better than the large one, which has the knobs that are set."
        )
        if around.at_most:
            parts.append(
                f"The upright line stands at {around.at_most:,} features, a ring at the best "
                "setting with no more."
            )
    if around.tried:
        parts.append("Pale dots are settings that were tried.")
    if measure == "test AUC":
        parts.append(AUC)
    if measure == "test mean squared error":
        parts.append(HALF)
    if measure == "loss":
        parts.append(NO_ROWS_OF_ALL if batch else NO_ROWS)
    if around.contests or around.tried:
        parts.append(CLICKS)
    return " ".join(parts)


def _key(measure: str, around: Around) -> str:
    """Words on dots, crosses and staircases that are read from afar."""
    parts = ["Dot: a run at its end."]
    if around.contests:
        parts = [
            "Large dot: the knobs as set. Small dots: other knobs. Staircase: the best small dots."
        ]
    elif around.spread is not None:
        orders = f"{short_number(around.spread.orders)} orders"
        parts = [f"Dot: this order of the examples. Cross: the middle half of {orders}."]
        if around.spread.splits:
            parts = [f"Dot: these held-out rows. Cross: the middle half of {orders} with others."]
    if around.tried:
        parts.append("Pale dots: tried before.")
    if measure == "test AUC":
        parts.append("AUC 1 is perfect, 0.5 is guessing.")
    else:
        parts.append("Lower, and farther left, is better.")
    return key_of(*parts)
