"""Pictures of votes and their arrow: at right angles, and each of them shortened by a pull."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from charts import Picture
from charts.layout import frame
from charts.palette import HUES, REFERENCE
from pages.lessons.groups.boards import HUE, NOISE, USEFUL
from pages.lessons.groups.machines import EACH, Machine

HEAD = 0.16
"""The length of an arrow's head, where a vote has the length 1."""
HIGHEST = 0.2
"""The upper end of the axis of one sensor's votes."""
PALE = "rgba(128,128,128,0.3)"
"""The colour of what a pull takes."""
SIZES = (1, 10, 40)
"""Sizes of groups with a dot on the curve of limits."""


def corners(n: int) -> np.ndarray:
    """Return where n votes of length 1 end, (n + 1, 2): each at a right angle to the way so far.

    The end of k votes is √k away from the start, (0, 0).

    Examples
    --------
    >>> corners(2).tolist()
    [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]
    """
    ends = [np.zeros(2), np.array([1.0, 0.0])]
    for length in np.sqrt(np.arange(1.0, n)):
        x, y = ends[-1]
        ends.append(ends[-1] + np.array([-y, x]) / length)
    return np.array(ends)


def spiral(shown: int) -> Picture:
    """Return the first ``shown`` of ten votes of one strength end to end, and their arrow."""
    ends = corners(EACH)
    votes, tip = ends[: shown + 1], ends[shown]
    rays = np.full((3 * (shown - 1), 2), np.nan)
    rays[0::3], rays[1::3] = 0.0, votes[1:-1]
    length = f"√{shown} = {np.sqrt(shown):.2f}"
    data = [
        _path("shorter arrows", rays, REFERENCE, 1.0, "dot"),
        _path("votes", votes, REFERENCE, 4.0),
        _path("arrow", np.vstack([np.zeros(2), tip]), HUES["blue"][0], 4.0),
        # As its length is written beside it: where the arrow is meant, both are.
        _path(length, np.vstack(_head(tip)), HUES["blue"][0], 4.0),
    ]
    middles = (votes[1:] + votes[:-1]) / 2
    # Beside each vote, on its right as it goes: that is away from the start.
    ways = np.diff(votes, axis=0)
    outward = middles + 0.22 * np.column_stack([ways[:, 1], -ways[:, 0]])
    ranks = ["1st: length 1", "2nd", "3rd", *(f"{i}th" for i in range(4, EACH + 1))]
    notes = [_note(place, rank) for place, rank in zip(outward, ranks, strict=False)]
    if shown == EACH:
        note = _note(0.6 * tip, f"<b>{length}</b>", HUES["blue"][0])
        notes.append(note | {"xanchor": "left", "xshift": 14})
    low, high = ends.min(axis=0) - 0.5, ends.max(axis=0) + 0.5
    bare = {"visible": False}
    layout = frame(
        "",
        "",
        xaxis=bare | {"range": [low[0], high[0]]},
        yaxis=bare | {"range": [low[1], high[1]], "scaleanchor": "x"},
    )
    layout |= {"annotations": notes, "margin": {"l": 12, "r": 12, "t": 8, "b": 8}}
    alt = (
        f"{shown} votes of length 1 end to end, each at a right angle to the way so far. The arrow "
        f"from the start to the end is {np.linalg.norm(tip):.2f} long."
    )
    caption = (
        f"Grey: {shown} votes of length 1, end to end. Dotted: the arrow after fewer votes. Blue: "
        "the arrow from the start to the end. Paper has two directions only, so each vote is drawn "
        "at a right angle to the arrow so far."
    )
    heading = "Votes at right angles, and their arrow"
    return Picture("spiral", data, layout, alt, caption, heading)


def limit_curve(l1: float) -> Picture:
    """Return the limit for the arrow of a group against the number of its features."""
    sizes = np.arange(1.0, max(SIZES) + 1.0)
    dots = np.array(SIZES, float)
    stroke = {"color": HUE["group"], "width": 2.5}
    curve = {
        "type": "scatter",
        "mode": "lines",
        "name": "limit",
        "x": sizes,
        "y": l1 * np.sqrt(sizes),
        "line": stroke,
    }
    marks = {
        "type": "scatter",
        "mode": "markers",
        "name": "groups",
        "meta": "ornament",
        "cliponaxis": False,
        "x": dots,
        "y": l1 * np.sqrt(dots),
        "line": stroke,
        "marker": {"color": HUE["group"], "size": 9},
    }
    layout = frame(
        "features in the group",
        "limit for the arrow",
        xaxis={"range": [0.0, max(SIZES) + 2.0]},
        yaxis={"range": [0.0, 1.2 * l1 * np.sqrt(max(SIZES))]},
    )
    words = [f"{n} feature{'s' if n > 1 else ''}: {l1 * np.sqrt(n):.3f}" for n in SIZES]
    # Above and before the last dot, below and after the others: there the curve is not.
    after, before = ("top", -6, "left"), ("bottom", 6, "right")
    layout["annotations"] = [
        _note((n, l1 * np.sqrt(n)), text, HUE["group"])
        | dict(zip(("yanchor", "yshift", "xanchor"), side, strict=True))
        for n, text, side in zip(SIZES, words, (after, after, before), strict=True)
    ]
    alt = f"The limit grows with the root of the number of features. {'; '.join(words)}."
    heading = f"The limit for an arrow, at penalty {l1:g}"
    return Picture("limit", [curve, marks], layout, alt, heading=heading)


