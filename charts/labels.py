"""Labels in a picture: names at the ends of curves, kept apart, and names as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from charts.placing import HEIGHT, LETTER, Name, places
from charts.run import Run

BESIDE = 1 / 25
"""Labels less than this share of a picture's width apart are side by side."""

ROOMY = 400
"""Pixels from which on a picture has room for names; a narrower one has letters alone."""

ABOVE = 1.45 * HEIGHT
"""The share of the curves' heights that is free above them: a name has room there."""

IN_A_PICTURE = 28
"""Letters of a run's name at the end of its curve."""

IN_WORDS, IN_A_TOOLTIP = 60, 200
"""Letters of a name from outside in a sentence about a picture, and in a tooltip."""


def end_names(
    runs: Sequence[Run],
    ends: Sequence[tuple[float, float]],
    layout: dict,
    curves: Sequence[dict],
    pane: str = "yaxis",
    notes: Sequence[dict] = (),
    alone: bool = False,
) -> list[dict]:
    """Return ``notes``, and each run's letter and name beside the end of its curve.

    A run whose end is not drawn has no name. Where the picture is narrow the letters stand there
    alone: they are added to ``layout``. So is the range of the axis of heights where it has none,
    for names stand inside the picture.

    Parameters
    ----------
    runs : the runs that have names.
    ends : the last point (x, y) of each.
    layout : the picture's, with the range of its x axis.
    curves : everything drawn in the pane; a curve without a gap in which x falls is a band.
    pane : the axis of heights, of pictures with several panes another than the first.
    notes : other annotations of the pane, which no name covers.
    alone : letters alone, in a pane beside another that has the names.
    """
    axes = [layout["xaxis"], layout[pane]]
    axes[1].setdefault("range", range_of(axes[1], curves))
    lines = [_shares(curve["x"], curve["y"], axes) for curve in curves if "fill" not in curve]
    drawn = []
    for run, end in zip(runs, ends, strict=True):
        x, y = (float(share[0]) for share in _shares([end[0]], [end[1]], axes))
        if np.isfinite(x) and np.isfinite(y):
            drawn.append((run, x, y))
    taken = [_place_of(note, axes) for note in notes]
    letters = _beside(drawn, lines, axes, [""] * len(drawn), taken)
    words = [f" {short_name(run)}" for run, _, _ in drawn]
    names = letters if alone else _beside(drawn, lines, axes, words, taken)
    for note in (*names, *letters):
        note["yref"] = pane.replace("axis", "")
    meta = layout.setdefault("meta", {})
    meta["below"] = ROOMY
    narrow = meta.setdefault("narrow", {})
    narrow["annotations"] = [*narrow.get("annotations", []), *notes, *letters]
    return [*notes, *names]


def note_at(x: float, y: float, text: str, on_its_right: bool = False) -> dict:
    """Return an annotation that ends at (x, y), or that begins there; a log axis takes logs."""
    return {
        "x": x,
        "y": y,
        "text": text,
        "font": {"size": 12},
        "showarrow": False,
        "xanchor": "left" if on_its_right else "right",
        "yanchor": "middle",
        "xshift": 4 if on_its_right else -2,
    }


def line_of(axis: dict) -> float:
    """Return the height of a line of text as a share of the pane of an axis of heights.

    Lines stand closer where there are several panes.
    """
    bottom, top = axis.get("domain", (0.0, 1.0))
    return HEIGHT if top - bottom == 1.0 else 0.85 * HEIGHT / (top - bottom)


def _place_of(note: dict, axes: list[dict]) -> tuple[float, float, float]:
    """The left end, the right end and the height of a text, in shares of the picture."""
    (left, right), (low, high) = (axis["range"] for axis in axes)
    x, width = (note["x"] - left) / (right - left), LETTER * (len(note["text"]) + 1)
    start = x if note["xanchor"] == "left" else x - width
    return start, start + width, (note["y"] - low) / (high - low)


def short_name(run: Run) -> str:
    """Return a run's name as pictures have room for: without the knobs that are too many."""
    parts = run.in_a_sentence.split(", ")
    while len(parts) > 1 and len(", ".join(parts)) > IN_A_PICTURE:
        parts.pop()
    return shortened(", ".join(parts), IN_A_PICTURE)


