"""The regularisation path: every weight of one method against the knob that is swept."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from charts.frontier.settings import letter_of, ordinal_axis, title_of, with_opacity
from charts.labels import IN_A_TOOLTIP, IN_WORDS, as_text, shorten, span_of, spread
from charts.layout import frame, name_places
from charts.palette import DASHES, HUES, REFERENCE
from charts.picture import Picture
from charts.run import Run

NAMED, MOST_PATHS, LABEL_LENGTH = 12, 60, 18
"""Weights drawn with their names, weights drawn at all, letters of a name beside its line."""
COLOURS = [shades[0] for name, shades in HUES.items() if name != "grey"]
"""Once round they are drawn solid, and the second time dashed: no two lines look alike."""
OF_THE_FAINT = with_opacity(REFERENCE)


def path(
    run: Run,
    knob: str,
    values: Sequence[float],
    weights: np.ndarray,
    names: Sequence[str],
    useless: np.ndarray,
    others: str = "",
) -> Picture:
    """Return the picture of the weights that were ever largest.

    Parameters
    ----------
    run : the method.
    knob : the knob that is swept.
    values : its values [n].
    weights : shape (n, m), the weights to draw; nan where a run diverged.
    names : the names [m] of their features.
    useless : bool [m], whether a feature is known to be of no use.
    others : the other swept knob and where it stands, such as "η stands at 0.1".
    """
    sizes = np.nan_to_num(np.abs(weights)).max(axis=0, initial=0.0)
    largest = [int(i) for i in np.argsort(-sizes, kind="stable")[:MOST_PATHS] if sizes[i] > 0.0]
    title = title_of(run, knob)
    curves = [
        _curve(place, weights[:, i], str(names[i]), bool(useless[i]))
        for place, i in enumerate(largest)
    ]
    curves = curves[NAMED:] + curves[:NAMED]  # those with names above the others
    axis, end = _axis_from_few(ordinal_axis(values, title), weights)
    layout = frame(title, "weight", xaxis=axis)
    name_places(layout, xaxis=values)
    layout["margin"]["r"] = 130
    layout["annotations"] = _ends(weights[end], largest[:NAMED], names, curves)
    caption = _caption(weights, end, len(largest))
    if others:
        caption += f" {others}, as in its best setting."
    if useless[largest].any():
        caption += " Dotted lines are features known to be useless."
    in_words = ", ".join(shorten(str(names[i]), IN_WORDS) for i in largest[:NAMED])
    alt = f"Weights of {run.letter} {run.name} against {title}: {in_words or 'all are 0'}."
    left, right = axis["range"]
    way = "shrinks" if left > right else "grows"
    heading = f"{run.name}: its weights as {letter_of(run, knob)} {way}"
    return Picture("path", curves, layout, alt, caption, heading)


def _caption(weights: np.ndarray, end: int, drawn: int) -> str:
    """A sentence or two on what is seen from left to right, and on the names."""
    if not drawn:
        return "All weights are 0."
    kept = np.count_nonzero(np.nan_to_num(weights), axis=1)
    there = np.flatnonzero(~np.isnan(weights).any(axis=1))
    start = int(there[-1] if end == there[0] else there[0])
    more = "It keeps more features further right." if kept[start] < kept[end] else ""
    named = min(NAMED, drawn)
    names = (
        "The largest weight has its name."
        if named == 1
        else f"The {named} largest weights have names."
    )
    return f"{more} {names}".strip()


def no_path(why: str) -> Picture:
    """Return an empty picture that says why it is empty."""
    return Picture("path", [], frame("", ""), why, why)


def _curve(place: int, heights: np.ndarray, name: str, useless: bool) -> dict:
    named = place < NAMED
    colour = COLOURS[place % len(COLOURS)] if named else OF_THE_FAINT
    dash = DASHES[place // len(COLOURS)] if named else DASHES[0]
    if useless:
        dash = DASHES[2]
        colour = REFERENCE if named else colour
    return {
        "type": "scatter",
        "mode": "lines",
        "name": as_text(shorten(name, IN_A_TOOLTIP)),
        "x": np.arange(len(heights), dtype=np.float64),
        "y": np.asarray(heights, np.float64),
        "text": as_text(shorten(name, IN_A_TOOLTIP)),
        "hovertemplate": "%{text}: %{y:.4g}<extra></extra>",
        "line": {"color": colour, "dash": dash, "width": 2.2 if named else 1.0},
        "marker": {"symbol": "circle"},
    }


def _axis_from_few(axis: dict, weights: np.ndarray) -> tuple[dict, int]:
    """The axis from few weights to many, and the place of the many: names stand beside them."""
    there = np.flatnonzero(~np.isnan(weights).any(axis=1)) if weights.size else np.array([], int)
    if not len(there):
        return axis, 0
    first, last = int(there[0]), int(there[-1])
    if np.abs(weights[first]).sum() <= np.abs(weights[last]).sum():
        return axis, last
    return {**axis, "range": axis["range"][::-1]}, first


def _ends(
    final: np.ndarray, named: list[int], names: Sequence[str], curves: list[dict]
) -> list[dict]:
    """Names beside the ends of their lines."""
    heights = spread([float(final[i]) for i in named], 1 / 18, span_of(curves))
    colours = [curve["line"]["color"] for curve in curves[len(curves) - len(named) :]]
    return [
        {
            "x": 1.0,
            "xref": "paper",
            "y": height,
            "text": as_text(shorten(str(names[i]), LABEL_LENGTH)),
            "font": {"size": 10, "color": colour},
            "showarrow": False,
            "xanchor": "left",
            "xshift": 4,
        }
        for i, colour, height in zip(named, colours, heights, strict=True)
    ]
