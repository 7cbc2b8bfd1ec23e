"""Labels in a picture: names at the ends of curves, kept apart, and names as plain text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from charts.occupancy import CURVE, DOTS, UPRIGHT, Marks, Occupancy, occupancy_of
from charts.placing import HEIGHT, LARGE_HEIGHT, LARGE_LETTER, LETTER, Name, Spot, find_places
from charts.run import Run
from charts.ties import group_ties, lines_at, rows_of

BESIDE = 1 / 25
"""Labels less than this share of a picture's width apart are side by side."""

ROOMY = 400
"""Pixels from which on a picture has room for names; a narrower one has letters alone."""

ABOVE = 1.45 * HEIGHT
"""The share of the curves' heights that is free above them: a name has room there."""

IN_A_PICTURE = 28
"""Letters of a run's name at the end of its curve."""

IN_ALL = 44
"""Letters of the names of several runs whose curves coincide."""

MOST_CROSSING, REACH = 0.1, 0.1
"""The share of a name that lines may cross, and how far from its dot it may stand aside; beyond
either its letters stand there alone."""

GAP = 0.9
"""The room between names side by side, in letters."""

BESIDE_A_DOT = 0.03
"""The room between the middle of a dot and its name."""

LOW_COST, SIDE_COST, OUTSIDE_COST = 0.1, 0.03, 10.0
"""The costs, for a text beside an upright line, of its height, of the other side, and of each share
of the picture's width that it stands outside; to be covered all over costs 1."""

FEW = 5
"""Other lines of at most so many corners may be upright; those of more go from left to right."""

SMALLEST = 330.0, 130.0
"""The width and height, in pixels, of pictures as small as they get."""

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
    avoided: Sequence[dict] = (),
) -> list[dict]:
    """Return ``notes``, and each run's letter and name beside the end of its curve.

    A run whose end is not drawn has no name; runs whose curves coincide have one, such as "A = B",
    or "A ≈ B" where they only look like one.
    Where the picture is narrow the letters stand alone, side by side where there is no height for
    them: they are added to ``layout``. What would be crossed, or nearer to another curve, is
    returned as a letter. The axis of heights gets a range if it has none, for names stand inside
    the picture.

    Parameters
    ----------
    runs : the runs that have names.
    ends : the last point (x, y) of each.
    layout : the picture's, with the range of its x axis.
    curves : everything drawn in the pane; a curve without a gap in which x falls is a band.
    pane : the axis of heights, of pictures with several panes another than the first.
    notes : other annotations of the pane, which no name covers.
    alone : letters alone, in a pane beside another that has the names.
    avoided : other lines of the pane, and dots, on which no name stands if there is room; where
        there are dots, the ends are some of them.
    """
    axes = [layout["xaxis"], layout[pane]]
    if "range" not in axes[1]:
        axes[1]["range"] = range_of(axes[1], curves)
    lines = [curve for curve in curves if "fill" not in curve]
    marks = _marks(lines, avoided, axes)
    labels = _labels(_visible_ends(runs, ends, axes), marks.first(len(lines)))
    around = _Pane(occupancy_of(marks), notes, axes)
    pad = BESIDE_A_DOT if DOTS in marks.kinds else 0.0
    large, usual = (_Size(*size, pad) for size in _sizes(axes[1]))
    rows = [[each] for each in labels] if pad else _rows(labels, large)
    letters, _ = _place_rows(rows, around, large)
    names = _place_in_words(
        [label if alone else label.in_words() for label in labels], around, usual
    )
    heights = pane.replace("axis", "")
    for note in (*names, *letters):
        note["yref"] = heights
    _add_to_narrow(layout, [*notes, *letters])
    return [*notes, *names]


class _Pane(NamedTuple):
    """The pane in which names look for places: its occupancy, the notes in it, its axes."""

    occupancy: Occupancy
    notes: Sequence[dict]
    axes: list[dict]


def _marks(curves: Sequence[dict], avoided: Sequence[dict], axes: list[dict]) -> Marks:
    """All that is drawn in a pane, in shares of it; dots are largest in the smallest pictures."""
    things = [*curves, *avoided]
    points = (np.concatenate([[], *(thing[name] for thing in things)]) for name in "xy")
    starts = np.array([0, *accumulate(len(thing["x"]) for thing in things)])
    kinds = [CURVE] * len(curves) + [_kind(thing) for thing in avoided]
    sizes = np.zeros((len(things), 2))
    for size, kind, thing in zip(sizes, kinds, things, strict=True):
        if kind == DOTS:
            size[:] = [0.5 * thing["marker"]["size"] / pixels for pixels in SMALLEST]
    return Marks(*map(_shares, points, axes), starts, np.array(kinds, np.int64), sizes)


def _kind(thing: dict) -> int:
    """The kind of what is drawn beside the curves."""
    if thing.get("mode") == "markers":
        return DOTS
    return UPRIGHT if len(thing["x"]) <= FEW else CURVE