def _beside(
    drawn: list[tuple], lines: list, axes: list[dict], words: list[str], taken: list[tuple]
) -> list[dict]:
    """Letters and ``words`` at the ends of curves; ``drawn`` holds run and end (shares) of each."""
    names, anchors = [], []
    for (_, x, y), rest in zip(drawn, words, strict=True):
        width = LETTER * (len(rest) + 2)
        # A letter alone stands beyond the end, a name before it: above or below the curve.
        beyond = x + width <= 1.0 and (x < width or not rest)
        left = x if beyond else max(x - width, 0.0)
        anchors.append("left" if beyond else "right")
        names.append(Name(left, left + width, y, _nearest(lines, x, y)))
    (left, right), (low, high) = (axis["range"] for axis in axes)
    heights = places(names, lines, taken, line_of(axes[1]))
    notes = zip(drawn, words, anchors, names, heights, strict=True)
    return [
        {
            "x": left + (name.left if anchor == "left" else name.right) * (right - left),
            "y": low + height * (high - low),
            "text": f"<b>{run.letter}</b>{rest}",
            "font": {"color": run.colour, "size": 13},
            "showarrow": False,
            "xanchor": anchor,
            "yanchor": "middle",
            "xshift": 4 if anchor == "left" else -2,
        }
        for (run, _, _), rest, anchor, name, height in notes
    ]


def _nearest(lines: list[tuple], x: float, y: float) -> int:
    """The position of the line that ends nearest to a point; −1 where there is none."""
    ends = [
        np.hypot(xs[-1] - x, ys[-1] - y) if len(xs) and np.isfinite(ys[-1]) else np.inf
        for xs, ys in lines
    ]
    return int(np.argmin(ends)) if ends else -1


def _shares(x: Any, y: Any, axes: list[dict]) -> tuple[np.ndarray, np.ndarray]:
    """Places as shares of a picture's width and height; NaN where an axis has no such place."""
    shares = []
    for values, axis in zip((x, y), axes, strict=True):
        places = np.asarray(values, np.float64)
        if axis.get("type") == "log":
            places = np.log10(np.where(places > 0.0, places, np.nan))
        low, high = axis["range"]
        shares.append((places - low) / (high - low))
    return shares[0], shares[1]


def range_of(axis: dict, curves: Sequence[dict]) -> list[float]:
    """Return the range of heights of curves, with room for a name above the highest."""
    y = np.concatenate([[], *(np.asarray(curve["y"], np.float64) for curve in curves)])
    y = y[np.isfinite(y)]
    if axis.get("type") == "log":
        y = np.log10(y[y > 0.0])
    low, high = (float(y.min()), float(y.max())) if len(y) else (0.0, 1.0)
    if axis.get("rangemode") == "tozero" and low >= 0.0:
        low = 0.0
    size = max(abs(low), abs(high))
    # Where all is of one height the range is as wide as that is high.
    room = high - low if high - low > 1e-12 * size else size
    room = room if room > 1e-300 else 1.0
    if axis.get("rangemode") == "tozero" and low == 0.0:
        return [0.0, high + ABOVE * room]
    return [low - 0.055 * room, high + ABOVE * room]


def spread(
    heights: list[float], share: float, span: float = 0.0, places: list[float] | None = None
) -> list[float]:
    """Return heights of labels, pushed up where one would cover another.

    Parameters
    ----------
    heights : where the labels should stand.
    share : the share of the whole range that a label needs.
    span : that range, where more is drawn than what is labelled.
    places : places across, as shares of the width; labels that are not side by side cover nothing.
    """
    if not heights:
        return []
    span = span or max(*heights, 0.0) - min(*heights, 0.0)
    room = share * (span if span > 1e-300 else 1.0)
    places = [0.0] * len(heights) if places is None else places
    pushed: dict[int, float] = {}
    for i in np.argsort(heights, kind="stable"):
        level = float(heights[i])
        for j in sorted(pushed, key=pushed.get):
            if abs(places[i] - places[j]) < BESIDE and pushed[j] + room > level:
                level = pushed[j] + room
        pushed[i] = level
    return [pushed[i] for i in range(len(heights))]


def span_of(curves: list[dict], log: bool = False) -> float:
    """The range of heights of curves, 0 included; on a log axis that of their logarithms."""
    y = np.concatenate([[], *(np.asarray(curve["y"], np.float64) for curve in curves)])
    y = y[np.isfinite(y)]
    y = np.log10(y[y > 0.0]) if log else np.append(y, 0.0)
    return float(np.ptp(y)) if len(y) else 0.0


def as_text(name: str) -> str:
    """Return a name from outside for Plotly, which would read markup in it: the one door to it."""
    return name.replace("&", "&amp;").replace("<", "&lt;")


def read_back(text: str) -> str:
    """Return the name of which ``as_text`` made this."""
    return text.replace("&lt;", "<").replace("&amp;", "&")


def shortened(name: str, most: int) -> str:
    """Return a name of at most ``most`` letters; what is longer is cut in the middle."""
    if len(name) <= most:
        return name
    return f"{name[: most // 2]}…{name[len(name) - (most - 1) // 2 :]}"