def votes_and_limit(machine: Machine, arrow: bool = False) -> Picture:
    """Return the ten average votes of the first sensor and the limit; ``arrow``: theirs, too."""
    whole = machine._replace(knobs=replace(machine.knobs, group_l1=0.0))
    picture = shortened_votes(whole)
    _, useful, others, of_all = picture.data
    data = [
        useful | {"name": "useful vote"},
        others | {"name": "other votes"},
        *[of_all | {"name": "arrow"}] * arrow,
    ]
    picture.layout["shapes"][0] |= {"x0": 0.2}
    caption = "Blue: the useful vote; brown: the nine others. Dotted: the limit for their arrow."
    if not arrow:
        picture.layout["xaxis"]["ticktext"][-1] = "arrow: ?"
    else:
        length = float(of_all["y"][0])
        caption += f" The arrow of all ten is {length:.3f} long, so the group is in use."
    alt = f"{picture.alt} {caption}"
    heading = "Ten votes and their arrow" if arrow else "Ten votes, and the limit for their arrow"
    return replace(picture, data=data, alt=alt, caption=caption, heading=heading)


def shortened_votes(machine: Machine) -> Picture:
    """Return the ten average votes of the first sensor, what is left of each after the pull, and
    the arrow of the rest beside its limit."""
    knobs, truth = machine.knobs, machine.data.true_weights[:EACH]
    votes = machine.last_votes()[:EACH]
    rest = np.maximum(votes - knobs.l1 * knobs.group_l1, 0.0)
    length, limit = float(np.linalg.norm(rest)), machine.limit
    places, useful = np.arange(1.0, EACH + 1.0), truth != 0.0
    arrow = EACH + 2.0
    data = [
        _bars("taken by the pull", places, votes, PALE),
        _bars("left of the useful vote", places[useful], rest[useful], USEFUL),
        _bars("left of the other votes", places[~useful], rest[~useful], NOISE),
        _bars("arrow of the rest", np.array([arrow]), np.array([length]), HUE["group"]),
    ]
    across = {"tickvals": [*places, arrow], "ticktext": [*(f"{i:.0f}" for i in places), "arrow"]}
    layout = frame(
        "the ten numbers of sensor “useful 1”",
        "size of the average vote",
        xaxis=across | {"range": [0.2, arrow + 4.0], "showgrid": False},
        yaxis={"range": [0.0, HIGHEST]},
    )
    words = f"limit {limit:.3f}" if limit <= HIGHEST else f"↑ limit {limit:.3f}"
    at = min(limit, HIGHEST)
    line = {"width": 2, "dash": "dot"}
    layout["shapes"] = [
        {"type": "line", "x0": arrow - 0.8, "x1": arrow + 0.8, "y0": at, "y1": at, "line": line}
    ]
    side = {"yanchor": "middle" if at < 0.9 * HIGHEST else "top", "xanchor": "left"}
    layout["annotations"] = [_note((arrow + 0.9, at), words) | side]
    layout |= {"barmode": "overlay"}
    fate = "in use" if length > limit else "0"
    alt = (
        f"Of the ten votes {np.count_nonzero(rest)} are left after a pull of "
        f"{knobs.l1 * knobs.group_l1:.3f}; their arrow is {length:.3f} long, the limit {limit:.3f}."
    )
    caption = (
        f"Pale: taken by the pull, rλ = {knobs.l1 * knobs.group_l1:.3g}. Blue: left of the useful "
        f"vote; brown: of the others. The arrow of what is left is {length:.3f} long: the group is "
        f"{fate}."
    )
    return Picture(
        "votes", data, layout, alt, caption, "Ten votes, each shortened, and their arrow"
    )


def _bars(name: str, places: np.ndarray, heights: np.ndarray, hue: str) -> dict:
    """Bars of one colour."""
    return {"type": "bar", "name": name, "x": places, "y": heights, "marker": {"color": hue}}


def _path(name: str, places: np.ndarray, hue: str, width: float, dash: str = "solid") -> dict:
    """A line through places (n, 2), with gaps at those that are nan."""
    return {
        "type": "scatter",
        "mode": "lines",
        "name": name,
        "x": places[:, 0],
        "y": places[:, 1],
        "hoverinfo": "skip",
        "line": {"color": hue, "width": width, "dash": dash},
    }


def _head(tip: np.ndarray) -> list[np.ndarray]:
    """The way from the tip of an arrow to one end of its head, back, and to the other."""
    along = tip / np.linalg.norm(tip)
    across = np.array([-along[1], along[0]])
    back = tip - HEAD * along
    return [back + 0.6 * HEAD * across, tip, back - 0.6 * HEAD * across]


def _note(place: np.ndarray | tuple, text: str, hue: str | None = None) -> dict:
    """A text in the middle of a place, in the page's colour where none is given."""
    font = {"size": 13} | ({"color": hue} if hue else {})
    return {"x": place[0], "y": place[1], "text": text, "font": font, "showarrow": False}