def _place_in_words(labels: list[_Label], around: _Pane, size: _Size) -> list[dict]:
    """Names beside their curves; those without a place of their own as letters."""
    names, free = _place_rows([[label] for label in labels], around, size)
    if all(free):
        return names
    rest = [
        label if ok else label._replace(words="") for label, ok in zip(labels, free, strict=True)
    ]
    return _place_rows([[label] for label in rest], around, size)[0]


def _add_to_narrow(layout: dict, notes: list[dict]) -> None:
    """Add annotations to those of a narrow picture."""
    meta = layout.setdefault("meta", {})
    meta["below"] = ROOMY
    narrow = meta.setdefault("narrow", {})
    narrow["annotations"] = [*narrow.get("annotations", []), *notes]


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


def note_beside(
    x: float, text: str, layout: dict, drawn: Sequence[dict], on_its_right: bool = False
) -> dict:
    """Return an annotation of an upright line, as low as it covers hardly anything.

    Parameters
    ----------
    x : the place of the line; on a log axis its logarithm.
    layout : the picture's, with the ranges of its axes.
    drawn : lines and dots that the text keeps off.
    on_its_right : the side on which it stands where both are as free.
    """
    axes = [layout["xaxis"], layout["yaxis"]]
    cells = occupancy_of(_marks([], drawn, axes)).cells
    low, high = axes[1]["range"]
    best = math.inf, 0.0, on_its_right
    for height in np.linspace(0.5 * HEIGHT, 1.0 - 0.5 * HEIGHT, 20).tolist():
        for side in (on_its_right, not on_its_right):
            note = note_at(x, low + height * (high - low), text, side)
            start, end, _ = _place_of(note, axes, LETTER)
            cost = _share_covered(cells, (start, end), height) + LOW_COST * height
            cost += OUTSIDE_COST * max(-start, end - 1.0, 0.0) + SIDE_COST * (side != on_its_right)
            best = min(best, (cost, height, side))
    _, height, side = best
    return note_at(x, low + height * (high - low), text, side)


def _share_covered(cells: np.ndarray, across: tuple[float, float], height: float) -> float:
    """The share of the cells under a text of one line that have anything in them."""
    columns, rows = cells.shape[0] - 1, cells.shape[1] - 1
    start, end = (min(max(round(share * columns), 0), columns) for share in across)
    low, high = (min(max(round((height + way * HEIGHT) * rows), 0), rows) for way in (-0.5, 0.5))
    held = cells[end, high] - cells[start, high] - cells[end, low] + cells[start, low]
    return float(held) / max((end - start) * (high - low), 1)


def line_of(axis: dict, height: float = HEIGHT) -> float:
    """Return the height of a line of text as a share of the pane of an axis of heights.

    Lines stand closer where there are several panes.

    Parameters
    ----------
    height : the same as a share of a picture with one pane.
    """
    bottom, top = axis.get("domain", (0.0, 1.0))
    return height if top - bottom == 1.0 else 0.85 * height / (top - bottom)


class _Size(NamedTuple):
    """The width of a letter, the height of a line, and the room beside a dot."""

    letter: float
    line: float
    pad: float


def _sizes(axis: dict) -> list[tuple[float, float]]:
    """The width of a letter and the height of a line, of letters alone and of names."""
    heights = ((LARGE_LETTER, LARGE_HEIGHT), (LETTER, HEIGHT))
    return [(letter, line_of(axis, height)) for letter, height in heights]


def _place_of(note: dict, axes: list[dict], letter: float) -> tuple[float, float, float]:
    """The left end, the right end and the height of a text, in shares of the picture."""
    (left, right), (low, high) = (axis["range"] for axis in axes)
    x, width = (note["x"] - left) / (right - left), letter * (len(note["text"]) + 1)
    start = x if note["xanchor"] == "left" else x - width
    return start, start + width, (note["y"] - low) / (high - low)


def short_name(run: Run) -> str:
    """Return a run's name as pictures have room for: without the knobs that are too many."""
    return _as_short(run.in_a_sentence)


@lru_cache(maxsize=256)
def _as_short(name: str) -> str:
    parts = name.split(", ")
    while len(parts) > 1 and len(", ".join(parts)) > IN_A_PICTURE:
        parts.pop()
    return shorten(", ".join(parts), IN_A_PICTURE)


class _Label(NamedTuple):
    """The letters of runs whose curves coincide, words after them, and where the first ends."""

    runs: list[Run]
    letters: str
    words: str
    x: float
    y: float
    line: int

    def width(self, letter: float) -> float:
        """The width of the text with letters of this width; those of a narrow picture are bold."""
        return letter * (len(self.letters) + len(self.words) + (1.0 if letter == LETTER else 0.6))

    def in_words(self) -> _Label:
        """The label with names after its letters, as far as there is room for them."""
        if len(self.runs) == 1:
            words = short_name(self.runs[0])
        else:
            titles = (run.in_a_sentence.split(", ")[0] for run in self.runs)
            words = ", ".join(dict.fromkeys(titles))
        return self._replace(words=f" {words}") if len(words) <= IN_ALL else self


