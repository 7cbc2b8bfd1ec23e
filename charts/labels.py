"""Labels in a picture: letters at the ends of curves, kept apart, and names as plain text."""

from __future__ import annotations

import numpy as np

from charts.run import Run

LETTER = 1 / 25
"""The width of a letter as a share of a picture's."""

IN_WORDS, IN_A_TOOLTIP = 60, 200
"""Letters of a name from outside in a sentence about a picture, and in a tooltip."""


def end_labels(
    runs: list[Run], ends: list[tuple[float, float]], layout: dict, curves: list[dict]
) -> list[dict]:
    """Return each run's letter at the end of its curve; an end that is not drawn gets none.

    Parameters
    ----------
    runs : the runs that have letters.
    ends : the last point (x, y) of each.
    layout : the picture's, with the range of its x axis.
    curves : everything drawn; letters are kept apart by a share of its height.
    """
    log = layout["yaxis"].get("type") == "log"
    drawn = [
        (run, (np.log10(x), np.log10(y)) if log else (x, y))
        for run, (x, y) in zip(runs, ends, strict=True)
        if np.isfinite(y) and not (log and (y <= 0 or x <= 0))
    ]
    low, high = layout["xaxis"]["range"]
    places = [(x - low) / (high - low) for _, (x, _) in drawn]
    heights = spread([y for _, (_, y) in drawn], 1 / 22, span_of(curves, log), places)
    return [
        {
            "x": float(x),
            "y": height,
            "text": f"<b>{run.letter}</b>",
            "font": {"color": run.colour, "size": 14},
            "showarrow": False,
            "xanchor": "left",
            "xshift": 3,
        }
        for (run, (x, _)), height in zip(drawn, heights, strict=True)
    ]


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
            if abs(places[i] - places[j]) < LETTER and pushed[j] + room > level:
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
