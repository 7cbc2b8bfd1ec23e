"""Loss against memory: how much is lost with how small a table, one point for each gravity."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from charts import Picture
from charts.layout import frame, reference
from charts.palette import REFERENCE
from pages.lessons.scale.evidence import Evidence, breathe
from pages.lessons.scale.pictures import LIVE_HUE

WEAKEST, STRONGEST = 0.0005, 0.1
GRAVITIES = (
    *(WEAKEST, 0.0007, 0.001, 0.0015, 0.002, 0.003, 0.005, 0.007),
    *(0.01, 0.015, 0.02, 0.025, 0.03, 0.04, 0.05, 0.06, 0.07, 0.085, STRONGEST),
)
NAMED = {0.001: ("g = 0.001", "center"), 0.01: ("g = 0.01", "left")}
"""The gravities that are written beside the curve, where there is room, and how: below, above."""
NEAR = 0.55
"""As close to the knob's gravity, by logarithm, none is written."""
STEEP = 450
"""Up to so many ids the curve is steep."""
CURVE, HERE, FREE, IDLE = "the way of gravity", "you", "no gravity", "no weights at all"
SIDES = {"left": 4500, "center": 9500, "right": np.inf}
"""The side of its text on which the large dot stands, and up to how many ids."""
CAPTION = (
    "Along the bottom each mark is some three times the one before. The axis of loss does not "
    "begin at 0."
)
TICKS = (100, 300, 1000, 3000, 10_000, 30_000)
GOAL_HUE = REFERENCE


class TableRun(NamedTuple):
    """A run in two numbers: the most ids that the table held, and the average loss at the end."""

    ids: int
    loss: float


def outcome(eta: float, gravity: float) -> TableRun:
    """Return what a run under one gravity all the time comes to."""
    breath = breathe(eta, (gravity,))
    return TableRun(int(breath.live.max()), float(breath.loss[-1]))


def run_under_g(evidence: Evidence) -> TableRun:
    """Return what the run under g all the time comes to; g′ plays no part."""
    return outcome(evidence.knobs.eta, evidence.knobs.gravity)


def best_gravity(eta: float) -> tuple[float, TableRun]:
    """Return the one of GRAVITIES with the least loss, and what its run comes to."""
    way = {gravity: outcome(eta, gravity) for gravity in GRAVITIES}
    gravity = min(way, key=lambda g: way[g].loss)
    return gravity, way[gravity]


def loss_against_size(evidence: Evidence, most: TableRun | None = None) -> Picture:
    """Return the loss against the size of the table, with a large dot where gravity g stands.

    Parameters
    ----------
    most : the corner of the goal, the largest table and the largest loss that are allowed.
    """
    eta, now = evidence.knobs.eta, run_under_g(evidence)
    way = {gravity: outcome(eta, gravity) for gravity in GRAVITIES}
    way[evidence.knobs.gravity] = now
    points = [way[gravity] for gravity in sorted(way, reverse=True)]
    free, idle = TableRun(int(evidence.met[-1]), float(evidence.free[-1])), float(np.log(2.0))
    curve, dot = _curve([*points, free]), _dot(now)
    losses = [point.loss for point in (*points, free)] + [idle]
    room = 0.12 * (max(losses) - min(losses))
    layout = frame(
        "ids in the table at its fullest",
        "average loss per click",
        xaxis=_ids_axis(points[0].ids, free.ids),
        yaxis={"range": [min(losses) - 1.6 * room, max(losses) + room]},
    )
    left, right = (10.0**end for end in layout["xaxis"]["range"])
    level = reference(IDLE, [left, right], [idle, idle])
    layout["annotations"] = [
        _note(right, idle, f"{IDLE}: {idle:.3f}", REFERENCE, xanchor="right", yanchor="bottom"),
        *_names(way, free, evidence.knobs.gravity),
        _here(now, evidence.knobs.gravity),
    ]
    if most:
        _mark_goal(layout, most)
    few_words = tuple(f"{name}: " for name, _ in NAMED.values())
    few = [note for note in layout["annotations"] if not note["text"].startswith(few_words)]
    layout["meta"] = {"narrow": {"annotations": few}}
    alt = (
        f"Average loss against the ids in the table at its fullest. Under gravity "
        f"{evidence.knobs.gravity:g}: {now.ids:,} ids, loss {now.loss:.3f}."
    )
    heading = "Loss against the size of the table"
    return Picture("walk", [level, curve, dot], layout, alt, CAPTION, heading)