def _visible_ends(runs: Sequence[Run], ends: Sequence, axes: list[dict]) -> list[tuple]:
    """The runs whose ends the picture shows, with their ends in shares of it."""
    placed = [tuple(map(_share, end, axes)) for end in ends]
    shown = zip(runs, placed, strict=True)
    return [(run, *end) for run, end in shown if all(map(math.isfinite, end))]


def _labels(ended: list[tuple], lines: list) -> list[_Label]:
    """A label for each curve that differs from the others; ``ended``: runs with their ends."""
    ends = [(x, y) for _, x, y in ended]
    owned = lines_at(ends, lines)
    groups = group_ties(ends, lines, owned)

    def label(first: int, *others: int) -> _Label:
        runs = [ended[i][0] for i in (first, *others)]
        # They are the same, or only as far as one sees.
        equal = all(_equal(lines[owned[first]], lines[owned[i]]) for i in others)
        letters = (" = " if equal else " ≈ ").join(run.letter for run in runs)
        return _Label(runs, letters, "", *ends[first], owned[first])

    return [label(*group) for group in groups]


def _equal(one: tuple, other: tuple) -> bool:
    """Return whether two lines have the same points (x, y)."""
    return all(np.array_equal(*pair, equal_nan=True) for pair in zip(one, other, strict=True))


def _rows(labels: list[_Label], size: _Size) -> list[list[_Label]]:
    """The labels, those side by side that have no room above each other."""
    rows = rows_of([(label.x, label.y) for label in labels], size.line)
    return [[labels[i] for i in row] for row in rows]


def _place_rows(
    rows: list[list[_Label]], around: _Pane, size: _Size
) -> tuple[list[dict], list[bool]]:
    """Labels at the ends of curves, those of a row side by side, and whether each row is free."""
    names = []
    for row in rows:
        label, gaps = row[0], GAP * size.letter * (len(row) - 1)
        width = sum(label.width(size.letter) for label in row) + gaps
        # A letter alone stands beyond the end, a name before it: above or below the curve.
        short = len(row) == 1 and label.letters and not label.words
        beyond = label.x + width <= 1.0 and (label.x < width or short)
        best = label.x + size.pad if beyond else max(min(label.x, 1.0) - width - size.pad, 0.0)
        names.append(Name(best, width, label.x, label.y, label.line, size.pad))
    axes = around.axes
    taken = [_place_of(note, axes, size.letter) for note in around.notes]
    found = find_places(names, around.occupancy, size.line, taken)
    written = zip(rows, names, found, strict=True)
    notes = [
        note for row, name, spot in written for note in _annotations(row, name, spot, size, axes)
    ]
    return notes, [_is_free(name, spot) for name, spot in zip(names, found, strict=True)]


def _is_free(name: Name, spot: Spot) -> bool:
    """Return whether hardly anything crosses a name, and whether it is seen whose it is."""
    aside = max(spot.left - name.x, name.x - spot.left - name.width)
    return (
        spot.crossing <= MOST_CROSSING and not spot.ambiguous and (not name.pad or aside <= REACH)
    )


SHIFTS = {"left": 4, "center": 0, "right": -2}
"""Pixels between a place and the text that begins, stands or ends there."""


def _annotations(
    row: list[_Label], name: Name, spot: Spot, size: _Size, axes: list[dict]
) -> list[dict]:
    """The annotations of labels side by side."""
    (left, right), (low, high) = (axis["range"] for axis in axes)
    anchor, at = _anchor(name, spot) if len(row) == 1 else ("left", spot.left)
    notes = []
    for label in row:
        note = {
            "x": left + at * (right - left),
            "y": low + spot.height * (high - low),
            "text": f"<b>{label.letters}</b>{label.words}",
            "font": {"color": label.runs[0].colour, "size": 13},
            "showarrow": False,
            "xanchor": anchor,
            "yanchor": "middle",
            "xshift": SHIFTS[anchor],
        }
        notes.append(note)
        at += label.width(size.letter) + GAP * size.letter
    return notes


def _anchor(name: Name, spot: Spot) -> tuple[str, float]:
    """The part of a text that stands at a known place, and that place: letters are narrower."""
    left, right = spot.left, spot.left + name.width
    if left >= name.x + name.pad - 1e-9:
        return "left", left - name.pad
    if abs(0.5 * (left + right) - name.x) < 1e-9:
        return "center", name.x
    return ("left", left) if left <= 0.0 else ("right", right + name.pad)


def _share(place: float, axis: dict) -> float:
    """A place as a share of a picture's width or height; NaN where its axis has no such place."""
    if axis.get("type") == "log":
        place = np.log10(place) if place > 0.0 else np.nan
    low, high = axis["range"]
    return (float(place) - low) / (high - low)


def _shares(places: np.ndarray, axis: dict) -> np.ndarray:
    """The same of many places."""
    if axis.get("type") == "log":
        places = np.log10(np.where(places > 0.0, places, np.nan))
    low, high = axis["range"]
    return (places - low) / (high - low)


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


def shorten(name: str, most: int) -> str:
    """Return a name of at most ``most`` letters; what is longer is cut in the middle."""
    if len(name) <= most:
        return name
    return f"{name[: most // 2]}…{name[len(name) - (most - 1) // 2 :]}"
