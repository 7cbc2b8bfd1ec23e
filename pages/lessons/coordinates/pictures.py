"""Pictures of the lesson: methods raced by the cells they read, and SMIDAS's numbers as weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from charts import Curves, Film, Line, Picture, Track, sweep
from charts.layout import frame, reference
from charts.palette import colour, dashes
from pages.lessons.coordinates.evidence import NAMES, Evidence, Side
from pages.lessons.coordinates.tables import TableRace

FLOOR = 1e-4
"""Gaps closer to the optimum than this are all drawn alike."""
FRAMES = 250
READ = "table cells read"
DISTANCE = "distance from the best objective"
MARKS = (1e-4, 1e-3, 0.01, 0.1, 1.0)
"""Distances with a number on their axis."""
LABELS = NAMES | {"coordinate_descent": "coordinate descent"}
"""The names of the methods in the story."""
DRAWN = np.linspace(0.0, 1.0, 101)
"""The numbers at which the curve of SMIDAS is drawn."""
UNCHANGED = "truncated gradient:<br>weight = number", (0.48, 0.53), ("right", "bottom")
"""The name of its line, and the place of that."""


@dataclass(frozen=True, eq=False)
class Distances(Curves):
    """Curves on a logarithmic axis whose numbers are written as texts write them."""

    log: bool = True

    def payload(self) -> dict:
        """Return what the browser draws."""
        payload = super().payload()
        texts = [f"{mark:.4f}".rstrip("0").rstrip(".") for mark in MARKS]
        payload["layout"]["yaxis"] |= {"tickvals": list(MARKS), "ticktext": texts}
        return payload


def stage(evidence: Evidence) -> list:
    """Return both ways to read a table, the race on both kinds of noise, and what it keeps.

    Below stands what SMIDAS makes of its numbers.
    """
    races = {f"{name.capitalize()} noise": side for name, side in evidence.sides.items()}
    return [
        two_ways(evidence),
        race(races, evidence.passes),
        [nonzero_weights(f"{name} noise", side) for name, side in evidence.sides.items()],
        [link_curve(evidence)],
    ]


def two_ways(evidence: Evidence) -> Film:
    """Return the race of both ways on the made table, and the line that is near enough."""
    rows, columns = evidence.shape.shape
    title = f"The race on a table of {rows:,} rows and {columns:,} columns"
    return shape_race(
        evidence.shape,
        title,
        ((f"near enough: {in_decimals(evidence.knobs.near)}", evidence.knobs.near),),
    )


def shape_race(race: TableRace, title: str, levels: Sequence[tuple[str, float]] = ()) -> Film:
    """Return the film of both ways on one table."""
    read = np.linspace(0.0, race.cells, FRAMES + 1)
    tracks = [way(LABELS[key], key, race.gap_when(key, read)) for key in race.ways]
    return distances("shape", read, title, tracks, levels)


def way(name: str, key: str, gap: np.ndarray, dash: str = "solid", numbered: bool = False) -> Track:
    """Return the curve of a method's distances (F,), in its colour.

    Parameters
    ----------
    name : of the curve; where ``numbered``, the distance at the end is written beside it.
    key : of the method.
    """
    letter = f"{name}: {gap[-1]:.3f}" if numbered else ""
    return Track(name, np.maximum(gap, FLOOR), colour(key, 0), dash, letter)


def distances(
    name: str,
    at: np.ndarray,
    title: str,
    tracks: Sequence[Track],
    levels: Sequence[tuple[str, float]] = (),
    across: tuple[str, str] = (READ, "cell"),
) -> Film:
    """Return a film of the distances of methods from the best objective.

    Parameters
    ----------
    name : the film's name in the page.
    at : (F,), what is read at each frame.
    tracks : the distances, as ``way`` makes them.
    levels : the name and the height of each dotted line.
    across : the title of the axis of ``at``, and its unit.
    """
    label, unit = across
    scene = Distances(title, at, tracks, label, DISTANCE, levels, reach=(FLOOR, 1.5))
    words = "; ".join(f"{track.name} {track.y[-1]:.2g}" for track in tracks)
    alt = f"The distance from the best objective against the {label}. At the end: {words}."
    caption = "From one mark on the left to the next the distance is ten times as large."
    if any(track.y.min() <= FLOOR for track in tracks):
        caption += " Distances below 0.0001 are drawn at 0.0001."
    return Film(name, at, [scene], alt, caption, unit=unit)


def link_curve(
    evidence: Evidence, tasks: Sequence[tuple[str, float]] = (), note: str = "", ring: bool = True
) -> Picture:
    """Return the weight that SMIDAS makes of a number.

    Both are shares of the largest: in these the norm of all numbers cancels.

    Parameters
    ----------
    tasks : the name and the height of each dotted line; without any the line of truncated
        gradient stands there.
    note : more to say at the dot.
    ring : whether the number can be dragged.
    """
    number, power, hue = evidence.knobs.number, evidence.knobs.power, colour("smidas", 0)
    weight = number**power
    line = {"type": "scatter", "mode": "lines", "name": LABELS["smidas"], "x": DRAWN}
    dot = {"type": "scatter", "mode": "markers", "name": "the number and its weight"}
    dot |= {"line": {"width": 0}, "marker": {"color": hue, "size": 11}}
    data = [
        *([] if tasks else [reference("truncated gradient", [0.0, 1.0], [0.0, 1.0])]),
        line | {"y": DRAWN**power, "line": {"color": hue, "width": 2.5}},
        dot | {"x": [number], "y": [weight]},
    ]
    words = [f"number {number:.2f}", f"weight {in_short(weight)}", *filter(None, [note])]
    layout = _link_layout(number, weight, words, tasks)
    if ring:
        handle = {"source": "coordinates", "knob": "number", "label": "number", "colour": hue}
        handle |= {"axis": "x", "at": number, "low": 0.0, "high": 1.0, "per": 1.0}
        layout["meta"] = {"handles": [handle]}
    alt = f"What SMIDAS makes of a number, with the power {power:g}: {', '.join(words)}."
    hint = "Drag the ring at the top to move the number." if ring else ""
    return Picture("link", data, layout, alt, hint, "A number and its weight", by_hand=hint)


def _link_layout(
    number: float, weight: float, words: Sequence[str], tasks: Sequence[tuple[str, float]]
) -> dict:
    """The axes of the curve, what is said at its dot, and its dotted lines."""
    hue, ends = colour("smidas", 0), (0.0, 1.04)
    across, up = (f"{what}, as a share of the largest" for what in ("number", "weight"))
    layout = frame(across, up, xaxis={"range": [*ends]}, yaxis={"range": [-0.03, 1.04]})
    # The words stand where there is room: toward the middle, and not over the ring.
    side, shift = ("left", 0.015) if number < 0.4 else ("right", -0.015)
    level = "top" if weight > 0.85 else "bottom"
    if number <= 0.6 and weight > 0.15:  # above stands the name of the line
        side, shift, level = "left", 0.015, "top"
    layout["annotations"] = [
        _note("<br>".join(words), (number + shift, weight), (side, level)),
        *([] if tasks else [_note(*UNCHANGED)]),
        *(_note(name, (0.97, height), ("right", "top")) for name, height in tasks),
    ]
    layout["shapes"] = [
        _segment((number, number), (-0.03, 1.04), hue),
        *(_segment(ends, (height, height), hue) for _, height in tasks),
    ]
    return layout


def in_decimals(near: float) -> str:
    """Return a distance as texts and axes write it."""
    return f"{near:.5f}".rstrip("0")


def in_short(weight: float) -> str:
    """Return a share of the largest weight as texts write it."""
    if weight == 0.0:
        return "0"
    if 0.0 < weight < 0.00005:
        return "nearly 0"
    if 0.0 < weight < 0.01:
        return f"{float(f'{weight:.2g}'):.5f}".rstrip("0")
    return (
        f"{weight:.3f}" if weight < 0.1 else f"{weight:.2f}" if weight < 10.0 else f"{weight:.0f}"
    )


def _note(text: str, at: tuple[float, float], anchors: tuple[str, str]) -> dict:
    """A name at a place."""
    (x, y), (across, up) = at, anchors
    place = {"x": x, "y": y, "xanchor": across, "yanchor": up}
    return place | {"text": text, "align": across, "showarrow": False, "font": {"size": 13}}


def _segment(x: tuple[float, float], y: tuple[float, float], hue: str) -> dict:
    """A dotted line."""
    line = {"color": hue, "width": 1, "dash": "dot"}
    return {"type": "line", "x0": x[0], "x1": x[1], "y0": y[0], "y1": y[1], "line": line}


def race(races: Mapping[str, Side], passes: int) -> Film:
    """Return the film of ``races`` by title over the entries of ``passes`` passes."""
    at = np.linspace(0.0, passes, FRAMES + 1)
    scenes = [_scene(title, side, at * side.data.X.nnz) for title, side in races.items()]
    ends = [
        f"{title}: " + "; ".join(f"{name} {side.gaps(key)[-1]:.2g}" for key, name in NAMES.items())
        for title, side in races.items()
    ]
    return Film(
        "race",
        at,
        scenes,
        alt=f"The distance from the best objective against the {READ}. At the end, "
        f"{'. '.join(ends)}.",
        caption="Distances below 0.0001 are drawn at 0.0001.",
        unit="pass",
    )


def _scene(title: str, side: Side, read: np.ndarray) -> Curves:
    """The gaps of all methods where so many entries are ``read`` (F,)."""
    tracks = [
        Track(
            name,
            np.maximum(side.gap_when(key, read), FLOOR),
            colour(key, 0),
            dashes(key, 0)[0],
        )
        for key, name in NAMES.items()
    ]
    return Distances(title, read, tracks, READ, DISTANCE)


def nonzero_weights(title: str, side: Side) -> Picture:
    """Return the features that all methods keep, against the cells read."""
    lines = []
    for key, name in NAMES.items():
        trace = side.traces[key]
        line = Line(name, colour(key, 0), dashes(key, 0)[0], trace.used, x=trace.costs.accesses)
        lines.append(line)
    return sweep(f"kept {title}", (READ, f"features kept, {title}"), None, lines)