def _curve(points: list[TableRun]) -> dict:
    """The curve with a small dot for each run."""
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": CURVE,
        "x": np.array([point.ids for point in points], np.float64),
        "y": np.array([point.loss for point in points]),
        "line": {"color": LIVE_HUE, "width": 3},
        "marker": {"color": LIVE_HUE, "size": 6},
    }


def _dot(now: TableRun) -> dict:
    """The large dot of the run as its knob stands."""
    return {
        "type": "scatter",
        "mode": "markers",
        "name": HERE,
        "meta": "ornament",
        "x": np.array([now.ids], np.float64),
        "y": np.array([now.loss]),
        "line": {"color": LIVE_HUE},
        "marker": {"color": LIVE_HUE, "size": 17},
        "cliponaxis": False,
    }


def _ids_axis(low: int, high: int) -> dict:
    """The logarithmic axis of ids, with numbers written out."""
    ticks = [float(tick) for tick in TICKS]
    return {
        "type": "log",
        "range": [float(np.log10(low)) - 0.25, float(np.log10(high)) + 0.12],
        "tickmode": "array",
        "tickvals": ticks,
        "ticktext": [f"{tick:,}" for tick in TICKS],
    }


def _here(now: TableRun, gravity: float) -> dict:
    """The numbers at the large dot: above it where the curve leaves room."""
    # In one line high on the curve, or it would reach the line above.
    end = " " if now.ids < STEEP else "<br>"
    text = f"<b>g = {gravity:g}: {now.ids:,} ids,{end}loss {now.loss:.3f}</b>"
    anchor = next(name for name, end in SIDES.items() if now.ids < end)
    place = {"xanchor": anchor, "xshift": 9 if anchor == "left" else 0, "align": anchor}
    if now.ids < STEEP:
        return _note(
            now.ids,
            now.loss,
            text,
            LIVE_HUE,
            size=15,
            **place | {"yanchor": "bottom", "xshift": 13},
        )
    return _note(now.ids, now.loss, text, LIVE_HUE, yanchor="bottom", yshift=11, size=15, **place)


def _names(way: Mapping[float, TableRun], free: TableRun, now: float) -> list[dict]:
    """The names of some points, but not where the large dot stands."""
    strongest = way[STRONGEST]
    under = {"yanchor": "top", "yshift": -7}
    beside = {"left": {"yanchor": "bottom", "xshift": 4, "yshift": 3}, "center": under}
    names = [
        (way[g], f"{name}: {way[g].loss:.3f}", anchor, beside[anchor])
        for g, (name, anchor) in NAMED.items()
        if abs(np.log(g / now)) > NEAR
    ]
    if now < 0.5 * STRONGEST:
        text = f"g = {STRONGEST:g}: {strongest.loss:.3f}"
        names.append((strongest, text, "left", {"xshift": 9, "yanchor": "bottom"}))
    names.append((free, f"{FREE}: {free.loss:.3f}", "right", under | {"xshift": 10}))
    return [
        _note(point.ids, point.loss, text, LIVE_HUE, xanchor=anchor, **place)
        for point, text, anchor, place in names
    ]


def _mark_goal(layout: dict, most: TableRun) -> None:
    """Shade the corner that the goal asks for, and write its edges."""
    left, _ = layout["xaxis"]["range"]
    bottom, _ = layout["yaxis"]["range"]
    corner = {"x0": 10.0**left, "x1": most.ids, "y0": bottom, "y1": most.loss}
    line = {"color": GOAL_HUE, "width": 1.5, "dash": "dot"}
    shape = {"type": "rect", "layer": "below", "line": line, "fillcolor": GOAL_HUE}
    layout["shapes"] = [shape | corner | {"opacity": 0.18}]
    place = {"xanchor": "left", "yanchor": "bottom", "xshift": 4, "align": "left"}
    layout["annotations"].append(_note(10.0**left, bottom, "goal", GOAL_HUE, **place))


def _note(ids: float, loss: float, text: str, colour: str, size: int = 13, **place) -> dict:
    """A text at a point; on a logarithmic axis Plotly takes the logarithm."""
    font = {"color": colour, "size": size}
    return {
        "x": float(np.log10(ids)),
        "y": loss,
        "text": text,
        "showarrow": False,
        "font": font,
    } | place
