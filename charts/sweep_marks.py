"""Marks on a sweep: the goal of a step, and a place for none on a logarithmic axis."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from charts.layout import reference
from charts.picture import Picture
from charts.sweep import ROOM

NONE = 0.5
"""The place of none on a logarithmic axis of counts."""
LOWEST = 0.25
"""That place on an axis upward, where each power of ten has less room."""
BY_TENS = "Noise features: a logarithmic axis, 0 apart."
LETTER, NARROW = 6, 250
"""Pixels: of a letter of a name, about; of the narrowest plot, on a phone."""


def count_places(counts: Sequence[int]) -> list[float]:
    """Return the places of counts on a logarithmic axis on which ``show_none`` writes a 0.

    >>> count_places([20, 1, 0])
    [20, 1, 0.5]
    """
    return [count or NONE for count in counts]


def show_none(picture: Picture) -> None:
    """Let the logarithmic axis along the bottom begin with a 0, the place of none; its ticks are
    numbers that a reader can take off it."""
    axis = picture.layout["xaxis"]
    low, high = min(axis["range"][0], np.log10(NONE) - 0.05), axis["range"][1]
    ticks = [n for n in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if np.log10(n) <= high]
    texts = ["0", *(f"{n:,}" for n in ticks)]
    axis.pop("dtick", None)
    axis |= {"range": [low, high], "tickmode": "array", "tickvals": [NONE, *ticks]}
    axis["ticktext"] = texts
    picture.layout.setdefault("meta", {})["floor"] = {"xaxis": NONE}


def count_by_tens(picture: Picture, most: int) -> None:
    """Let the lower of two strips count by powers of ten up to ``most``, 0 below 1."""
    ends = [float(np.log10(LOWEST)) - 0.15, float(np.log10(most)) + 0.25]
    ticks = [10**power for power in range(int(ends[1]) + 1)]
    picture.layout["yaxis2"] |= {
        "type": "log",
        "range": ends,
        "tickmode": "array",
        "tickvals": [LOWEST, *ticks],
        "ticktext": ["0", *(f"{tick:,}" for tick in ticks)],
    }
    picture.layout.setdefault("meta", {})["floor"] = {"yaxis2": LOWEST}
    for one in picture.data:
        if one["yaxis"] == "y2":
            heights = np.asarray(one["y"], np.float64)
            one["y"] = 10.0 ** np.array(ends) if len(one["x"]) == 2 else np.maximum(heights, LOWEST)
    for note in picture.layout["annotations"]:
        if note.get("yref") == "y2":
            note["y"] = float(np.log10(note["y"] or LOWEST))


def keep_names_inside(picture: Picture) -> None:
    """Let names that would leave the frame at the right end at their dots."""
    low, high = picture.layout["xaxis"]["range"]
    for note in picture.layout["annotations"]:
        width = LETTER * len(note["text"].removeprefix("<b>").removesuffix("</b>"))
        beside = ROOM + NARROW * (high - note["x"]) / (high - low)
        if note["xanchor"] == "left" and width > beside:
            note |= {"xanchor": "right", "xshift": -note["xshift"]}


def mark_goal(picture: Picture, most: float, text: str, height: float | None = None) -> None:
    """Draw the line to whose left a goal is reached, and write what it is.

    Parameters
    ----------
    most : the place of the line on the logarithmic axis along the bottom.
    text : what is written beside it.
    height : the top of the corner within which the goal is reached, where heights count, too.
    """
    layout = picture.layout
    (low, _), (bottom, top) = layout["xaxis"]["range"], layout["yaxis"]["range"]
    if height is None:
        x, y = [most, most], [bottom, top]
    else:
        x, y = [most, most, 10.0**low], [bottom, height, height]
    picture.data.insert(0, reference("goal", x, y))
    if height is None:
        middle = (bottom + top) / 2.0  # names of curves stand at both ends
        place = {"x": float(np.log10(most)), "y": middle, "xanchor": "right", "yanchor": "middle"}
    else:
        place = {"x": low, "y": height, "xanchor": "left", "yanchor": "bottom"}
    shift = {"xshift": -4 if height is None else 4}
    note = place | shift | {"text": text, "showarrow": False, "font": {"size": 13}}
    layout["annotations"] = [*layout.get("annotations", []), note]


def mark_level_goal(picture: Picture, most: float, text: str) -> None:
    """Draw the level below which a goal is reached, and write what it is."""
    across = picture.layout["xaxis"]["range"]
    picture.data.insert(0, reference("goal", [10.0**end for end in across], [most, most]))
    note = {"x": across[0], "y": most, "text": text, "font": {"size": 13}, "showarrow": False}
    side = {"xanchor": "left", "xshift": 4, "yanchor": "top"}
    picture.layout["annotations"] = [*picture.layout.get("annotations", []), note | side]
